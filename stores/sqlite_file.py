"""A SQLite file that several threads and processes use: one writing connection, a few reading ones, plain errors."""

import queue
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from stores.errors import InputError, StoreUnavailable

_READERS = 4
_ASKED_AT_ONCE = 500  # variables in one statement; SQLite's oldest limit is 999
_WAIT_SECONDS = 30.0  # for another process that writes


class SqliteFile:
    """A file in write-ahead-log mode. Readers see committed transactions only. Thread-safe.

    Raises `StoreUnavailable` when the file cannot be used, `InputError` for text that has no encoding.
    """

    def __init__(self, path: Path, schema: str) -> None:
        self.path = path
        self._writing = threading.RLock()
        self._idle: queue.LifoQueue[sqlite3.Connection] = queue.LifoQueue()
        self._all: list[sqlite3.Connection] = []
        self._slots = threading.Semaphore(_READERS)
        with self._trouble():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = self._connect()
            self._writer.executescript(schema)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """The writing connection, alone among threads and processes; all of it is committed, or nothing."""
        with self._trouble(), self._writing, self._writer:
            self._writer.execute("BEGIN IMMEDIATE")
            yield self._writer

    @contextmanager
    def reader(self) -> Iterator[sqlite3.Connection]:
        """A reading connection, lent for the time of the context."""
        with self._trouble(), self._slots:
            try:
                connection = self._idle.get_nowait()
            except queue.Empty:
                connection = self._connect()
            try:
                yield connection
            finally:
                self._idle.put(connection)

    def select(self, query: str, values: Sequence[str | int]) -> list[tuple[Any, ...]]:
        """Rows of a query that ends in IN for any number of values."""
        if not values:
            return []
        with self.reader() as reader:
            return list(in_parts(reader, query, values))

    def close(self) -> None:
        """Close every connection; the file can be opened again."""
        with self._writing:
            for connection in self._all:
                connection.close()
            self._all.clear()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=_WAIT_SECONDS, check_same_thread=False)
        self._all.append(connection)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        return connection

    @contextmanager
    def _trouble(self) -> Iterator[None]:
        try:
            yield
        except UnicodeEncodeError as error:
            raise InputError(f"A passage holds {error.object!r}, which is no valid text: {error.reason}.") from error
        except (sqlite3.Error, OSError) as error:
            message = f"The file {self.path} cannot be used: {error}. Check its disk and rights."
            raise StoreUnavailable(message) from error


def in_parts(connection: sqlite3.Connection, query: str, values: Sequence[str | int]) -> Iterator[tuple[Any, ...]]:
    """Rows of a query that ends in IN, over as many statements as SQLite's limit on variables asks for."""
    for start in range(0, len(values), _ASKED_AT_ONCE):
        part = values[start : start + _ASKED_AT_ONCE]
        yield from connection.execute(f"{query} ({','.join('?' * len(part))})", part)
