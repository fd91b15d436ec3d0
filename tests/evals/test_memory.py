"""The measurements of memory: what counts as answered, what a small run gives, and what is written of it."""

import json
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from evals.benchmark.growth import CountedSerializer, message_of
from evals.memory import holds, load, memory, print_memory
from evals.memory_report import markdown, plot_growth, plot_memory, scenario_markdown
from evals.planted import CONVERSATIONS, FILLER, Planted
from evals.scenario import judge, print_scenario
from nodes.state import STATE_TYPES, Resolution, Route
from stores.errors import InputError
from stores.serde import make_serde
from tests.journeys.talking import embedder

PLANTED = (
    (
        Planted("Our budget code is 4471-B.", "What is our budget code?", "4471-B"),
        Planted("I like rainy days.", "What is the capital of Averland?", "Varn"),
    ),
)


def test_a_value_counts_only_as_a_whole() -> None:
    """ "14" is not answered by "2014"; case does not matter."""
    assert holds("There are 14 of them.", "14")
    assert not holds("Since 2014.", "14")
    assert holds("He is my Team Planner.", "team planner")


def test_every_planted_conversation_has_eight_facts_that_are_stated_with_their_values() -> None:
    """The value that a later answer must hold is in what the user says, and filler recurs every 180 turns."""
    assert all(len(facts) == 8 for facts in CONVERSATIONS)
    assert all(holds(fact.stated, fact.value) for facts in CONVERSATIONS for fact in facts)
    assert 180 % len(FILLER) == 0


def test_a_small_run_tells_what_was_answered_and_what_a_turn_cost(tmp_path: Path) -> None:
    """One of two questions has an answer in the conversation; personal facts are ranked by the ledger."""
    topics = [
        {
            "number": "1",
            "ptkb": {"1": "I am allergic to peanuts.", "2": "I own a red bicycle."},
            "turns": [
                {
                    "utterance": "Which snacks without peanuts are there?",
                    "response": "Pretzels.",
                    "ptkb_provenance": [1],
                },
                {"utterance": "Thanks.", "response": "", "ptkb_provenance": []},
            ],
        }
    ]
    (tmp_path / "2023_test_topics.json").write_text(json.dumps(topics), encoding="utf-8")
    result = memory(tmp_path, embedder(), depths=(3,), conversations=PLANTED, costed=(4,))
    assert result["recall"] == {"3": 0.5}
    assert result["worst"] == 1
    assert [one["asked"] for one in result["missed"]] == ["What is the capital of Averland?"]
    assert result["ikat"] == {"turns": 1, "recall@3": 1.0, "mrr": 1.0}
    assert result["tokens"]["4"] > 400
    out = StringIO()
    print_memory(result, Console(file=out, width=200))
    assert "50.0%" in out.getvalue()
    compared = {"ours": {"recall": 1.0, "tokens": {"20": 10}}, "full": {"recall": 1.0, "tokens": {"20": 90}}}
    told = {**result, "strategies": compared}
    assert "| `full` | 100.0% | 90 |" in markdown(told)
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in plot_memory(told, tmp_path / "plots"))


def test_a_folder_without_topics_is_refused(tmp_path: Path) -> None:
    """The message names the folder and what was expected in it."""
    with pytest.raises(InputError, match="2023_test_topics"):
        load(tmp_path)


def test_a_turn_is_judged_by_the_stems_of_its_query() -> None:
    """Key terms stand at the start of a word; a forbidden one fails the turn."""
    script = {
        "user": "What about branches?",
        "key_terms": ["branch", "return"],
        "forbidden": ["exempt"],
        "sections": ["B"],
    }
    state = {"route": Route("retrieve", "q"), "resolution": Resolution("Returns of branches without exemption")}
    judged = judge(6, script, state, ["A > B"])
    assert (judged.missing, judged.forbidden, judged.cited, judged.passed) == ((), ("exempt",), True, False)
    result = {
        "turns": [{**vars(judged), "passed": judged.passed}], "summary": "s",
        "key_facts": [{"value": "5", "held": False}],
        "resolutions": {"passed": 0, "total": 1}, "facts": {"passed": 0, "total": 1}, "tokens": {"system": 4},
        "passages": {"unique": 1, "repeated": 0}, "carryover": {"full": 1.0, "stripped": 0.5}, "coherence": 1.0,
    }  # fmt: skip
    out = StringIO()
    print_scenario(result, Console(file=out, width=200))
    assert "forbidden: exempt" in out.getvalue()
    assert "5 (lost)" in scenario_markdown(result)


def test_growth_counts_the_bytes_that_are_serialised(tmp_path: Path) -> None:
    """Every fifth turn states a fact; turns 20, 200 and 1,000 ask the same."""
    serde = CountedSerializer(make_serde(STATE_TYPES))
    kind, data = serde.dumps_typed(("a", 1))
    assert serde.written == len(data)
    assert serde.loads_typed((kind, data)) == ["a", 1]
    assert message_of(20) == message_of(200) == message_of(1000)
    assert message_of(3).startswith("The reference of case 3 is ")
    files = plot_growth({"every": {"bytes": [1, 2], "tokens": [3, 4]}}, tmp_path)
    assert [file.name for file in files] == ["growth_bytes.png", "growth_tokens.png"]
