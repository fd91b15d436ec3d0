"""Random crashes over a hot tier that fails at random: out, back, emptied, or back with older data."""

import copy
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from evals.chaos.ledger import Ledger
from graph.memory_deps import open_memory_deps
from graph.testing import HashingEmbedder
from graph.turns import Conversations
from stores.breaker import Breaker
from stores.tiered_saver import TieredSaver
from tests.graph.mortal import PASSAGES, DeadError, Life, MortalSaver, MortalStore

UNHURT = 1_000_000


class Unsteady(InMemorySaver):
    """A hot tier in memory, whole steps as Redis keeps them; at each call something may befall it."""

    def __init__(self, like: MortalSaver, rng: random.Random) -> None:
        super().__init__(serde=like.serde)
        self.rng, self.rate, self.out = rng, 0.1, False
        self.older: Any = None

    def _strike(self) -> None:
        if self.rng.random() < self.rate:
            fault = self.rng.choice(
                ("back", "back", "empty", "older") if self.out else ("out", "empty", "keep", "older")
            )
            if fault in ("out", "back"):
                self.out = fault == "out"
            elif fault == "keep":
                self.older = copy.deepcopy((self.storage, self.writes, self.blobs))
            elif fault == "older" and self.older:
                self.storage, self.writes, self.blobs = copy.deepcopy(self.older)
            elif fault == "empty":
                for kept in (self.storage, self.writes, self.blobs):
                    kept.clear()
        if self.out:
            raise OSError("out of reach")

    async def aput(self, config: Any, checkpoint: Any, metadata: Any, new_versions: Any) -> Any:
        self._strike()
        return await super().aput(config, checkpoint, metadata, checkpoint["channel_versions"])

    async def aput_writes(self, *args: Any, **named: Any) -> None:
        self._strike()
        await super().aput_writes(*args, **named)

    async def aget_tuple(self, config: Any) -> Any:
        self._strike()
        return await super().aget_tuple(config)

    async def aprune(self, *_: Any, **__: Any) -> None:
        """The whole history is kept."""


@pytest.mark.parametrize("seed", range(20))
async def test_nothing_acknowledged_is_lost_whatever_happens(seed: int) -> None:
    """Messages are sent, some again, to processes that die; in the end each answer that was told is there, in order."""
    rng, life, ledger = random.Random(seed), Life(), Ledger()
    durable, store = MortalSaver(life), MortalStore(life)
    hot = Unsteady(durable, rng)

    @asynccontextmanager
    async def process() -> AsyncIterator[Conversations]:
        life.left = UNHURT
        saver = TieredSaver(hot, durable, breaker=Breaker(rest_s=0))
        opened = open_memory_deps(PASSAGES, embedder=HashingEmbedder(), checkpointer=saver, store=store)
        async with opened as deps:
            runner = Conversations(deps)
            yield runner
            await runner.aclose()
        await saver.aclose()

    async def send(runner: Conversations, id_: str, message: str) -> None:
        ledger.send(id_, "t", message)
        async for event in runner.events(message, thread="t", message_id=id_):
            if event.name == "answer":
                ledger.acknowledge(id_, event.data["text"])

    again: tuple[str, str] | None = None
    for number in range(8):
        new = f"m{number}", f"How long is {rng.choice(('parental', 'study', 'sick'))} leave paid in case {number}?"
        id_, message = again if again and rng.random() < 0.5 else new
        async with process() as runner:
            life.left = rng.choice((rng.randrange(40), UNHURT))
            try:
                await send(runner, id_, message)
            except DeadError:
                life.left = UNHURT
        again = None if id_ in ledger.told else (id_, message)
    hot.rate, hot.out = 0, False
    async with process() as runner:
        await send(runner, "last", "How long is unpaid leave paid?")
        counts = ledger.judge({"t": await runner.transcript(thread="t")})
    assert (counts["lost"], counts["doubled"], counts["crossed"]) == (0, 0, 0), ledger.problems
    assert "last" in ledger.told
