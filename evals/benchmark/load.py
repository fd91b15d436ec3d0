"""Many turns on many threads at once, in one process without a model: throughput, losses, memory, and the large index.

Senders ask on threads at random, each waiting for its answer; afterwards every transcript is held against what was
sent. `own_ms` is a turn from its message to its record, with the senders' queueing for two cores in it. `rss_mb` is the
resident memory after so many turns. `search_ms` is the median of one dense and lexical search over invented passages
with hashed vectors, at two sizes, side by side. `ingest_per_s` (passages) and `embedder_per_s` (texts of one passage)
are the bundled embedder's, over the example documents and over invented passages.
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Mapping
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import Progress

from evals.benchmark.turn import opened, scripts
from evals.chaos.ledger import Ledger
from evals.driving import CORPORA
from evals.synthetic import StandIn, passages
from graph.turns import Conversations
from nodes.retrieval import DEPTH
from stores.chroma_index import ChromaIndex
from stores.embedder import open_embedder
from stores.ingest import ingest

SIZES = (12_000, 100_000)
BATCH = 5000
QUERIES = 60
TEXTS = 500
REST = 500  # turns after which memory is read first


def add_options(parser: argparse.ArgumentParser) -> None:
    """What can be chosen."""
    parser.add_argument("--home", type=Path, default=Path(".anaphora"), help="folder that keeps the built indexes")
    parser.add_argument("--turns", type=int, default=5000, help="messages sent in all (default 5000)")
    parser.add_argument("--threads", type=int, default=200, help="threads they go to (default 200)")
    parser.add_argument("--senders", type=int, default=8, help="messages on their way at once (default 8)")


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Everything, one after the other."""
    found = asyncio.run(crowd(options))
    indexes = {str(size): built(options.home, size) for size in SIZES}
    return {**found, "search_ms": searched(indexes), **ingested()}


async def crowd(options: argparse.Namespace) -> dict[str, Any]:
    """Throughput, latency, losses and memory of `options.turns` turns."""
    ledger, took, memory, rng = Ledger(), list[float](), dict[str, float](), random.Random(7)
    words = [message for script in islice(scripts(), 50) for message in script]
    async with opened(options.home, SIZES[0]) as deps:
        talk, numbers = Conversations(deps), iter(range(options.turns))
        with Progress(transient=True) as progress:
            bar = progress.add_task("turns", total=options.turns)

            async def send(sender: str) -> None:
                for number in numbers:
                    id_, thread = f"m{number}", f"t{rng.randrange(options.threads)}"
                    message = f"{rng.choice(words)} (case {number})"
                    ledger.send(id_, thread, message)
                    began = time.perf_counter()
                    record = await talk.ask(message, thread=thread, message_id=id_)
                    took.append((time.perf_counter() - began) * 1000)
                    ledger.acknowledge(id_, record["answer"], sender)
                    progress.advance(bar)
                    if len(took) in {min(REST, options.turns), options.turns}:
                        memory[str(len(took))] = resident_mb()

            began = time.perf_counter()
            await asyncio.gather(*(send(f"s{number}") for number in range(options.senders)))
            spent = time.perf_counter() - began
        judged = ledger.judge({thread: await talk.transcript(thread=thread) for thread in ledger.threads})
        await talk.aclose()
    return {
        "turns": judged["acknowledged"],
        "turns_per_s": round(options.turns / spent, 1),
        "own_ms": {f"p{p}": round(float(np.percentile(took, p)), 1) for p in (50, 99)},
        "lost": judged["lost"],
        "crossed": judged["crossed"] + judged["doubled"],
        "rss_mb": memory,
    }


def resident_mb() -> float:
    """This process's resident memory, in MB; 0 where the system does not tell (it has no /proc)."""
    status = Path("/proc/self/status")
    lines = status.read_text(encoding="ascii").splitlines() if status.exists() else []
    return round(next((int(line.split()[1]) / 1000 for line in lines if line.startswith("VmRSS:")), 0.0), 1)


def built(home: Path, size: int) -> Path:
    """The folder of an index of invented passages; built when it is not there yet."""
    folder = home / "evals" / f"turn-{size}"
    with closing(ChromaIndex(folder, StandIn(open_embedder()))) as index, Progress(transient=True) as progress:
        have, made = index.count(), passages(size)
        bar = progress.add_task(f"{size:,} passages", total=size, completed=have)
        for start in range(have, size, BATCH):
            index.add(made[start : start + BATCH])
            progress.advance(bar, BATCH)
    return folder


def searched(indexes: Mapping[str, Path]) -> dict[str, float]:
    """The median milliseconds of a search, the sizes taking turns."""
    embedder = StandIn(open_embedder())
    opened_ = {size: ChromaIndex(folder, embedder) for size, folder in indexes.items()}
    took: dict[str, list[float]] = {size: [] for size in opened_}
    asked = [message for script in islice(scripts(), QUERIES) for message in script[:1]]
    for message in asked:
        for size, index in opened_.items():
            began = time.perf_counter()
            index.search(message, DEPTH)
            took[size].append((time.perf_counter() - began) * 1000)
    for index in opened_.values():
        index.close()
    return {size: round(float(np.median(times)), 1) for size, times in took.items()}


def ingested() -> dict[str, float]:
    """Passages a second that go into a new index, and texts a second through the embedder alone."""
    embedder = open_embedder()
    with tempfile.TemporaryDirectory() as folder, closing(ChromaIndex(Path(folder) / "index", embedder)) as index:
        began = time.perf_counter()
        ingest([CORPORA / "handbook", CORPORA / "regulation"], index)
        spent, count = time.perf_counter() - began, index.count()
    texts = [passage.text for passage in passages(TEXTS)]
    began = time.perf_counter()
    embedder.embed(texts)
    return {
        "ingest_per_s": round(count / spent, 1),
        "embedder_per_s": round(len(texts) / (time.perf_counter() - began), 1),
    }
