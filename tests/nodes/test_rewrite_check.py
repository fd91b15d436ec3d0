"""What a model's rewrite may say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.rewrite_check import Reason, check_rewrite, salvage
from stores.words import terms

SOURCES = {
    "turn 2 user": "Who operates the Heron probe?",
    "turn 2 answer": "The Heron probe is operated by the Talvik Institute and was launched in 2019.",
    "frame": "Heron probe year 2019",
}


@pytest.mark.parametrize(
    ("rewrite", "message"),
    [
        ("What was the Heron probe's budget?", "and its budget?"),
        ("Heron probe budget", "and its budget?"),
        ("When was the Talvik Institute founded?", "When was it founded?"),
        ("Which other probes does the Talvik Institute operate?", "Which others do they operate? other probes?"),
        ("In 2019, what did the Heron probe cost compared with 2022?", "and in 2022, what did it cost?"),
    ],
)
def test_a_rewrite_made_of_the_conversation_is_valid(rewrite: str, message: str) -> None:
    """Function words are free, content must have been said."""
    verdict = check_rewrite(rewrite, message, SOURCES, dependent=True)
    assert verdict.ok, verdict
    assert verdict.added


def test_every_added_term_tells_where_it_came_from() -> None:
    """The nearest text that holds it."""
    verdict = check_rewrite("When was the Talvik Institute founded in 2019?", "When was it founded?", SOURCES)
    assert [(one.term, one.source) for one in verdict.added] == [
        ("talvik", "turn 2 answer"),
        ("institute", "turn 2 answer"),
        ("2019", "turn 2 answer"),
    ]


@pytest.mark.parametrize(
    ("rewrite", "message", "reason"),
    [
        ("", "and its budget?", "empty"),
        ("???", "and its budget?", "empty"),
        ("What was the NASA budget?", "and its budget?", "foreign"),
        ("What was the Heron budget in 2020?", "and its budget?", "foreign"),
        ("Who operates the Heron probe?", "and its budget in crowns?", "lost"),
        ("- Heron budget\n- Heron cost", "and its budget?", "form"),
        ('{"resolution": "Heron budget"}', "and its budget?", "form"),
        ("Error: 500 Heron budget", "and its budget?", "form"),
        (" ".join(["Heron budget"] * 14), "and its budget?", "long"),
        ("¿Cuál es el budget de la probe Heron?", "what is its budget?", "language"),
        ("Каков бюджет Heron?", "what is its budget?", "language"),
        ("Yes, the Heron budget was launched in 2019", "was the budget launched?", "answer"),
        ("The budget is 2019.", "what is its budget?", "answer"),
        ("What is its budget? The Heron probe was launched in 2019.", "what is its budget?", "answer"),
        ("What is its budget", "what is its budget?", "unchanged"),
        ("What was the Heron budget?", "and its budget in 2019?", "lost"),
        ("What was the Heron budget?", "and its budget under Talvik?", "lost"),
        ("Is the budget of Heron operated?", "is its budget not operated?", "lost"),
        ("Heron budget.", "what is its budget?", "answer"),
        ("budget: the Heron probe is operated by the Talvik Institute and", "its budget", "answer"),
        ("Heron probe Talvik Institute launched 2019 operated year budget", "its budget", "long"),
    ],
)
def test_anything_else_is_refused_with_its_reason(rewrite: str, message: str, reason: Reason) -> None:
    """Invented terms and numbers, other questions, lists, answers, other languages, and no resolution at all."""
    assert check_rewrite(rewrite, message, SOURCES, dependent=True).reason == reason


def test_a_message_in_another_language_keeps_to_it() -> None:
    """Provenance works with that language's stems."""
    sources = {"turn 1 user": "¿Quién opera la sonda Heron?"}
    assert check_rewrite("¿Cuándo se lanzó la sonda Heron?", "¿Y cuándo se lanzó?", sources, "es").ok
    assert check_rewrite("When was the Heron sonda lanzó?", "¿Y cuándo se lanzó?", sources, "es").reason == "language"


def test_a_long_message_may_stay_long() -> None:
    """The limit is for what a rewrite adds, not for what the user wrote."""
    message = "What about " + " ".join(f"word{n}" for n in range(30)) + "?"
    assert check_rewrite(message, message, SOURCES).ok


def test_an_alternative_need_not_keep_the_messages_words() -> None:
    """It is another search for the same need."""
    assert check_rewrite("Talvik Institute", "and its budget in crowns?", SOURCES, alternative=True).ok


def test_what_a_good_paraphrase_adds_is_saved() -> None:
    """Terms with a source follow the message; the paraphrase itself is not searched."""
    query, verdict = salvage("What achievements did the Talvik Institute make?", "what did they do?", SOURCES)
    assert query == "what did they do? talvik institute"
    assert verdict.ok


@pytest.mark.parametrize(
    "rewrite", ["What did Galileo do at the Talvik Institute?", "Talvik Institute in 1961", "blorf snarg"]
)
def test_nothing_is_saved_from_inventions(rewrite: str) -> None:
    """A name or number from nowhere makes the whole rewrite suspect."""
    assert salvage(rewrite, "what did they do?", SOURCES)[0] == ""


@given(st.text(max_size=200), st.sampled_from(["and its budget?", "why?", "", "¿y cuándo?", "予算は?"]))
def test_no_valid_rewrite_holds_a_term_that_was_never_said(rewrite: str, message: str) -> None:
    """Whatever a model writes: each content term is in a text, near in form to one, or a word of asking."""
    if check_rewrite(rewrite, message, SOURCES).ok:
        said = set(terms(message)) | set().union(*(terms(text) for text in SOURCES.values()))
        for term in terms(rewrite):
            near = any(term[:5] == one[:5] for one in said)
            assert near or term in said or check_rewrite(f"{message} {term}", message, {}, alternative=True).ok
