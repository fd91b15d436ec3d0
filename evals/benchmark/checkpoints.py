"""What a conversation costs each checkpoint saver: bytes, round trips, milliseconds, turns a second.

One thread of 200 turns through a graph of eight nodes, durability "sync", full history kept: messages and a log
that grow, ten small values that change on every turn. A user's message has about 30 tokens, an answer about 300.
Bytes are those the store reports (Redis: used memory, and for bytes a turn its keys'; Postgres: relations with
indexes; SQLite: its files; in memory: the serialized values). Bytes a turn are the mean of the second half of the turns
up to the one named: hash tables grow by doubling, and so each of these spans has its share of that.
"""

import argparse
import asyncio
import functools
import itertools
import operator
import random
import statistics
import time
import warnings
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from typing import Annotated, Any

from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.graph.state import CompiledStateGraph
from typing_extensions import TypedDict

from evals.checkpoint_savers import OPENERS, Contestant, contestant, missing
from stores.serde import make_serde

POINTS = (10, 50, 200)
WIRE_TURNS = 5
TIMED_TURNS = 5  # turns up to a point; of their mean times the median counts
TIMED_READS = 15
CONVERSATIONS = 16
CONVERSATION_TURNS = 6
QUESTION_WORDS, ANSWER_WORDS = 23, 225


class State(TypedDict, total=False):
    """Two lists that grow, and ten small values."""

    messages: Annotated[list[Any], add_messages]
    turn_log: Annotated[list[dict[str, Any]], operator.add]
    query: str
    rewritten: str
    route: str
    doc_ids: list[str]
    scores: list[float]
    grade: str
    reranked: list[str]
    draft_len: int
    cites: list[str]
    turn: int


class Words:
    """Seeded random prose, so that every saver stores the same conversation."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        letters = "abcdefghijklmnopqrstuvwxyz"
        spell = self.random.choices
        self.vocabulary = ["".join(spell(letters, k=self.random.randint(2, 9))) for _ in range(5000)]

    def text(self, count: int) -> str:
        """`count` words."""
        return " ".join(self.random.choices(self.vocabulary, k=count))


def conversation_graph(saver: Any, words: Words) -> CompiledStateGraph[Any, Any, Any, Any]:
    """Eight nodes in a row that each write what such a node would."""
    draw = words.random

    async def load(state: State) -> State:
        return {"query": state["messages"][-1].content, "turn": state.get("turn", 0) + 1}

    async def rewrite(state: State) -> State:
        return {"rewritten": state["query"][:150]}

    async def route(_: State) -> State:
        return {"route": "vector"}

    async def retrieve(_: State) -> State:
        ids = [f"doc-{draw.randint(0, 99_999):05d}" for _ in range(10)]
        return {"doc_ids": ids, "scores": [draw.random() for _ in range(10)]}

    async def grade(_: State) -> State:
        return {"grade": "relevant"}

    async def rerank(state: State) -> State:
        return {"reranked": state["doc_ids"][:5]}

    async def generate(state: State) -> State:
        text = words.text(ANSWER_WORDS)
        return {"messages": [AIMessage(content=text)], "draft_len": len(text), "cites": state["reranked"][:3]}

    async def finish(state: State) -> State:
        note = {"turn": state["turn"], "q": state["rewritten"], "route": state["route"], "docs": state["reranked"]}
        return {"turn_log": [{**note, "grade": state["grade"], "ms": draw.random()}]}

    graph = StateGraph(State)
    nodes: list[Any] = [load, rewrite, route, retrieve, grade, rerank, generate, finish]
    for node in nodes:
        graph.add_node(node.__name__, node)
    for before, after in itertools.pairwise([START, *(node.__name__ for node in nodes), END]):
        graph.add_edge(before, after)
    return graph.compile(checkpointer=saver)


class Stopwatch:
    """Times the calls of one saver's method."""

    def __init__(self, saver: Any, method: str) -> None:
        self.seconds: list[float] = []
        timed = getattr(saver, method)

        @functools.wraps(timed)
        async def watched(*args: Any, **named: Any) -> Any:
            start = time.perf_counter()
            try:
                return await timed(*args, **named)
            finally:
                self.seconds.append(time.perf_counter() - start)

        setattr(saver, method, watched)


def config(thread: str) -> RunnableConfig:
    """The config of a conversation."""
    return {"configurable": {"thread_id": thread}}


async def converse(graph: CompiledStateGraph[Any, Any, Any, Any], words: Words, thread: str, turns: int) -> None:
    """That many turns on `thread`."""
    for _ in range(turns):
        message = HumanMessage(content=words.text(QUESTION_WORDS))
        await graph.ainvoke({"messages": [message]}, config(thread), durability="sync")


class LongThread:
    """One saver's long conversation, a turn at a time, with what it costs on the way."""

    def __init__(self, found: Contestant, points: Sequence[int]) -> None:
        self.found = found
        self.starts = {point: point // 2 for point in points}
        self.words = Words(7)
        self.graph = conversation_graph(found.saver, self.words)
        self.entry_bytes = found.entry_bytes or found.stored_bytes
        self.puts, self.gets = Stopwatch(found.saver, "aput"), Stopwatch(found.saver, "aget_tuple")
        self.sizes: dict[int, int] = {}
        self.put_ms: list[float] = []
        self.get_ms: dict[int, float] = {}

    async def begin(self) -> None:
        """Open connections and load scripts by another thread's turn; note what is stored before the first."""
        await converse(self.graph, self.words, "warm", 1)
        self.before, self.sizes[0] = await self.found.stored_bytes(), await self.entry_bytes()

    async def turn(self, number: int) -> None:
        """One turn."""
        self.puts.seconds.clear()
        await converse(self.graph, self.words, "long", 1)
        self.put_ms.append(statistics.fmean(self.puts.seconds) * 1000)
        self.gets.seconds.clear()
        if number in self.starts or number in self.starts.values():
            self.sizes[number] = await self.entry_bytes()

    async def read(self, number: int) -> None:
        """One read of the newest checkpoint; their median is what a read after that turn takes."""
        await self.found.saver.aget_tuple(config("long"))
        self.get_ms[number] = statistics.median(self.gets.seconds) * 1000

    async def figures(self) -> dict[str, Any]:
        """What the conversation cost."""
        stored = await self.found.stored_bytes() - self.before
        state = (await self.graph.aget_state(config("long"))).values
        plain = make_serde(())
        del self.found.saver.aput, self.found.saver.aget_tuple  # the class's own methods again
        growth = {p: (self.sizes[p] - self.sizes[start]) / (p - start) for p, start in self.starts.items()}
        timed = [point for point in self.starts if point != 50]
        return {
            "state_bytes": sum(len(plain.dumps_typed(value)[1]) for value in state.values()),
            "checkpoints_kept": await self.found.checkpoints("long"),
            "bytes": stored,
            "bytes_per_turn": {str(p): round(bytes_) for p, bytes_ in growth.items()},
            "round_trips_per_turn": await round_trips(self.found),
            "put_ms": {str(p): round(statistics.median(self.put_ms[p - TIMED_TURNS : p]), 3) for p in timed},
            "get_ms": {str(p): round(self.get_ms[p], 3) for p in timed},
        }


async def round_trips(found: Contestant) -> float | None:
    """Round trips of a turn, counted on the wire; None where there is no wire."""
    if found.wire is None:
        return None
    words = Words(11)
    graph = conversation_graph(found.wired, words)
    await converse(graph, words, "wire", 2)
    counts = []
    for _ in range(WIRE_TURNS):
        before = found.wire.round_trips
        await converse(graph, words, "wire", 1)
        counts.append(found.wire.round_trips - before)
    return statistics.median(counts)  # in one turn or another a connection more is opened


async def throughput(found: Contestant, round_number: int) -> float:
    """Turns a second of sixteen conversations at once."""
    words = Words(13)
    graph = conversation_graph(found.saver, words)
    start = time.perf_counter()
    threads = [f"many-{round_number}-{i}" for i in range(CONVERSATIONS)]
    await asyncio.gather(*(converse(graph, words, thread, CONVERSATION_TURNS) for thread in threads))
    return CONVERSATIONS * CONVERSATION_TURNS / (time.perf_counter() - start)


def add_options(parser: argparse.ArgumentParser) -> None:
    """What of it to measure."""
    parser.add_argument("--turns", type=int, default=200, help="length of the long thread (default 200)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of the throughput, their median counts")
    parser.add_argument("--only", nargs="+", choices=sorted(OPENERS), default=list(OPENERS), metavar="SAVER")


async def measure(options: argparse.Namespace) -> dict[str, Any]:
    """`{"savers": {name: figures or null}}`; null where a saver's package is not installed."""
    warnings.simplefilter("ignore")  # other savers' packages warn of what concerns their users
    results: dict[str, Any] = dict.fromkeys(options.only)
    async with AsyncExitStack() as stack:
        found = {n: await stack.enter_async_context(contestant(n)) for n in options.only if not missing(n)}
        points = [p for p in POINTS if p <= options.turns]
        threads = {name: LongThread(each, points) for name, each in found.items()}
        for thread in threads.values():
            await thread.begin()
        for number in range(1, options.turns + 1):  # turn by turn in step, so that a busy machine slows all alike
            for thread in threads.values():
                await thread.turn(number)
            for _ in range(TIMED_READS * (number in points)):
                for thread in threads.values():
                    await thread.read(number)
        for name, thread in threads.items():
            results[name] = await thread.figures()
        rates: dict[str, list[float]] = {name: [] for name in found}
        for number in range(options.rounds):
            for name in list(found)[:: -1 if number % 2 else 1]:
                rates[name].append(await throughput(found[name], number))
        for name, measured in rates.items():
            results[name]["turns_per_s_16"] = round(statistics.median(measured), 1)
    return {"savers": results}


def table(results: dict[str, Any]) -> str:
    """The figures as a table, a saver a line."""
    columns: dict[str, Callable[[dict[str, Any]], Any]] = {
        "saver": lambda r: r["name"],
        "MB": lambda r: round(r["bytes"] / 1e6, 2),
        "checkpoints": lambda r: r["checkpoints_kept"],
        "KB a turn": lambda r: " ".join(f"{v / 1000:.1f}" for v in r["bytes_per_turn"].values()),
        "round trips": lambda r: r["round_trips_per_turn"] if r["round_trips_per_turn"] is not None else "-",
        "put ms": lambda r: " ".join(f"{v:.2f}" for v in r["put_ms"].values()),
        "get ms": lambda r: " ".join(f"{v:.2f}" for v in r["get_ms"].values()),
        "turns/s": lambda r: r["turns_per_s_16"],
    }
    rows = [list(columns)]
    for name, figures in results["savers"].items():
        rows.append(
            [str(c({"name": name, **figures})) for c in columns.values()] if figures else [name, "not installed"]
        )
    widths = [max(len(row[i]) for row in rows if i < len(row)) for i in range(len(columns))]
    return "\n".join("  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=False)) for row in rows)
