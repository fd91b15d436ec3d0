"""Everything a graph needs, opened and closed in one place."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from graph.settings import Settings
from nodes.extractive import ExtractiveWriter
from nodes.models import Models
from nodes.state import STATE_TYPES
from nodes.writing import Writer
from stores.archive import Archive
from stores.embedder import Embedder, open_embedder
from stores.ingest import Index
from stores.passages import PassageIndex

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.store.base import BaseStore

    from nodes.rerankers import Ranker
    from stores.chroma_index import ChromaIndex
    from stores.lease import Leases


@dataclass(frozen=True)
class Deps:
    """Opened dependencies. Any of them may be replaced before the graph is built."""

    settings: Settings
    index: Index
    embedder: Embedder
    writer: Writer
    archive: Archive
    checkpointer: "BaseCheckpointSaver[Any]"
    store: "BaseStore"
    leases: "Leases"
    models: Models = field(default_factory=Models)
    reranker: "Ranker | None" = None


def writer_of(models: Models, index: PassageIndex, settings: Settings) -> Writer:
    """The writer of answers: the models', with the extractive one behind it, or that one alone."""
    plain = ExtractiveWriter(index)
    if models.answer is None:
        return plain
    from nodes.model_writer import ModelWriter

    return ModelWriter(models, plain, settings.answer_tokens, settings.answer_deadline_s)


def _open_index(settings: Settings) -> "tuple[ChromaIndex, Embedder]":
    from stores.chroma_index import ChromaIndex

    settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
    embedder = open_embedder(settings.embeddings)
    return ChromaIndex(settings.home / "index", embedder, url=settings.chroma_url), embedder


@asynccontextmanager
async def open_deps(settings: Settings) -> AsyncIterator[Deps]:
    """Open what the settings name. Raises `SettingsError` or `StoreUnavailable`."""
    from graph.models import open_models
    from graph.reranking import open_reranker
    from graph.tracing import start_tracing
    from stores.checkpoints import open_checkpoints, open_store
    from stores.leases import open_leases

    start_tracing()
    async with AsyncExitStack() as stack:
        reranker = await asyncio.to_thread(open_reranker, settings.reranker) if settings.reranker else None
        index, embedder = await asyncio.to_thread(_open_index, settings)
        stack.push_async_callback(asyncio.to_thread, index.close)
        key = settings.encryption_key.get_secret_value()
        store = await stack.enter_async_context(open_store(settings.home, database_url=settings.database_url, key=key))
        checkpointer = await stack.enter_async_context(
            open_checkpoints(
                settings.home,
                allowed=STATE_TYPES,
                redis_url=settings.redis_url,
                database_url=settings.database_url,
                redis_ttl=settings.redis_ttl,
                keep_last=settings.keep_checkpoints,
                key=key,
            )
        )
        leases = await stack.enter_async_context(
            open_leases(
                settings.lease, home=settings.home, redis_url=settings.redis_url, database_url=settings.database_url
            )
        )
        models = await stack.enter_async_context(
            open_models(
                settings.model,
                settings.small_model,
                settings.summary_model,
                settings.fallback_model,
                headers=settings.model_headers,
            )
        )
        yield Deps(
            settings=settings,
            index=index,
            embedder=embedder,
            writer=writer_of(models, index, settings),
            archive=Archive(store),
            checkpointer=checkpointer,
            store=store,
            leases=leases,
            models=models,
            reranker=reranker,
        )
