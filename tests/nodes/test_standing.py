"""A guess at what a message leans on, against what the documents say."""

import pytest

from nodes.resolver import resolve
from nodes.standing import confirmed
from nodes.state import Frame, Resolution, Route, TurnNote
from stores.passages import Passage

ASKED = "What does a canoe cost for a day?"
NOTES = (TurnNote(1, "1", "retrieve", ASKED, frame=1, asked=ASKED, answered="A canoe costs 35 a day."),)
CANOE = Passage("canoe", "A canoe costs 35 a day and a pedal boat 14 an hour.")
DEPOSIT = Passage("deposit", "For canoes a deposit of 50 is due.")
BOARD = Passage("board", "The treasurer of the club is Hanne Brook.")


def resolved(message: str, *found: Passage) -> Resolution:
    guess = resolve(message, route=Route("retrieve", message), notes=NOTES, frames=(Frame(1, ASKED),), facts=())
    return confirmed(guess, message, NOTES, found)


def guessed(message: str) -> Resolution:
    return Resolution(f"{message[:-1]} (the canoe)?", standalone=False, by="rules", guessed=True)


def test_a_thing_that_the_documents_keep_apart_from_the_topic_stands_alone() -> None:
    """The treasurer has nothing to do with canoes."""
    message = "Who is the treasurer?"
    found = confirmed(guessed(message), message, NOTES, [CANOE, BOARD])
    assert (found.query, found.standalone, found.added) == (message, True, ())


def test_a_part_of_the_topic_keeps_it() -> None:
    """The passage about deposits speaks of canoes."""
    message = "Is there a deposit?"
    assert "canoe" in confirmed(guessed(message), message, NOTES, [BOARD, DEPOSIT]).query


def test_what_no_document_holds_is_left_as_it_was_guessed() -> None:
    """Nothing says that it stands alone."""
    message = "Who is the ferryman?"
    assert "canoe" in confirmed(guessed(message), message, NOTES, [CANOE, BOARD]).query


@pytest.mark.parametrize("message", ["Who repairs it?", "and the treasurer?", "Does it have a treasurer?"])
def test_a_message_that_says_that_it_leans_is_no_guess(message: str) -> None:
    """Whatever the documents hold."""
    assert not resolved(message, BOARD).standalone
