"""LangGraph checkpoints on plain Redis 6.2+ or Valkey, one server or a cluster; no modules needed.

    saver = RedisSaver("redis://localhost:6379/0", serde=make_serde(STATE_TYPES), ttl_seconds=30 * 86_400)
    graph = builder.compile(checkpointer=saver)

`put`, `put_writes` and `get_tuple` are one round trip each. Keys and bytes: `stores.redis_layout`; how an append
stores only what was appended: `stores.redis_blocks`; what a payload holds: `stores.redis_codec`.
"""

import random
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any, Self
from urllib.parse import quote

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    DeltaChannelHistory,
)
from langgraph.checkpoint.serde.base import SerializerProtocol

from stores.erasing import Erased
from stores.errors import SettingsError
from stores.redis_calls import Connection
from stores.redis_codec import Codec
from stores.redis_index import Index
from stores.redis_layout import Keys
from stores.redis_operations import Operations
from stores.redis_upkeep import Upkeep
from stores.serde import make_serde

Version = int | float | str


class RedisSaver(BaseCheckpointSaver[Any]):
    """Keeps the graph state of each thread in Redis. Every method has an `a...` twin, as LangGraph asks for.

    Args:
        client: a `redis.Redis`, `redis.RedisCluster` or asyncio client without `decode_responses`, or a URL
            (`redis://`, `rediss://`, `unix://`, and `redis+cluster://` for a cluster). From a URL both faces work
            and clients are opened when first needed, an asyncio one per event loop; an asyncio client serves the
            async face alone.
        prefix: what all keys begin with.
        ttl_seconds: how long a thread lives after its last write or read; None: for ever.
        keep_last: how many checkpoints a namespace keeps, a tenth more at times; None: all.
        serde: from `make_serde`; without one, Python's and LangChain's values are allowed and nothing else. With a
            key in it, all values and metadata are sealed, bound to their thread and channel.

    `config["configurable"]` may hold `lease_token`, a fencing token: a write with a smaller one than the thread has
    seen raises Busy. `user_id` and `run_id`, from there or from the metadata, are indexed.
    A Redis that does not answer raises StoreUnavailable; data that may not be loaded raises RefusedData.
    """

    def __init__(
        self,
        client: Any,
        *,
        prefix: str = "anaphora",
        ttl_seconds: float | None = None,
        keep_last: int | None = None,
        serde: SerializerProtocol | None = None,
    ) -> None:
        super().__init__(serde=serde or make_serde(()))
        if ttl_seconds is not None and ttl_seconds <= 0:
            raise SettingsError(f"ttl_seconds is a number above 0, or None to keep threads for ever: not {ttl_seconds}")
        if keep_last is not None and keep_last < 1:
            raise SettingsError(f"keep_last is at least 1, or None to keep all checkpoints: not {keep_last}")
        keys = Keys(quote(prefix, safe=":-_./"))
        ttl = ttl_seconds or 0.0
        self._connection = Connection(client)
        self._index = Index(keys, ttl, self._connection.is_cluster)
        self._operations = Operations(keys, self._index, ttl, keep_last or 0)
        self._upkeep = Upkeep(keys, self._index, self._operations)
        self._made: tuple[Any, Codec] | None = None

    @classmethod
    def from_url(cls, url: str, **settings: Any) -> Self:
        """A saver to use as a context manager, `with` or `async with`; leaving it closes its connections."""
        return cls(url, **settings)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def close(self) -> None:
        """Close the blocking client that was opened from a URL."""
        self._connection.close()

    async def aclose(self) -> None:
        """Close the clients that were opened from a URL, of this event loop."""
        await self._connection.aclose()

    @property
    def _codec(self) -> Codec:
        if self._made is None or self._made[0] is not self.serde:  # a clone may have been given another serializer
            self._made = (self.serde, Codec(self.serde))
        return self._made[1]

    def get_next_version(self, current: Version | None, channel: None) -> Version:  # noqa: ARG002  -- LangGraph's name
        """A version above `current` that no fork will make too: whole part one higher, then 32 random bits."""
        if isinstance(current, str):  # a thread that another saver began
            return f"{int(current.split('.')[0]) + 1:032}.{random.getrandbits(53):016}"
        return int(current or 0) + 1 + random.getrandbits(32) / 2**32

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Store a checkpoint; Busy when the config's lease token is outdated."""
        return self._connection.run(self._operations.put(self._codec, config, checkpoint, metadata, new_versions))

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Store a checkpoint; Busy when the config's lease token is outdated."""
        operation = self._operations.put(self._codec, config, checkpoint, metadata, new_versions)
        return await self._connection.arun(operation)

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Store what a task wrote on top of a checkpoint."""
        self._connection.run(self._operations.put_writes(self._codec, config, writes, task_id, task_path))

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Store what a task wrote on top of a checkpoint."""
        await self._connection.arun(self._operations.put_writes(self._codec, config, writes, task_id, task_path))

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """The checkpoint that `config` names, or the newest of its namespace."""
        return self._connection.run(self._operations.get(self._codec, config))

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """The checkpoint that `config` names, or the newest of its namespace."""
        return await self._connection.arun(self._operations.get(self._codec, config))

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: Mapping[str, Any] | None = None,  # noqa: A002  -- LangGraph's name
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        """Checkpoints, newest first within a namespace; without a config those of every thread."""
        return self._connection.stream(self._operations.list(self._codec, config, filter or {}, before, limit))

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: Mapping[str, Any] | None = None,  # noqa: A002  -- LangGraph's name
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """Checkpoints, newest first within a namespace; without a config those of every thread."""
        stream = self._operations.list(self._codec, config, filter or {}, before, limit)
        async for found in self._connection.astream(stream):
            yield found

    def get_delta_channel_history(
        self, *, config: RunnableConfig, channels: Sequence[str]
    ) -> Mapping[str, DeltaChannelHistory]:
        """What rebuilds delta channels: their last stored value and the writes since, in one round trip."""
        found = self._connection.run(self._operations.history(self._codec, config, channels))
        return super().get_delta_channel_history(config=config, channels=channels) if found is None else found

    async def aget_delta_channel_history(
        self, *, config: RunnableConfig, channels: Sequence[str]
    ) -> Mapping[str, DeltaChannelHistory]:
        """What rebuilds delta channels: their last stored value and the writes since, in one round trip."""
        found = await self._connection.arun(self._operations.history(self._codec, config, channels))
        return await super().aget_delta_channel_history(config=config, channels=channels) if found is None else found

    def delete_thread(self, thread_id: str) -> None:
        """Remove all that is stored of a thread."""
        self.erase_thread(thread_id)

    async def adelete_thread(self, thread_id: str) -> None:
        """Remove all that is stored of a thread."""
        await self.aerase_thread(thread_id)

    def erase_thread(self, thread_id: str) -> Erased:
        """Remove all that is stored of a thread; what that was."""
        return self._connection.run(self._upkeep.delete(str(thread_id)))

    async def aerase_thread(self, thread_id: str) -> Erased:
        """Remove all that is stored of a thread; what that was."""
        return await self._connection.arun(self._upkeep.delete(str(thread_id)))

    def delete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Remove the checkpoints that some runs made, with their writes."""
        self._connection.run(self._upkeep.delete_for_runs(run_ids))

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Remove the checkpoints that some runs made, with their writes."""
        await self._connection.arun(self._upkeep.delete_for_runs(run_ids))

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Copy a thread with its whole history."""
        self._connection.run(self._upkeep.copy(self._codec, str(source_thread_id), str(target_thread_id)))

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Copy a thread with its whole history."""
        await self._connection.arun(self._upkeep.copy(self._codec, str(source_thread_id), str(target_thread_id)))

    def prune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest", keep_last: int = 1) -> None:
        """Keep the newest checkpoints of each namespace, and what their delta channels need; or "delete" all."""
        self._connection.run(self._upkeep.prune(thread_ids, strategy, keep_last))

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest", keep_last: int = 1) -> None:
        """Keep the newest checkpoints of each namespace, and what their delta channels need; or "delete" all."""
        await self._connection.arun(self._upkeep.prune(thread_ids, strategy, keep_last))

    def threads_of(self, user: str) -> Sequence[str]:
        """The threads of a user, least recently written first."""
        return self._connection.run(self._index.listed(self._index.keys.user(user)))

    async def athreads_of(self, user: str) -> Sequence[str]:
        """The threads of a user, least recently written first."""
        return await self._connection.arun(self._index.listed(self._index.keys.user(user)))

    def threads(self, idle_since: float | None = None) -> Sequence[str]:
        """All threads, or those not written since a Unix time (written to a minute's precision)."""
        return self._connection.run(self._index.threads(idle_since))

    async def athreads(self, idle_since: float | None = None) -> Sequence[str]:
        """All threads, or those not written since a Unix time (written to a minute's precision)."""
        return await self._connection.arun(self._index.threads(idle_since))
