"""Checkpoints and writes as the bytes of `stores.redis_layout`, and back. No input or output happens here.

A checkpoint's payload holds everything but its large values: versions, metadata and small values inline. It is
deflated against a dictionary, an earlier payload of the same namespace that is stored as a block; what did not
change since then costs a few bytes. A new dictionary is made when going on would cost more than starting anew.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import ormsgpack
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, PendingWrite, writes_sort_key

from stores.errors import RefusedData
from stores.redis_blocks import (
    DICTIONARY,
    DICTIONARY_CHANNEL,
    Box,
    Inbox,
    Outbox,
    array_header,
    compact,
    deflate,
    expanded,
    inflate,
)
from stores.redis_layout import Head, Segment, hint, read_head, read_segments, split_id, terminated
from stores.sealing import Sealer
from stores.serde import SealedSerializer, StrictSerializer

INLINE_BYTES = 512  # a value up to here stays in the payload
DICTIONARY_FROM = 400  # bytes of payload from which a dictionary pays
ENTRY_BYTES = 100  # what a block costs Redis besides its content
MOST_INLINE = 16_384  # bytes in one payload: deflate looks back 32 KB


class Kept(NamedTuple):
    """How a channel's value is stored: inline in `front`, or a tree under `root` behind its array header `front`."""

    version: Any
    kind: str
    front: bytes
    root: bytes = b""
    names: tuple[bytes, ...] = ()  # every block of the tree


@dataclass(frozen=True)
class Known:
    """What a client knows of the checkpoint that it put or read last in a namespace."""

    checkpoint: str
    values: Mapping[str, Kept]
    dictionary_name: bytes = b""
    dictionary: bytes = b""
    spent: int = 0  # bytes: the dictionary and the payloads deflated against it
    payloads: int = 0

    def held(self) -> set[bytes]:
        """The blocks that the server has as long as it has the checkpoint."""
        names = {name for kept in self.values.values() for name in kept.names}
        return names | {self.dictionary_name} if self.dictionary_name else names


@dataclass(frozen=True)
class Place:
    """A namespace of a thread."""

    thread: str
    ns: str
    box: Box
    prefix: bytes

    def address(self, checkpoint: str) -> bytes:
        """What the members of a checkpoint begin with."""
        return self.prefix + terminated(checkpoint)


@dataclass(frozen=True)
class Packed:
    """A checkpoint ready to be sent."""

    member: bytes
    relied: list[bytes]
    blocks: list[bytes]  # name, block, name, block, ...
    known: Known


@dataclass
class Opened:
    """A stored checkpoint, its values still in blocks."""

    place: Place
    id: str
    parent: str
    fields: dict[str, Any]
    metadata: CheckpointMetadata
    kept: dict[str, Kept]
    dictionary_name: bytes
    dictionary: bytes
    writes: list[PendingWrite] = field(default_factory=list)

    def roots(self) -> list[bytes]:
        """The blocks that its values start from."""
        return [kept.root for kept in self.kept.values() if kept.root]


class Codec:
    """Packs with `serde`, and seals with its key when it is a `SealedSerializer`."""

    def __init__(self, serde: Any) -> None:
        self.sealer = Sealer(serde.key) if isinstance(serde, SealedSerializer) else None
        self.serde: StrictSerializer = serde.plain if isinstance(serde, SealedSerializer) else serde

    def place(self, thread: str, ns: str) -> Place:
        """The namespace `ns` of `thread`."""
        return Place(thread, ns, Box(thread, self.sealer), terminated(ns))

    def pack(
        self,
        place: Place,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
        parent: str,
        run: str,
        known: Known | None,
    ) -> Packed:
        """The bytes of a checkpoint; against `known`, only what that does not hold is in `blocks`."""
        outbox = Outbox(place.box, known.held() if known else frozenset())
        earlier = known.values if known and known.checkpoint == parent else {}
        kept = self._keep(outbox, checkpoint, new_versions, earlier)
        names = [k.root for k in kept.values() if k.root]
        fields = {k: v for k, v in checkpoint.items() if k not in {"id", "channel_values"}}
        values = {c: [k.kind, k.front, names.index(k.root) if k.root else None] for c, k in kept.items()}
        raw = ormsgpack.packb([*self.serde.dumps_typed([fields, metadata]), values])
        known_next = Known(checkpoint["id"], kept)
        if known:
            known_next = replace(known, checkpoint=checkpoint["id"], values=kept)
        known_next, packed = _deflated(raw, known_next, outbox)
        if known_next.dictionary_name:
            names.insert(0, known_next.dictionary_name)
        owed = [c for c in metadata.get("counters_since_delta_snapshot") or {} if c not in kept]
        head = Head(
            terminated(parent) if parent else b"",
            run.encode("utf-8", "surrogatepass"),
            tuple(names),
            tuple(hint(c) for c in kept),
            tuple(hint(c) for c in owed),
        ).pack()
        address = place.address(checkpoint["id"])
        member = address + head + place.box.close(packed, "checkpoint", address, head)
        blocks = [part for pair in outbox.new.items() for part in pair]
        return Packed(member, outbox.relied(names), blocks, known_next)

    def _keep(
        self, outbox: Outbox, checkpoint: Checkpoint, new_versions: ChannelVersions, earlier: Mapping[str, Kept]
    ) -> dict[str, Kept]:
        values, kept, inline = checkpoint["channel_values"], {}, 0
        for channel, version in checkpoint["channel_versions"].items():
            before = earlier.get(channel)
            if channel not in new_versions and before is not None and before.version == version:
                kept[channel] = before
            elif channel in values:
                kept[channel] = self._stored(outbox, channel, version, values[channel], inline)
            else:
                continue
            inline += 0 if kept[channel].root else len(kept[channel].front)
        return kept

    def _stored(self, outbox: Outbox, channel: str, version: Any, value: Any, inline: int) -> Kept:
        kind, raw = self.serde.dumps_typed(value)
        if len(raw) <= INLINE_BYTES and inline <= MOST_INLINE:
            return Kept(version, kind, raw)
        front = array_header(raw) if kind == "msgpack" else 0
        names: list[bytes] = []
        root = outbox.tree(channel, raw[front:], names)
        return Kept(version, kind, raw[:front], root, tuple(names))

    def open(self, place: Place, member: bytes, inbox: Inbox) -> Opened:
        """A stored checkpoint; RefusedData when it was altered, sealed otherwise or holds a type not allowed."""
        checkpoint, at = split_id(member, len(place.prefix))
        head, body = read_head(member, at)
        packed = place.box.open(member[body:], "checkpoint", member[:at], member[at:body])
        names = list(head.names)
        dictionary_name = names.pop(0) if names and names[0][:1] == DICTIONARY else b""
        dictionary = inbox.leaf(dictionary_name, DICTIONARY_CHANNEL) if dictionary_name else b""
        raw = inflate(packed, dictionary) if dictionary else expanded(packed)
        try:
            kind, rest, values = ormsgpack.unpackb(raw)
        except ValueError as error:
            raise RefusedData(f"checkpoint {checkpoint} in Redis cannot be read: {error}") from error
        fields, metadata = self.serde.loads_typed((kind, rest))
        versions = fields["channel_versions"]
        kept = {
            c: Kept(versions.get(c), k, front, b"" if i is None else names[i]) for c, (k, front, i) in values.items()
        }
        parent = split_id(head.parent)[0] if head.parent else ""
        return Opened(place, checkpoint, parent, fields, metadata, kept, dictionary_name, dictionary)

    def checkpoint(self, opened: Opened, inbox: Inbox) -> Checkpoint:
        """The checkpoint with its values."""
        values = {c: self.value(c, k, inbox) for c, k in opened.kept.items()}
        full: Any = {**opened.fields, "id": opened.id, "channel_values": values}
        return full  # type: ignore[no-any-return]  # a TypedDict put together from stored fields

    def value(self, channel: str, kept: Kept, inbox: Inbox) -> Any:
        """One channel's value."""
        raw = kept.front + inbox.value(kept.root, channel) if kept.root else kept.front
        return self.serde.loads_typed((kept.kind, raw))

    def known(self, opened: Opened, inbox: Inbox) -> Known:
        """What to remember of a checkpoint that was read."""
        values = {c: k._replace(names=tuple(inbox.names(k.root))) if k.root else k for c, k in opened.kept.items()}
        spent = len(opened.dictionary) // 3
        return Known(opened.id, values, opened.dictionary_name, opened.dictionary, spent, 1 if spent else 0)

    def pack_writes(
        self, place: Place, checkpoint: str, task: str, path: str, writes: Iterable[tuple[int, str, Any]]
    ) -> tuple[bytes, bytes]:
        """Where a task's writes go, and the segment with these."""
        address = place.address(checkpoint) + terminated(task)
        rows, marks = [], []
        for index, channel, value in writes:
            marks.append((index, hint(channel)))
            rows.append([channel, *self.serde.dumps_typed(value)])
        segment = Segment(tuple(marks), b"")
        payload = place.box.close(compact(ormsgpack.packb([path, rows])), "writes", address, segment.about())
        segment = segment._replace(payload=payload)
        return address, segment.head() + payload

    def open_writes(self, place: Place, members: Iterable[bytes]) -> list[PendingWrite]:
        """The writes of one checkpoint, in the order in which a run applies them."""
        found: dict[tuple[str, str, int], tuple[str, str, bytes]] = {}
        for member in members:
            _, at = split_id(member, len(place.prefix))
            task, body = split_id(member, at)
            for segment in read_segments(member, body):
                packed = expanded(place.box.open(segment.payload, "writes", member[:body], segment.about()))
                path, rows = ormsgpack.unpackb(packed)
                for (index, _), row in zip(segment.marks, rows, strict=True):
                    key = (task, path, index)
                    if index < 0 or key not in found:
                        found[key] = tuple(row)
        order = sorted(found, key=lambda k: writes_sort_key(k[1], k[0], k[2]))
        return [(k[0], found[k][0], self.serde.loads_typed(found[k][1:])) for k in order]

    def moved(
        self, here: Place, there: Place, member: bytes, inbox: Inbox, sent: set[bytes]
    ) -> tuple[Mapping[str, Any], bytes, list[bytes]]:
        """A checkpoint's metadata, and its entry and blocks made for another thread; `sent` grows by the blocks."""
        opened = self.open(here, member, inbox)
        outbox = Outbox(there.box, sent)
        for channel, kept in opened.kept.items():
            if kept.root and kept.root not in sent:
                outbox.tree(channel, inbox.value(kept.root, channel), [])
        if opened.dictionary_name:
            outbox.add(DICTIONARY, DICTIONARY_CHANNEL, opened.dictionary)
        sent |= outbox.new.keys()
        _, at = split_id(member, len(here.prefix))
        _, body = read_head(member, at)
        about = ("checkpoint", member[:at], member[at:body])
        payload = there.box.close(here.box.open(member[body:], *about), *about)
        return opened.metadata, member[:body] + payload, [part for pair in outbox.new.items() for part in pair]

    def moved_writes(self, here: Place, there: Place, member: bytes) -> tuple[bytes, list[bytes]]:
        """Where a task's writes stand, and their segments made for another thread."""
        _, at = split_id(member, len(here.prefix))
        _, body = split_id(member, at)
        moved = []
        for segment in read_segments(member, body):
            about = ("writes", member[:body], segment.about())
            fresh = segment._replace(payload=there.box.close(here.box.open(segment.payload, *about), *about))
            moved.append(fresh.head() + fresh.payload)
        return member[:body], moved


def _deflated(raw: bytes, known: Known, outbox: Outbox) -> tuple[Known, bytes]:
    """The payload, deflated against the known dictionary or a new one, and what is known then."""
    if len(raw) < DICTIONARY_FROM:
        return replace(known, dictionary_name=b"", dictionary=b"", spent=0, payloads=0), compact(raw)
    if known.dictionary:
        packed = deflate(raw, known.dictionary)
        # the average cost so far still falls as long as the next payload costs less than it
        if not known.payloads or len(packed) * known.payloads <= known.spent:
            return replace(known, spent=known.spent + len(packed), payloads=known.payloads + 1), packed
    name = outbox.add(DICTIONARY, DICTIONARY_CHANNEL, raw)
    packed = deflate(raw, raw)
    spent = len(outbox.new.get(name, b"")) + ENTRY_BYTES
    return replace(known, dictionary_name=name, dictionary=raw, spent=spent, payloads=1), packed
