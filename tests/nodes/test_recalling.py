"""Answers from the conversation: the user's own sentence for what they stated, and nothing for what was not said."""

import pytest

from nodes.answering_facts import fact_that_answers, sentence_of
from nodes.facts import user_facts
from nodes.ledger import Settled, settle
from nodes.recalling import noted, recall_answer
from nodes.state import Fact, Resolution, Route, Summary, TurnNote
from nodes.writing import Brief, Numbering, Remembered

MESSAGES = (
    "Our budget code is 4471-B.",
    "My drone is called Pipit and it weighs 3.2 kg.",
    "Benedikt is my team planner.",
    "The board meets on 14 March 2025.",
    "I will call the northern warehouse Halden.",
    "We decided to pay the audit fee in two instalments.",
    "My sister Tamsin turns 15 next month.",
)


def ledger() -> tuple[Fact, ...]:
    settled = Settled((), (), 1)
    for turn, message in enumerate(MESSAGES, 1):
        drafts = user_facts(message)
        settled = settle(settled.facts, drafts, turn=turn, next_id=settled.next_id, at="2026-11-30T10:00")
    return settled.facts


def brief(message: str, target: str = "fact", **given: object) -> Brief:
    route = Route("recall", message, target=target)
    told = dict(enumerate(MESSAGES, 1))
    made: dict[str, object] = {"facts": ledger(), "told": told, **given}
    return Brief(9, message, route, Resolution(message), None, (), Numbering({}, 1), **made)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What is our budget code?", "4471-B"),
        ("Which code do we use for the budget?", "4471-B"),
        ("How heavy did I say Pipit is?", "3.2 kg"),
        ("What is my drone called?", "Pipit"),
        ("Who is Benedikt?", "team planner"),
        ("When does the board meet?", "14 March 2025"),
        ("What does Halden stand for?", "northern warehouse"),
        ("What did we decide about the audit fee?", "two instalments"),
    ],
)
def test_a_question_finds_the_fact_that_answers_it(question: str, value: str) -> None:
    """Also in other words, and among facts that share some of them."""
    told = fact_that_answers(question, ledger(), Route("retrieve", question))
    assert told is not None
    assert value in sentence_of(told.fact, MESSAGES[told.fact.turn - 1])


@pytest.mark.parametrize(
    "question", ["What is the penalty for late filing?", "How long is parental leave?", "Who founded the institute?"]
)
def test_a_question_about_something_else_finds_none(question: str) -> None:
    """The documents are asked, and nothing the user said gets in the way."""
    assert fact_that_answers(question, ledger(), Route("retrieve", question)) is None


@pytest.mark.parametrize(
    ("question", "old"),
    [
        ("What was the old budget code?", True),
        ("What budget code did I say first?", True),
        ("Which budget code did we have before?", True),
        ("Which budget code do I enter first?", False),
        ("Which budget code must I enter before Monday?", False),
    ],
)
def test_what_was_taken_back_is_told_only_where_it_is_asked_for(question: str, old: bool) -> None:
    """An order or a time limit in the question asks for no old value."""
    settled = Settled((), (), 1)
    for turn, message in enumerate(("Our budget code is 4471-B.", "Sorry, our budget code is 5520-C."), 1):
        settled = settle(settled.facts, user_facts(message), turn=turn, next_id=settled.next_id)
    told = fact_that_answers(question, settled.facts, Route("retrieve", question))
    value = told.fact.value if told else ""
    assert value == "4471-B" if old else value != "4471-B"


def test_the_users_own_sentence_is_quoted_with_its_turn_and_date() -> None:
    """What was next month then is said with the month it was."""
    written = recall_answer(brief("How old is Tamsin?"))
    assert written.text == "You said (turn 7): “My sister Tamsin turns 15 next month (2026-12)”"


def test_without_the_message_the_fact_itself_is_told() -> None:
    """A thread without an archive still has its ledger."""
    assert "budget code: 4471-B" in recall_answer(brief("What is our budget code?", told={})).text


def test_what_was_never_said_is_not_made_up() -> None:
    """One plain sentence, and the turn counts as unanswered."""
    written = recall_answer(brief("What did I say about dragons?", "asked"))
    assert not written.answerable
    assert "not come up" in written.text


def test_the_list_of_questions_reaches_behind_the_window() -> None:
    """Folded turns are listed from the summary, the others from the window."""
    note = TurnNote(8, "m", "retrieve", "q", 1, asked="How long is the lease?")
    summary = Summary("- turn 3: What is a branch? → A branch is a place of business.\nKey facts: x", 3)
    text = recall_answer(brief("What have we discussed?", "list", notes=(note,), summary=summary)).text
    assert "3. What is a branch?" in text
    assert "8. How long is the lease?" in text


def test_a_message_that_only_states_facts_is_acknowledged() -> None:
    """The documents are not quoted at someone who asked nothing."""
    written = noted(brief("Our budget code is 4471-B."), only=True)
    assert written is not None
    assert written.text == "Noted: budget code: 4471-B."
    assert noted(brief("Our worker gets NQ-409 when it deletes a message"), only=True) is None
    assert noted(brief("Our budget code is 4471-B. What is it for?"), only=True) is None


def test_of_a_long_answer_the_sentence_about_the_thing_is_told_again() -> None:
    """Not the whole of it."""
    answered = "Moor at the buoy. [1] The fee is 20 crowns. [1] Showers open at 7:00. [2]"
    told = Remembered(3, "How do I moor?", answered)
    text = recall_answer(brief("What did you tell me about the fee?", "said", facts=(), remembered=(told,))).text
    assert text == "I said (turn 3): “The fee is 20 crowns. [1]”"


def test_a_question_is_not_told_as_something_that_was_said() -> None:
    """Who asked about a thing has stated nothing."""
    told = Remembered(1, "What is our mooring fee?", "The fee is 20 crowns. [1]")
    text = recall_answer(brief("What is our mooring fee?", "fact", facts=(), remembered=(told,))).text
    assert "You said" not in text
