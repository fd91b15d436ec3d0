"""Time of a turn before its answer, over 12,000 passages and without a model: from the message to its ranked evidence.

`before_answer_ms` is what a user waits for that, through the turn runner with the default stores on disk (lease,
checkpoints and archive included). `steps_ms` is the sum of the steps from route to rerank, of search and rewrite the
longer one, since they run side by side; `nodes_ms` and `nodes_p95_ms` are each step alone, and `resolution_ms` is the
rewrite step. `start_s` is from launching the command to the record of its first turn. Passages are invented (about 60
words each) and have hashed vectors; messages go through the bundled embedder all the same, so that its time counts. The
index is built once under the home folder.
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from typing import Any

import numpy as np

from evals.synthetic import ATTRIBUTES, StandIn, passages, subjects
from graph.deps import Deps, open_deps
from graph.settings import Settings
from graph.turns import Conversations
from nodes.extractive import ExtractiveWriter
from stores.chroma_index import ChromaIndex
from stores.embedder import open_embedder
from stores.errors import RunError

NODES = ("route", "detect_topic", "search", "rewrite", "retrieve", "rerank")
BATCH = 2000


def add_options(parser: argparse.ArgumentParser) -> None:
    """What can be chosen."""
    parser.add_argument("--home", type=Path, default=Path(".anaphora"), help="folder that keeps the built index")
    parser.add_argument("--passages", type=int, default=12_000, help="size of the index")
    parser.add_argument("--threads", type=int, default=8, help="conversations of ten turns that are timed")


async def measure(options: argparse.Namespace) -> dict[str, Any]:
    """The times of every turn of the conversations but the first one, which warms up."""
    waits: list[float] = []
    nodes: list[Mapping[str, float]] = []
    async with opened(options.home, options.passages) as deps:
        talk = Conversations(deps)
        for number, script in enumerate(islice(scripts(), options.threads + 1)):
            for message in script:
                wait, ms = await timed(talk, message, f"thread-{number}")
                if number:
                    waits.append(wait)
                    nodes.append(ms)
        await talk.aclose()
    spread = {name: percentiles([ms[name] for ms in nodes if name in ms]) for name in NODES}
    return {
        "passages": options.passages,
        "turns": len(waits),
        "before_answer_ms": percentiles(waits),
        "steps_ms": percentiles([steps(ms) for ms in nodes]),
        "resolution_ms": spread["rewrite"],
        "nodes_ms": {name: found["p50"] for name, found in spread.items()},
        "nodes_p95_ms": {name: found["p95"] for name, found in spread.items()},
        "start_s": await asyncio.to_thread(start_s),
    }


@asynccontextmanager
async def opened(home: Path, size: int) -> AsyncIterator[Deps]:
    """Dependencies over the built index, with threads and archive in a folder that is removed afterwards."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        deps = await stack.enter_async_context(open_deps(Settings(home=folder, _env_file=None)))
        embedder = StandIn(open_embedder())
        index = ChromaIndex(home / "evals" / f"turn-{size}", embedder)
        stack.callback(index.close)
        if index.count() < size:
            made = passages(size)
            for start in range(index.count(), size, BATCH):
                await asyncio.to_thread(index.add, made[start : start + BATCH])
        embedder.asking = True
        yield replace(deps, index=index, embedder=embedder, writer=ExtractiveWriter(index))


def scripts() -> Iterator[list[str]]:
    """Conversations without end, each about other subjects: follow-ups, a correction, a change of topic, a return."""
    names, known = subjects(), list(ATTRIBUTES)
    for number in count():
        one, other, third = islice(names, 3)
        first, second, next_, last = (known[(number * 5 + step) % len(known)] for step in range(4))
        yield [
            f"What is the {first} of the {one}?",
            f"And its {second}?",
            f"How does that compare with the {other}?",
            "Who confirmed it, and when was it reviewed?",
            f"What {next_} does the {other} have, and why do earlier reports differ from the surveys?",
            f"I meant the {one}.",
            f"By the way, are the stairs of the {third} closed in winter?",
            "Where do visitors have to register?",
            f"Back to the {one}: which {second} was reported before?",
            f"what about the {last}",
        ]


async def timed(talk: Conversations, message: str, thread: str) -> tuple[float, Mapping[str, float]]:
    """Milliseconds from the message to its ranked evidence, and those of each step."""
    started, wait = time.perf_counter(), 0.0
    async for event in talk.events(message, thread=thread):
        # a turn without evidence begins its answer instead
        if not wait and event.name in {"retrieved", "token", "answer"}:
            wait = (time.perf_counter() - started) * 1000
        if event.name == "done":
            return wait, event.data["ms"]
    raise AssertionError("a turn ends with its record")


def steps(ms: Mapping[str, float]) -> float:
    """The steps before the answer one after the other; search and rewrite run side by side."""
    beside = max(ms.get("search", 0.0), ms.get("rewrite", 0.0))
    return beside + sum(ms.get(name, 0.0) for name in NODES if name not in {"search", "rewrite"})


def start_s() -> float:
    """Seconds from launching `anaphora chat` to the record of its first turn, over one small document."""
    with tempfile.TemporaryDirectory() as folder:
        document = Path(folder) / "notes.md"
        document.write_text("# Heron probe\n\nThe crew of the Heron probe is 9 people.\n", encoding="utf-8")
        command = [sys.executable, "-c", "from evals.cli import main; main()"]
        home = ["--home", str(Path(folder) / "home")]
        subprocess.run([*command, "ingest", str(document), *home], check=True, capture_output=True)
        started = time.perf_counter()
        with subprocess.Popen(
            [*command, "chat", "--jsonl", *home], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(b"What is the crew of the Heron probe?\n")
            process.stdin.close()
            if not process.stdout.readline():
                raise RunError("The command ended without a record: see what it wrote to standard error.")
            return round(time.perf_counter() - started, 2)


def percentiles(values: Sequence[float]) -> dict[str, float]:
    """The median and the 95th percentile, in the values' unit."""
    return {f"p{p}": round(float(np.percentile(values or [0.0], p)), 2) for p in (50, 95)}


def table(results: Mapping[str, Any]) -> str:
    """The figures, a line each."""
    lines = [f"{results['turns']} turns over {results['passages']:,} passages, without a model, in ms     p50      p95"]
    rows = {
        "resolution": results["resolution_ms"],
        "route to rerank": results["steps_ms"],
        "message to evidence, with the stores": results["before_answer_ms"],
        **{f"  {name}": {"p50": ms, "p95": results["nodes_p95_ms"][name]} for name, ms in results["nodes_ms"].items()},
    }
    lines += [f"{name:<58} {found['p50']:>8.2f} {found['p95']:>8.2f}" for name, found in rows.items()]
    return "\n".join([*lines, f"first record after launching the command: {results['start_s']:.2f} s"])
