"""`anaphora eval cases`: conversations played through the real graph."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from evals.cases import cases, judge, load, print_cases, router
from evals.playing import Decided
from graph.testing import HashingEmbedder
from stores.errors import InputError

OWN = Path(__file__).with_name("conversations.jsonl")
DOCUMENTS = [
    {"id": "comet", "text": "Comet plan. The Comet plan costs 9 euros a month and includes roaming."},
    {"id": "nova", "text": "Nova plan. The Nova plan costs 15 euros a month and includes calls abroad."},
]
TURNS = [
    {
        "user": "What does the Comet plan cost?",
        "expect": {"action": "retrieve", "unchanged": True, "top3_any": ["comet"]},
    },
    {"user": "thanks", "expect": {"action": "social"}},
    {"user": "Does it include roaming?", "expect": {"query_has": ["comet", "roam"], "query_not": ["nova"]}},
    {
        "user": "What plans are there?",
        "assistant": "There are Comet and Nova.",
        "expect": {"action": "recall", "correction": False},
    },
    {"user": "and the second one?", "expect": {"query_has": ["nova"], "answerable": True}},
]


def written(folder: Path, *rows: dict[str, Any]) -> Path:
    file = folder / "cases.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


def case(**more: Any) -> dict[str, Any]:
    return {"id": "plans", "kind": "pronoun", "source": "", "documents": DOCUMENTS, "turns": TURNS, **more}


def test_each_key_of_each_turn_is_one_expectation(tmp_path: Path) -> None:
    """Scripted answers stand in the history; what does not hold is reported with what was decided and why."""
    result = cases(written(tmp_path, case()), HashingEmbedder())
    assert result["expectations"] == {"passed": 9, "total": 10}
    assert result["kinds"] == {"pronoun": {"passed": 9, "total": 10}}
    (failure,) = result["failures"]
    assert (failure["id"], failure["turn"], failure["key"]) == ("plans", 4, "action")
    assert (failure["expected"], failure["found"]) == ("recall", "retrieve")
    assert result["router"]["confusion"]["recall"] == {"retrieve": 1}
    json.dumps(result)


def test_it_prints_what_it_found(tmp_path: Path) -> None:
    """Kinds, keys and turns, the confusion matrix, every failure and the share."""
    console = Console(width=160, record=True, file=io.StringIO())
    print_cases(cases(written(tmp_path, case()), HashingEmbedder()), console)
    shown = console.export_text()
    assert "9 of 10 expectations hold (90.0%)" in shown
    assert "plans turn 4" in shown
    assert "macro recall" in shown


def test_conversations_of_many_kinds_are_done_as_asked() -> None:
    """Twenty-seven conversations on other subjects, with the bundled embedder."""
    result = cases(OWN)
    share = result["expectations"]
    assert share["passed"] >= 0.95 * share["total"], result["failures"]
    assert result["router"]["macro_recall"] >= 0.85
    assert result["router"]["accuracy"] >= 0.95


def test_the_confusion_matrix_counts_what_was_expected_against_what_was_chosen() -> None:
    """Macro recall is over the actions that were expected."""
    measured = router([("retrieve", "retrieve")] * 8 + [("social", "retrieve"), ("social", "social")])
    assert measured["confusion"]["social"] == {"retrieve": 1, "social": 1}
    assert measured["macro_recall"] == 0.75
    assert measured["accuracy"] == 0.9
    assert measured["always_retrieve"] == 0.8


@pytest.mark.parametrize(
    ("key", "expected", "holds"),
    [
        ("query_has", ["price", "comet plan"], True),
        ("query_has", ["rice"], False),
        ("query_not", ["lane"], True),
        ("query_has", ["课"], True),
        ("unchanged", True, True),
        ("top3_any", ["a", "z"], True),
        ("top3_none", ["c"], False),
        ("topic", "same", True),
        ("correction", True, False),
        ("answerable", True, True),
    ],
)
def test_expectations_are_judged_as_their_file_says(tmp_path: Path, key: str, expected: Any, holds: bool) -> None:
    """Stems match at the start of a word, anywhere in scripts without spaces."""
    turn = {"user": "price of the COMET plan 私教课", "expect": {key: expected}}
    (loaded,) = load(written(tmp_path, case(turns=[turn])))
    decided = Decided("retrieve", "same", False, "Price of the Comet plan 私教课?", ("a", "b", "c"), True, "why")
    (check,) = judge(loaded, 1, decided)
    assert check.passed is holds


@pytest.mark.parametrize("text", ['{"id": 1}', "no json", '{"id": 1, "kind": "x", "documents": [1], "turns": []}'])
def test_a_file_of_something_else_is_refused(tmp_path: Path, text: str) -> None:
    """With its line; so are a missing file and an unknown key."""
    file = tmp_path / "other.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="line 1"):
        load(file)
    with pytest.raises(InputError, match="cannot be read"):
        load(tmp_path / "missing.jsonl")
    turn = {"user": "hi", "expect": {"colour": "blue"}}
    (loaded,) = load(written(tmp_path, case(turns=[turn])))
    with pytest.raises(InputError, match="colour"):
        judge(loaded, 1, Decided("social", None, False, "hi", (), True, ""))
