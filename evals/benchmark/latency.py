"""Time to the first token over what the model itself takes, and tokens sent, beside LangChain's history-aware chain.

A server with fixed latencies (0.3 s for a helper's reply, 0.4 s to the first token of an answer, 5 ms a token) plays
the models over real HTTP; both systems use the same index. `first_token_over_model_ms` is the time from the message to
the first token, less the latencies of the calls made before it. `prompt_tokens` are all that a turn sends, at four
characters a token, and `calls` those begun before the first token (the most of any turn of the kind).
"""

import argparse
import json
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from evals.langchain_chain import HistoryChain
from evals.peer_server import ANSWER, SMALL, latency, made_up
from evals.synthetic import Ask, StandIn, conversation, passages
from graph.deps import Deps, open_deps, writer_of
from graph.fault_server import FaultServer, Latency
from graph.models import open_models
from graph.settings import Settings
from graph.turns import Conversations
from stores.chroma_index import ChromaIndex
from stores.embedder import open_embedder

POINTS = (10, 50, 200)
Say = Callable[[str], AsyncIterator[str]]


@dataclass(frozen=True)
class Timed:
    """One turn: calls begun before its first token, milliseconds over their latencies, and tokens sent in all."""

    ask: Ask
    calls: int
    over_ms: float
    tokens: int


async def timed(server: FaultServer, say: Say, ask: Ask) -> Timed:
    """Ask one message and read its answer to the end."""
    before, started, first, calls = len(server.chats), time.perf_counter(), 0.0, 0
    async with aclosing(say(ask.text)) as tokens:  # type: ignore[type-var]  # both are generators
        async for piece in tokens:
            if piece and not first:
                first, calls = time.perf_counter() - started, len(server.chats) - before
    sent = server.chats[before:]
    waits = sum(latency(request).first_s for request in sent[:calls])
    tokens_sent = sum(len(json.dumps(request.body["messages"], ensure_ascii=False)) // 4 for request in sent)
    return Timed(ask, calls, (first - waits) * 1000, tokens_sent)


def summary(timings: list[Timed], sizes: list[Timed]) -> dict[str, Any]:
    """The figures of one system."""
    over = [one.over_ms for one in timings]
    kinds = {"standalone": [one for one in timings if not one.ask.dependent],
             "followup": [one for one in timings if one.ask.dependent]}  # fmt: skip
    return {
        "calls": {kind: max(one.calls for one in of_kind) for kind, of_kind in kinds.items()},
        "first_token_over_model_ms": {f"p{p}": round(float(np.percentile(over, p)), 1) for p in (50, 95)},
        "prompt_tokens": {str(point): sizes[point - 1].tokens for point in POINTS if point <= len(sizes)},
        "turns": len(timings),
    }


async def ours(server: FaultServer, deps: Deps, asks: list[Ask], thread: str) -> list[Timed]:
    """Our turns through the turn runner."""
    talk = Conversations(deps)

    async def say(message: str) -> AsyncIterator[str]:
        async for event in talk.events(message, thread=thread):
            if event.name == "token":
                yield event.data["text"]

    found = [await timed(server, say, ask) for ask in asks]
    await talk.aclose()
    return found


def add_options(parser: argparse.ArgumentParser) -> None:
    """What can be chosen."""
    parser.add_argument("--passages", type=int, default=12_000, help="size of the index")
    parser.add_argument("--turns", type=int, default=24, help="turns that are timed")
    parser.add_argument("--long", type=int, default=200, help="turns of the conversation whose prompts are counted")


async def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Both systems, one after the other, on one index and one server."""
    asks, long = conversation(options.turns), conversation(options.long)
    async with AsyncExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(FaultServer(made_up, latency))
        models = await stack.enter_async_context(
            open_models(f"openai:{ANSWER}", f"openai:{SMALL}", base_url=server.base_url, api_key="none")
        )
        settings = Settings(home=home, _env_file=None)
        opened = await stack.enter_async_context(open_deps(settings))
        embedder = StandIn(open_embedder())
        index = ChromaIndex(home / "measured", embedder)
        stack.callback(index.close)
        index.add(passages(options.passages))
        embedder.asking = True
        deps = replace(opened, index=index, embedder=embedder, models=models, writer=writer_of(models, index, settings))
        assert models.small is not None
        assert models.answer is not None
        await ours(server, deps, asks[:2], "warm")
        warm = HistoryChain(index, embedder, models.small, models.answer)
        for ask in asks[:2]:
            await timed(server, warm.ask, ask)
        chain = HistoryChain(index, embedder, models.small, models.answer)
        timings = {"ours": await ours(server, deps, asks, "timed")}
        timings["langchain"] = [await timed(server, chain.ask, ask) for ask in asks]
        server.latency = Latency()
        chain = HistoryChain(index, embedder, models.small, models.answer)
        sizes = {"ours": await ours(server, deps, long, "long")}
        sizes["langchain"] = [await timed(server, chain.ask, ask) for ask in long]
    return {name: summary(timings[name], sizes[name]) for name in timings}
