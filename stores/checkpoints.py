"""Opens what the settings name for checkpoints and for the archive."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.store.base import BaseStore

from stores.sqlite_saver import open_sqlite_saver, open_sqlite_store


@asynccontextmanager
async def open_checkpoints(home: Path, *, allowed: Iterable[type]) -> AsyncIterator[BaseCheckpointSaver[Any]]:
    """The saver of the graph's state. `allowed` are the value types that may be loaded from it."""
    serde = JsonPlusSerializer(allowed_msgpack_modules=[(kind.__module__, kind.__name__) for kind in allowed])
    async with open_sqlite_saver(home / "threads.db", serde) as saver:
        yield saver


@asynccontextmanager
async def open_store(home: Path) -> AsyncIterator[BaseStore]:
    """The store that holds the archive and the registry of threads."""
    async with open_sqlite_store(home / "archive.db") as store:
        yield store
