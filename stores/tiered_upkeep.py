"""What two tiers do together beside single steps: list, erase, copy and prune."""

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import CheckpointTuple
from langgraph.checkpoint.serde.base import SerializerProtocol

from stores.erasing import Erased, erase, scrub
from stores.errors import StoreUnavailable
from stores.flushing import Degradation
from stores.hot_tier import OUT, HotTier, Saver
from stores.loop_saver import LoopSaver
from stores.trails import Step, Trails, merged, place_of

T = TypeVar("T")


class TieredUpkeep(LoopSaver):
    """The whole-thread operations of `TieredSaver`. None of them is silently partial."""

    def __init__(self, tier: HotTier, durable: Saver, *, serde: SerializerProtocol | None = None) -> None:
        super().__init__(serde=serde)
        self.tier = tier
        self.durable = durable
        self.trails = Trails()

    @property
    def hot(self) -> Saver:
        """The hot tier's saver."""
        return self.tier.saver

    @property
    def counts(self) -> Counter[str]:
        """How often what happened: hot_tier_out, hot_tier_refused, hot_tier_behind, from_durable, flushed."""
        return self.tier.counts

    def take_notices(self, thread: str) -> list[Degradation]:
        """What was degraded for a thread since this was last asked: one notice of a kind."""
        return self.tier.take_notices(thread)

    async def aclose(self) -> None:
        """End what goes on in the background. The tiers' savers are their owner's to close."""
        await self.tier.aclose()

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,  # noqa: A002  -- the interface's name
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """The checkpoints of both tiers, newest first, each once."""
        thread = place_of(config)[0] if config else ""

        async def listed(saver: Saver) -> list[CheckpointTuple]:
            return [one async for one in saver.alist(config, filter=filter, before=before, limit=limit)]

        found = await self.tier.call(thread, listed)
        hot = {_address(one): one for one in found} if found is not OUT else {}
        durable = {_address(one): one for one in await self.answered(listed(self.durable))}
        places = sorted({*hot, *durable}, key=lambda place: place[2], reverse=True)
        for place in places[:limit]:
            one = hot.get(place) or durable[place]
            yield merged(one, durable[place]) if place in durable else one

    async def adelete_thread(self, thread_id: str) -> None:
        """Erase a thread from both tiers. Raises `StoreUnavailable` when one is out: then it is not all gone."""
        await self.aerase_thread(thread_id)

    async def aerase_thread(self, thread_id: str) -> Erased:
        """Erase a thread from both tiers as `adelete_thread` does; what that was."""
        hot, durable = await self._erased(thread_id, lambda saver: erase(saver, thread_id))
        self.trails.drop(thread_id)
        self.tier.take_notices(thread_id)
        return replace(durable, hot=hot)

    async def scrub(self) -> None:
        """See `stores.erasing.Scrubbing`."""
        await scrub(self.durable)

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Erase what some runs made from both tiers; raises as `adelete_thread` does."""
        await self._erased(", ".join(run_ids), lambda saver: saver.adelete_for_runs(run_ids))
        self.trails = Trails()

    async def _erased(self, what: str, erase: Callable[[Saver], Awaitable[T]]) -> tuple[T, T]:
        # The hot tier first: were it left over, a thread could come back from it.
        hot = await self.tier.call(what, erase, insist=True)
        if hot is OUT:
            self.tier.take_notices(what)
            raise StoreUnavailable(
                f"{what!r} was not erased: Redis does not answer, and may still hold it. Erase it again when Redis is "
                "back; nothing was removed from the durable store"
            )
        return hot, await self.answered(erase(self.durable))

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest", keep_last: int = 1) -> None:
        """Keep the newest `keep_last` checkpoints of each tier's namespaces, or none with strategy "delete"."""
        if strategy == "delete":
            for thread in thread_ids:
                await self.adelete_thread(thread)
            return
        options: dict[str, Any] = (
            {"strategy": strategy} if keep_last == 1 else {"strategy": strategy, "keep_last": keep_last}
        )
        await self.tier.call(", ".join(thread_ids), lambda saver: saver.aprune(thread_ids, **options))
        await self.answered(self.durable.aprune(thread_ids, **options))
        for thread in thread_ids:
            for trail in self.trails.of_thread(thread):
                trail.forget_versions()

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Copy what both tiers have of a thread into both."""
        source = RunnableConfig(configurable={"thread_id": source_thread_id})
        found = [one async for one in self.alist(source)]
        for one in reversed(found):
            step = Step.of(one)
            place = {**step.config["configurable"], "thread_id": target_thread_id}
            versions = step.checkpoint["channel_versions"]
            stored = await self.aput(RunnableConfig(configurable=place), step.checkpoint, step.metadata, versions)
            for task, path, writes in step.writes:
                await self.aput_writes(stored, writes, task, path)

    async def answered(self, call: Awaitable[T]) -> T:
        """The durable tier's answer, or `StoreUnavailable`."""
        try:
            return await call
        except _driver_errors() as error:
            raise StoreUnavailable(
                f"the durable store of threads does not answer ({error}): check it and send the message again"
            ) from error


def _address(found: CheckpointTuple) -> tuple[str, str, str]:
    return (*place_of(found.config), found.config["configurable"]["checkpoint_id"])


def _driver_errors() -> tuple[type[BaseException], ...]:
    import sqlite3
    import sys

    psycopg = sys.modules.get("psycopg")
    return (sqlite3.Error, OSError, TimeoutError, *([psycopg.Error] if psycopg else []))
