"""Where a thread lives in Redis, and the bytes of its entries. Everything here is pure.

A thread has four keys, all in one hash slot (`{t:ID}` is the hash tag, ID percent-encoded):

    PREFIX:{t:ID}:m   hash        f = highest fencing token seen, uUSER = 1, rRUN = its number of checkpoints
    PREFIX:{t:ID}:b   hash        name -> block: pieces of channel values, by content (`stores.redis_blocks`)
    PREFIX:{t:ID}:c   sorted set  checkpoints: NS . CHECKPOINT . head . payload
    PREFIX:{t:ID}:w   sorted set  writes:      NS . CHECKPOINT . TASK . segments

All scores are 0, so that members sort by their bytes: the newest checkpoint of a namespace is the last member
of its range, and what belongs to a checkpoint is one range. An id ends in `00 01` and escapes its zero bytes as
`00 FF`, which keeps the order of ids and lets no id reach into another's range. Beside the threads stand the
indexes: `PREFIX:threads:SHARD` (16 of them), `PREFIX:user:USER` and `PREFIX:run:RUN`, sorted sets of thread ids
by the time they were last used.
"""

import struct
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple
from urllib.parse import quote
from zlib import crc32

from stores.errors import InputError, RefusedData

SHARDS = 16
NAME_BYTES = 16
HINT_BYTES = 4
END = b"\x00\x01"
LONGEST_ID = 65_000  # bytes; an id's length is stored in two

Hint = bytes


def terminated(text: str) -> bytes:
    """`text` as it stands inside a member: UTF-8, zero bytes escaped, ended so that no other id continues it."""
    raw = text.encode("utf-8", "surrogatepass").replace(b"\x00", b"\x00\xff")
    if len(raw) > LONGEST_ID:
        raise InputError(f"an id of {len(raw)} bytes is too long for a checkpoint: at most {LONGEST_ID} fit")
    return raw + END


def split_id(member: bytes, start: int = 0) -> tuple[str, int]:
    """The id that starts at `start` and the position behind its end."""
    end = member.index(END, start)
    raw = member[start:end].replace(b"\x00\xff", b"\x00")
    return raw.decode("utf-8", "surrogatepass"), end + len(END)


def above(prefix: bytes) -> bytes:
    """The least bytes that sort behind every member that begins with `prefix`, which ends in END."""
    return prefix[:-1] + b"\x02"


@lru_cache(4096)
def hint(channel: str) -> Hint:
    """Four bytes that stand for a channel where the scripts must tell channels apart."""
    return blake2b(channel.encode("utf-8", "surrogatepass"), digest_size=HINT_BYTES).digest()


@dataclass(frozen=True)
class Keys:
    """The key names under one prefix."""

    prefix: str

    def thread(self, thread: str) -> tuple[str, ...]:
        """The four keys of a thread: meta, blocks, checkpoints, writes."""
        return thread_keys(self.prefix, thread)

    def shard(self, thread: str) -> str:
        """The index key that lists `thread`."""
        return f"{self.prefix}:threads:{crc32(thread.encode('utf-8', 'surrogatepass')) % SHARDS}"

    def shards(self) -> list[str]:
        """The keys that together list every thread."""
        return [f"{self.prefix}:threads:{i}" for i in range(SHARDS)]

    def user(self, user: str) -> str:
        """The index key that lists a user's threads."""
        return f"{self.prefix}:user:{encoded(user)}"

    def run(self, run: str) -> str:
        """The index key that lists a run's threads."""
        return f"{self.prefix}:run:{encoded(run)}"


@lru_cache(1024)
def thread_keys(prefix: str, thread: str) -> tuple[str, ...]:
    """The keys of a thread, with their hash tag."""
    stem = f"{prefix}:{{t:{encoded(thread)}}}:"
    return tuple(stem + name for name in "mbcw")


def encoded(text: str) -> str:
    """`text` percent-encoded, so that no brace, colon or newline of an id shapes a key."""
    return quote(text, safe="", errors="surrogatepass")


class Head(NamedTuple):
    """What a checkpoint's entry shows to the scripts: parent and run, blocks, channels with and owed a value."""

    parent: bytes  # terminated id, or empty
    run: bytes
    names: tuple[bytes, ...]  # blocks referred to; a dictionary (`K...`) first
    filled: tuple[Hint, ...]  # channels with a value here
    owed: tuple[Hint, ...]  # delta channels without one: ancestors are needed to rebuild them

    def pack(self) -> bytes:
        """Lengths and counts as big-endian 16-bit numbers, then the bytes."""
        counts = struct.pack(
            ">HHHHH", len(self.parent), len(self.run), len(self.names), len(self.filled), len(self.owed)
        )
        return counts + self.parent + self.run + b"".join((*self.names, *self.filled, *self.owed))


def read_head(member: bytes, at: int) -> tuple[Head, int]:
    """The head that starts at `at` and the position of the payload behind it."""
    try:
        parent, run, names, filled, owed = struct.unpack_from(">HHHHH", member, at)
    except struct.error as error:
        raise RefusedData("a checkpoint's entry in Redis is cut short") from error
    at += 10
    fields = []
    for length in (parent, run):
        fields.append(member[at : at + length])
        at += length
    lists = []
    for count, size in ((names, NAME_BYTES), (filled, HINT_BYTES), (owed, HINT_BYTES)):
        lists.append(tuple(member[i : i + size] for i in range(at, at + count * size, size)))
        at += count * size
    return Head(fields[0], fields[1], lists[0], lists[1], lists[2]), at


def read_blocks(packed: bytes) -> dict[bytes, bytes]:
    """Blocks by name, from the text of name, length and block that the scripts reply with."""
    blocks, at = {}, 0
    while at < len(packed):
        start = at + NAME_BYTES + 4
        end = start + int.from_bytes(packed[start - 4 : start], "big")
        blocks[packed[at : at + NAME_BYTES]] = packed[start:end]
        at = end
    return blocks


class Segment(NamedTuple):
    """The writes of one `put_writes` call: their places and channels in the open, their values packed."""

    marks: tuple[tuple[int, Hint], ...]  # (index, channel)
    payload: bytes

    def about(self) -> bytes:
        """The marks' bytes."""
        return b"".join(struct.pack(">i", index) + mark for index, mark in self.marks)

    def head(self) -> bytes:
        """What precedes the payload: counts and marks."""
        return struct.pack(">II", len(self.marks), len(self.payload)) + self.about()


def read_segments(member: bytes, at: int) -> list[Segment]:
    """The segments from `at` to the end."""
    segments = []
    try:
        while at < len(member):
            count, size = struct.unpack_from(">II", member, at)
            at += 8
            marks = []
            for _ in range(count):
                marks.append((struct.unpack_from(">i", member, at)[0], member[at + 4 : at + 8]))
                at += 8
            segments.append(Segment(tuple(marks), member[at : at + size]))
            at += size
    except struct.error as error:
        raise RefusedData("an entry of writes in Redis is cut short") from error
    return segments
