"""Material of the saver's tests: checkpoints to put, and clients that count."""

from collections.abc import Mapping
from typing import Any

import redis
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver, Checkpoint
from langgraph.checkpoint.base.id import uuid6


def config(thread: str, ns: str = "", checkpoint: str = "", **more: Any) -> RunnableConfig:
    """A config that points at a thread, or at a checkpoint of it."""
    found: dict[str, Any] = {"thread_id": thread, "checkpoint_ns": ns, **more}
    return {"configurable": {**found, "checkpoint_id": checkpoint} if checkpoint else found}


def checkpoint(values: Mapping[str, Any], versions: Mapping[str, Any] | None = None, id_: str = "") -> Checkpoint:
    """A checkpoint of these values, each at version 1 unless said otherwise."""
    return {
        "v": 4,
        "id": id_ or str(uuid6(clock_seq=-1)),
        "ts": "2026-01-01T00:00:00+00:00",
        "channel_values": dict(values),
        "channel_versions": dict(versions or dict.fromkeys(values, 1)),
        "versions_seen": {},
        "updated_channels": None,
    }


def put(
    saver: BaseCheckpointSaver[Any],
    at: RunnableConfig,
    values: Mapping[str, Any],
    versions: Mapping[str, Any] | None = None,
    new: Mapping[str, Any] | None = None,
    **metadata: Any,
) -> RunnableConfig:
    """Put a checkpoint of `values` on top of `at`; all its channels are new unless `new` says which."""
    made = checkpoint(values, versions)
    meta: Any = {"source": "loop", "step": 0, "parents": {}, **metadata}
    return saver.put(at, made, meta, dict(made["channel_versions"] if new is None else new))


def values(saver: BaseCheckpointSaver[Any], at: RunnableConfig) -> dict[str, Any]:
    """The channel values of the checkpoint at `at`."""
    found = saver.get_tuple(at)
    assert found is not None
    return found.checkpoint["channel_values"]


class CountingRedis(redis.Redis):
    """A client that counts what it sends."""

    sent = 0

    def execute_command(self, *args: Any, **options: Any) -> Any:
        self.sent += 1
        send: Any = super().execute_command
        return send(*args, **options)

    def key_names(self, pattern: str = "*") -> list[str]:
        """The keys of the database that match."""
        found: Any = self.keys(pattern)
        return sorted(key.decode() for key in found)
