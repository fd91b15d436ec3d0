"""LangGraph's SQLite saver with a bound on what it keeps: the default, for one machine and no server."""

import asyncio
import json
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path

import aiosqlite
from filelock import FileLock
from langgraph.checkpoint.serde.base import SerializerProtocol
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.store.base import Op, PutOp, Result
from langgraph.store.sqlite.aio import AsyncSqliteStore

from stores.erasing import Erased

log = logging.getLogger(__name__)
BUSY_S = 30.0  # how long a process waits for another one's write
SCRUB_BUSY_S = 5.0
COMPACTED_BYTES = 256_000_000
"""A larger file is not written anew when something was erased: that would hold up those who write."""

_OLDER = """(thread_id, checkpoint_ns, checkpoint_id) IN (
    SELECT thread_id, checkpoint_ns, checkpoint_id FROM (
        SELECT thread_id, checkpoint_ns, checkpoint_id,
               ROW_NUMBER() OVER (PARTITION BY checkpoint_ns ORDER BY checkpoint_id DESC) AS age
        FROM checkpoints WHERE thread_id = ?)
    WHERE age > ?)"""

_TASKS = """SELECT count(*) FROM (
    SELECT DISTINCT checkpoint_ns, checkpoint_id, task_id FROM writes WHERE thread_id = ?)"""
_OF_RUNS = """(thread_id, checkpoint_ns, checkpoint_id) IN (
    SELECT thread_id, checkpoint_ns, checkpoint_id FROM checkpoints
    WHERE json_extract(CAST(metadata AS TEXT), '$.run_id') IN (SELECT value FROM json_each(?)))"""


class SqliteSaver(AsyncSqliteSaver):
    """Keeps the newest checkpoints of a thread when pruned, and gives the freed pages to the next ones."""

    path: Path | None = None

    async def aerase_thread(self, thread_id: str) -> Erased:
        """Remove a thread; what that was."""
        await self.setup()
        async with self.lock, self.conn.cursor() as cursor:
            await cursor.execute(_TASKS, (thread_id,))
            row = await cursor.fetchone()
            await cursor.execute("DELETE FROM writes WHERE thread_id = ?", (thread_id,))
            await cursor.execute("DELETE FROM checkpoints WHERE thread_id = ?", (thread_id,))
            await self.conn.commit()
            return Erased(checkpoints=cursor.rowcount, tasks=row[0] if row else 0)

    async def scrub(self) -> None:
        """See `stores.erasing.Scrubbing`."""
        if self.path is not None:
            await asyncio.to_thread(scrub_file, self.path)

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest", keep_last: int = 1) -> None:
        """Drop all but the newest `keep_last` checkpoints of each thread, or all of them with strategy "delete"."""
        await self.setup()
        for thread in thread_ids:
            if strategy == "delete":
                await self.adelete_thread(thread)
                continue
            async with self.lock:
                # both statements read one list, so that no checkpoint is left without its writes
                for table in ("writes", "checkpoints"):
                    await self.conn.execute(f"DELETE FROM {table} WHERE {_OLDER}", (thread, keep_last))  # noqa: S608  -- fixed names
                await self.conn.commit()

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Erase the checkpoints that some runs made, with their writes."""
        await self.setup()
        async with self.lock:
            for table in ("writes", "checkpoints"):
                await self.conn.execute(f"DELETE FROM {table} WHERE {_OF_RUNS}", (json.dumps(list(run_ids)),))  # noqa: S608  -- fixed names
            await self.conn.commit()


class SqliteStore(AsyncSqliteStore):
    """LangGraph's SQLite store for several processes."""

    path: Path | None = None

    async def scrub(self) -> None:
        """See `stores.erasing.Scrubbing`."""
        if self.path is not None:
            await asyncio.to_thread(scrub_file, self.path)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Reads, then writes, each in a transaction of its own.

        In one transaction, a read before a write pins a state of the file; if another process writes meanwhile, the
        write fails at once instead of waiting its turn.
        """
        ops = list(ops)
        writes = [at for at, op in enumerate(ops) if isinstance(op, PutOp)]
        if not 0 < len(writes) < len(ops):
            return await super().abatch(ops)
        results = iter(await super().abatch([op for op in ops if not isinstance(op, PutOp)]))
        await super().abatch([ops[at] for at in writes])
        return [None if isinstance(op, PutOp) else next(results) for op in ops]


@asynccontextmanager
async def open_sqlite_saver(path: Path, serde: SerializerProtocol | None = None) -> AsyncIterator[SqliteSaver]:
    """The checkpoints in one file; several processes may use it side by side."""
    async with aiosqlite.connect(path, timeout=BUSY_S) as connection:
        saver = SqliteSaver(connection, serde=serde)
        async with _alone(path):
            await saver.setup()
        await connection.execute("PRAGMA synchronous=NORMAL")
        await connection.execute("PRAGMA secure_delete=ON")
        saver.path = path
        yield saver


@asynccontextmanager
async def open_sqlite_store(path: Path) -> AsyncIterator[SqliteStore]:
    """The archive's items in one file."""
    async with aiosqlite.connect(path, timeout=BUSY_S, isolation_level=None) as connection:
        await connection.execute("PRAGMA synchronous=NORMAL")
        await connection.execute("PRAGMA secure_delete=ON")
        store = SqliteStore(connection)
        store.path = path
        async with store:
            async with _alone(path):
                await connection.execute("PRAGMA journal_mode=WAL")
                await store.setup()
            yield store


def scrub_file(path: Path) -> None:
    """Write a file anew without what was deleted, and empty its write-ahead log.

    Deleted rows are overwritten at once (`secure_delete`), but parts of them stay where SQLite had moved rows within a
    page. When another process is busy with the file, the traces stay until the next scrub.
    """
    with closing(sqlite3.connect(path, timeout=SCRUB_BUSY_S, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA secure_delete=ON")
            if path.stat().st_size <= COMPACTED_BYTES:
                connection.execute("VACUUM")
            held, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.OperationalError as error:
            held = error
    if held:
        log.warning("traces of what was erased may stay in %s until the next erasure: it is in use", path)


@asynccontextmanager
async def _alone(path: Path) -> AsyncIterator[None]:
    """Processes that start together make a file's tables one after another."""
    lock = FileLock(f"{path}.lock", thread_local=False, mode=0o600)
    await asyncio.to_thread(lock.acquire)
    try:
        yield
    finally:
        await asyncio.to_thread(lock.release)
