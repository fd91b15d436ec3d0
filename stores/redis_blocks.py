"""Channel values as trees of content-named blocks, so that an append stores only what was appended.

A serialized value is cut into leaves of 4 KB behind its msgpack array header (the only bytes that an append
changes at the front). A leaf is named by the keyed BLAKE2b of its channel and content. Nodes list up to 32 names
each, up to one root. Two versions of a growing list share all leaves but the last, and all nodes but the last of
each level: what a version adds does not grow with the length of the list.
"""

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Protocol

from stores.errors import RefusedData
from stores.redis_layout import NAME_BYTES
from stores.sealing import Sealer

LEAF_BYTES = 4096
FANOUT = 32
LEAF, NODE, DICTIONARY = b"L", b"N", b"K"  # the first byte of a block's name
PLAIN, SEALED = b"P", b"E"  # the first byte of what is stored
DICTIONARY_CHANNEL = "\x00dictionary"
LEVEL = 6
COMPACT_FROM = 100  # bytes; what is shorter hardly deflates


def deflate(raw: bytes, dictionary: bytes = b"") -> bytes:
    """Raw deflate, with a preset dictionary when there is one."""
    if dictionary:
        packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, dictionary)
    else:
        packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -15)
    return packer.compress(raw) + packer.flush()


def inflate(packed: bytes, dictionary: bytes = b"") -> bytes:
    """The inverse of `deflate`; RefusedData when the bytes are not its output."""
    try:
        unpacker = zlib.decompressobj(-15, zdict=dictionary) if dictionary else zlib.decompressobj(-15)
        return unpacker.decompress(packed) + unpacker.flush()
    except zlib.error as error:
        raise RefusedData(f"a stored block does not decompress ({error}): it was altered") from error


def array_header(raw: bytes) -> int:
    """The length of the msgpack array header at the front: 0 when `raw` is no array."""
    first = raw[0] if raw else 0
    return 1 if 0x90 <= first <= 0x9F else {0xDC: 3, 0xDD: 5}.get(first, 0)


@dataclass
class Box:
    """Closes and opens the bytes of one thread: compressed, and sealed when there is a key."""

    thread: str
    sealer: Sealer | None = None

    def about(self, *parts: bytes | str) -> bytes:
        """Associated data: the thread and `parts`, each with its length, so that none runs into the next."""
        texts = [p.encode("utf-8", "surrogatepass") if isinstance(p, str) else p for p in (self.thread, *parts)]
        return b"".join(len(t).to_bytes(4, "big") + t for t in texts)

    def close(self, plain: bytes, *about: bytes | str) -> bytes:
        """The bytes to store."""
        if self.sealer is None:
            return PLAIN + plain
        return SEALED + self.sealer.seal(plain, self.about(*about))

    def open(self, stored: bytes, *about: bytes | str) -> bytes:
        """The bytes that were closed; RefusedData for what is plain under a key, or sealed without one."""
        mark, content = stored[:1], stored[1:]
        if self.sealer is None:
            if mark != PLAIN:
                raise RefusedData("stored data is encrypted: set ANAPHORA_ENCRYPTION_KEY to the key it was stored with")
            return content
        if mark != SEALED:
            raise RefusedData("stored data is not encrypted, though ANAPHORA_ENCRYPTION_KEY is set")
        return self.sealer.open(content, self.about(*about))

    def name(self, kind: bytes, channel: str, content: bytes) -> bytes:
        """The name of a block: its kind and 15 bytes of the keyed hash of channel and content."""
        key = self.sealer.naming_key if self.sealer else b""
        digest = blake2b(key=key, digest_size=NAME_BYTES - 1, salt=kind)
        digest.update(len(channel).to_bytes(4, "big") + channel.encode("utf-8", "surrogatepass"))
        digest.update(content)
        return kind + digest.digest()


@dataclass
class Outbox:
    """The blocks of one put. Those in `held` are taken to be on the server, which is asked to confirm it."""

    box: Box
    held: frozenset[bytes] | set[bytes]
    new: dict[bytes, bytes] = field(default_factory=dict)

    def add(self, kind: bytes, channel: str, content: bytes) -> bytes:
        """Take in a block and give its name; a node's content is its children's names, kept in the open."""
        name = self.box.name(kind, channel, content)
        if name not in self.held and name not in self.new:
            self.new[name] = NODE + content if kind == NODE else self.box.close(compact(content), channel)
        return name

    def tree(self, channel: str, raw: bytes, names: list[bytes]) -> bytes:
        """Take in a value's bytes (without array header), add its blocks to `names` and give its root."""
        level = [self.add(LEAF, channel, raw[i : i + LEAF_BYTES]) for i in range(0, max(len(raw), 1), LEAF_BYTES)]
        names += level
        while len(level) > 1:
            groups = [b"".join(level[i : i + FANOUT]) for i in range(0, len(level), FANOUT)]
            level = [self.add(NODE, channel, group) for group in groups]
            names += level
        return level[0]

    def relied(self, names: Iterable[bytes]) -> list[bytes]:
        """What the new blocks and a checkpoint that refers to `names` need, and this does not bring."""
        needed = set(names)
        for name, block in self.new.items():
            if name[:1] == NODE:
                needed.update(children(block))
        return sorted(needed - self.new.keys())


def compact(content: bytes) -> bytes:
    """Deflated where that saves a tenth, marked with how it is kept."""
    if len(content) < COMPACT_FROM:
        return b"R" + content
    packed = deflate(content)
    return b"Z" + packed if len(packed) < 0.9 * len(content) else b"R" + content


def expanded(kept: bytes) -> bytes:
    """The inverse of `compact`."""
    return inflate(kept[1:]) if kept[:1] == b"Z" else kept[1:]


def children(node: bytes) -> list[bytes]:
    """The names that a stored node lists."""
    return [node[i : i + NAME_BYTES] for i in range(1, len(node), NAME_BYTES)]


class Opened(Protocol):
    """Where leaves stay opened between reads: `stores.redis_index.Memory`."""

    def get(self, key: tuple[str, bytes]) -> bytes | None:
        """A leaf's content."""

    def put(self, key: tuple[str, bytes], value: bytes) -> None:
        """Keep a leaf's content."""


@dataclass
class Inbox:
    """Blocks read from the server. Their content never changes under a name, so that `opened` may outlive them."""

    box: Box
    stored: dict[bytes, bytes]
    opened: Opened

    def leaf(self, name: bytes, channel: str) -> bytes:
        """A leaf's or dictionary's content; RefusedData when it is missing, or not what its name says."""
        stored = self._raw(name)
        content = self.opened.get((self.box.thread, name))
        if content is None:
            content = expanded(self.box.open(stored, channel))
            if self.box.sealer and self.box.name(name[:1], channel, content) != name:
                raise RefusedData("a stored block is not the one that its name promises: it was exchanged")
            self.opened.put((self.box.thread, name), content)
        return content

    def value(self, root: bytes, channel: str) -> bytes:
        """The bytes of the value under `root`."""
        return b"".join(self.leaf(name, channel) for name in self._leaves(root, channel))

    def _leaves(self, name: bytes, channel: str) -> Iterator[bytes]:
        if name[:1] != NODE:
            yield name
            return
        node = self._raw(name)
        if self.box.sealer and self.box.name(NODE, channel, node[1:]) != name:
            raise RefusedData("a stored list of blocks is not the one that its name promises: it was exchanged")
        for child in children(node):
            yield from self._leaves(child, channel)

    def _raw(self, name: bytes) -> bytes:
        try:
            return self.stored[name]
        except KeyError:
            raise RefusedData(f"block {name.hex()} of thread {self.box.thread!r} is missing from Redis") from None

    def names(self, root: bytes) -> list[bytes]:
        """Every block under `root`, nodes included."""
        names, pending = [], [root]
        while pending:
            name = pending.pop()
            names.append(name)
            if name[:1] == NODE:
                pending += children(self._raw(name))
        return names
