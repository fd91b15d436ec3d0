"""Which topic a message belongs to, by the bundled embedder and the committed trees."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.conversing import Thread
from nodes.resolver import resolve
from nodes.state import Frame, Route, Topic
from nodes.topic_scoring import EMPTY, features, last_asked, load, odds
from nodes.topic_wording import POINTED, leaning
from nodes.topics import decide_topic, place_frames
from stores.embedder import MiniLM
from stores.words import terms

BEES = (
    ("When should I inspect a beehive for swarm cells?", "From April on, inspect the beehive every seven days."),
    ("How many frames does the brood box of a beehive hold?", "The brood box of a national beehive holds eleven."),
)
TAX = (
    ("How do I register a small brewery for excise duty?", "Send the excise form to the customs office."),
    ("What does the customs office charge for it?", "Registration for excise duty costs nothing."),
)


@pytest.fixture(scope="module")
def embedder() -> MiniLM:
    return MiniLM()


def labels(embedder: MiniLM, turns: Sequence[tuple[str, str]], message: str) -> Topic:
    """The topic of a message after these turns, each decided in its turn."""
    thread = Thread(embedder, resolve)
    for said, answer in turns:
        thread.finish(said, answer, thread.hear(said))
    return thread.hear(message).topic


@pytest.mark.parametrize(
    "message",
    [
        "And after a storm?",
        "Why is that?",
        "How often do they swarm?",
        "What about its queen?",
        "Is the brood box heavy?",
    ],
)
def test_a_follow_up_stays_with_its_topic(embedder: MiniLM, message: str) -> None:
    """By a pronoun, by being elliptical, or by its words."""
    assert labels(embedder, BEES, message).label == "same"


@pytest.mark.parametrize(
    "message",
    [
        "How do I register a small brewery for excise duty?",
        "Which visa does a nurse from Peru need to work in Norway?",
        "What are the side effects of amoxicillin in children under five?",
    ],
)
def test_a_question_about_something_else_begins_a_topic(embedder: MiniLM, message: str) -> None:
    """Nothing of it was talked about before."""
    assert labels(embedder, BEES, message).label == "switch"


def test_a_question_that_names_a_parked_topic_goes_back_to_it(embedder: MiniLM) -> None:
    """To its frame, not to a new one."""
    topic = labels(embedder, (*BEES, *TAX), "Do swarm cells in a beehive always hold a queen?")
    assert (topic.label, topic.frame) == ("return", 1)


@pytest.mark.parametrize("message", ["Why?", "Is it?", "And how is that done?", "What about her?"])
def test_a_message_without_a_word_of_its_own_goes_nowhere(embedder: MiniLM, message: str) -> None:
    """However many topics are parked."""
    assert labels(embedder, (*BEES, *TAX), message).label == "same"


def test_what_the_words_say_counts_for_much(embedder: MiniLM) -> None:
    """ "Back to ..." raises every return, "now, ..." raises leaving."""
    thread = Thread(embedder, resolve)
    for said, answer in (*BEES, *TAX):
        thread.finish(said, answer, thread.hear(said))
    message = "the frames of a box"
    vector = embedder.embed([message])[0]

    def known(cue: str) -> tuple[float, float]:
        found = odds(message, vector, thread.notes, thread.frames, thread.last(), cue=cue)
        return found.stay, max(found.back)

    assert known("return")[1] > known("")[1]
    assert known("switch")[0] < known("")[0]


def test_the_first_message_begins_a_topic(embedder: MiniLM) -> None:
    """There is nothing to stay with."""
    assert labels(embedder, (), "What is honey?").label == "new"


def test_a_decision_is_as_sure_as_it_says(embedder: MiniLM) -> None:
    """Probabilities sum to one, and the confidence is the decided one's."""
    thread = Thread(embedder, resolve)
    for said, answer in (*BEES, *TAX):
        thread.finish(said, answer, thread.hear(said))
    message = "How many frames are in a brood box?"
    vector = embedder.embed([message])[0]
    found = odds(message, vector, thread.notes, thread.frames, thread.last())
    assert found.stay + found.begin + sum(found.back) == pytest.approx(1)
    topic = decide_topic(
        message, vector=vector, route=None, notes=thread.notes, frames=thread.frames, last=thread.last()
    )
    assert topic.confidence in {round(found.stay, 3), round(found.begin, 3), *(round(one, 3) for one in found.back)}


@given(st.text(max_size=60), st.sampled_from(["", "switch", "return"]), st.sampled_from(["en", "de", "fr", "es", "th"]))
def test_any_text_gets_probabilities(text: str, cue: str, language: str) -> None:
    """In any language, with a cue or without, and with frames that hold nothing yet."""
    vector = MiniLM().embed(["anything"])[0]
    found = odds(text, vector, (), (Frame(2, "two"), Frame(1, "one")), {}, language, cue)
    assert found.stay + found.begin + sum(found.back) == pytest.approx(1)
    assert len(found.back) == 1


def test_nothing_said_leaves_hardly_ever() -> None:
    """A message of function words."""
    vector = MiniLM().embed(["why is that"])[0]
    found = odds("Why is that?", vector, (), (Frame(1, "one"),), {})
    assert found.begin == EMPTY


def test_rows_are_as_long_as_the_trees_read() -> None:
    """Alone, and beside parked topics."""
    vector = MiniLM().embed(["bees"])[0]
    trees = load()
    for frames in ((Frame(1, "bees"),), (Frame(2, "tax"), Frame(1, "bees"))):
        leave, back = features("How do bees swarm?", vector, (), frames, {})
        assert len(back) == len(frames) - 1
        for row in (leave, *back):
            assert max(trees.leaving.feature.max(), trees.returning.feature.max()) < len(row)


def test_a_parked_topic_comes_back_whole(embedder: MiniLM) -> None:
    """With what it held, and in front."""
    frames = (Frame(3, "tax", first_turn=3), Frame(1, "bees", cited=("p1",), first_turn=1))
    vector = embedder.embed(["bees"])[0]
    placed, topic, folded = place_frames(Topic("return", 1), frames, question="bees", vector=vector, turn=5)
    assert [frame.id for frame in placed] == [1, 3]
    assert placed[0].cited == ("p1",)
    assert (placed[0].last_turn, topic.frame, folded) == (5, 1, None)


def test_only_questions_count_as_last_asked(embedder: MiniLM) -> None:
    """Thanks and restatements say nothing about a topic."""
    thread = Thread(embedder, resolve)
    for said, answer in BEES:
        thread.finish(said, answer, thread.hear(said))
    assert list(last_asked(thread.notes).values()) == [BEES[-1][0]]
    assert decide_topic(
        "thanks", vector=embedder.embed(["thanks"])[0], route=Route("social", "thanks"), notes=thread.notes,
        frames=thread.frames, last=thread.last(),
    ).label in {"same", "switch"}  # fmt: skip


def test_picking_from_what_was_said_does_not_leave_it(embedder: MiniLM) -> None:
    """The latter, the second one: they point back, whatever words stand beside them."""
    said = (("Which permits does the town sell?", "It sells angler permits and mooring permits."),)
    assert labels(embedder, said, "What happens when the latter runs out early?").label == "same"


@pytest.mark.parametrize(
    "message",
    [
        "What does the Garnet e-bike cost?",
        "When does the Lisbon night train leave?",
        "How much is a replacement library card?",
        "Which dentists treat toddlers at Corvin Clinic?",
    ],
)
def test_a_terse_question_that_stands_alone_begins_a_topic(embedder: MiniLM, message: str) -> None:
    """It brings a name or a thing of its own and leans on nothing that was said."""
    assert labels(embedder, BEES, message).label == "switch"


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("What does the Garnet e-bike cost?", "en"),
        ("¿Cuándo abre el Museo Naval de Orsena los lunes?", "es"),
        ("Quel est le tarif de la carte Vélo Azur pour les familles ?", "fr"),
    ],
)
def test_a_new_name_leans_towards_leaving(message: str, language: str) -> None:
    """Whatever the vectors say; not when the topic knows the message's words."""
    assert leaning(message, language, frozenset({"hive"}), frozenset({"hive"})) > 0
    own = frozenset(terms(message, language))
    assert leaning(message, language, own, own) <= 0


@pytest.mark.parametrize(
    "message",
    [
        "Does it fit the Garnet e-bike?",
        "And the Garnet e-bike?",
        "What does a lesson with either of them cost?",
        "Tell me more about a replacement library card",
        "Garnet e-bikes",
        "What about the Garnet?",
    ],
)
def test_what_refers_or_is_no_sentence_does_not_lean(message: str) -> None:
    """A pronoun, a link or a fragment may bring a name too, within the topic."""
    assert leaning(message, "en", frozenset(), frozenset()) == 0


def test_a_short_question_about_the_something_leans_towards_staying() -> None:
    """It says nowhere whose fee that is; a thing of its own would."""
    assert leaning("How high is the fee?", "en", frozenset(), frozenset()) < 0
    assert leaning("How many study rooms does the college have?", "en", frozenset(), frozenset()) == 0


@pytest.mark.parametrize("message", ["What does the last one cost?", "What is the fee of number three?"])
def test_picking_by_place_leans_far_towards_staying(message: str) -> None:
    """Only what was said last has a last one and a number three."""
    assert leaning(message, "en", frozenset(), frozenset()) == POINTED


def test_a_correction_stays_whatever_it_names(embedder: MiniLM) -> None:
    """It is about what was just asked."""
    thread = Thread(embedder, resolve)
    for said, answer in (*BEES, *TAX):
        thread.finish(said, answer, thread.hear(said))
    message = "excise duty on cider from Normandy"
    topic = decide_topic(
        message, vector=embedder.embed([message])[0], route=Route("retrieve", message, correction=True),
        notes=thread.notes, frames=thread.frames, last=thread.last(),
    )  # fmt: skip
    assert (topic.label, topic.frame) == ("same", thread.frames[0].id)


def test_a_question_that_opens_with_and_hardly_goes_back(embedder: MiniLM) -> None:
    """Words that an older topic shares by chance do not take a continuation away from the current one."""
    turns = (*BEES, ("How do I register a small brewery for excise duty?", "Send the excise form to customs."))
    assert labels(embedder, turns, "And how many days does that take?").label == "same"
