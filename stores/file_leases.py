"""Leases by file: a folder of tickets, each locked by the process that keeps it.

    next               the last token given out
    guard              locked while a ticket is made
    HASH-TOKEN         a ticket of the thread with that hash; its lock ends with its process

Files are named by hash, so that no thread id can name a path. The folder must be on a disk of this machine: `flock`
over a network file system is not to be trusted.
"""

import asyncio
import hashlib
import os
import time
from pathlib import Path

from filelock import FileLock, Timeout

from stores.errors import StoreUnavailable


class FileLine:
    """Lines kept in a folder. Open with `open`."""

    lapse_s = 0.0
    pause_s = 0.02

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._mine: dict[tuple[str, int], FileLock] = {}

    @classmethod
    async def open(cls, folder: Path) -> "FileLine":
        """Make the folder and drop the tickets of processes that died."""
        line = cls(folder)
        await asyncio.to_thread(line._sweep, "")
        return line

    async def enter(self, thread: str) -> int:
        """See `Line.enter`."""
        return await asyncio.to_thread(self._enter, thread)

    async def ahead(self, thread: str, token: int) -> int | None:
        """See `Line.ahead`."""
        return await asyncio.to_thread(self._ahead, thread, token)

    async def leave(self, thread: str, token: int) -> None:
        """See `Line.leave`."""
        await asyncio.to_thread(self._leave, thread, token)

    async def forget(self, thread: str) -> int:
        """See `Line.forget`: what a dead process left of the thread."""
        return await asyncio.to_thread(self._sweep, _name(thread))

    def _enter(self, thread: str) -> int:
        try:
            with self._guard():
                token = self._next_token()
                # The lock is taken under the guard: nobody with a later place can look at the ticket before.
                ticket = _lock(self._ticket(thread, token))
                ticket.acquire(blocking=False)
        except OSError as error:
            raise StoreUnavailable(f"leases cannot be written in {self._folder}: {error}; make it writable") from error
        self._mine[thread, token] = ticket
        return token

    def _ahead(self, thread: str, token: int) -> int | None:
        if not self._ticket(thread, token).exists():
            return None
        earlier = (path for path in self._tickets(_name(thread)) if int(path.name[-20:]) < token)
        return sum(not _drop_dead(path) for path in earlier)

    def _leave(self, thread: str, token: int) -> None:
        ticket = self._mine.pop((thread, token))
        ticket.release()
        self._ticket(thread, token).unlink(missing_ok=True)

    def _sweep(self, name: str) -> int:
        self._folder.mkdir(parents=True, exist_ok=True)
        with self._guard():
            return sum(_drop_dead(path) for path in self._tickets(name))

    def _guard(self) -> FileLock:
        return _lock(self._folder / "guard")

    def _next_token(self) -> int:
        path = self._folder / "next"
        with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
            token = max(int(file.read() or 0) + 1, time.time_ns() // 1000)
            file.seek(0)
            file.write(b"%020d" % token)
        return token

    def _ticket(self, thread: str, token: int) -> Path:
        return self._folder / f"{_name(thread)}-{token:020d}"

    def _tickets(self, name: str) -> list[Path]:
        return [Path(entry.path) for entry in os.scandir(self._folder) if "-" in entry.name and name in entry.name]


def _name(thread: str) -> str:
    return hashlib.sha256(thread.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _lock(path: Path) -> FileLock:
    # Acquired in one worker thread and released in another.
    return FileLock(path, thread_local=False, mode=0o600)


def _drop_dead(ticket: Path) -> bool:
    """Remove a ticket whose keeper has died or left; False when it is kept."""
    probe = _lock(ticket)
    try:
        probe.acquire(blocking=False)
    except Timeout:
        return False
    ticket.unlink(missing_ok=True)
    probe.release()
    return True
