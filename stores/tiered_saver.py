"""A hot tier that holds every step, and a durable one that holds what was acknowledged.

A turn's runner marks its config with `DEFERRED` and calls `flush` where the turn must be safe; between two flushes
steps are in the hot tier only. Without the mark every step goes to both. When the hot tier is out, steps go to the
durable one at once, so a turn goes on from where it is.

Which tier has the newest checkpoint? What was acknowledged is durable, so the hot tier's newest counts only when it is
the durable newest or descends from it; otherwise the hot tier missed something (it was restored, emptied, or out of
reach) and the durable one is right. A thread comes back into the hot tier with its next step: each is stored whole.
"""

from collections.abc import Collection, Sequence
from copy import copy
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    copy_checkpoint,
)

from stores.breaker import Breaker
from stores.flushing import DEFERRED
from stores.hot_tier import OUT, HotTier, Probe, Saver
from stores.tiered_upkeep import TieredUpkeep
from stores.trails import Step, Trail, at_id, merged, parent_of, place_of, with_text_versions

LONGEST_WALK = 128


class TieredSaver(TieredUpkeep):
    """Two savers as one. Make it inside the event loop that its savers belong to; `aclose` when done.

    `probe` asks the hot tier in the background whether it is back; by default by a read, which a server that only
    refuses writes would answer.
    """

    def __init__(
        self,
        hot: Saver,
        durable: Saver,
        *,
        breaker: Breaker | None = None,
        hot_timeout_s: float = 1.0,
        probe: Probe | None = None,
    ) -> None:
        tier = HotTier(hot, breaker or Breaker(), timeout_s=hot_timeout_s, probe=probe)
        super().__init__(tier, durable, serde=durable.serde)

    def with_allowlist(self, extra_allowlist: Collection[tuple[str, ...]]) -> "TieredSaver":
        """See `BaseCheckpointSaver.with_allowlist`; what is known of the tiers stays shared."""
        clone = copy(self)
        clone.tier = copy(self.tier)
        clone.tier.saver = self.hot.with_allowlist(extra_allowlist)
        clone.durable = self.durable.with_allowlist(extra_allowlist)
        clone.serde = clone.durable.serde
        return clone

    def get_next_version(self, current: Any, channel: None) -> Any:
        """Versions as the durable tier makes them; those of a thread that began without it go on as they are."""
        saver = self.durable if current is None or isinstance(current, str) else self.hot
        return saver.get_next_version(current, channel)

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Store a step: in the hot tier, and in the durable one too unless its flush was deferred."""
        trail, step = self.trails.at(config), Step(_unmarked(config), copy_checkpoint(checkpoint), metadata)
        # A delta channel is rebuilt from every ancestor's writes: of such a thread nothing may be left out.
        trail.whole = "counters_since_delta_snapshot" in metadata
        deferred = DEFERRED in config["configurable"] and not trail.whole
        thread, namespace = place_of(config)
        if not deferred and trail.head is not None and trail.head.id == step.parent:
            await self._make_durable(trail, trail.head)
        stored = await self.tier.call(thread, lambda hot: hot.aput(step.config, checkpoint, metadata, new_versions))
        trail.note(step.id, step.parent, hot=stored is not OUT)
        trail.head, trail.newest = step, step.id
        if stored is OUT or not deferred:
            await self._make_durable(trail, step)
        return {"configurable": {"thread_id": thread, "checkpoint_ns": namespace, "checkpoint_id": step.id}}

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Store a task's writes where their checkpoint is."""
        trail = self.trails.at(config)
        deferred, config = DEFERRED in config["configurable"] and not trail.whole, _unmarked(config)
        id_ = config["configurable"]["checkpoint_id"]
        place, head, stored = trail.places.get(id_), trail.head, False
        if place is None or place.hot:
            answer = await self.tier.call(
                place_of(config)[0], lambda hot: hot.aput_writes(config, writes, task_id, task_path)
            )
            stored = answer is not OUT
        if head is not None and head.id == id_:
            head.writes.append((task_id, task_path, list(writes)))
            if not stored or not deferred:
                await self._make_durable(trail, head)
        elif not stored or not deferred or place is None:
            await self.answered(self.durable.aput_writes(config, writes, task_id, task_path))

    async def flush(self, config: RunnableConfig) -> None:
        """Make a thread's newest checkpoints durable, in every namespace; raises `StoreUnavailable` if that fails."""
        for trail in self.trails.of_thread(place_of(config)[0]):
            if trail.head is not None:
                await self._make_durable(trail, trail.head)
                self.counts["flushed"] += 1

    async def _make_durable(self, trail: Trail, step: Step) -> None:
        """Copy what is not yet copied of a step, as a child of its nearest ancestor that is durable."""
        async with trail.copying:
            if step.copied is None:
                checkpoint = with_text_versions(step.checkpoint)
                parent = await self._durable_parent(trail, step)
                new = versions = checkpoint["channel_versions"]
                if parent is not None and parent == trail.durable_id:
                    new = {channel: v for channel, v in versions.items() if trail.durable_versions.get(channel) != v}
                await self.answered(self.durable.aput(at_id(step.config, parent), checkpoint, step.metadata, new))
                trail.made_durable(step.id, step.parent, versions)
                step.copied = 0
            while step.copied < len(step.writes):
                task, path, writes = step.writes[step.copied]
                await self.answered(self.durable.aput_writes(at_id(step.config, step.id), writes, task, path))
                step.copied += 1
            if trail.head is step:
                trail.head = None

    async def _durable_parent(self, trail: Trail, step: Step) -> str | None:
        """The nearest ancestor in the durable tier: known from this process's own steps, else looked up."""
        id_ = step.parent
        for _ in range(LONGEST_WALK):
            if id_ is None or ((place := trail.places.get(id_)) and place.durable):
                return id_
            if place is not None:
                id_ = place.parent
                continue
            config = at_id(step.config, id_)
            if await self.answered(self.durable.aget_tuple(config)) is not None:
                trail.note(id_, None, durable=True)
                return id_
            found = await self._in_hot(config)
            id_ = parent_of(found) if found else None
        return None

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """A checkpoint by its id from whichever tier has it; without an id the newest, from the tier that is right."""
        token = config["configurable"].get("lease_token") if DEFERRED in config["configurable"] else None
        trail, config = self.trails.at(config), _unmarked(config)
        hot = await self._in_hot(config)
        if config["configurable"].get("checkpoint_id"):
            return hot or await self._in_durable(config)
        if token is not None and token == trail.token:  # nobody else wrote or erased since the tiers were last compared
            if hot is not None and _id(hot) == trail.newest:
                return hot
            if trail.head is not None:  # the hot tier lost what this process has seen
                await self._make_durable(trail, trail.head)
        found = await self._newest(trail, hot, await self._in_durable(config))
        trail.newest, trail.token = _id(found) if found else "", token
        return found

    async def _newest(
        self, trail: Trail, hot: CheckpointTuple | None, durable: CheckpointTuple | None
    ) -> CheckpointTuple | None:
        trail.head = None
        if durable is not None:
            versions = durable.checkpoint["channel_versions"]
            trail.made_durable(_id(durable), parent_of(durable), versions)
        if hot is None or durable is None:
            if hot is not None:
                trail.note(_id(hot), parent_of(hot), hot=True)
                trail.head = Step.of(hot)
            self.counts["from_durable"] += durable is not None
            return hot or durable
        if _id(hot) == _id(durable):
            trail.note(_id(hot), parent_of(hot), hot=True)
            return merged(hot, durable)
        if not await self._descends(trail, hot, _id(durable)):
            self.counts["hot_tier_behind"] += 1
            return durable
        trail.head = Step.of(hot)
        return hot

    async def _descends(self, trail: Trail, newest: CheckpointTuple, ancestor: str) -> bool:
        """Whether the hot tier's newest checkpoint comes after `ancestor`, by its parents."""
        found: CheckpointTuple | None = newest
        for _ in range(LONGEST_WALK):
            if found is None or (parent := parent_of(found)) is None:
                return False
            trail.note(_id(found), parent, hot=True)
            if parent == ancestor:
                return True
            found = await self._in_hot(at_id(newest.config, parent))
        return False

    async def _in_hot(self, config: RunnableConfig) -> CheckpointTuple | None:
        found = await self.tier.call(place_of(config)[0], lambda hot: hot.aget_tuple(config))
        return None if found is OUT else found

    async def _in_durable(self, config: RunnableConfig) -> CheckpointTuple | None:
        return await self.answered(self.durable.aget_tuple(config))


def _id(found: CheckpointTuple) -> str:
    return str(found.config["configurable"]["checkpoint_id"])


def _unmarked(config: RunnableConfig) -> RunnableConfig:
    """The config as the tiers see it."""
    configurable = {name: value for name, value in config["configurable"].items() if name != DEFERRED}
    return {**config, "configurable": configurable}
