"""What a turn writes and costs as a thread grows: checkpoint bytes and prompt tokens on turns 20, 200 and 1,000.

One conversation over the example regulation: twenty questions again and again, and every fifth turn a new fact of the
user's own. Turns 20, 200 and 1,000 ask the same question; a figure is the mean of the five turns up to it. Bytes are
those that the default saver serialises in the turn: every checkpoint, and every node's writes.
"""

import argparse
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evals.driving import CORPORA, driving, tokens
from evals.memory_report import plot_growth
from evals.metrics import mean
from evals.planted import FILLER
from nodes.state import STATE_TYPES

if TYPE_CHECKING:
    from langgraph.checkpoint.serde.base import SerializerProtocol

TURNS = (20, 200, 1000)
AROUND = 5  # turns up to the named one whose mean is given
PERIOD = 20


class CountedSerializer:
    """A serializer, counting the bytes it makes."""

    def __init__(self, serializer: "SerializerProtocol") -> None:
        self._serializer = serializer
        self.written = 0

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        """Serialise and count."""
        kind, data = self._serializer.dumps_typed(obj)
        self.written += len(data)
        return kind, data

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """Load as the serializer does."""
        return self._serializer.loads_typed(data)


def add_options(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--turns", type=int, default=max(TURNS), help="how long the conversation is (default 1000)")
    parser.add_argument("--plots", type=Path, help="write plots into this folder")


async def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Bytes and prompt tokens a turn by turn number, and the bytes of each part of the last state."""
    from stores.embedder import open_embedder
    from stores.serde import make_serde
    from stores.sqlite_saver import open_sqlite_saver

    serde = CountedSerializer(make_serde(STATE_TYPES))
    written: list[int] = []
    spent: list[int] = []
    parts: dict[str, dict[str, int]] = {}
    with tempfile.TemporaryDirectory() as folder:
        async with (
            open_sqlite_saver(Path(folder) / "threads.db", serde) as saver,
            driving(CORPORA / "regulation", open_embedder(), saver) as make,
        ):
            thread = make("growth")
            for turn in range(1, options.turns + 1):
                before = serde.written
                state = await thread.ask(message_of(turn))
                written.append(serde.written - before)
                spent.append(tokens(state))
                if turn in TURNS:
                    parts[str(turn)] = {name: len(serde.dumps_typed(value)[1]) for name, value in state.items()}
                    await saver.aprune(["growth"], keep_last=20)
    result = {
        "bytes_per_turn": {str(turn): _mean(written, turn) for turn in TURNS if turn <= options.turns},
        "prompt_tokens": {str(turn): _mean(spent, turn) for turn in TURNS if turn <= options.turns},
        "state": parts,
        "every": {"bytes": written, "tokens": spent},
    }
    if options.plots:
        plot_growth(result, options.plots)
    return result


def message_of(turn: int) -> str:
    """What the user says on a turn: every fifth one states a new fact."""
    if turn % 5 == 3:
        return f"The reference of case {turn} is R-{turn * 37 % 9973}-K."
    return FILLER[turn % PERIOD]


def _mean(values: Sequence[int], turn: int) -> int:
    return round(mean(values[turn - AROUND : turn]))


def table(results: Mapping[str, Any]) -> str:
    """The figures, a line a turn, and where the bytes are."""
    lines = ["turn   bytes written   prompt tokens"]
    for turn, size in results["bytes_per_turn"].items():
        lines.append(f"{turn:>4}   {size:>13,}   {results['prompt_tokens'][turn]:>13,}")
    last = max(results["state"], key=int)
    largest = sorted(results["state"][last].items(), key=lambda pair: -pair[1])[:8]
    lines.append(f"state on turn {last}: " + ", ".join(f"{name} {size:,}" for name, size in largest))
    return "\n".join(lines)
