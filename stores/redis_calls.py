"""How the saver's operations reach Redis: one script or command at a time, by a blocking or an asyncio client.

An operation is written once, as a generator that yields calls and is sent their replies; `Connection` drives it
to its result either way. A stream yields calls and `Item`s.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from threading import Lock
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

import redis
from redis import asyncio as aredis

from stores.errors import SettingsError, StoreUnavailable, UsageError

T = TypeVar("T")
CLUSTER = "redis+cluster://", "rediss+cluster://"
TROUBLE = (redis.RedisError, redis.exceptions.RedisClusterException, OSError)


@dataclass(frozen=True)
class Script:
    """A Lua script from `stores/redis_scripts`, sent by its digest."""

    source: str
    digest: str


@cache
def script(name: str) -> Script:
    """The script `name` with the prelude that all share."""
    folder = resources.files("stores") / "redis_scripts"
    source = "".join((folder / f"{part}.lua").read_text("utf-8") for part in ("prelude", name))
    return Script(source, hashlib.sha1(source.encode(), usedforsecurity=False).hexdigest())


@dataclass(frozen=True)
class Call:
    """One round trip. With `name` a script over `keys`, else the plain command `args`."""

    name: str
    keys: Sequence[str]
    args: Sequence[Any]

    def commands(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """The command to send, and the one for a server that does not know the script yet."""
        if not self.name:
            return tuple(self.args), ()
        known = script(self.name)
        rest = (len(self.keys), *self.keys, *self.args)
        return ("EVALSHA", known.digest, *rest), ("EVAL", known.source, *rest)


@dataclass(frozen=True)
class Item(Generic[T]):
    """Something that a stream hands out."""

    value: T


Operation = Generator[Call, Any, T]
Stream = Generator[Call | Item[T], Any, None]


def command(*parts: Any) -> Call:
    """A plain command as a call."""
    return Call("", (), parts)


class Connection:
    """Blocking and asyncio clients for one Redis: given, or opened from a URL when first needed."""

    def __init__(self, target: Any) -> None:
        self.url = target if isinstance(target, str) else ""
        self.is_cluster = self.url.startswith(CLUSTER) or isinstance(target, redis.RedisCluster | aredis.RedisCluster)
        self._blocking: Any = None
        self._asyncio: Any = None
        self._by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, Any] = WeakKeyDictionary()
        self._lock = Lock()
        if self.url:
            return
        if target.get_encoder().decode_responses:
            raise SettingsError("RedisSaver stores bytes: give it a client without decode_responses=True")
        if isinstance(target, aredis.Redis | aredis.RedisCluster):
            self._asyncio = target
        else:
            self._blocking = target

    def run(self, operation: Operation[T]) -> T:
        """Drive an operation with the blocking client."""
        client = self._blocking_client()
        try:
            call = next(operation)
            while True:
                call = operation.send(self._send(client, call))
        except StopIteration as end:
            result: T = end.value
            return result

    async def arun(self, operation: Operation[T]) -> T:
        """Drive an operation with this event loop's asyncio client; in a thread when a blocking one was given."""
        client = self._asyncio_client()
        if client is None:
            return await asyncio.to_thread(self.run, operation)
        try:
            call = next(operation)
            while True:
                call = operation.send(await self._asend(client, call))
        except StopIteration as end:
            result: T = end.value
            return result

    def stream(self, stream: Stream[T]) -> Iterator[T]:
        """Drive a stream with the blocking client."""
        client = self._blocking_client()
        reply = None
        try:
            while True:
                step = stream.send(reply)
                reply = None
                if isinstance(step, Item):
                    yield step.value
                else:
                    reply = self._send(client, step)
        except StopIteration:
            return

    async def astream(self, stream: Stream[T]) -> AsyncIterator[T]:
        """Drive a stream with this event loop's asyncio client."""
        client = self._asyncio_client()
        reply = None
        while True:
            try:
                step = stream.send(reply)
            except StopIteration:
                return
            reply = None
            if isinstance(step, Item):
                yield step.value
            elif client is None:
                reply = await asyncio.to_thread(self._send, self._blocking, step)
            else:
                reply = await self._asend(client, step)

    def _send(self, client: Any, call: Call) -> Any:
        first, second = call.commands()
        try:
            try:
                return client.execute_command(*first)
            except redis.exceptions.NoScriptError:
                return client.execute_command(*second)
        except TROUBLE as error:
            raise explained(error) from error

    async def _asend(self, client: Any, call: Call) -> Any:
        first, second = call.commands()
        try:
            try:
                return await client.execute_command(*first)
            except redis.exceptions.NoScriptError:
                return await client.execute_command(*second)
        except TROUBLE as error:
            raise explained(error) from error

    def _blocking_client(self) -> Any:
        if self._blocking is None:
            if not self.url:
                raise UsageError("this RedisSaver has an asyncio client: use its async methods, or make it from a URL")
            with self._lock:
                if self._blocking is None:
                    self._blocking = _open(self.url, redis.Redis, redis.RedisCluster, {})
        return self._blocking

    def _asyncio_client(self) -> Any:
        if not self.url:
            return self._asyncio
        loop = asyncio.get_running_loop()
        client = self._by_loop.get(loop)
        if client is None:
            client = self._by_loop[loop] = asyncio_client(self.url)
        return client

    def close(self) -> None:
        """Close the blocking client, if this opened it."""
        if self.url and self._blocking is not None:
            self._blocking.close()
            self._blocking = None

    async def aclose(self) -> None:
        """Close what this opened: the blocking client and this event loop's."""
        self.close()
        client = self._by_loop.pop(asyncio.get_running_loop(), None)
        if client is not None:
            await client.aclose()


def asyncio_client(url: str, **options: Any) -> Any:
    """An asyncio client for `url`, of a cluster where it begins with `redis+cluster://`."""
    return _open(url, aredis.Redis, aredis.RedisCluster, options)


def _open(url: str, single: Any, cluster: Any, options: Mapping[str, Any]) -> Any:
    options = {"protocol": 2, **options}  # nothing here needs RESP3, and RESP2 is quicker to read
    if url.startswith(CLUSTER):
        return cluster.from_url(url.replace("+cluster", "", 1), **options)
    return single.from_url(url, **options)


def explained(error: Exception) -> Exception:
    """What a client's error means for whoever configured it; the error itself when that is nothing."""
    text = str(error)
    if text.startswith("MOVED") or "CROSSSLOT" in text or "in request don't hash to the same slot" in text:
        return SettingsError(f"this Redis is a cluster ({text}): give a URL that begins with redis+cluster://")
    if isinstance(error, redis.exceptions.NoPermissionError) or "NOPERM" in text:
        return SettingsError(f"the Redis user of ANAPHORA_REDIS_URL lacks a right: {text}")
    if isinstance(error, redis.exceptions.OutOfMemoryError) or "OOM" in text:
        return StoreUnavailable(f"Redis is full ({text}): raise its maxmemory, or set an expiry or a limit of history")
    if isinstance(error, redis.DataError) or (
        isinstance(error, redis.ResponseError)
        and not isinstance(error, redis.exceptions.ReadOnlyError | redis.exceptions.ClusterDownError)
    ):
        return error
    return StoreUnavailable(f"Redis does not answer ({type(error).__name__}: {text}): check ANAPHORA_REDIS_URL")
