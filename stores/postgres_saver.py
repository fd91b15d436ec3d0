"""LangGraph's Postgres saver with a bound on what it keeps and with erasing by run, and its store."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, NamedTuple, TypeVar

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.serde.base import SerializerProtocol
from langgraph.store.base import Op, Result
from langgraph.store.postgres.aio import AsyncPostgresStore
from psycopg import AsyncConnection, AsyncCursor, Error
from psycopg.rows import DictRow, TupleRow, dict_row
from psycopg_pool import AsyncConnectionPool

from stores.erasing import Erased
from stores.errors import RefusedData, StoreUnavailable
from stores.serde import SealedSerializer

Pool = AsyncConnectionPool[AsyncConnection[DictRow]]
Made = TypeVar("Made", "PostgresSaver", "PostgresStore")

CONNECTIONS = 4
WAIT_S = 5.0  # how long a call waits for a connection
SETUP_LOCK = 0x616E6170686F7261  # "anaphora": processes that start together set up one after another
SETUP_POLL_S = 0.05
PLAIN = (str, int, float)  # what LangGraph's saver keeps in the row itself

# Removes, of the threads that {where}, the rows that {goes}, their writes and the values that no other row refers to.
DROP = """
WITH rows AS (
    SELECT thread_id, checkpoint_ns, checkpoint_id, checkpoint -> 'channel_versions' AS versions, {goes} AS goes
    FROM checkpoints WHERE {where}
), gone AS (SELECT * FROM rows WHERE goes), stays AS (SELECT * FROM rows WHERE goes IS NOT TRUE
), unused AS (
    SELECT thread_id, checkpoint_ns, v.key, v.value FROM gone, jsonb_each_text(versions) AS v
    EXCEPT SELECT thread_id, checkpoint_ns, v.key, v.value FROM stays, jsonb_each_text(versions) AS v
), writes AS (
    DELETE FROM checkpoint_writes AS w USING gone WHERE w.thread_id = gone.thread_id
    AND w.checkpoint_ns = gone.checkpoint_ns AND w.checkpoint_id = gone.checkpoint_id
), orphans AS (
    UPDATE checkpoints AS c SET parent_checkpoint_id = NULL FROM stays, gone WHERE c.thread_id = stays.thread_id
    AND c.checkpoint_ns = stays.checkpoint_ns AND c.checkpoint_id = stays.checkpoint_id
    AND c.thread_id = gone.thread_id AND c.checkpoint_ns = gone.checkpoint_ns
    AND c.parent_checkpoint_id = gone.checkpoint_id
), dropped AS (
    DELETE FROM checkpoints AS c USING gone WHERE c.thread_id = gone.thread_id
    AND c.checkpoint_ns = gone.checkpoint_ns AND c.checkpoint_id = gone.checkpoint_id
)
DELETE FROM checkpoint_blobs AS b USING unused WHERE b.thread_id = unused.thread_id
AND b.checkpoint_ns = unused.checkpoint_ns AND b.channel = unused.key AND b.version = unused.value
"""
# A thread with delta channels is left whole: its values are rebuilt from all that it wrote.
OLD = DROP.format(
    goes="row_number() OVER (PARTITION BY thread_id, checkpoint_ns ORDER BY checkpoint_id DESC) > %(keep)s",
    where="thread_id = ANY(%(threads)s) AND thread_id NOT IN (SELECT thread_id FROM checkpoints"
    " WHERE thread_id = ANY(%(threads)s) AND metadata ? 'counters_since_delta_snapshot')",
)
OF_RUNS = DROP.format(
    goes="metadata ->> 'run_id' = ANY(%(runs)s)",
    where="thread_id IN (SELECT thread_id FROM checkpoints WHERE metadata ->> 'run_id' = ANY(%(runs)s))",
)

ERASE = """
WITH gone AS (DELETE FROM checkpoints WHERE thread_id = %(thread)s RETURNING 1),
blobs AS (DELETE FROM checkpoint_blobs WHERE thread_id = %(thread)s RETURNING 1),
writes AS (
    DELETE FROM checkpoint_writes WHERE thread_id = %(thread)s RETURNING checkpoint_ns, checkpoint_id, task_id
) SELECT (SELECT count(*) FROM gone) AS checkpoints, (SELECT count(*) FROM blobs) AS blocks,
    (SELECT count(DISTINCT (checkpoint_ns, checkpoint_id, task_id)) FROM writes) AS tasks
"""


class _Covered(NamedTuple):
    """A plain value that must not stand in the checkpoint's row, which is JSON in the clear."""

    value: Any


class PostgresSaver(AsyncPostgresSaver):
    """Open with `open_postgres_saver`. With a key in the serializer, all values of the state are sealed."""

    @asynccontextmanager
    async def _cursor(self, *, pipeline: bool = False) -> AsyncIterator[AsyncCursor[DictRow]]:
        with _answering():
            async with super()._cursor(pipeline=pipeline) as cursor:
                yield cursor

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Store a checkpoint."""
        if isinstance(self.serde, SealedSerializer):
            values = {k: _Covered(v) if isinstance(v, PLAIN) else v for k, v in checkpoint["channel_values"].items()}
            checkpoint = {**checkpoint, "channel_values": values}
        return await super().aput(config, checkpoint, metadata, new_versions)

    def _dump_blobs(
        self, thread_id: str, checkpoint_ns: str, values: dict[str, Any], versions: ChannelVersions
    ) -> list[tuple[str, str, str, str, str, bytes | None]]:
        bare = {k: v.value if isinstance(v, _Covered) else v for k, v in values.items()}
        return super()._dump_blobs(thread_id, checkpoint_ns, bare, versions)

    async def _load_checkpoint_tuple(self, value: DictRow) -> CheckpointTuple:
        inline = (value["checkpoint"].get("channel_values") or {}).values()
        if isinstance(self.serde, SealedSerializer) and not all(one is None or one is True for one in inline):
            raise RefusedData("stored data in Postgres is not encrypted, though a key is set")
        return await super()._load_checkpoint_tuple(value)

    async def aerase_thread(self, thread_id: str) -> Erased:
        """Remove a thread; what that was."""
        async with self._cursor() as cursor:
            await cursor.execute(ERASE, {"thread": thread_id})
            row = await cursor.fetchone()
        assert row is not None
        return Erased(checkpoints=row["checkpoints"], tasks=row["tasks"], blocks=row["blocks"])

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest", keep_last: int = 1) -> None:
        """Drop all but the newest `keep_last` checkpoints of each namespace, or all of them with strategy "delete"."""
        if strategy != "keep_latest" or keep_last == 1:
            await super().aprune(thread_ids, strategy=strategy)
            return
        async with self._cursor() as cursor:
            await cursor.execute(OLD, {"threads": list(thread_ids), "keep": keep_last})

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Erase the checkpoints that some runs made, with their writes and values."""
        async with self._cursor() as cursor:
            await cursor.execute(OF_RUNS, {"runs": list(run_ids)})


class PostgresStore(AsyncPostgresStore):
    """Open with `open_postgres_store`."""

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """See `BaseStore.abatch`; raises `StoreUnavailable`."""
        with _answering():
            return await super().abatch(ops)


@asynccontextmanager
async def open_postgres_saver(
    url: str, serde: SerializerProtocol | None = None, *, wait_s: float = WAIT_S
) -> AsyncIterator[PostgresSaver]:
    """The checkpoints in a database, over a small pool that mends its connections. Raises `StoreUnavailable`."""
    async with _opened(url, "anaphora-threads", lambda pool: PostgresSaver(pool, serde=serde), wait_s) as saver:
        yield saver


@asynccontextmanager
async def open_postgres_store(url: str, *, wait_s: float = WAIT_S) -> AsyncIterator[PostgresStore]:
    """The archive's items in a database. Raises `StoreUnavailable`."""
    async with _opened(url, "anaphora-archive", PostgresStore, wait_s) as store:
        yield store


@asynccontextmanager
async def _opened(url: str, name: str, make: Callable[[Pool], Made], wait_s: float) -> AsyncIterator[Made]:
    options = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row, "connect_timeout": 5}
    pool: Pool = AsyncConnectionPool(
        url,
        min_size=1,
        max_size=CONNECTIONS,
        kwargs=options,
        open=False,
        timeout=wait_s,
        name=name,
        check=AsyncConnectionPool.check_connection,  # those that a restart of the server broke are replaced unseen
    )
    try:
        async with await AsyncConnection.connect(url, autocommit=True, connect_timeout=5) as connection:
            await _alone(connection)
            await pool.open()
            made = make(pool)
            await made.setup()
    except (Error, StoreUnavailable) as error:
        await pool.close()
        raise error if isinstance(error, StoreUnavailable) else _unavailable(error) from error
    try:
        yield made
    finally:
        await pool.close()


async def _alone(connection: AsyncConnection[TupleRow]) -> None:
    """Take the lock of those who set up. A blocking wait would hold a snapshot that building an index waits for."""
    while True:
        row = await (await connection.execute("SELECT pg_try_advisory_lock(%s)", (SETUP_LOCK,))).fetchone()
        if row == (True,):
            return
        await asyncio.sleep(SETUP_POLL_S)


@contextmanager
def _answering() -> Iterator[None]:
    """The driver's errors as `StoreUnavailable`."""
    try:
        yield
    except Error as error:
        raise _unavailable(error) from error


def _unavailable(error: Error) -> StoreUnavailable:
    reason = " ".join(str(error).split())
    return StoreUnavailable(f"Postgres does not answer ({reason}): check ANAPHORA_DATABASE_URL and send it again")
