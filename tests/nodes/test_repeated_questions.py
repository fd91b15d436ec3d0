"""A question asked again is a question, not a memory; a question about the conversation is answered from it."""

import pytest

from tests.nodes.conversing import last

LEAVE = ("What is our parental leave policy?", "Full-time employees receive 20 weeks of parental leave. [1]")
FEE = ("How much is our membership fee?", "The membership fee is 60 euros a year. [1]")
KILN = ("How hot does my kiln get?", "The kiln reaches 1,280 degrees. [1]")


@pytest.mark.parametrize(
    ("asked", "again"),
    [
        (LEAVE, "What is our parental leave policy?"),
        (LEAVE, "what is our parental leave policy"),
        (LEAVE, "What's our policy on parental leave?"),
        (LEAVE, "Tell me our parental leave policy"),
        (LEAVE, "So what is our parental leave policy?"),
        (FEE, "How much is our membership fee?"),
        (FEE, "what is our membership fee?"),
        (KILN, "How hot does my kiln get?"),
        (KILN, "How hot is my kiln?"),
    ],
)
def test_a_repeated_question_is_answered_from_the_documents(asked: tuple[str, str], again: str) -> None:
    """Who asked about a thing has told nothing of it."""
    assert last(asked, again).route.action == "retrieve"


@pytest.mark.parametrize(
    ("asked", "question"),
    [
        (LEAVE, "What did I ask first?"),
        (LEAVE, "What was my last question?"),
        (FEE, "What have I asked you so far?"),
        (("My kiln is called Ember and it reaches 1,280 degrees.", "Noted."), "What is my kiln called?"),
        (("Our budget code is 4471-B. What is it for?", "The documents don't say."), "What did I say our code was?"),
    ],
)
def test_a_question_about_the_conversation_is_not_searched_for(asked: tuple[str, str], question: str) -> None:
    """What was asked, and what was stated beside a question, is in the conversation."""
    assert last(asked, question).route.action == "recall"
