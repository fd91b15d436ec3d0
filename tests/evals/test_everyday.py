"""Everyday questions, and what their answers count as."""

import asyncio
import json

import pytest

from evals.corpora.everyday import QUESTIONS, ask_all, outcome
from stores.embedder import open_embedder


@pytest.mark.parametrize(
    ("says", "answer", "answerable", "expected"),
    [
        (["EUR 5"], "It costs EUR 5. [1]", True, "right"),
        (["EUR 5", "EUR 6"], "It costs eur 6. [1]", True, "right"),
        (["EUR 5"], "It is blue. [1]", True, "wrong quote"),
        (["EUR 5"], "The documents don't say.", False, "wrongly abstained"),
        ([], "The documents don't say.", False, "rightly abstained"),
        ([], "It is blue. [1]", True, "quoted beside the point"),
    ],
)
def test_an_answer_is_right_where_it_quotes_one_of_the_values(
    says: list[str], answer: str, answerable: bool, expected: str
) -> None:
    """And an abstention where there is none."""
    assert outcome(says, answer, answerable) == expected


def test_each_question_is_asked_on_a_thread_of_its_own() -> None:
    """The second does not lean on the first."""
    rows = [
        {"corpus": "regulation", "question": "How long are complaints kept?", "says": ["8 years"]},
        {"corpus": "regulation", "question": "Who won the cup?", "says": []},
    ]
    assert [row["outcome"] for row in asyncio.run(ask_all(rows, open_embedder()))] == ["right", "rightly abstained"]


def test_the_questions_are_of_two_halves_and_three_kinds() -> None:
    """Every one names an example corpus."""
    rows = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
    assert {row["half"] for row in rows} == {"tuning", "held out"}
    assert {row["corpus"] for row in rows} == {"handbook", "regulation"}
    assert len({row["question"] for row in rows}) == len(rows) == 120
    assert sum(not row["says"] for row in rows) == 30
