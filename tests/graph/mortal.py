"""A process that dies at a chosen moment, without a process: every store stops answering, and a new runner is made."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import Op, Result
from langgraph.store.memory import InMemoryStore

from graph.memory_deps import open_memory_deps
from graph.testing import HashingEmbedder
from graph.turns import Conversations
from nodes.state import STATE_TYPES
from stores.passages import Passage
from stores.serde import make_serde

PASSAGES = [
    Passage(f"p{n}", f"{topic} is paid for {n + 5} weeks. {topic} is asked for in writing.", source=f"{n}.md")
    for n, topic in enumerate(("Parental leave", "Study leave", "Sick leave", "Unpaid leave"))
]


class DeadError(Exception):
    """The process is gone."""


@dataclass
class Life:
    """How many more writes there will be."""

    left: int = 1_000_000

    def spend(self) -> None:
        if self.left <= 0:
            raise DeadError
        self.left -= 1


class MortalSaver(InMemorySaver):
    """Its writes spend a life; those of a dead process do not happen."""

    def __init__(self, life: Life) -> None:
        super().__init__(serde=make_serde(STATE_TYPES))
        self.life = life

    async def aput(self, *args: Any, **named: Any) -> Any:
        self.life.spend()
        return await super().aput(*args, **named)

    async def aput_writes(self, *args: Any, **named: Any) -> None:
        self.life.spend()
        await super().aput_writes(*args, **named)

    async def aprune(self, *_: Any, **__: Any) -> None:
        """The whole history is kept."""


class MortalStore(InMemoryStore):
    """The same for the archive and the registry."""

    def __init__(self, life: Life) -> None:
        super().__init__()
        self.life = life

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        self.life.spend()
        return await super().abatch(ops)


class World:
    """What outlives a process, and runners over it."""

    def __init__(self) -> None:
        self.life = Life()
        self.saver = MortalSaver(self.life)
        self.store = MortalStore(self.life)

    @asynccontextmanager
    async def process(self, lives_for: int = 1_000_000) -> AsyncIterator[Conversations]:
        """A runner that dies after so many writes."""
        self.life.left = lives_for
        opened = open_memory_deps(PASSAGES, embedder=HashingEmbedder(), checkpointer=self.saver, store=self.store)
        async with opened as deps:
            runner = Conversations(deps)
            yield runner
            await runner.aclose()
