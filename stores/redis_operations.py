"""How `RedisSaver` writes and reads checkpoints: generators that yield calls, written once for both its faces."""

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    WRITES_IDX_MAP,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    DeltaChannelHistory,
    PendingWrite,
    get_checkpoint_metadata,
)

from stores.errors import Busy, InputError
from stores.redis_blocks import Inbox
from stores.redis_calls import Call, Item, Operation, Stream
from stores.redis_codec import Codec, Known, Opened, Place
from stores.redis_index import Index, Memory, raw, text
from stores.redis_layout import Keys, above, hint, read_blocks, split_id, terminated

REMEMBERED = 1024  # namespaces whose last checkpoint a client remembers
LEAVES = 4096  # leaves of 4 KB that a client keeps opened
SWEEP_STEP = 100  # checkpoints that one put removes at most
PAGE = 50


class Address(NamedTuple):
    """What a config points at."""

    thread: str
    ns: str
    checkpoint: str
    token: str  # the lease's fencing token, or empty


def address_of(config: RunnableConfig) -> Address:
    """The thread, namespace, checkpoint and lease token of `config`."""
    settings = config["configurable"]
    token = settings.get("lease_token")
    if token is not None and (isinstance(token, bool) or not isinstance(token, int)):
        raise InputError(f"lease_token is a whole number, not {token!r}")
    thread, ns = str(settings["thread_id"]), str(settings.get("checkpoint_ns") or "")
    return Address(thread, ns, str(settings.get("checkpoint_id") or ""), "" if token is None else str(token))


def config_of(thread: str, ns: str, checkpoint: str) -> RunnableConfig:
    """The config that points at a checkpoint."""
    return {"configurable": {"thread_id": thread, "checkpoint_ns": ns, "checkpoint_id": checkpoint}}


class Operations:
    """One saver's reads and writes, and what it remembers between them."""

    def __init__(self, keys: Keys, index: Index, ttl_seconds: float, keep_last: int) -> None:
        self.keys = keys
        self.index = index
        self.life = round(ttl_seconds * 1000)
        self.keep_last = keep_last
        self._known = Memory(REMEMBERED)
        self._puts = Memory(REMEMBERED)
        self._leaves = Memory(LEAVES)

    def forget(self, thread: str) -> None:
        """Take nothing about a thread for known."""
        self._known.forget(lambda key: key[0] == thread)

    def put(
        self,
        codec: Codec,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        versions: ChannelVersions,
    ) -> Operation[RunnableConfig]:
        """Store a checkpoint: one script, a second time in full when what it builds on has gone."""
        at = address_of(config)
        place = codec.place(at.thread, at.ns)
        meta: Any = get_checkpoint_metadata(config, metadata)
        meta.pop("lease_token", None)
        known = yield from self._parent(codec, config, checkpoint, versions)
        run, user = (_stated(name, metadata, config) for name in ("run_id", "user_id"))
        names = self.index.names(at.thread, user, run)
        index = yield from self.index.before_write(at.thread, names)
        start = [self.life, at.token, place.address(checkpoint["id"])]
        rest = [raw(run), raw(user), *self.index.stamp(at.thread), self._keep(at), SWEEP_STEP]
        for trusted in (known, None):
            packed = codec.pack(place, checkpoint, meta, versions, at.checkpoint, run, trusted)
            args = [*start, packed.member, *rest, len(packed.relied), *packed.relied, *packed.blocks]
            code, *freed = yield Call("put", [*self.keys.thread(at.thread), *index], args)
            if code:
                break
        _check_lease(code, at)
        self._known.put((at.thread, at.ns), packed.known)
        yield from self.index.after_write(at.thread, names, sent=bool(index), missing=code == 2)
        yield from self.index.leave(at.thread, map(self.keys.run, map(text, freed)))
        return config_of(at.thread, at.ns, checkpoint["id"])

    def _parent(
        self, codec: Codec, config: RunnableConfig, checkpoint: Checkpoint, versions: ChannelVersions
    ) -> Operation[Known | None]:
        """What is known of the parent; it is read first when a value must be carried over that was not given."""
        at = address_of(config)
        known: Known | None = self._known.get((at.thread, at.ns))
        if at.checkpoint and (known is None or known.checkpoint != at.checkpoint):
            values = checkpoint["channel_values"]
            if any(c not in values and c not in versions for c in checkpoint["channel_versions"]):
                yield from self.get(codec, config)
                known = self._known.get((at.thread, at.ns))
        return known

    def _keep(self, at: Address) -> int:
        """How many checkpoints this put leaves; 0 for all. A tenth more than asked for is let stand meanwhile."""
        if not self.keep_last:
            return 0
        count = (self._puts.get((at.thread, at.ns)) or 0) + 1
        self._puts.put((at.thread, at.ns), count)
        return self.keep_last if count % max(1, self.keep_last // 10) == 0 else 0

    def put_writes(
        self, codec: Codec, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task: str, path: str
    ) -> Operation[None]:
        """Store a task's writes: one script."""
        if not writes:
            return
        at = address_of(config)
        place = codec.place(at.thread, at.ns)
        rows = [(WRITES_IDX_MAP.get(channel, i), channel, value) for i, (channel, value) in enumerate(writes)]
        target, segment = codec.pack_writes(place, at.checkpoint, task, path, rows)
        names = self.index.names(at.thread)
        index = yield from self.index.before_write(at.thread, names)
        args = [self.life, at.token, target, segment, *self.index.stamp(at.thread)]
        code = yield Call("put_writes", [*self.keys.thread(at.thread), *index], args)
        _check_lease(code, at)
        yield from self.index.after_write(at.thread, names, sent=bool(index), missing=code == 2)

    def get(self, codec: Codec, config: RunnableConfig) -> Operation[CheckpointTuple | None]:
        """Read a checkpoint with values and writes: one script."""
        at = address_of(config)
        place = codec.place(at.thread, at.ns)
        wanted = terminated(at.checkpoint) if at.checkpoint else b""
        reply = yield Call("get", self.keys.thread(at.thread), [self.life, place.prefix, wanted])
        if reply is None:
            return None
        member, blocks, writes = reply
        inbox = Inbox(place.box, read_blocks(blocks), self._leaves)
        opened = codec.open(place, member, inbox)
        self._known.put((at.thread, at.ns), codec.known(opened, inbox))
        if self.life:
            meta: Any = opened.metadata
            names = self.index.names(at.thread, str(meta.get("user_id") or ""), str(meta.get("run_id") or ""))
            if self.index.due(at.thread, names):
                yield from self.index.enter(at.thread, names)
        return _tuple(codec, opened, inbox, writes)

    def list(
        self,
        codec: Codec,
        config: RunnableConfig | None,
        metadata: Mapping[str, Any],
        before: RunnableConfig | None,
        limit: int | None,
    ) -> Stream[CheckpointTuple]:
        """Checkpoints, newest first in each namespace, a page and the blocks it adds at a time."""
        at = address_of(config) if config else None
        until = address_of(before).checkpoint if before else ""
        left = -1 if limit is None else max(limit, 0)
        for thread in [at.thread] if at else (yield from self.index.threads()):
            if config and config["configurable"].get("checkpoint_ns") is not None:
                namespaces = [str(config["configurable"]["checkpoint_ns"])]
            else:
                found = yield Call("namespaces", self.keys.thread(thread), ())
                namespaces = [split_id(ns)[0] for ns in reversed(found)]
            for ns in namespaces:
                place = codec.place(thread, ns)
                low = place.address(at.checkpoint) if at and at.checkpoint else place.prefix
                high = min(above(low), place.address(until)) if until else above(low)
                left = yield from self._pages(codec, place, (low, high), metadata, left)

    def _pages(
        self, codec: Codec, place: Place, bounds: tuple[bytes, bytes], metadata: Mapping[str, Any], left: int
    ) -> Generator[Call | Item[CheckpointTuple], Any, int]:
        """Hand out what is left of a limit (negative: all) from a range of members; what is left after it."""
        (low, high), keys = bounds, self.keys.thread(place.thread)
        inbox = Inbox(place.box, {}, self._leaves)
        while left:
            count = PAGE if left < 0 or metadata else min(PAGE, left)
            members, writes, dictionaries = yield Call("page", keys, [self.life, b"(" + high, b"[" + low, count])
            inbox.stored.update(read_blocks(dictionaries))
            page = [(codec.open(place, m, inbox), w) for m, w in zip(members, writes, strict=True)]
            page = [(o, w) for o, w in page if all(o.metadata.get(k) == v for k, v in metadata.items())]
            page = page[:left] if left > 0 else page
            missing = sorted({root for o, _ in page for root in o.roots()} - inbox.stored.keys())
            if missing:
                inbox.stored.update(read_blocks((yield Call("blocks", keys, missing))))
            for opened, written in page:
                if any(root not in inbox.stored for root in opened.roots()):
                    continue  # another client removed it after the page was read
                yield Item(_tuple(codec, opened, inbox, written))
                left -= 1
            if len(members) < count:
                break
            high = place.address(split_id(members[-1], len(place.prefix))[0])
        return left

    def history(
        self, codec: Codec, config: RunnableConfig, channels: Sequence[str]
    ) -> Operation[dict[str, DeltaChannelHistory] | None]:
        """What the ancestors wrote to delta channels, back to each one's value; None when the hints were ambiguous."""
        at = address_of(config)
        place = codec.place(at.thread, at.ns)
        wanted = terminated(at.checkpoint) if at.checkpoint else b""
        args = [self.life, place.prefix, wanted, *sorted({hint(c) for c in channels})]
        steps, blocks = yield Call("history", self.keys.thread(at.thread), args)
        inbox = Inbox(place.box, read_blocks(blocks), self._leaves)
        written: dict[str, list[PendingWrite]] = {c: [] for c in channels}
        seeds: dict[str, Any] = {}
        for member, *tasks in steps:
            for write in reversed(codec.open_writes(place, tasks)):
                if write[1] in written and write[1] not in seeds:
                    written[write[1]].append(write)
            if not member:
                continue
            opened = codec.open(place, member, inbox)
            hinted = {hint(c) for c in opened.kept}
            for channel in written.keys() - seeds.keys():
                if channel in opened.kept:
                    seeds[channel] = codec.value(channel, opened.kept[channel], inbox)
                elif hint(channel) in hinted:
                    return None
        found: dict[str, DeltaChannelHistory] = {c: {"writes": written[c][::-1]} for c in channels}
        for channel, seed in seeds.items():
            found[channel]["seed"] = seed
        return found


def _stated(name: str, metadata: CheckpointMetadata, config: RunnableConfig) -> str:
    """An id as it was given, before LangGraph strips zero bytes: with those gone two users could be one."""
    sources: list[Any] = [metadata, config.get("metadata"), config.get("configurable")]
    return str(next((source[name] for source in sources if source and source.get(name)), ""))


def _check_lease(code: int, at: Address) -> None:
    if code < 0:
        raise Busy(
            f"lease {at.token} of thread {at.thread!r} was taken over by a newer one: this turn's checkpoint was "
            "refused; start the turn again"
        )


def _tuple(codec: Codec, opened: Opened, inbox: Inbox, writes: Iterable[bytes]) -> CheckpointTuple:
    thread, ns = opened.place.thread, opened.place.ns
    return CheckpointTuple(
        config_of(thread, ns, opened.id),
        codec.checkpoint(opened, inbox),
        opened.metadata,
        config_of(thread, ns, opened.parent) if opened.parent else None,
        codec.open_writes(opened.place, writes),
    )
