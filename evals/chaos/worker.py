"""A process that runs turns on real stores and can be killed at any moment.

It is forked from a process that has loaded everything, so that it starts in milliseconds. Over its pipe it takes
`("ask", thread, id, message)` and `("transcript", thread)`, and gives `("told", id, answer)`, `("done", id, record)`,
`("failed", id, error)` and `("transcript", thread, records)`.
"""

import asyncio
import gc
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal

from graph.deps import Deps
from graph.settings import Settings, load_settings
from graph.testing import HashingEmbedder
from graph.turns import Conversations
from nodes.extractive import ExtractiveWriter
from nodes.state import STATE_TYPES
from stores.archive import Archive
from stores.checkpoints import open_checkpoints, open_store
from stores.errors import AnaphoraError, NotFound
from stores.leases import open_leases
from stores.memory_index import MemoryIndex
from stores.passages import Passage

TOPICS = ("parental leave", "study leave", "sick leave", "unpaid leave", "jury duty", "relocation")
PASSAGES = [
    Passage(f"p{n}", f"{topic.capitalize()} is paid for {n + 3} weeks. It is asked for in writing.", source=f"{n}.md")
    for n, topic in enumerate(TOPICS)
]
LAPSE_S = 2.0


@dataclass(frozen=True)
class Place:
    """Where the threads are kept, and what happens to a second message while a turn runs."""

    home: Path
    redis_url: str = ""
    database_url: str = ""
    busy: Literal["reject", "enqueue"] = "enqueue"

    def settings(self) -> Settings:
        """The settings of a process there."""
        urls = {"redis_url": self.redis_url, "database_url": self.database_url}
        return load_settings(home=self.home, busy=self.busy, **urls)


@asynccontextmanager
async def open_runner(place: Place) -> AsyncIterator[Conversations]:
    """A turn runner on real checkpoints, archive and leases, over a few passages in memory."""
    settings = place.settings()
    embedder = HashingEmbedder()
    index = MemoryIndex(embedder)
    index.add(PASSAGES)
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(open_store(place.home, database_url=place.database_url))
        checkpoints = open_checkpoints(
            place.home,
            allowed=STATE_TYPES,
            redis_url=place.redis_url,
            database_url=place.database_url,
            keep_last=settings.keep_checkpoints,
        )
        leases = open_leases(
            home=place.home, redis_url=place.redis_url, database_url=place.database_url, lapse_s=LAPSE_S
        )
        deps = Deps(
            settings=settings,
            index=index,
            embedder=embedder,
            writer=ExtractiveWriter(index),
            archive=Archive(store),
            checkpointer=await stack.enter_async_context(checkpoints),
            store=store,
            leases=await stack.enter_async_context(leases),
        )
        runner = Conversations(deps)
        yield runner
        await runner.aclose()


async def ask(runner: Conversations, thread: str, id_: str, message: str, say: Any) -> Mapping[str, Any]:
    """Run one turn; say the answer when it is told."""
    record: Mapping[str, Any] = {}
    async for event in runner.events(message, thread=thread, message_id=id_):
        if event.name == "answer":
            say(("told", id_, event.data["text"]))
        elif event.name == "done":
            record = event.data
    return record


async def transcript(runner: Conversations, thread: str) -> list[dict[str, Any]]:
    """The records of a thread, or none."""
    with suppress(NotFound):
        return await runner.transcript(thread=thread)
    return []


async def serve(pipe: Connection, place: Place) -> None:
    """Do what the pipe says until it closes."""
    async with open_runner(place) as runner:
        pipe.send(("ready",))
        while True:
            try:
                what, thread, *rest = await asyncio.to_thread(pipe.recv)
            except EOFError:
                return
            if what == "transcript":
                pipe.send(("transcript", thread, await transcript(runner, thread)))
                continue
            id_, message = rest
            try:
                pipe.send(("done", id_, dict(await ask(runner, thread, id_, message, pipe.send))))
            except AnaphoraError as error:
                pipe.send(("failed", id_, f"{type(error).__name__}: {error}"))


class Worker:
    """A forked worker and the other end of its pipe."""

    def __init__(self, place: Place) -> None:
        context = get_context("fork")
        self.pipe, theirs = context.Pipe()
        ours = self.pipe

        def run() -> None:
            ours.close()
            gc.freeze()
            asyncio.run(serve(theirs, place))
            os._exit(0)  # the parent's exit handlers are not ours to run

        self.process = context.Process(target=run, daemon=True)
        self.process.start()
        theirs.close()

    def kill(self) -> None:
        """End it as `kill -9` does."""
        self.process.kill()
        self.process.join()

    def close(self) -> None:
        """Let it end by itself."""
        self.pipe.close()
        self.process.join(20)
        if self.process.is_alive():
            self.kill()
