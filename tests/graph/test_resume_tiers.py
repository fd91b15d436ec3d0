"""Crashes over two tiers, of which the hot one comes and goes: the durable chain has gaps, and nothing is lost."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from graph.memory_deps import open_memory_deps
from graph.testing import HashingEmbedder
from graph.turns import Conversations
from stores.breaker import Breaker
from stores.tiered_saver import TieredSaver
from tests.graph.mortal import PASSAGES, DeadError, Life, MortalSaver, MortalStore


class ComesAndGoes(MortalSaver):
    """A hot tier in memory: whole steps, as Redis keeps them; once its life is spent, it does not answer."""

    async def aput(self, config: Any, checkpoint: Any, metadata: Any, new_versions: Any) -> Any:
        return await self._answered(super().aput(config, checkpoint, metadata, checkpoint["channel_versions"]))

    async def aput_writes(self, *args: Any, **named: Any) -> None:
        await self._answered(super().aput_writes(*args, **named))

    async def aget_tuple(self, config: Any) -> Any:
        if self.life.left <= 0:
            raise OSError("out of reach")
        return await super().aget_tuple(config)

    async def _answered(self, call: Any) -> Any:
        try:
            return await call
        except DeadError:
            raise OSError("out of reach") from None


class Tiers:
    """Two tiers and an archive that outlive their processes."""

    def __init__(self) -> None:
        self.life, self.hot_life = Life(), Life()
        self.hot, self.durable, self.store = ComesAndGoes(self.hot_life), MortalSaver(self.life), MortalStore(self.life)

    @asynccontextmanager
    async def process(self, lives_for: int = 10_000, hot_for: int = 10_000) -> AsyncIterator[Conversations]:
        """A runner that dies after so many durable writes, over a hot tier that goes out after so many of its own."""
        self.life.left, self.hot_life.left = lives_for, hot_for
        saver = TieredSaver(self.hot, self.durable, breaker=Breaker(rest_s=60))
        opened = open_memory_deps(PASSAGES, embedder=HashingEmbedder(), checkpointer=saver, store=self.store)
        async with opened as deps:
            runner = Conversations(deps)
            yield runner
            await runner.aclose()
        await saver.aclose()


@pytest.mark.parametrize("hot_after", [True, False], ids=["hot tier back", "hot tier gone"])
@pytest.mark.parametrize("hot_for", [3, 7, 11])
async def test_a_crash_while_the_hot_tier_comes_and_goes(hot_for: int, hot_after: bool) -> None:
    """A turn with it, one without, one in which it goes out and the process dies: the next finds all of them."""
    questions = [f"How long is {leave} leave paid?" for leave in ("parental", "study", "sick", "unpaid")]
    for lives_for in range(1, 22, 4):
        tiers, told = Tiers(), list[str]()
        for number, hot in ((0, 10_000), (1, 0)):
            async with tiers.process(hot_for=hot) as runner:
                await runner.ask(questions[number], thread="t", message_id=f"m{number}")
        async with tiers.process(lives_for, hot_for) as runner:
            try:
                async for event in runner.events(questions[2], thread="t", message_id="m2"):
                    told += [event.data["text"]] if event.name == "answer" else []
            except DeadError:
                pass
        async with tiers.process(hot_for=10_000 if hot_after else 0) as runner:
            await runner.ask(questions[3], thread="t", message_id="m3")
            transcript = await runner.transcript(thread="t")
        said = [item["message"] for item in transcript]
        assert said in (questions, [*questions[:2], questions[3]])
        assert [item["turn"] for item in transcript] == list(range(1, len(said) + 1))
        assert not told or told == [transcript[2]["answer"]]
