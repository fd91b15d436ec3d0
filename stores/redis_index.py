"""Which threads there are, whose they are and which run wrote them: sorted sets of thread ids by time of use.

They live in slots of their own. On one server they are written by the script that writes the thread; in a
cluster by calls of their own, before it, so that no thread is ever stored without being findable.
"""

import random
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from threading import Lock
from typing import Any

from stores.redis_calls import Operation, command
from stores.redis_layout import Keys

FRESH_SECONDS = 60.0  # how old a thread's time in an index may be before it is written again
SLACK = 1.25  # an index entry outlives its thread by this factor
SWEEP_EVERY = 4  # index writes between two looks for entries of expired threads
SWEEP_STEP = 8  # entries looked at


class Memory:
    """A bounded map, least recently used out first; safe between threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._items: OrderedDict[Any, Any] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Any) -> Any:
        """The value, or None."""
        with self._lock:
            if key in self._items:
                self._items.move_to_end(key)
            return self._items.get(key)

    def put(self, key: Any, value: Any) -> None:
        """Keep a value, and let the one that was used longest ago go when there are too many."""
        with self._lock:
            self._items[key] = value
            self._items.move_to_end(key)
            if len(self._items) > self._size:
                self._items.popitem(last=False)

    def forget(self, matches: Callable[[Any], bool]) -> None:
        """Let go of every key that matches."""
        with self._lock:
            for key in [k for k in self._items if matches(k)]:
                del self._items[key]


def raw(text: str) -> bytes:
    """An id as it is stored in an index or as a field."""
    return text.encode("utf-8", "surrogatepass")


def text(stored: bytes) -> str:
    """The inverse of `raw`."""
    return stored.decode("utf-8", "surrogatepass")


class Index:
    """The indexes under one prefix, as one client sees them."""

    def __init__(self, keys: Keys, ttl_seconds: float, is_split: bool) -> None:
        self.keys = keys
        self.ttl = ttl_seconds
        self.is_split = is_split
        self._fresh = Memory(8192)
        self._writes = 0

    def names(self, thread: str, user: str = "", run: str = "") -> list[str]:
        """The index keys that a thread belongs to, its shard first."""
        names = [self.keys.shard(thread)]
        if user:
            names.append(self.keys.user(user))
        if run:
            names.append(self.keys.run(run))
        return names

    def stamp(self, thread: str) -> list[Any]:
        """What the scripts write into an index: the time, the thread, and how long user and run keys live in ms."""
        return [f"{time.time():.3f}", raw(thread), round(self.ttl * SLACK * 1000)]

    def due(self, thread: str, names: Sequence[str]) -> bool:
        """Whether any of a thread's entries is missing or old, as far as this client knows."""
        limit = time.monotonic() - (min(FRESH_SECONDS, self.ttl / 8) if self.ttl else FRESH_SECONDS)
        return any((self._fresh.get((thread, name)) or -1e9) < limit for name in names)

    def before_write(self, thread: str, names: Sequence[str]) -> Operation[list[str]]:
        """The keys that the writing script must enter the thread in; in a cluster they are written here."""
        if not self.due(thread, names):
            return []
        if not self.is_split:
            return list(names)
        yield from self.enter(thread, names)
        return []

    def after_write(self, thread: str, names: Sequence[str], sent: bool, missing: bool) -> Operation[None]:
        """Note what the script entered; enter what it found missing, as after another client's delete."""
        if sent:
            yield from self._note(thread, names)
        elif missing:
            yield from self.enter(thread, names)

    def enter(self, thread: str, names: Sequence[str]) -> Operation[None]:
        """Write the thread into the indexes."""
        now, member, life = self.stamp(thread)
        for i, name in enumerate(names):
            yield command("ZADD", name, now, member)
            if i and life:
                yield command("PEXPIRE", name, life)
        yield from self._note(thread, names)

    def _note(self, thread: str, names: Sequence[str]) -> Operation[None]:
        now = time.monotonic()
        for name in names:
            self._fresh.put((thread, name), now)
        self._writes += 1
        if self.ttl and self._writes % SWEEP_EVERY == 0:
            yield from self._sweep(random.choice(self.keys.shards()))

    def _sweep(self, key: str) -> Operation[None]:
        """Look at a few old entries, and remove those whose thread has expired."""
        until = time.time() - self.ttl * SLACK
        count = yield command("ZCOUNT", key, "-inf", until)
        at = random.choice((0, random.randrange(max(1, count - SWEEP_STEP + 1))))  # the oldest may live without expiry
        members = yield command("ZRANGEBYSCORE", key, "-inf", until, "LIMIT", at, SWEEP_STEP)
        yield from self.alive(key, [text(m) for m in members])

    def alive(self, key: str, threads: Iterable[str]) -> Operation[list[str]]:
        """Those of `threads` that hold data; the others are removed from the index `key`."""
        found = []
        for thread in threads:
            if (yield command("EXISTS", *self.keys.thread(thread))):
                found.append(thread)
            else:
                yield command("ZREM", key, raw(thread))
        return found

    def forget(self, thread: str) -> None:
        """Take nothing about a thread for known."""
        self._fresh.forget(lambda key: key[0] == thread)

    def leave(self, thread: str, names: Iterable[str]) -> Operation[None]:
        """Remove a thread from indexes."""
        for name in names:
            yield command("ZREM", name, raw(thread))

    def listed(self, name: str, until: float | None = None) -> Operation[list[str]]:
        """The threads of one index, least recently used first; with `until` (Unix time) only those not used since."""
        members = yield command("ZRANGEBYSCORE", name, "-inf", "+inf" if until is None else until)
        threads = [text(m) for m in members]
        return (yield from self.alive(name, threads)) if self.ttl else threads

    def threads(self, until: float | None = None) -> Operation[list[str]]:
        """Every thread; with `until` (Unix time) only those not used since."""
        found: list[str] = []
        for shard in self.keys.shards():
            found += yield from self.listed(shard, until)
        return found
