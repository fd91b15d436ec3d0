"""Leases over processes: one at a time, and a process that is killed holds nothing."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from stores.errors import Busy
from stores.lease import Leases
from stores.leases import open_leases

BACKENDS = ["file", "redis", "postgres"]
Start = Callable[..., AbstractAsyncContextManager[asyncio.subprocess.Process]]


@pytest.fixture
def address(backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """Where the backend is: a folder or a URL."""
    if backend == "file":
        return str(tmp_path)
    return str(request.getfixturevalue("valkey_url" if backend == "redis" else "postgres_url"))


def leases_at(backend: str, address: str) -> AbstractAsyncContextManager[Leases]:
    where = {"file": "home", "redis": "redis_url", "postgres": "database_url"}[backend]
    value = Path(address) if backend == "file" else address
    return open_leases(backend, lapse_s=1.0, **{where: value})  # type: ignore[arg-type]  # by name


@asynccontextmanager
async def worker(mode: str, backend: str, address: str, file: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.stores.lease_worker", mode, backend, address, str(file)),
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@pytest.mark.parametrize("backend", BACKENDS)
async def test_a_killed_process_holds_nothing(backend: str, address: str, tmp_path: Path) -> None:
    """While it lives, others are rejected; after `kill -9` the next turn gets the thread, with a higher token."""
    async with leases_at(backend, address) as leases, worker("hold", backend, address, tmp_path / "n") as process:
        assert process.stdout is not None
        token = int(await process.stdout.readline())
        with pytest.raises(Busy):
            async with leases.hold("t", policy="reject"):
                raise AssertionError("two holders")
        waiting = asyncio.create_task(_token(leases))
        process.kill()
        assert await waiting > token
        await leases.forget("t")


async def _token(leases: Leases) -> int:
    async with leases.hold("t", policy="enqueue", wait_s=10) as lease:
        return lease.token


@pytest.mark.parametrize("backend", BACKENDS)
async def test_processes_exclude_each_other(backend: str, address: str, tmp_path: Path) -> None:
    """Four processes add to a counter that is not atomic, 15 times each: none is lost."""
    counter = tmp_path / "count"
    counter.write_text("0")

    async def run() -> int | None:
        async with worker("count", backend, address, counter) as process:
            return await process.wait()

    assert await asyncio.gather(*(run() for _ in range(4))) == [0] * 4
    assert counter.read_text() == "60"
