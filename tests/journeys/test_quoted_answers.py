"""What a reader gets without a model: questions to the example documents, what the answer must say and must not say.

A line is a question, what its answer holds, and what it does not; lines of one story are turns of one thread. "-"
stands for the one plain sentence that the documents don't say.
"""

import asyncio
from functools import cache

import pytest

from evals.driving import CORPORA, driving
from tests.journeys.talking import embedder

NOTHING = "-"
Line = tuple[str, list[str], list[str]]

HANDBOOK: dict[str, list[Line]] = {
    "parental leave": [
        ("What is our parental leave policy?", ["20 weeks"], ["The documents differ"]),
        ("How does it differ for part-time employees?", ["16 weeks"], ["in the length of the leave, the service"]),
        ("And what about in the UK office?", ["18 weeks"], ["documents differ", "16 weeks"]),
        ("What is our parental leave policy?", ["20 weeks"], ["You said", "You asked"]),
        ("what's our parental leave policy again?", ["20 weeks"], ["You said", "You asked"]),
        ("What did I ask first?", ["What is our parental leave policy?"], []),
    ],
    "a value": [("How long is the probation period?", ["6 months"], ["portal"])],
    "another value": [("How much is sick pay?", ["100 percent"], ["UK office"])],
    "who": [("Who is the site manager of the Spain office?", ["Lucía Ferrándiz"], ["Harriet"])],
    "a name": [("Who is the Information Security Officer?", ["Tomasz Wielgosz"], ["Contractors"])],
    "where": [("Where is the head office?", ["Rotterdam"], ["Bristol"])],
    "a number": [("How many characters does a password need?", ["14 characters"], ["Five failed"])],
    "after, not during": [("What is the notice period after probation?", ["1 month"], ["2 weeks for both"])],
    "kept is keep": [("How long are camera recordings kept?", ["10 days"], ["12 years"])],
    "a general rule": [("How many days a week can employees work from home?", ["3 days"], ["Germany", "Spain"])],
    "a place's rule": [("How many days can I work from home in Germany?", ["2 days a week"], ["3 days"])],
    "a row of a table": [
        ("What is the hotel limit in London?", ["EUR 190"], ["Zurich", "Rest of the world"]),
        ("And in Zurich?", ["EUR 210"], ["EUR 190"]),
    ],
    "a whole table": [("What is the hotel limit?", ["London", "Zurich", "North America"], [])],
    "the most of a table": [("Which office has the most annual leave?", ["Germany office", "30 days"], ["5 years"])],
    "each of a table after others": [
        ("How long is parental leave in the UK office?", ["22 weeks"], []),
        ("List the annual leave of each office", ["Canada office", "Germany office"], []),
        ("Where is the head office?", ["Rotterdam"], []),
    ],
    "each of a table": [("List the annual leave of each office", ["Canada office", "Spain office"], ["rises by"])],
    "rows that do not answer": [("How many days of remote work?", ["3 days"], ["16 weeks", "EUR 1,200"])],
    "a row among others": [("What is the limit for a customer gift?", ["EUR 50"], ["Mileage", "EUR 36"])],
    "one row": [("How often is a laptop replaced?", ["4 years"], ["Headset"])],
    "a whole list": [
        ("What is the expense reimbursement process?", ["1. Keep the receipt", "5. The Finance Team"], []),
        ("What is the limit for a meal with a customer?", ["EUR 65"], ["CAD", "GBP"]),
    ],
    "steps under a heading": [
        ("What are the steps to apply for parental leave?", ["1. Tell your manager", "5. Send the birth"], ["2024"])
    ],
    "one item of a list": [
        ("What happens on Wednesday of the first week?", ["safety tour"], ["3. ", "access badge", "Friday"])
    ],
    "the second one": [
        ("What are the two ways to pay for training?", ["1. Direct payment", "2. Refund"], []),
        ("Tell me more about the second one.", ["Refund", "EUR 400"], ["Direct payment needs"]),
    ],
    "over a limit": [("Who approves expenses over 500?", ["head of the department"], ["Purchasing"])],
    "not": [("What expenses are not reimbursed?", ["not reimbursed"], ["1. Keep the receipt"])],
    "yes or no": [("Is alcohol reimbursed?", ["only as part of a meal"], ["Subscriptions"])],
    "in the same way": [("How do I report a lost laptop?", ["within 1 hour", "in the same way"], [])],
    "a limit of time": [("When do I need a doctor's certificate?", ["fourth calendar day"], ["midwife"])],
    "two kinds of people": [("How long is parental leave in Germany?", ["24 weeks", "21 weeks"], ["20 weeks"])],
    "a comparison": [
        ("Compare parental leave in the UK and in Spain.", ["19 weeks", "18 weeks"], ["The documents differ"])
    ],
    "another year": [("What was the mileage rate in 2023?", ["EUR 0.23"], ["EUR 0.28", "CAD"])],
    "history": [("What is the home office allowance?", ["EUR 250", "Earlier:", "EUR 180"], ["documents differ"])],
    "a denial": [
        ("How long is parental leave in Spain?", ["19 weeks", "17 weeks"], ["22 weeks"]),
        ("And for contractors?", ["do not receive paid parental leave"], ["17 weeks"]),
    ],
    "contractors": [("Do contractors receive paid parental leave?", ["do not receive paid"], ["4 weeks"])],
    "time of day": [("When does the warehouse late shift end?", ["22:00"], ["15 percent"])],
    "may I": [("Can I fly business class?", ["Finance Director"], ["Air miles"])],
    "how many people": [("How many employees work in the UK office?", ["120 employees"], ["25th day"])],
    "what to do": [("What do I do if I am ill?", ["calls the manager before 9:30"], ["return plan"])],
    "no sentence about it": [
        ("What is the capital of Mars?", [NOTHING], []),
        ("who won the 1998 world cup?", [NOTHING], []),
        ("What is the melting point of tungsten?", [NOTHING], []),
        ("Do we have a pension plan?", [NOTHING], []),
        ("What is the Wi-Fi password?", [NOTHING], []),
        ("Which pets are allowed in the office?", [NOTHING], []),
        ("Who is the CEO of Larkfield?", [NOTHING], []),
    ],
}
REGULATION: dict[str, list[Line]] = {
    "a threshold and its amendment": [
        (
            "What is the threshold of the small firm exemption?",
            ["EUR 100,000", "the newer says", "EUR 150,000"],
            ["EUR 500,000"],
        ),
        ("Does it apply to branches?", ["not available to a branch"], ["CM-4"]),
    ],
    "a period and its amendment": [
        (
            "How long must records of client money be kept?",
            ["5 years", "the newer says", "7 years"],
            ["2 business days"],
        )
    ],
    "a definition and its amendment": [
        ("What is a small firm?", ["EUR 500,000", "the newer says", "EUR 750,000"], ["31 January"])
    ],
    "a denial and its amendment": [
        ("Is electronic money client money?", ["is not client money", "the newer says", "1 April 2021"], [])
    ],
    "a share and its amendment": [
        ("What is the ownership threshold of the intra-group exemption?", ["90 percent", "75 percent"], ["45 days"])
    ],
    "firms and branches do not disagree": [
        ("How fast must a branch notify a breach?", ["5 business days", "3 business days"], ["20 business days"])
    ],
    "the version that is named": [
        ("What is the maximum penalty for a natural person under the 2021 amendment?", ["EUR 60,000"], ["EUR 40,000"])
    ],
    "how long it lasts": [
        ("How long does an approval of the intra-group exemption last?", ["valid for 3 years"], ["2 years"])
    ],
    "what it speaks of": [
        ("Who must appoint a safeguarding officer?", ["above the euro safeguarding threshold", "20 business days"], [])
    ],
    "a fraction": [("By how much is the administrative penalty reduced?", ["one third"], ["90 days"])],
    "a condition": [("How long does a firm have to appeal?", ["28 days"], ["6 months"])],
    "a banker's question": [("What is a qualifying bank?", ["EUR 20,000,000"], ["40 percent"])],
    "nothing of it": [
        ("How many moons does Jupiter have?", [NOTHING], []),
        ("What is the capital of France?", [NOTHING], []),
    ],
}
STORIES = {"handbook": HANDBOOK, "regulation": REGULATION}


@cache
def told(corpus: str) -> dict[str, list[str]]:
    """The answers of every story over one corpus; the index is built once."""

    async def play() -> dict[str, list[str]]:
        answers: dict[str, list[str]] = {}
        async with driving(CORPORA / corpus, embedder()) as make:
            for story, lines in STORIES[corpus].items():
                thread = make(story)
                answers[story] = [str((await thread.ask(line[0]))["answer"]) for line in lines]
        return answers

    return asyncio.run(play())


@pytest.mark.parametrize(("corpus", "story"), [(corpus, story) for corpus in STORIES for story in STORIES[corpus]])
def test_the_answer_says_what_was_asked_and_no_more(corpus: str, story: str) -> None:
    """Sentences that answer, the fewest that do."""
    for (question, held, left_out), answer in zip(STORIES[corpus][story], told(corpus)[story], strict=True):
        if held == [NOTHING]:
            assert answer == "The documents don't say.", question
            continue
        missing = [text for text in held if text not in answer]
        assert not missing, f"{question} -> {answer}"
        assert not [text for text in left_out if text in answer], f"{question} -> {answer}"


@pytest.mark.parametrize("corpus", list(STORIES))
def test_an_answer_is_short_and_begins_with_words(corpus: str) -> None:
    """No empty line at its head, and never a page."""
    for answers in told(corpus).values():
        for answer in answers:
            assert answer == answer.strip()
            assert len(answer) < 1100
