"""Durable savers and tiered ones for the tests of the tiers."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from langgraph.checkpoint.base import BaseCheckpointSaver

from stores.breaker import Breaker
from stores.postgres_saver import open_postgres_saver
from stores.serde import make_serde
from stores.sqlite_saver import open_sqlite_saver
from stores.tiered_saver import TieredSaver
from stores.tiers import open_tiered_saver

Saver = BaseCheckpointSaver[Any]


@pytest.fixture(params=["sqlite", "postgres"])
async def durable(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Saver]:
    """Each durable tier."""
    if request.param == "sqlite":
        async with open_sqlite_saver(tmp_path / "threads.db", make_serde(())) as sqlite:
            yield sqlite
    else:
        async with open_postgres_saver(request.getfixturevalue("postgres_url"), make_serde(())) as postgres:
            yield postgres


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[Saver]:
    """The durable tier that needs no server."""
    async with open_sqlite_saver(tmp_path / "threads.db", make_serde(())) as saver:
        yield saver


@pytest.fixture
def prefix() -> str:
    """Key prefix of one test."""
    return uuid4().hex


@pytest.fixture
async def tiered(durable: Saver, valkey_url: str, prefix: str) -> AsyncIterator[TieredSaver]:
    """Both tiers in order."""
    async with open_tiered_saver(valkey_url, durable, prefix=prefix) as saver:
        yield saver


def quick(url: str, durable: Saver, **options: Any) -> AbstractAsyncContextManager[TieredSaver]:
    """Tiers that notice an outage, and its end, fast."""
    return open_tiered_saver(url, durable, answer_s=0.3, breaker=Breaker(rest_s=0.05, longest_s=0.05), **options)


async def parents_are_there(saver: Saver, thread: str) -> bool:
    """Whether every parent that a thread's checkpoints name can be read."""
    found = [one async for one in saver.alist({"configurable": {"thread_id": thread}})]
    ids = {one.checkpoint["id"] for one in found}
    return bool(found) and all(
        one.parent_config is None or one.parent_config["configurable"]["checkpoint_id"] in ids for one in found
    )
