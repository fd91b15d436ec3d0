"""One turn at a time per thread, over tasks, threads and processes.

Whoever wants a thread stands in its line. The first place that is still kept is the lease, and its number is the
fencing token: it grows with every lease of a thread, over restarts and over changes of backend too, because it is
never less than the time in microseconds. A place whose keeper died is passed over.

    file      tickets in a folder, each locked by its keeper: the system lets go when the process ends
    redis     one hash a thread; a place lapses unless it is renewed
    postgres  advisory locks: they end with their session
    memory    one process, for notebooks and tests
"""

import asyncio
import logging
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Literal, Protocol

from stores.errors import SettingsError, StoreUnavailable
from stores.lease import Lease, Leases, Policy, busy

Backend = Literal["auto", "postgres", "redis", "file", "memory"]

log = logging.getLogger(__name__)


class Line(Protocol):
    """A thread's line of those who want it, as `LineLeases` needs it."""

    lapse_s: float
    """A place not asked about for so long lapses; 0 when it lasts as long as its process."""
    pause_s: float
    """How long to wait between two looks."""

    async def enter(self, thread: str) -> int:
        """Take the last place; returns its token."""
        ...

    async def ahead(self, thread: str, token: int) -> int | None:
        """How many stand ahead (0: the lease is ours), or None when the place is gone. Renews the place."""
        ...

    async def leave(self, thread: str, token: int) -> None:
        """Give the place up."""
        ...

    async def forget(self, thread: str) -> int:
        """Remove what is kept of a line that nobody stands in."""
        ...


class LineLeases:
    """Leases from a `Line`."""

    def __init__(self, line: Line) -> None:
        self._line = line

    @asynccontextmanager
    async def hold(self, thread: str, *, policy: Policy = "enqueue", wait_s: float = 60.0) -> AsyncIterator[Lease]:
        """See `Leases.hold`."""
        deadline = time.monotonic() + (wait_s if policy == "enqueue" else 0.0)
        while True:
            async with self._place(thread) as token:
                while ahead := await self._ahead(thread, token):
                    if (left := deadline - time.monotonic()) <= 0:
                        raise busy(thread, policy, wait_s)
                    await asyncio.sleep(min(left, self._line.pause_s * min(ahead, 5)))
                if ahead is not None:
                    async with self._kept(thread, token) as lease:
                        yield lease
                    return

    @asynccontextmanager
    async def _place(self, thread: str) -> AsyncIterator[int]:
        """A place in the line; given up also when we are cancelled while it is being taken."""
        entering = asyncio.ensure_future(self._line.enter(thread))
        try:
            yield await asyncio.shield(entering)
        finally:
            await asyncio.shield(self._leave(thread, entering))

    @asynccontextmanager
    async def _kept(self, thread: str, token: int) -> AsyncIterator[Lease]:
        """The lease, renewed in the background where places lapse."""
        renewed = time.monotonic()

        async def held() -> bool:
            nonlocal renewed
            try:
                ours = await self._ahead(thread, token) == 0
            except StoreUnavailable:
                return time.monotonic() < renewed + self._line.lapse_s
            renewed = time.monotonic()
            return ours

        async def renew() -> None:
            while not lease.lost:
                await asyncio.sleep(self._line.lapse_s / 3)
                lease.lost = not await held()
            log.warning("the lease on thread %r (token %d) was lost", thread, token)

        lease = Lease(thread, token, held)
        renewing = asyncio.create_task(renew()) if self._line.lapse_s else None
        try:
            yield lease
        finally:
            if renewing:
                renewing.cancel()
                with suppress(asyncio.CancelledError):
                    await renewing

    async def _ahead(self, thread: str, token: int) -> int | None:
        asking = asyncio.ensure_future(self._line.ahead(thread, token))
        try:
            return await asyncio.shield(asking)
        except asyncio.CancelledError:
            await asyncio.gather(asking, return_exceptions=True)  # else it could renew the place after we have left
            raise

    async def _leave(self, thread: str, entering: "asyncio.Future[int]") -> None:
        with suppress(StoreUnavailable):  # the place lapses by itself, or was never taken
            await self._line.leave(thread, await entering)

    async def forget(self, thread: str) -> int:
        """See `Leases.forget`."""
        return await self._line.forget(thread)


class MemoryLine:
    """Lines of one process, shared by its threads and event loops."""

    lapse_s = 0.0
    pause_s = 0.002

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._lines: dict[str, list[int]] = {}
        self._last = 0

    async def enter(self, thread: str) -> int:
        """See `Line.enter`."""
        with self._guard:
            self._last = max(self._last + 1, time.time_ns() // 1000)
            self._lines.setdefault(thread, []).append(self._last)
            return self._last

    async def ahead(self, thread: str, token: int) -> int | None:
        """See `Line.ahead`."""
        with self._guard:
            line = self._lines.get(thread, [])
            return line.index(token) if token in line else None

    async def leave(self, thread: str, token: int) -> None:
        """See `Line.leave`."""
        with self._guard:
            line = self._lines.get(thread, [])
            line.remove(token)
            if not line:
                self._lines.pop(thread, None)

    async def forget(self, thread: str) -> int:
        """See `Line.forget`: a line that nobody stands in is not kept."""
        with self._guard:
            return int(not self._lines.get(thread, [0]))


@asynccontextmanager
async def open_leases(
    backend: Backend = "auto",
    *,
    database_url: str = "",
    redis_url: str = "",
    home: Path | None = None,
    lapse_s: float = 10.0,
) -> AsyncIterator[Leases]:
    """The leases of this process: `auto` takes Postgres if configured, else Redis, else files under `home`/leases.

    Every process that serves the same threads must use the same backend. `lapse_s` is how long a Redis lease outlives
    a process that died. Raises `SettingsError` when the backend's address is missing.
    """
    if backend == "auto":
        backend = "postgres" if database_url else "redis" if redis_url else "file" if home else "memory"
    if backend == "memory":
        yield LineLeases(MemoryLine())
    elif backend == "file":
        from stores.file_leases import FileLine

        if home is None:
            raise SettingsError("leases by file need a folder: set ANAPHORA_HOME")
        yield LineLeases(await FileLine.open(home / "leases"))
    elif backend == "redis":
        from stores.redis_leases import open_redis_line

        if not redis_url:
            raise SettingsError("ANAPHORA_LEASE is redis and ANAPHORA_REDIS_URL is empty: set it, or use file")
        async with open_redis_line(redis_url, lapse_s=lapse_s) as line:
            yield LineLeases(line)
    else:
        from stores.postgres_leases import open_postgres_leases

        if not database_url:
            raise SettingsError("ANAPHORA_LEASE is postgres and ANAPHORA_DATABASE_URL is empty: set it, or use file")
        async with open_postgres_leases(database_url) as leases:
            yield leases
