"""LangGraph's SQLite saver with a bound on what it keeps: the default, for one machine and no server."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import aiosqlite
from filelock import FileLock
from langgraph.checkpoint.serde.base import SerializerProtocol
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.store.base import Op, PutOp, Result
from langgraph.store.sqlite.aio import AsyncSqliteStore

BUSY_S = 30.0  # how long a process waits for another one's write
_OLDER = """(thread_id, checkpoint_ns, checkpoint_id) IN (
    SELECT thread_id, checkpoint_ns, checkpoint_id FROM (
        SELECT thread_id, checkpoint_ns, checkpoint_id,
               ROW_NUMBER() OVER (PARTITION BY checkpoint_ns ORDER BY checkpoint_id DESC) AS age
        FROM checkpoints WHERE thread_id = ?)
    WHERE age > ?)"""

_OF_RUNS = """(thread_id, checkpoint_ns, checkpoint_id) IN (
    SELECT thread_id, checkpoint_ns, checkpoint_id FROM checkpoints
    WHERE json_extract(CAST(metadata AS TEXT), '$.run_id') IN (SELECT value FROM json_each(?)))"""


class SqliteSaver(AsyncSqliteSaver):
    """Keeps the newest checkpoints of a thread when pruned, and gives the freed pages to the next ones."""

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
        yield saver


@asynccontextmanager
async def open_sqlite_store(path: Path) -> AsyncIterator[SqliteStore]:
    """The archive's items in one file."""
    async with aiosqlite.connect(path, timeout=BUSY_S, isolation_level=None) as connection:
        await connection.execute("PRAGMA synchronous=NORMAL")
        store = SqliteStore(connection)
        async with store:
            async with _alone(path):
                await connection.execute("PRAGMA journal_mode=WAL")
                await store.setup()
            yield store


@asynccontextmanager
async def _alone(path: Path) -> AsyncIterator[None]:
    """Processes that start together make a file's tables one after another."""
    lock = FileLock(f"{path}.lock", thread_local=False, mode=0o600)
    await asyncio.to_thread(lock.acquire)
    try:
        yield
    finally:
        await asyncio.to_thread(lock.release)
