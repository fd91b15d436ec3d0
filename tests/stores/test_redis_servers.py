"""How `RedisSaver` meets its server: clones, clients, and servers that refuse."""

import asyncio
import os
from uuid import uuid4

import pytest
import redis
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from redis import asyncio as aredis

from evals.servers import redis_server, valkey_binary
from stores.errors import SettingsError, StoreUnavailable, UsageError
from stores.redis_saver import RedisSaver
from stores.serde import make_serde
from tests.servers import RedisServer
from tests.stores.redis_threads import config, put, values


def test_a_clone_with_another_serializer_shares_the_client(valkey_url: str) -> None:
    """LangGraph clones a saver by `copy.copy` when it compiles a graph with a strict allow-list."""
    strict = JsonPlusSerializer(allowed_msgpack_modules=None)
    with RedisSaver.from_url(valkey_url, prefix=uuid4().hex, serde=strict) as saver:
        clone = saver.with_allowlist([("decimal", "Decimal"), ("tests.stores.redis_threads", "CountingRedis")])
        assert clone is not saver
        at = put(clone, config("t"), {"x": [1, 2]})
        assert values(saver, at) == values(clone, at) == {"x": [1, 2]}
        ours = RedisSaver(redis.Redis.from_url(valkey_url), serde=make_serde(()))
        assert ours.with_allowlist([("decimal", "Decimal")]) is ours


def test_a_saver_made_from_a_url_serves_every_event_loop(valkey_url: str) -> None:
    """And the blocking face besides."""
    saver = RedisSaver(valkey_url, prefix=uuid4().hex)
    at = put(saver, config("t"), {"x": 1})

    async def read() -> object:
        async with saver:
            found = await saver.aget_tuple(at)
        return found and found.checkpoint["channel_values"]

    assert [asyncio.run(read()) for _ in range(2)] == [{"x": 1}] * 2
    saver.close()


async def test_an_asyncio_client_has_no_blocking_face(valkey_url: str) -> None:
    async with aredis.Redis.from_url(valkey_url) as client:
        with pytest.raises(UsageError, match="async methods"):
            RedisSaver(client).get_tuple(config("t"))


def test_a_forgotten_script_is_sent_again(redis_process: RedisServer) -> None:
    """After `SCRIPT FLUSH` or a failover to a server that has not seen it."""
    with redis.Redis.from_url(redis_process.url) as client:
        saver = RedisSaver(client)
        at = put(saver, config("t"), {"x": 1})
        client.script_flush()
        assert values(saver, put(saver, at, {"x": 2})) == {"x": 2}


async def test_cluster_clients_that_were_made_elsewhere_work(cluster_url: str) -> None:
    """Threads land on all nodes; each is stored, listed, copied and deleted whole."""
    prefix = uuid4().hex
    with redis.RedisCluster.from_url(cluster_url) as client:
        saver = RedisSaver(client, prefix=prefix, ttl_seconds=60)
        for i in range(12):
            put(saver, config(f"t{i}"), {"x": ["y" * 9000, i]}, user_id="u", run_id="r")
        async with aredis.RedisCluster.from_url(cluster_url) as asynchronous:
            other = RedisSaver(asynchronous, prefix=prefix, ttl_seconds=60)
            assert sorted(await other.athreads_of("u")) == sorted(f"t{i}" for i in range(12))
            await other.acopy_thread("t3", "t99")
            assert len([t async for t in other.alist(None)]) == 13
        assert values(saver, config("t99")) == {"x": ["y" * 9000, 3]}
        saver.delete_for_runs(["r"])
        assert client.keys(f"{prefix}*", target_nodes="all") == []


def test_a_cluster_behind_a_plain_url_is_explained(cluster_url: str) -> None:
    def fill() -> None:
        for i in range(20):
            put(saver, config(f"t{i}"), {"x": 1})

    with RedisSaver.from_url(cluster_url) as saver, pytest.raises(SettingsError, match=r"redis\+cluster://"):
        fill()


def test_a_right_that_is_missing_is_explained(redis_process: RedisServer) -> None:
    with redis.Redis.from_url(redis_process.url) as client:
        client.acl_setuser("reader", enabled=True, nopass=True, keys=["*"], commands=["+get", "+info"])
    url = redis_process.url.replace("://", "://reader:any@")
    with RedisSaver.from_url(url) as saver, pytest.raises(SettingsError, match="lacks a right"):
        saver.get_tuple(config("t"))


def test_a_full_server_is_explained_and_keeps_what_it_has() -> None:
    """A checkpoint is stored whole or not at all."""
    stored = [config("t")]

    def fill() -> None:
        for turn in range(80):
            stored.append(put(saver, stored[-1], {"x": os.urandom(200_000).hex(), "n": turn}))

    with redis_server(valkey_binary(), "--maxmemory", "8mb") as server, RedisSaver.from_url(server.url) as saver:
        with pytest.raises(StoreUnavailable, match="Redis is full"):
            fill()
        found = saver.get_tuple(config("t"))
        assert found is not None
        assert found.config == stored[-1]
