"""The benchmark of checkpoint savers, on a short thread: its shape, and the promises that a short thread shows."""

import argparse
from typing import Any

import pytest

from evals.benchmark.__main__ import main
from evals.benchmark.checkpoints import add_options, measure, table


async def measured(*arguments: str) -> dict[str, Any]:
    """What the benchmark prints for these arguments."""
    parser = argparse.ArgumentParser()
    add_options(parser)
    return await measure(parser.parse_args(arguments))


async def test_a_turn_costs_little_and_no_more_later_on() -> None:
    """At most twenty round trips; bytes a turn at most a fifth above those of the tenth turn."""
    found = await measured("--turns", "50", "--rounds", "1", "--only", "ours", "memory")
    ours, memory = found["savers"]["ours"], found["savers"]["memory"]
    assert ours["round_trips_per_turn"] <= 20
    assert ours["bytes_per_turn"]["50"] <= 1.2 * ours["bytes_per_turn"]["10"]
    assert ours["checkpoints_kept"] == memory["checkpoints_kept"] == 500
    assert ours["state_bytes"] == memory["state_bytes"]
    assert ours["bytes"] < memory["bytes"] / 5
    assert set(ours) == set(memory)
    assert set(ours) == {
        "state_bytes",
        "checkpoints_kept",
        "bytes",
        "bytes_per_turn",
        "round_trips_per_turn",
        "put_ms",
        "get_ms",
        "turns_per_s_16",
    }
    assert "not installed" in table({"savers": {**found["savers"], "official": None}})


def test_an_unknown_benchmark_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2 and the names there are."""
    with pytest.raises(SystemExit) as ended:
        main(["nonsense"])
    assert ended.value.code == 2
    assert "checkpoints" in capsys.readouterr().err
