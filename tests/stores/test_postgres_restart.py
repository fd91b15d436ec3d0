"""Postgres that stops and starts again under a running process."""

from typing import Any

import pytest
from langgraph.checkpoint.base import empty_checkpoint

from evals.servers import postgres_server
from stores.errors import StoreUnavailable
from stores.postgres_saver import open_postgres_saver, open_postgres_store


async def test_a_restarted_postgres_is_used_again_at_once() -> None:
    """While it is away each store says so in one sentence; afterwards the broken connections are replaced unseen."""
    config: Any = {"configurable": {"thread_id": "t", "checkpoint_ns": ""}}
    with postgres_server() as server:
        url = server.get_uri()
        async with open_postgres_saver(url, wait_s=0.5) as saver, open_postgres_store(url, wait_s=0.5) as store:
            await saver.aput(config, empty_checkpoint(), {"step": 0}, {})
            await store.aput(("threads", "t"), "1", {"text": "kept"})
            server.stop()
            sentence = r"Postgres does not answer \(.*\): check ANAPHORA_DATABASE_URL"
            for call in (saver.aget_tuple(config), store.aget(("threads", "t"), "1")):
                with pytest.raises(StoreUnavailable, match=sentence):
                    await call
            server.start()
            found = await store.aget(("threads", "t"), "1")
            assert found is not None
            assert found.value == {"text": "kept"}
            assert await saver.aget_tuple(config) is not None
