"""Resolution by rules and scorers together, over conversations of every kind."""

import pytest

from nodes.resolver import dependence, resolve
from nodes.resolving.choosing import foremost, groups
from nodes.resolving.message import look
from nodes.resolving.past import Past, gather
from nodes.resolving.text import read
from nodes.state import Frame, Resolution, Route, TurnNote

OTTER = (
    "Where do sea otters live?",
    "Sea otters live along the coasts of the northern Pacific, from Hokkaido to California.",
)
LUTE = ("Who built the first Ardmore lute?", "The first Ardmore lute was built by Piet Hallam in 1640.")


def history(*turns: tuple[str, str]) -> tuple[TurnNote, ...]:
    return tuple(
        TurnNote(number, str(number), "retrieve", asked, frame=1, asked=asked, answered=answered)
        for number, (asked, answered) in enumerate(turns, 1)
    )


def resolved(message: str, *turns: tuple[str, str], route: Route | None = None, language: str = "en") -> Resolution:
    frames = (Frame(1, turns[0][0]),) if turns else ()
    return resolve(
        message,
        route=route or Route("retrieve", message),
        notes=history(*turns),
        frames=frames,
        facts=(),
        language=language,
    )


@pytest.mark.parametrize(
    "message",
    [
        "What is the tallest lighthouse in Norway?",
        "Does Marta Quill still play with her old quartet in Lisbon?",
        "Why did the Talvik ferry company sell its ships in 1998?",
        "Which song by the Grey Harbours reached number 1 in Ireland?",
        "Tell me about the Corvane water treaty between Aldia and Brenn.",
        "what does the 3rd article of the Corvane treaty say",
    ],
)
def test_a_message_that_names_everything_it_needs_comes_back_unchanged(message: str) -> None:
    """Also when a pronoun in it means what it names itself, or a number in it counts nothing said before."""
    found = resolved(message, OTTER, ("How long do they live?", "Between 15 and 20 years."))
    assert found.query == message
    assert found.standalone
    assert found.added == ()


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("What do they eat?", "otters"),
        ("How deep can they dive?", "otters"),
        ("Are they endangered?", "otters"),
        ("Why do they hold hands while sleeping?", "otters"),
        ("waht do tehy eat", "otters"),
        ("and in winter?", "otters"),
    ],
)
def test_a_message_that_leans_on_its_context_gets_what_it_means(message: str, wanted: str) -> None:
    """Pronouns, fragments and slips."""
    found = resolved(message, OTTER)
    assert wanted in found.query.lower()
    assert not found.standalone


def test_every_added_term_says_where_it_came_from() -> None:
    """The newest user's turn that holds it, or the answer."""
    found = resolved("Was he paid for it?", LUTE)
    assert found.added
    assert all(one.source.startswith("turn 1") for one in found.added)
    assert all(one.term.lower() in found.query.lower() for one in found.added)


def test_nothing_is_added_to_a_first_message() -> None:
    """There is nothing it could mean."""
    assert resolved("What do they eat?").query == "What do they eat?"


def test_what_a_correction_means_is_for_the_rules_to_say() -> None:
    """However little its words lean on the question before."""
    message = "no, I meant the Ardmore harp"
    route = Route("retrieve", message, correction=True, wanted=("the Ardmore harp",), replaced=("lute",))
    found = resolved(message, LUTE, route=route)
    assert "harp" in found.query
    assert "lute" not in found.query


def test_the_same_arguments_give_the_same_resolution() -> None:
    """Nothing is drawn at random, and nothing is kept between calls."""
    assert resolved("What do they eat?", OTTER, LUTE) == resolved("What do they eat?", OTTER, LUTE)


def test_the_scorers_leave_other_languages_to_the_rules() -> None:
    """They were trained on English."""
    turn = ("¿Dónde viven las nutrias marinas?", "En las costas del Pacífico norte.")
    assert resolved("¿Qué comen?", turn, language="es").alternatives == ()


def test_a_wider_query_offers_what_the_message_may_lack() -> None:
    """It holds the message's own words, after those of the conversation."""
    found = resolved("How was the varnish mixed?", LUTE)
    assert any("lute" in text.lower() for text in (found.query, *found.alternatives))
    assert all("varnish" in text for text in found.alternatives)


def test_leaning_tells_a_follow_up_from_a_question_of_its_own() -> None:
    """A probability; 0 without a conversation."""
    notes = history(OTTER)
    assert dependence("What do they eat?", notes) > 0.9
    assert dependence("What is the capital of Mongolia's largest province?", notes) < 0.4
    assert dependence("What do they eat?", ()) == 0.0


@pytest.mark.parametrize(
    ("message", "points"),
    [
        ("When was it founded?", "back"),
        ("What does the latter cost?", "back"),
        ("Tell me more about point 3", "back"),
        ("How long is the warranty?", "thing"),
        ("How long is the warranty on Norvik lamps?", ""),
        ("Did Anna win and did her aunt cheer?", ""),
    ],
)
def test_a_word_that_points_back_is_told_from_one_that_does_not(message: str, points: str) -> None:
    """A pronoun after its noun, and a thing with its owner, point at nothing said before."""
    assert look(read(message), Past(())).points == points


def test_a_few_words_without_a_verb_are_a_fragment() -> None:
    """They stand for a whole question, whatever they name."""
    past = gather(history(LUTE), (), ())
    assert look(read("and of Norvik Mail?"), past).fragment
    assert look(read("in 2023?"), past).fragment
    assert not look(read("How tall is Norvik Tower?"), past).fragment


def test_a_noun_group_is_chosen_together() -> None:
    """The likeliest word draws the others of its group; a word far below it stays out."""
    text = read("the northern sea otters")
    assert ("northern", "sea", "otter") in groups(text)
    past = gather(history(OTTER), (), ())
    chosen = foremost({"otter": 0.8, "sea": 0.3, "live": 0.1}, past, 6)
    assert list(chosen) == ["otter", "sea"]


def test_a_thing_that_only_fits_what_was_guessed_before_is_left_alone() -> None:
    """Words in brackets are a guess: another thing is not put in their place unless the message surely leans."""
    asked = "What were the similarities between the studies?"
    guessed = TurnNote(1, "1", "retrieve", f"{asked[:-1]} (other similar trials)?", frame=1, asked=asked)
    message = "What about the Delft trial?"
    found = resolve(message, route=Route("retrieve", message), notes=(guessed,), frames=(Frame(1, asked),), facts=())
    assert found.query == message
