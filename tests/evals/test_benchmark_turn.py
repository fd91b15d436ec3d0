"""The benchmark of a turn in small."""

import argparse
from itertools import islice
from pathlib import Path

from evals.benchmark import turn


async def test_a_turn_is_timed_step_by_step_over_an_index_that_is_built_once(tmp_path: Path) -> None:
    """Every step before the answer has a median and a 95th percentile, and the whole is no less than its steps."""
    options = argparse.Namespace(home=tmp_path, passages=40, threads=1)
    found = await turn.measure(options)
    assert (found["passages"], found["turns"]) == (40, 10)
    assert set(found["nodes_ms"]) == set(found["nodes_p95_ms"]) == set(turn.NODES)
    assert 0 < found["resolution_ms"]["p50"] <= found["resolution_ms"]["p95"]
    assert 0 < found["steps_ms"]["p50"] < found["before_answer_ms"]["p95"]
    assert found["start_s"] > 0
    async with turn.opened(tmp_path, 40) as deps:
        assert deps.index.count() == 40
    shown = turn.table(found)
    assert "10 turns over 40 passages" in shown
    assert all(name in shown for name in turn.NODES)


def test_the_longer_of_search_and_rewrite_counts() -> None:
    """They run side by side; a step that a turn left out takes no time."""
    assert turn.steps({"route": 1.0, "search": 5.0, "rewrite": 2.0, "rerank": 3.0, "generate": 90.0}) == 9.0
    assert turn.steps({"route": 1.0}) == 1.0


def test_timed_conversations_are_each_about_other_subjects() -> None:
    """No message of one conversation opens another."""
    first, second = islice(turn.scripts(), 2)
    assert len(first) == len(second) == 10
    assert first[0] != second[0]
    assert first[0].startswith("What is the budget of the Heron probe")


def test_percentiles_of_nothing_are_zero() -> None:
    """A step that no turn took."""
    assert turn.percentiles([]) == {"p50": 0.0, "p95": 0.0}
    assert turn.percentiles([1.0, 2.0, 3.0]) == {"p50": 2.0, "p95": 2.9}
