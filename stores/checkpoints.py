"""Opens what the settings name for checkpoints and for the archive."""

from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.store.base import BaseStore

from stores.sealed_store import SealedStore
from stores.sealing import Sealer, encryption_key
from stores.serde import make_serde


@asynccontextmanager
async def open_checkpoints(
    home: Path,
    *,
    allowed: Iterable[type],
    redis_url: str = "",
    database_url: str = "",
    redis_ttl: int = 7200,
    keep_last: int | None = None,
    key: str = "",
) -> AsyncIterator[BaseCheckpointSaver[Any]]:
    """The saver of the graph's state: SQLite under `home`, else Redis or Postgres, or Redis over Postgres.

    `allowed` are the value types that may be loaded from it; `redis_ttl` is in seconds and counts only over Postgres;
    `key` seals what is stored. Raises `StoreUnavailable` or `SettingsError`.
    """
    serde = make_serde(allowed, key=encryption_key(key) if key else None)
    async with AsyncExitStack() as stack:
        if not database_url and not redis_url:
            from stores.sqlite_saver import open_sqlite_saver

            yield await stack.enter_async_context(open_sqlite_saver(home / "threads.db", serde))
        elif not database_url:
            from stores.redis_saver import RedisSaver

            redis = RedisSaver.from_url(redis_url, keep_last=keep_last, serde=serde)
            yield await stack.enter_async_context(redis)
        else:
            from stores.postgres_saver import open_postgres_saver

            durable = await stack.enter_async_context(open_postgres_saver(database_url, serde))
            if not redis_url:
                yield durable
                return
            from stores.tiers import open_tiered_saver

            tiers = open_tiered_saver(redis_url, durable, ttl_seconds=redis_ttl or None, keep_last=keep_last)
            yield await stack.enter_async_context(tiers)


@asynccontextmanager
async def open_store(home: Path, *, database_url: str = "", key: str = "") -> AsyncIterator[BaseStore]:
    """The store that holds the archive and the registry of threads; `key` seals its values.

    Raises `StoreUnavailable` or `SettingsError`.
    """
    sealer = Sealer(encryption_key(key)) if key else None
    async with AsyncExitStack() as stack:
        if database_url:
            from stores.postgres_saver import open_postgres_store

            yield SealedStore(await stack.enter_async_context(open_postgres_store(database_url)), sealer)
        else:
            from stores.sqlite_saver import open_sqlite_store

            yield SealedStore(await stack.enter_async_context(open_sqlite_store(home / "archive.db")), sealer)
