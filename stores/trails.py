"""What this process knows of the checkpoints it has just written: which tier holds them, and what they descend from."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    copy_checkpoint,
)

TRAILS = 2048
"""Namespaces that are kept in mind, the ones used last."""
STEPS = 128
"""Checkpoints of a namespace that are kept in mind."""

Writes = list[tuple[str, Any]]


class Place(NamedTuple):
    """Where a checkpoint is known to be, and its parent."""

    parent: str | None
    hot: bool
    durable: bool


@dataclass
class Step:
    """A whole checkpoint with its writes: (task, path, writes) in the order they came."""

    config: RunnableConfig  # its `checkpoint_id` is the parent's
    checkpoint: Checkpoint
    metadata: CheckpointMetadata
    writes: list[tuple[str, str, Writes]] = field(default_factory=list)
    copied: int | None = None  # how many of the writes are in the durable tier; None: not even the checkpoint

    @property
    def id(self) -> str:
        """The checkpoint's id."""
        return self.checkpoint["id"]

    @property
    def parent(self) -> str | None:
        """The parent's id."""
        id_: str | None = self.config["configurable"].get("checkpoint_id")
        return id_

    @classmethod
    def of(cls, found: CheckpointTuple) -> "Step":
        """What a saver gave back."""
        # A copy: the graph that is given this checkpoint goes on to count its versions up in place.
        checkpoint = copy_checkpoint(found.checkpoint)
        return cls(at_id(found.config, parent_of(found)), checkpoint, found.metadata, gathered(found.pending_writes))


@dataclass
class Trail:
    """One namespace of a thread. `head` is the newest checkpoint while it is in the hot tier only."""

    places: dict[str, Place] = field(default_factory=dict)
    head: Step | None = None
    durable_id: str = ""  # the newest that is known to be in the durable tier, with its versions
    durable_versions: ChannelVersions = field(default_factory=dict)
    newest: str = ""
    whole: bool = False  # no step may be in the hot tier only
    token: object = None  # the lease under which `newest` was known to be the newest
    copying: asyncio.Lock = field(default_factory=asyncio.Lock)

    def note(self, id_: str, parent: str | None, *, hot: bool = False, durable: bool = False) -> None:
        """Remember where a checkpoint is."""
        known = self.places.pop(id_, Place(parent, hot=False, durable=False))
        self.places[id_] = Place(parent, hot=known.hot or hot, durable=known.durable or durable)
        while len(self.places) > STEPS:
            self.places.pop(next(iter(self.places)))

    def made_durable(self, id_: str, parent: str | None, versions: ChannelVersions) -> None:
        """Remember the newest checkpoint in the durable tier."""
        self.note(id_, parent, durable=True)
        self.durable_id, self.durable_versions = id_, dict(versions)

    def forget_versions(self) -> None:
        """Values may have been removed from the durable tier, except those of its newest checkpoint."""
        if self.durable_id != self.newest:
            self.durable_id, self.durable_versions = "", {}


class Trails:
    """The trails of the namespaces used last."""

    def __init__(self) -> None:
        self._trails: OrderedDict[tuple[str, str], Trail] = OrderedDict()

    def at(self, config: RunnableConfig) -> Trail:
        """The trail of a config's namespace."""
        key = place_of(config)
        trail = self._trails.setdefault(key, Trail())
        self._trails.move_to_end(key)
        while len(self._trails) > TRAILS:
            self._trails.popitem(last=False)
        return trail

    def of_thread(self, thread: str) -> list[Trail]:
        """A thread's trails, subgraphs first."""
        found = [(key, trail) for key, trail in self._trails.items() if key[0] == thread]
        return [trail for key, trail in sorted(found, key=lambda item: item[0], reverse=True)]

    def drop(self, thread: str) -> None:
        """Forget a thread."""
        for key in [key for key in self._trails if key[0] == thread]:
            del self._trails[key]


def place_of(config: RunnableConfig) -> tuple[str, str]:
    """Thread and namespace of a config."""
    configurable = config["configurable"]
    return str(configurable["thread_id"]), str(configurable.get("checkpoint_ns") or "")


def at_id(config: RunnableConfig, id_: str | None) -> RunnableConfig:
    """The config with another checkpoint id, or none."""
    return {**config, "configurable": {**config["configurable"], "checkpoint_id": id_}}


def parent_of(found: CheckpointTuple) -> str | None:
    """The id of a checkpoint's parent."""
    return found.parent_config["configurable"]["checkpoint_id"] if found.parent_config else None


def gathered(pending: list[tuple[str, str, Any]] | None) -> list[tuple[str, str, Writes]]:
    """Pending writes by task, in their order. A saver does not give back the path of a task."""
    by_task: dict[str, Writes] = {}
    for task, channel, value in pending or ():
        by_task.setdefault(task, []).append((channel, value))
    return [(task, "", writes) for task, writes in by_task.items()]


def merged(hot: CheckpointTuple, durable: CheckpointTuple) -> CheckpointTuple:
    """One checkpoint read from both tiers: an outage between two writes leaves some in one and some in the other."""
    have = {task for task, _, _ in hot.pending_writes or ()}
    more = [write for write in durable.pending_writes or () if write[0] not in have]
    return hot._replace(pending_writes=[*(hot.pending_writes or ()), *more])


def as_text(versions: ChannelVersions) -> ChannelVersions:
    """Versions as LangGraph's SQL savers make them. Numbers, as the Redis saver makes them, keep their order."""
    return {channel: v if isinstance(v, str) else _text(v) for channel, v in versions.items()}


def _text(version: float) -> str:
    return f"{int(version):032}.{str(version).partition('.')[2] or '0'}"


def with_text_versions(checkpoint: Checkpoint) -> Checkpoint:
    """The checkpoint as the durable tier keeps it."""
    kept = checkpoint.copy()
    kept["channel_versions"] = as_text(kept["channel_versions"])
    kept["versions_seen"] = {node: as_text(seen) for node, seen in kept["versions_seen"].items()}
    return kept
