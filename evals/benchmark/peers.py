"""Our graph beside LangChain's history-aware chain, LlamaIndex's condense-plus-context engine and a message graph.

All answer the same made-up conversations, turn by turn in step, over one index of invented passages (hashed vectors;
questions go through the bundled embedder all the same) and one server that plays the models over HTTP: 0.3 s for a
rewrite or another helper's reply, 0.4 s to the first token of an answer, 5 ms a token.

`calls` are model calls begun before the first token of a follow-up, the most of any turn. `first_token_ms` is from the
message to the first token, with what the models take, and `own_ms` is the time of a whole turn, until it is kept, in
which no model call is on its way; both are medians over the turns. `prompt_tokens_200` is all that turn 200 sends, at
four characters a token. `bytes_200` is what 200 turns of a thread take on disk: ours in the default stores, which are
checkpoints, archive and registry, LlamaIndex's memory and the message graph's checkpoints each in SQLite, LangChain's
history as JSON.

`ndcg@5_later` is over the turns after the first of MTRAG's human conversations (`--data`; null without), each played
through the whole of each system by HTTP, with the annotators' answers as the model's. A server that plays a model
understands nothing, and so there are two figures. `ndcg@5_later` is what the design finds by itself: a condensing step
gets the message back as it was, and ours runs on its rules, with no model for rewriting. `ndcg@5_later_reference` is
what it finds with an excellent model: in the rewriter's place the data's reference rewrites are replayed. The peers
search with what the step returns, by vectors alone, the five nearest; the message graph has no such step.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
import warnings
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from evals.benchmark.turn import opened
from evals.peer_chats import OPENERS, Begin, Chat, Shared, missing
from evals.peer_quality import later
from evals.peer_server import ANSWER, SMALL, latency, made_up
from evals.synthetic import Ask, conversation
from graph.deps import writer_of
from graph.fault_server import FaultServer, Latency
from graph.models import open_models

WARM = 4


@dataclass(frozen=True)
class Turn:
    """One turn: calls begun before its first token, milliseconds to it, its own milliseconds, tokens sent in all."""

    ask: Ask
    calls: int
    first_ms: float
    own_ms: float
    tokens: int


def add_options(parser: argparse.ArgumentParser) -> None:
    """What can be chosen."""
    named = os.environ.get("ANAPHORA_EVAL_DATA")
    parser.add_argument("--data", type=Path, default=Path(named) if named else None, help="folder of MTRAG")
    parser.add_argument("--split", default="dev", help="part of MTRAG (default dev)")
    parser.add_argument("--home", type=Path, default=Path(".anaphora"), help="folder that keeps indexes and vectors")
    parser.add_argument("--passages", type=int, default=12_000, help="size of the index")
    parser.add_argument("--turns", type=int, default=24, help="turns that are timed")
    parser.add_argument("--long", type=int, default=200, help="turns of the long conversation")


async def measure(options: argparse.Namespace) -> dict[str, Any]:
    """`{system: figures or null}`; null where its package is not installed, and a sentence on standard error."""
    warnings.simplefilter("ignore")  # other packages warn of what concerns their users
    for sentence in filter(None, map(missing, OPENERS)):
        print(sentence, file=sys.stderr)
    names = [name for name in OPENERS if not missing(name)]
    quality: dict[str, dict[str, float | None]] = {name: {"ndcg@5_later": None} for name in names}
    if options.data:
        quality = await later(options.data, options.split, options.home, names)
    else:
        print("ndcg@5_later is not measured: give --data DIR, or set ANAPHORA_EVAL_DATA, to MTRAG.", file=sys.stderr)
    costs = await compared(options, names)
    return {name: {**quality[name], **costs[name]} if name in names else None for name in OPENERS}


async def compared(options: argparse.Namespace, names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """What each system costs, all over one index and one server, each turn after turn of the others."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(FaultServer(made_up))
        models = await stack.enter_async_context(
            open_models(f"openai:{ANSWER}", f"openai:{SMALL}", base_url=server.base_url, api_key="none")
        )
        deps = await stack.enter_async_context(opened(options.home, options.passages))
        deps = replace(deps, models=models, writer=writer_of(models, deps.index, deps.settings))
        shared = Shared(deps, server.base_url, folder)
        systems = {name: await OPENERS[name](shared, stack) for name in names}
        asks, long = conversation(options.turns), conversation(options.long)
        # about another subject, since the same prompt again may be answered from memory
        await in_step(server, systems, "warm", conversation(WARM * (options.turns + 1))[-WARM:])
        server.latency = latency
        timed = await in_step(server, systems, "timed", asks)
        server.latency = Latency()
        found = {}
        for name, begin in systems.items():
            chat = begin("long")
            before = await chat.stored()
            turns = [await turn(server, chat, ask) for ask in long]
            size = {f"prompt_tokens_{len(long)}": turns[-1].tokens, f"bytes_{len(long)}": await chat.stored() - before}
            found[name] = {**summary(timed[name]), **size}
    return found


async def in_step(
    server: FaultServer, systems: Mapping[str, Begin], thread: str, asks: Sequence[Ask]
) -> dict[str, list[Turn]]:
    """One conversation with each system, turn by turn in step, so that a busy machine slows all alike."""
    chats = {name: begin(thread) for name, begin in systems.items()}
    turns: dict[str, list[Turn]] = {name: [] for name in chats}
    for number, ask in enumerate(asks):
        for name in list(chats)[:: -1 if number % 2 else 1]:
            turns[name].append(await turn(server, chats[name], ask))
    return turns


async def turn(server: FaultServer, chat: Chat, ask: Ask) -> Turn:
    """Ask one message and read its answer to the end."""
    before, known, first, calls = len(server.chats), len(server.spans), 0.0, 0
    started = time.perf_counter()
    async with aclosing(chat.say(ask.text)) as tokens:  # type: ignore[type-var]  # all are generators
        async for piece in tokens:
            if piece and not first:
                first, calls = time.perf_counter() - started, len(server.chats) - before
    ended = time.perf_counter()
    # the reader may know that a reply has ended before the server's thread does
    while len(server.spans) < len(server.chats):  # noqa: ASYNC110  -- an event of this loop cannot be set from there
        await asyncio.sleep(0)
    own = ended - started - covered([(start, min(end, ended)) for start, end in server.spans[known:]])
    sent = [len(json.dumps(request.body["messages"], ensure_ascii=False)) // 4 for request in server.chats[before:]]
    return Turn(ask, calls, first * 1000, own * 1000, sum(sent))


def covered(spans: Sequence[tuple[float, float]]) -> float:
    """Seconds that lie in any of the spans."""
    total, until = 0.0, 0.0
    for start, end in sorted(spans):
        total += max(0.0, end - max(start, until))
        until = max(until, end)
    return total


def summary(turns: Sequence[Turn]) -> dict[str, Any]:
    """The figures of one system's timed turns."""
    followups = [one for one in turns if one.ask.dependent]
    alone = [one for one in turns if not one.ask.dependent]
    return {
        "calls": max((one.calls for one in followups), default=0),
        "calls_standalone": max(one.calls for one in alone),
        "first_token_ms": median([one.first_ms for one in turns]),
        "own_ms": median([one.own_ms for one in turns]),
        "turns": len(turns),
    }


def median(values: Sequence[float]) -> float:
    """The median, to a tenth."""
    return round(float(np.median(values)), 1)


def table(results: Mapping[str, Any]) -> str:
    """The figures, a system a line."""
    measured = {name: found for name, found in results.items() if found}
    keys = list(dict.fromkeys(key for found in measured.values() for key in found))
    rows = [["", *keys], *([name, *(str(found.get(key, "")) for key in keys)] for name, found in measured.items())]
    rows += [[name, "not installed"] for name, found in results.items() if not found]
    widths = [max(len(row[at]) for row in rows if at < len(row)) for at in range(len(keys) + 1)]
    return "\n".join("  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=False)).rstrip() for row in rows)
