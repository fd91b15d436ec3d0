"""Leases in Postgres: an advisory lock a thread, which ends with the session that holds it.

One session of this process holds the leases that were free; who must wait opens a session of its own and stands in
the server's queue, which is in order. Tokens are in the table `anaphora_leases`. Sessions must be the client's own:
a pooler that hands out a session by transaction takes the locks away.
"""

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from psycopg import AsyncConnection, Error
from psycopg.errors import LockNotAvailable
from psycopg.rows import TupleRow

from stores.errors import StoreUnavailable
from stores.lease import Lease, Policy, busy

WAITING = 16
"""Sessions of this process that may wait or hold beside the shared one."""

TABLE = """
CREATE TABLE IF NOT EXISTS anaphora_leases (key bigint PRIMARY KEY, token bigint NOT NULL)
"""

NUMBERED = """
INSERT INTO anaphora_leases AS kept (key, token)
SELECT %(key)s, floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint FROM locked WHERE ok
ON CONFLICT (key) DO UPDATE SET token = greatest(kept.token + 1, excluded.token)
RETURNING token
"""
TRY = "WITH locked AS MATERIALIZED (SELECT pg_try_advisory_lock(%(key)s) AS ok)" + NUMBERED
WAIT = "WITH locked AS MATERIALIZED (SELECT pg_advisory_lock(%(key)s) IS NOT NULL AS ok)" + NUMBERED
FORGET = "DELETE FROM anaphora_leases WHERE key = %(key)s RETURNING token"

# The server notices a client whose machine is gone after about half a minute; a token lost in a server's crash is
# made up for by the clock, so that commits need not wait for the disk.
SESSION = (
    "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4 -c synchronous_commit=off"
    " -c application_name=anaphora-leases"
)
Session = AsyncConnection[TupleRow]


class PostgresLeases:
    """Leases in Postgres. Open with `open_postgres_leases`."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._opening = asyncio.Lock()
        self._shared: Session | None = None
        self._shared_threads: set[str] = set()
        self._waiting = asyncio.Semaphore(WAITING)

    @asynccontextmanager
    async def hold(self, thread: str, *, policy: Policy = "enqueue", wait_s: float = 60.0) -> AsyncIterator[Lease]:
        """See `Leases.hold`."""
        if thread not in self._shared_threads:
            self._shared_threads.add(thread)
            taken = True  # also when we are cancelled in between: the server may have given the lock
            try:
                lease = await self._try(thread)
                if taken := lease is not None:
                    yield lease
                    return
            finally:
                if taken:
                    await asyncio.shield(self._unlock(thread))
                self._shared_threads.discard(thread)
        if policy == "reject":
            raise busy(thread, policy, wait_s)
        async with self._waited(thread, wait_s) as lease:
            yield lease

    async def _try(self, thread: str) -> Lease | None:
        """The lease on the shared session if nobody holds or awaits it."""
        session = await self._session()
        try:
            row = await _row(session, TRY, thread)
        except StoreUnavailable:
            if not session.closed:
                raise
            session = await self._session()  # the server was restarted since the last turn
            row = await _row(session, TRY, thread)
        return Lease(thread, row[0], lambda: _alive(session)) if row else None

    async def _unlock(self, thread: str) -> None:
        if (session := self._shared) is None or session.closed:
            return
        try:
            await session.execute("SELECT pg_advisory_unlock(%s)", (_key(thread),))
        except Error:
            await session.close()  # a session that cannot be spoken to must not keep the lock

    @asynccontextmanager
    async def _waited(self, thread: str, wait_s: float) -> AsyncIterator[Lease]:
        """A lease on a session of its own, which stood in the server's queue for it."""
        deadline = time.monotonic() + wait_s
        try:
            async with asyncio.timeout(wait_s):
                await self._waiting.acquire()
        except TimeoutError:
            raise busy(thread, "enqueue", wait_s) from None
        try:
            left = max(1, int((deadline - time.monotonic()) * 1000))
            async with await self._connect(f"-c lock_timeout={left}") as session:
                try:
                    row = await _row(session, WAIT, thread)
                except LockNotAvailable:
                    raise busy(thread, "enqueue", wait_s) from None
                assert row is not None
                yield Lease(thread, row[0], lambda: _alive(session))
        finally:
            self._waiting.release()

    async def forget(self, thread: str) -> int:
        """See `Leases.forget`."""
        return int(await _row(await self._session(), FORGET, thread) is not None)

    async def _session(self) -> Session:
        async with self._opening:
            if self._shared is None or self._shared.closed:
                self._shared = await self._connect()
            return self._shared

    async def _connect(self, options: str = "") -> Session:
        try:
            return await AsyncConnection.connect(
                self._url, autocommit=True, connect_timeout=5, tcp_user_timeout=10_000, options=f"{SESSION} {options}"
            )
        except Error as error:
            raise _unavailable(error) from error

    async def setup(self) -> None:
        """Make the table of tokens, once for all processes that start at the same time."""
        session = await self._session()
        async with session.transaction():
            await session.execute("SELECT pg_advisory_xact_lock(%s)", (_key(""),))
            await session.execute(TABLE)

    async def close(self) -> None:
        """End the shared session, and with it every lease on it."""
        if self._shared is not None:
            await self._shared.close()


async def _alive(session: Session) -> bool:
    try:
        await session.execute("SELECT 1")
    except Error:
        return False
    return True


async def _row(session: Session, query: str, thread: str) -> TupleRow | None:
    try:
        return await (await session.execute(query, {"key": _key(thread)})).fetchone()
    except LockNotAvailable:
        raise
    except Error as error:
        raise _unavailable(error) from error


def _key(thread: str) -> int:
    """The advisory lock's number: 64 bits of a hash that no other program's locks share."""
    digest = hashlib.blake2b(thread.encode("utf-8", "surrogatepass"), digest_size=8, person=b"anaphora")
    return int.from_bytes(digest.digest(), "big", signed=True)


def _unavailable(error: Exception) -> StoreUnavailable:
    reason = " ".join(str(error).split())
    return StoreUnavailable(f"Postgres gives no lease ({reason}): check ANAPHORA_DATABASE_URL, or set ANAPHORA_LEASE")


@asynccontextmanager
async def open_postgres_leases(url: str) -> AsyncIterator[PostgresLeases]:
    """Leases over sessions of their own, with their table made."""
    leases = PostgresLeases(url)
    try:
        await leases.setup()
        yield leases
    finally:
        await leases.close()
