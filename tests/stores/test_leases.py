"""Each backend of leases keeps the contract; what is its own is tested beside it."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import psycopg
import pytest

from evals.servers import RedisServer
from stores.errors import Busy, SettingsError, StoreUnavailable
from stores.file_leases import FileLine, _name
from stores.lease import Leases
from stores.leases import LineLeases, MemoryLine, open_leases
from stores.postgres_leases import _key
from stores.redis_client import quick_client
from stores.redis_leases import RedisLine, open_redis_line
from tests.contracts.leases import LeasesContract, Opener
from tests.waiting import until


class TestMemoryLeases(LeasesContract):
    @pytest.fixture
    def opener(self) -> Opener:
        self.line = MemoryLine()

        @asynccontextmanager
        async def opened() -> AsyncIterator[Leases]:
            yield LineLeases(self.line)

        return opened

    async def waiting(self, thread: str) -> int:
        return len(self.line._lines.get(thread, [])) - 1


class TestFileLeases(LeasesContract):
    @pytest.fixture
    def opener(self, tmp_path: Path) -> Opener:
        self.folder = tmp_path / "leases"
        return lambda: open_leases("file", home=tmp_path)

    async def waiting(self, thread: str) -> int:
        return len(FileLine(self.folder)._tickets(_name(thread))) - 1

    async def test_a_folder_that_was_removed_is_noticed(self, leases: Leases) -> None:
        """Whoever deletes the tickets ends the leases: the holder hears of it at its next check."""
        async with leases.hold("t") as lease:
            for path in self.folder.iterdir():
                path.unlink()
            with pytest.raises(Busy, match="was taken over"):
                await lease.check()
            assert lease.lost

    async def test_a_folder_that_cannot_be_written_is_said(self, tmp_path: Path) -> None:
        async with open_leases("file", home=tmp_path / "x") as leases:
            for path in (tmp_path / "x" / "leases").iterdir():
                path.unlink()
            (tmp_path / "x" / "leases").rmdir()
            (tmp_path / "x" / "leases").touch()
            with pytest.raises(StoreUnavailable, match="leases cannot be written in"):
                async with leases.hold("t"):
                    raise AssertionError("held nothing")


class TestRedisLeases(LeasesContract):
    @pytest.fixture
    def opener(self, valkey_url: str, request: pytest.FixtureRequest) -> Opener:
        self.url, self.prefix = valkey_url, request.node.name
        return self._opener()

    def _opener(self) -> Opener:
        @asynccontextmanager
        async def opened() -> AsyncIterator[Leases]:
            async with open_redis_line(self.url, prefix=self.prefix) as line:
                yield LineLeases(line)

        return opened

    async def waiting(self, thread: str) -> int:
        async with quick_client(self.url, answer_s=5) as client:
            return int(await client.hlen(RedisLine(client, prefix=self.prefix)._key(thread))) - 2


class TestRedisClusterLeases(TestRedisLeases):
    @pytest.fixture
    def opener(self, cluster_url: str, request: pytest.FixtureRequest) -> Opener:
        self.url, self.prefix = cluster_url.replace("redis://", "redis+cluster://"), request.node.name
        return self._opener()


class TestPostgresLeases(LeasesContract):
    @pytest.fixture
    def opener(self, postgres_url: str) -> Opener:
        self.url = postgres_url
        return lambda: open_leases("postgres", database_url=postgres_url)

    async def waiting(self, thread: str) -> int:
        query = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        async with await psycopg.AsyncConnection.connect(self.url) as session:
            row = await (await session.execute(query)).fetchone()
        assert row is not None
        return int(row[0])

    async def test_a_session_that_the_server_ends_takes_its_leases_along(self, leases: Leases) -> None:
        """The holder hears of it, and the next turn gets a new session."""
        async with leases.hold("t") as lease:
            await self._end_holder("t")
            with pytest.raises(Busy):
                await lease.check()
        async with leases.hold("t", policy="reject") as lease:
            await lease.check()
        await self._end_sessions()
        async with leases.hold("u", policy="reject") as lease:
            await lease.check()

    async def _end_holder(self, thread: str) -> None:
        query = (
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
            " AND (classid::bigint << 32 | objid::bigint) = %s"
        )
        async with await psycopg.AsyncConnection.connect(self.url) as session:
            assert await (await session.execute(query, (_key(thread),))).fetchall() == [(True,)]

    async def _end_sessions(self) -> None:
        query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'anaphora-leases'"
        async with await psycopg.AsyncConnection.connect(self.url) as session:
            assert await (await session.execute(query)).fetchall()

    async def test_a_server_that_is_not_there_is_said(self) -> None:
        with pytest.raises(StoreUnavailable, match="check ANAPHORA_DATABASE_URL"):
            async with open_leases("postgres", database_url="postgresql://127.0.0.1:1/none"):
                raise AssertionError("opened nothing")


def _lines(url: str, lapse_s: float) -> AbstractAsyncContextManager[RedisLine]:
    return open_redis_line(url, lapse_s=lapse_s)


async def test_a_redis_lease_outlives_its_time_by_renewal(redis_process: RedisServer) -> None:
    """Held for three times as long as a place lasts, it is still ours."""
    async with _lines(redis_process.url, 0.1) as line, LineLeases(line).hold("t") as lease:
        entered = await line._client.time()

        async def later() -> bool:
            now = await line._client.time()
            return bool((now[0] - entered[0]) + (now[1] - entered[1]) / 1e6 > 0.3)

        await until(later)
        await lease.check()
        assert not lease.lost


async def test_a_redis_that_forgot_a_lease_gives_it_back_to_its_holder(redis_process: RedisServer) -> None:
    """A flushed server does not end a running turn unless another has begun."""
    async with _lines(redis_process.url, 5) as line:
        async with LineLeases(line).hold("t") as lease:
            await line._client.flushall()
            await lease.check()
            with pytest.raises(Busy):
                async with LineLeases(line).hold("t", policy="reject"):
                    raise AssertionError("two holders")
        async with LineLeases(line).hold("t") as stale:
            await line._client.flushall()
            async with LineLeases(line).hold("t", policy="reject") as next_one:
                assert next_one.token > stale.token
                with pytest.raises(Busy):
                    await stale.check()


async def test_a_redis_lease_is_lost_once_redis_is_gone_for_too_long(redis_process: RedisServer) -> None:
    """While its time runs nobody else can have it; after that, nothing is sure."""
    async with _lines(redis_process.url, 2.0) as line, LineLeases(line).hold("t") as lease:
        redis_process.stop()
        await lease.check()
        await until(lambda: lease.lost)
        with pytest.raises(Busy):
            await lease.check()
        with pytest.raises(StoreUnavailable, match="Redis gives no lease"):
            async with LineLeases(line).hold("u"):
                raise AssertionError("held nothing")


@pytest.mark.parametrize("backend", ["file", "redis", "postgres"])
async def test_a_backend_without_its_address_is_refused(backend: str) -> None:
    with pytest.raises(SettingsError):
        async with open_leases(backend):  # type: ignore[arg-type]  # a parameter's text
            raise AssertionError("opened nothing")


async def test_auto_takes_postgres_then_redis_then_files(tmp_path: Path, valkey_url: str, postgres_url: str) -> None:
    kinds = []
    for where in ({"database_url": postgres_url, "redis_url": valkey_url}, {"redis_url": valkey_url}, {}):
        async with open_leases("auto", home=tmp_path, **where) as leases:  # type: ignore[arg-type]  # by name
            kinds.append(type(getattr(leases, "_line", leases)).__name__)
    assert kinds == ["PostgresLeases", "RedisLine", "FileLine"]
