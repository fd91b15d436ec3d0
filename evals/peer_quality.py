"""What each of several systems finds on the later turns of MTRAG's conversations, played through them over HTTP."""

import asyncio
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from evals.lab import CandidateIndex, cached_embedder
from evals.metrics import mean, ndcg
from evals.mtrag import HEADLINE, Domain, domains, load
from evals.peer_chats import OPENERS, Chat, Shared
from evals.peer_server import ANSWER, SMALL, Replay
from graph.deps import writer_of
from graph.fault_server import FaultServer
from graph.memory_deps import open_memory_deps
from graph.models import open_models
from stores.embedder import Embedder

DEPTH = 5


async def later(data: Path, split: str, home: Path, names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """`ndcg@5_later` and `ndcg@5_later_reference` of each named system, over the headline domains of a split.

    Raises:
        InputError: the folder does not hold the split.
    """
    there = domains(data, split)
    chosen = [name for name in there if name in HEADLINE] or there
    embedder = cached_embedder(home)
    scores: dict[str, dict[str, list[float]]] = {name: {"": [], "_reference": []} for name in names}
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for domain_name in chosen:
            domain = await asyncio.to_thread(load, data, split, domain_name)
            index = CandidateIndex(embedder)
            await asyncio.to_thread(index.add, domain.passages)
            for kind in ("", "_reference"):
                bar = progress.add_task(f"{domain_name}{kind}", total=len(domain.conversations))
                async with AsyncExitStack() as stack:
                    server = Replay()
                    systems = await _opened(index, embedder, server, names, stack, helped=bool(kind))
                    for id_ in domain.conversations:
                        for name, begin in systems.items():
                            scores[name][kind] += await _played(domain, id_, begin(id_), server, helped=bool(kind))
                        progress.advance(bar)
    return {
        name: {**{f"ndcg@{DEPTH}_later{kind}": round(mean(found), 4) for kind, found in own.items()},
               "later_turns": len(own[""])}
        for name, own in scores.items()
    }  # fmt: skip


async def _opened(
    index: CandidateIndex,
    embedder: Embedder,
    reply: Replay,
    names: Sequence[str],
    stack: AsyncExitStack,
    *,
    helped: bool,
) -> Mapping[str, Any]:
    """The systems over one index and one server. Ours has a model for rewriting only where it is `helped`."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    server = stack.enter_context(FaultServer(reply))
    url = server.base_url
    models = await stack.enter_async_context(
        open_models(f"openai:{ANSWER}", f"openai:{SMALL}", base_url=url, api_key="none")
    )
    made = await stack.enter_async_context(open_memory_deps(embedder=embedder))
    own = models if helped else replace(models, small=None, summary=None)
    deps = replace(made, index=index, models=own, writer=writer_of(own, index, made.settings))
    return {name: await OPENERS[name](Shared(deps, url, folder), stack) for name in names}


async def _played(domain: Domain, id_: str, chat: Chat, reply: Replay, *, helped: bool) -> list[float]:
    """nDCG@5 of the judged turns after the first of one conversation."""
    judged = {query.turn: query for query in domain.queries if query.conversation == id_}
    scores = []
    for turn, said in enumerate(domain.conversations[id_][: max(judged)], start=1):
        query = judged.get(turn)
        message = query.text if query else said.asked
        reply.answer, reply.rewrite = said.answered, query.rewrite if query and helped else message
        async for _ in chat.say(message):
            pass
        if query and turn > 1:
            scores.append(ndcg(chat.found, query.relevant, DEPTH))
    return scores
