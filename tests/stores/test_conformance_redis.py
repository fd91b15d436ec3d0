"""LangGraph's conformance suite against `RedisSaver`: both faces, every server that is supported."""

from uuid import uuid4

import pytest
import redis
from redis import asyncio as aredis

from stores.redis_saver import RedisSaver
from stores.serde import make_serde
from tests.contracts.saver import BlockingFace, Saver, assert_conforms

KEY = bytes(range(32))
SERVERS = [
    "valkey_url",
    "redis62_url",
    pytest.param("redis7_url", marks=pytest.mark.system("redis-server")),
    "cluster_url",
    pytest.param("redis7_cluster_url", marks=pytest.mark.system("redis-server")),
]


@pytest.fixture(params=SERVERS)
def url(request: pytest.FixtureRequest) -> str:
    """Each server's URL, one after the other."""
    found: str = request.getfixturevalue(request.param)
    return found.replace("redis://", "redis+cluster://") if "cluster" in request.param else found


async def test_the_async_face_conforms_on_every_server(url: str) -> None:
    """All 81 tests of the suite, no capability missing."""
    async with RedisSaver.from_url(url, prefix=uuid4().hex) as saver:

        async def opened() -> Saver:
            return saver

        await assert_conforms(opened)


async def test_the_blocking_face_conforms_on_every_server(url: str) -> None:
    """All 81 tests of the suite, no capability missing."""
    with RedisSaver.from_url(url, prefix=uuid4().hex) as saver:

        async def opened() -> Saver:
            return BlockingFace(saver)

        await assert_conforms(opened)


async def test_sealed_checkpoints_conform(valkey_url: str) -> None:
    """The suite again with a key, an expiry and a limited history that it does not reach."""
    serde = make_serde((), key=KEY)
    async with RedisSaver.from_url(valkey_url, prefix=uuid4().hex, serde=serde, ttl_seconds=60, keep_last=50) as saver:

        async def opened() -> Saver:
            return saver

        await assert_conforms(opened)


async def test_clients_that_were_made_elsewhere_work_too(valkey_url: str) -> None:
    """A blocking client serves both faces, an asyncio client the async one."""
    with redis.Redis.from_url(valkey_url) as blocking:
        async with aredis.Redis.from_url(valkey_url) as asynchronous:
            for client in (blocking, asynchronous):

                async def opened(client: object = client) -> Saver:
                    return RedisSaver(client, prefix=uuid4().hex)

                await assert_conforms(opened, {"put": 17, "list": 16})
