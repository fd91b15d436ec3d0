"""A conversation goes on when Redis does not: killed, frozen, emptied, full, read-only, or with a part missing."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from langgraph.graph import START, StateGraph
from redis.asyncio import Redis

from evals.servers import RedisServer
from stores.errors import StoreUnavailable
from stores.flushing import Degradation
from stores.tiered_saver import TieredSaver
from stores.tiers import open_tiered_saver
from tests.stores.tier_fixtures import Saver, durable, parents_are_there, prefix, quick, sqlite
from tests.stores.tier_graph import Talk, config_of, said, talk_graph, turn
from tests.waiting import until

__all__ = ["durable", "prefix", "sqlite"]
UNREACHABLE = "redis://127.0.0.1:1/0"
ALL = ["a", "1: a", "b", "2: a b", "c", "3: a b c"]


@pytest.fixture
async def saver(redis_process: RedisServer, sqlite: Saver) -> AsyncIterator[TieredSaver]:
    """Tiers over a Redis of the test's own."""
    async with quick(redis_process.url, sqlite) as tiers:
        yield tiers


@pytest.fixture
async def client(redis_process: RedisServer) -> AsyncIterator[Redis]:
    """A client of that Redis."""
    async with Redis.from_url(redis_process.url) as redis:
        yield redis


async def back(saver: TieredSaver) -> None:
    """Wait until the hot tier is used again; a turn's steps are what asks for it."""

    async def asked() -> bool:
        await saver.aget_tuple(config_of("nobody"))
        return saver.tier.breaker.state == "closed"

    await until(asked)


async def test_redis_killed_between_turns_loses_nothing(redis_process: RedisServer, durable: Saver) -> None:
    """One notice a turn while it is out; when it is back, empty, the thread is whole and comes back into it."""
    async with quick(redis_process.url, durable, prefix=durable.__class__.__name__) as saver:
        thread = str(time.time_ns())
        await turn(saver, thread, "a", token=1)
        assert saver.take_notices(thread) == []
        redis_process.stop()
        assert await turn(saver, thread, "b", token=2) == "2: a b"
        assert [notice.code for notice in saver.take_notices(thread)] == ["hot_tier_out"]
        redis_process.start()
        await back(saver)
        assert await turn(saver, thread, "c", token=3) == "3: a b c"
        assert await said(saver.hot, thread) == await said(durable, thread) == ALL
        assert await parents_are_there(durable, thread)


@pytest.mark.parametrize("node", ["understand", "generate", "extract"])
async def test_redis_killed_in_the_middle_of_a_turn_loses_nothing(
    redis_process: RedisServer, saver: TieredSaver, node: str
) -> None:
    """Whatever step it dies at, the turn goes on from there, and the next one too."""
    await turn(saver, "t", "a", token=1)
    await turn(saver, "t", "b", token=2, crash=node)
    redis_process.stop()
    graph, config = talk_graph(saver), config_of("t", lease_token=2, __anaphora_deferred_flush=True)
    await graph.ainvoke(None, config, durability="sync")
    await saver.flush(config)
    assert await turn(saver, "t", "c", token=3) == "3: a b c"
    assert await said(saver.durable, "t") == ALL


async def test_a_frozen_redis_costs_its_timeout_once(redis_process: RedisServer, saver: TieredSaver) -> None:
    """It accepts and does not answer; after the first wait no turn waits, also when it is asked again."""
    await turn(saver, "t", "a", token=1)
    redis_process.freeze()
    await turn(saver, "t", "b", token=2)
    waited = saver.counts["hot_tier_out"]
    start = time.monotonic()
    for number in range(3, 8):
        await turn(saver, "t", str(number), token=number)
    assert time.monotonic() - start < 5 * saver.tier.timeout_s
    assert saver.counts["hot_tier_out"] > waited
    redis_process.thaw()
    await back(saver)
    assert await turn(saver, "t", "c", token=9) == "8: a b 3 4 5 6 7 c"
    assert await said(saver.hot, "t") == await said(saver.durable, "t")


async def test_an_emptied_redis_takes_the_turn_up_whole(saver: TieredSaver, client: Redis) -> None:
    """FLUSHALL between two steps: the next step stores all values, the unchanged ones too."""
    await turn(saver, "t", "a", token=1)
    await turn(saver, "t", "b", token=2, crash="extract")
    await client.flushall()
    config = config_of("t", lease_token=2, __anaphora_deferred_flush=True)
    await talk_graph(saver).ainvoke(None, config, durability="sync")
    await saver.flush(config)
    assert await turn(saver, "t", "c", token=3) == "3: a b c"
    assert await said(saver.hot, "t") == await said(saver.durable, "t") == ALL
    assert saver.counts["hot_tier_out"] == 0


async def test_what_a_lease_has_seen_does_not_go_back(saver: TieredSaver, client: Redis) -> None:
    """Redis comes back with older data between two reads of one turn: the second sees what the first saw."""
    await turn(saver, "t", "a", token=1)
    older = {key: await client.dump(key) async for key in client.scan_iter()}
    await turn(saver, "t", "b", token=2, crash="extract")
    config = config_of("t", lease_token=3, __anaphora_deferred_flush=True)
    graph = talk_graph(saver)
    assert (await graph.aget_state(config)).next == ("extract",)
    seen = await saver.aget_tuple(config)
    assert seen is not None
    seen.checkpoint["versions_seen"]["extract"] = seen.checkpoint["channel_versions"]  # as the graph does, in place
    await client.flushall()
    for key, value in older.items():
        await client.restore(key, 0, value or b"")
    assert (await graph.aget_state(config)).next == ("extract",)


async def full(client: Redis) -> None:
    await client.config_set("maxmemory-policy", "noeviction")
    await client.config_set("maxmemory", 1)


async def emptier(client: Redis) -> None:
    await client.config_set("maxmemory", 0)


async def read_only(client: Redis) -> None:
    await client.replicaof("127.0.0.1", 1)


async def writable(client: Redis) -> None:
    await client.replicaof("NO", "ONE")


REFUSALS = [(full, emptier, "OutOfMemoryError"), (read_only, writable, "ReadOnlyError")]


@pytest.mark.parametrize(("worsen", "mend", "word"), REFUSALS, ids=["full", "read-only"])
async def test_a_redis_that_refuses_writes_is_left_alone(
    saver: TieredSaver, client: Redis, worsen: Any, mend: Any, word: str
) -> None:
    """Full, or a replica after a failover: one notice with its kind, no turn lost, and back when it takes writes."""
    await turn(saver, "t", "a", token=1)
    await worsen(client)
    assert await turn(saver, "t", "b", token=2) == "2: a b"
    (notice,) = saver.take_notices("t")
    assert notice.code == "hot_tier_out"
    assert word in notice.detail
    assert await turn(saver, "t", "c", token=3) == "3: a b c"
    await mend(client)
    await back(saver)
    assert await said(saver, "t") == ALL
    await turn(saver, "t", "d", token=4)
    assert await said(saver.hot, "t") == await said(saver.durable, "t")


async def test_a_thread_that_redis_evicted_in_part_is_served_whole(saver: TieredSaver, client: Redis) -> None:
    """An eviction took one of its keys: its values cannot be read, and the durable tier has them."""
    await turn(saver, "t", "a", token=1)
    (blocks,) = [key async for key in client.scan_iter("*:b")]
    await client.delete(blocks)
    assert await said(saver, "t") == ["a", "1: a"]
    assert [notice.code for notice in saver.take_notices("t")] == ["hot_tier_refused"]
    assert await turn(saver, "t", "b", token=2) == "2: a b"
    assert await turn(saver, "t", "c", token=3) == "3: a b c"
    assert await said(saver.hot, "t") == ALL


async def test_what_a_task_wrote_before_another_failed_outlives_redis(
    redis_process: RedisServer, saver: TieredSaver
) -> None:
    """Of two parallel tasks one fails; resumed after Redis died, only that one runs again."""
    ran: list[str] = []

    async def good(state: Talk) -> dict[str, Any]:
        ran.append("good")
        return {"log": ["good"]}

    async def bad(state: Talk) -> dict[str, Any]:
        ran.append("bad")
        if ran.count("bad") == 1:
            await until(lambda: "good" in ran)
            raise ZeroDivisionError
        return {"log": ["bad"]}

    graph = StateGraph(Talk)
    graph.add_node("good", good)
    graph.add_node("bad", bad)
    graph.add_edge(START, "good")
    graph.add_edge(START, "bad")
    compiled = graph.compile(checkpointer=saver)
    config = config_of("t", lease_token=1, __anaphora_deferred_flush=True)
    sent: Any = {"turns": 1}
    with pytest.raises(ZeroDivisionError):
        await compiled.ainvoke(sent, config, durability="sync")
    await saver.flush(config)
    redis_process.stop()
    async with open_tiered_saver(UNREACHABLE, saver.durable) as elsewhere:
        state = await graph.compile(checkpointer=elsewhere).ainvoke(None, config)
    assert sorted(state["log"]) == ["bad", "good"]
    assert sorted(ran) == ["bad", "bad", "good"]


async def test_threads_share_one_outage(redis_process: RedisServer, saver: TieredSaver) -> None:
    """Twenty threads at once while Redis dies and comes back: each has all its turns, and its own notice."""

    async def talk(thread: str) -> None:
        for number in range(1, 7):
            await turn(saver, thread, str(number), token=number)
            if thread == "t0" and number == 2:
                redis_process.stop()
            if thread == "t0" and number == 4:
                await asyncio.to_thread(redis_process.start)

    threads = [f"t{number}" for number in range(20)]
    await asyncio.gather(*(talk(thread) for thread in threads))
    for thread in threads:
        assert (await said(saver, thread))[-1] == "6: 1 2 3 4 5 6"
        assert {notice.code for notice in saver.take_notices(thread)} <= {"hot_tier_out"}


async def test_a_durable_tier_that_is_out_is_said(sqlite: Any, redis_process: RedisServer) -> None:
    """Nothing is acknowledged from the hot tier alone."""
    async with quick(redis_process.url, sqlite) as saver:
        await turn(saver, "t", "a", token=1)
        await sqlite.conn.execute("ALTER TABLE checkpoints RENAME TO elsewhere")
        with pytest.raises(StoreUnavailable, match="durable store of threads does not answer"):
            await turn(saver, "t", "b", token=2)
        await sqlite.conn.execute("ALTER TABLE elsewhere RENAME TO checkpoints")
        assert await turn(saver, "t", "b", token=3) == "2: a b"
        assert saver.take_notices("t") == []


async def test_a_process_that_starts_while_redis_is_out_works(sqlite: Saver) -> None:
    async with quick(UNREACHABLE, sqlite) as saver:
        assert await turn(saver, "t", "a", token=1) == "1: a"
        (notice,) = saver.take_notices("t")
        assert isinstance(notice, Degradation)
        assert notice.detail.startswith("Redis failed (ConnectionError)")
