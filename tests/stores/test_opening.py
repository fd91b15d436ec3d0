"""Several processes open the same stores: at the same time, and to write side by side."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from uuid import uuid4

import psycopg
from langgraph.store.base import GetOp, PutOp

from stores.checkpoints import open_checkpoints, open_store
from stores.sqlite_saver import open_sqlite_store
from stores.tiered_saver import TieredSaver


async def open_everything(home: Path, database_url: str = "") -> None:
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(open_store(home, database_url=database_url))
        await stack.enter_async_context(open_checkpoints(home, allowed=(), database_url=database_url))


async def together(home: Path, database_url: str = "") -> None:
    """Six event loops, as six processes would."""
    await asyncio.gather(*(asyncio.to_thread(asyncio.run, open_everything(home, database_url)) for _ in range(6)))


async def test_a_new_home_can_be_opened_by_many_at_once(tmp_path: Path) -> None:
    await together(tmp_path)


async def test_a_new_database_can_be_opened_by_many_at_once(tmp_path: Path, postgres_url: str) -> None:
    """Its indexes are built while others wait for their turn to look."""
    name = f"t{uuid4().hex}"
    async with await psycopg.AsyncConnection.connect(postgres_url, autocommit=True) as connection:
        await connection.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))
        url = postgres_url.replace("/postgres?", f"/{name}?")
        assert url != postgres_url
        async with asyncio.timeout(30):
            await together(tmp_path, url)


async def test_two_processes_write_to_one_archive_file(tmp_path: Path) -> None:
    """Reads and writes of one batch do not make a write fail because the other process wrote in between."""
    async with open_sqlite_store(tmp_path / "a.db") as one, open_sqlite_store(tmp_path / "a.db") as other:

        async def write(name: str) -> None:
            store = one if name == "one" else other
            for number in range(60):
                place = ("items", name)
                before, _ = await store.abatch([GetOp(place, "n"), PutOp(place, "n", {"n": number})])
                assert number == 0 or (before is not None and before.value["n"] == number - 1)  # type: ignore[union-attr]  # of a GetOp

        await asyncio.gather(write("one"), write("other"))


async def test_the_settings_choose_the_tiers(tmp_path: Path, valkey_url: str, postgres_url: str) -> None:
    """SQLite alone, Redis alone, Postgres alone, and Redis over Postgres."""
    kinds = []
    for urls in (
        {},
        {"redis_url": valkey_url},
        {"database_url": postgres_url},
        {"redis_url": valkey_url, "database_url": postgres_url},
    ):
        async with open_checkpoints(tmp_path, allowed=(), **urls) as saver:  # type: ignore[arg-type]  # by name
            kinds.append(type(saver).__name__)
            if isinstance(saver, TieredSaver):
                kinds += [type(saver.hot).__name__, type(saver.durable).__name__]
    assert kinds == ["SqliteSaver", "RedisSaver", "PostgresSaver", "TieredSaver", "RedisSaver", "PostgresSaver"]
