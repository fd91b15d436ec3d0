"""Dependencies that live in memory: for tests, notebooks and measurements that need no folder."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore

from graph.deps import Deps, writer_of
from graph.settings import Settings
from nodes.models import Models
from nodes.state import STATE_TYPES
from nodes.writing import Writer
from stores.archive import Archive
from stores.embedder import Embedder, open_embedder
from stores.leases import open_leases
from stores.memory_index import MemoryIndex
from stores.passages import Passage, PassageIndex
from stores.serde import make_serde


@asynccontextmanager
async def open_memory_deps(
    passages: Sequence[Passage] = (),
    *,
    embedder: Embedder | None = None,
    writer: Callable[[PassageIndex], Writer] | None = None,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    store: BaseStore | None = None,
    settings: Settings | None = None,
    models: Models | None = None,
) -> AsyncIterator[Deps]:
    """Everything a graph needs over the given passages, with nothing written anywhere."""
    chosen = embedder or open_embedder()
    index = MemoryIndex(chosen)
    if passages:
        index.add(passages)
    kept = store or InMemoryStore()
    known = settings or Settings(_env_file=None)
    async with open_leases("memory") as leases:
        yield Deps(
            settings=known,
            index=index,
            embedder=chosen,
            writer=writer(index) if writer else writer_of(models or Models(), index, known),
            archive=Archive(kept),
            checkpointer=checkpointer or InMemorySaver(serde=make_serde(STATE_TYPES)),
            store=kept,
            leases=leases,
            models=models or Models(),
        )
