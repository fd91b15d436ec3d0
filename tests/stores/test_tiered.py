"""A hot tier over a durable one: what is where, which one is right, and that nothing is left over."""

import asyncio
from typing import Annotated, Any
from uuid import uuid4

import pytest
from langgraph.channels.delta import DeltaChannel
from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from stores.errors import Busy, StoreUnavailable, UsageError
from stores.flushing import DEFERRED
from stores.redis_saver import RedisSaver
from stores.serde import make_serde
from stores.tiered_saver import TieredSaver
from stores.tiers import open_tiered_saver
from tests.contracts.saver import BlockingFace, assert_conforms
from tests.stores.tier_fixtures import Saver, durable, parents_are_there, prefix, sqlite, tiered
from tests.stores.tier_graph import config_of, said, talk_graph, turn

__all__ = ["durable", "prefix", "sqlite", "tiered"]
UNREACHABLE = "redis://127.0.0.1:1/0"


@pytest.fixture
def thread() -> str:
    return uuid4().hex


async def test_the_async_face_conforms(tiered: TieredSaver) -> None:
    """LangGraph's suite, no capability missing."""

    async def opened() -> Saver:
        return tiered

    await assert_conforms(opened)


async def test_the_blocking_face_conforms(tiered: TieredSaver) -> None:
    """From another thread; on its own event loop it refuses instead of standing still."""

    async def opened() -> Saver:
        return BlockingFace(tiered)

    with pytest.raises(UsageError, match="await the a"):
        tiered.get_tuple(config_of("t"))
    await asyncio.to_thread(lambda: asyncio.run(assert_conforms(opened)))


async def test_steps_between_two_flushes_are_in_the_hot_tier_only(tiered: TieredSaver, thread: str) -> None:
    """A turn costs the durable tier two checkpoints, each a child of the one before."""
    await turn(tiered, thread, "a", token=1)
    await turn(tiered, thread, "b", token=2)
    config = config_of(thread)
    hot = [one.checkpoint["id"] async for one in tiered.hot.alist(config)]
    kept = [one.checkpoint["id"] async for one in tiered.durable.alist(config)]
    assert len(hot) == 10
    assert len(kept) == 4
    assert kept[0] == hot[0]
    assert await parents_are_there(tiered.durable, thread)
    assert await said(tiered.durable, thread) == await said(tiered.hot, thread) == ["a", "1: a", "b", "2: a b"]
    assert tiered.counts["flushed"] == 4


async def test_without_the_runner_every_step_goes_to_both(tiered: TieredSaver, thread: str) -> None:
    await turn(tiered, thread, "a")
    config = config_of(thread)
    hot = [one.checkpoint["id"] async for one in tiered.hot.alist(config)]
    assert [one.checkpoint["id"] async for one in tiered.durable.alist(config)] == hot
    assert await parents_are_there(tiered.durable, thread)


async def test_a_thread_that_left_redis_goes_on_from_the_durable_tier(tiered: TieredSaver, thread: str) -> None:
    """Its time ran out: the next turn finds all of it, values that never change too, and brings it back."""
    await turn(tiered, thread, "a", token=1)
    await tiered.hot.adelete_thread(thread)
    assert await said(tiered, thread) == ["a", "1: a"]
    assert await turn(tiered, thread, "b", token=2) == "2: a b"
    assert await said(tiered.hot, thread) == await said(tiered.durable, thread) == ["a", "1: a", "b", "2: a b"]
    assert tiered.take_notices(thread) == []


async def test_every_durable_step_is_whole(durable: Saver, thread: str) -> None:
    """Whichever tier a turn was loaded from, each checkpoint in the durable tier has all its values."""
    async with open_tiered_saver(UNREACHABLE, durable) as saver:
        for number, text in enumerate("abc"):
            await turn(saver, thread, text, token=number + 1)
    found = [one async for one in durable.alist(config_of(thread))]
    inputs = [one for one in found if one.metadata["source"] == "input"]
    assert [one.checkpoint["channel_values"]["__start__"]["messages"][0].content for one in inputs] == ["c", "b", "a"]
    assert len(found) == 15


async def test_a_hot_tier_that_missed_a_turn_does_not_win(tiered: TieredSaver, thread: str) -> None:
    """Another process could not reach Redis, or Redis came back with older data."""
    await turn(tiered, thread, "a", token=1)
    async with open_tiered_saver(UNREACHABLE, tiered.durable) as elsewhere:
        assert await turn(elsewhere, thread, "b", token=2) == "2: a b"
    assert await said(tiered, thread) == ["a", "1: a", "b", "2: a b"]
    assert tiered.counts["hot_tier_behind"] == 1
    assert await turn(tiered, thread, "c", token=3) == "3: a b c"
    assert await said(tiered.hot, thread) == await said(tiered.durable, thread)


async def test_steps_that_were_not_flushed_yet_are_newer(
    tiered: TieredSaver, thread: str, valkey_url: str, prefix: str
) -> None:
    """A process died in the middle of a turn: the next one finds where it was, and can make that durable."""
    await turn(tiered, thread, "a", token=1)
    await turn(tiered, thread, "b", token=2, crash="extract")
    async with open_tiered_saver(valkey_url, tiered.durable, prefix=prefix) as next_process:
        config = config_of(thread, lease_token=3, **{DEFERRED: True})
        state = await talk_graph(next_process).aget_state(config)
        assert state.next == ("extract",)
        assert await said(tiered.durable, thread) == ["a", "1: a"]
        await next_process.flush(config)
        assert await said(tiered.durable, thread) == ["a", "1: a", "b", "2: a b"]
        assert await parents_are_there(tiered.durable, thread)
        await talk_graph(next_process).ainvoke(None, config)
        await next_process.flush(config)
    assert (await talk_graph(tiered.durable).aget_state(config_of(thread))).values["log"] == ["1: a", "2: a b"]


async def test_an_acknowledged_turn_beats_a_longer_half_done_one(tiered: TieredSaver, thread: str) -> None:
    """Both began from the same turn; the one in the hot tier was never flushed, however far it came."""
    await turn(tiered, thread, "a", token=1)
    await turn(tiered, thread, "lost", token=2, crash="extract")
    async with open_tiered_saver(UNREACHABLE, tiered.durable) as elsewhere:
        await turn(elsewhere, thread, "b", token=3, crash="generate")
    assert await said(tiered, thread) == ["a", "1: a", "b"]


async def test_a_thread_that_began_in_redis_alone_goes_on_in_both(
    durable: Saver, valkey_url: str, prefix: str, thread: str
) -> None:
    """The Redis saver numbers versions otherwise than the SQL savers; no value is lost on the way."""
    async with RedisSaver.from_url(valkey_url, prefix=prefix, serde=make_serde(())) as alone:
        await turn(alone, thread, "a")
    async with open_tiered_saver(valkey_url, durable, prefix=prefix) as tiered:
        assert await turn(tiered, thread, "b", token=2) == "2: a b"
        await tiered.hot.adelete_thread(thread)
        assert await turn(tiered, thread, "c", token=3) == "3: a b c"
    assert await said(durable, thread) == ["a", "1: a", "b", "2: a b", "c", "3: a b c"]


async def test_an_outdated_lease_is_refused(tiered: TieredSaver, thread: str) -> None:
    await turn(tiered, thread, "a", token=5)
    with pytest.raises(Busy):
        await turn(tiered, thread, "b", token=4)
    assert await said(tiered, thread) == ["a", "1: a"]


async def test_erasing_leaves_nothing_in_either_tier(tiered: TieredSaver, thread: str) -> None:
    await turn(tiered, thread, "a", token=1)
    await turn(tiered, thread, "b", token=2, crash="extract")
    await tiered.adelete_thread(thread)
    await tiered.flush(config_of(thread))
    for saver in (tiered, tiered.hot, tiered.durable):
        assert [one async for one in saver.alist(config_of(thread))] == []
    assert await turn(tiered, thread, "c", token=3) == "1: c"


async def test_erasing_is_not_partial_in_silence(sqlite: Saver, thread: str) -> None:
    """With Redis out of reach it says so, and removes nothing that a copy could bring back."""
    async with open_tiered_saver(UNREACHABLE, sqlite) as saver:
        await turn(saver, thread, "a", token=1)
        with pytest.raises(StoreUnavailable, match="was not erased"):
            await saver.adelete_thread(thread)
        with pytest.raises(StoreUnavailable, match="was not erased"):
            await saver.adelete_for_runs(["run"])
    assert await said(sqlite, thread) == ["a", "1: a"]


async def test_pruning_keeps_the_newest_of_each_tier(tiered: TieredSaver, thread: str) -> None:
    for count, text in enumerate("abcd"):
        await turn(tiered, thread, text, token=count + 1)
        await tiered.aprune([thread], keep_last=3)
    for saver in (tiered.hot, tiered.durable):
        assert len([one async for one in saver.alist(config_of(thread))]) == 3
    assert (await said(tiered.durable, thread))[-1] == "4: a b c d"
    await tiered.aprune([thread], strategy="delete")
    assert await said(tiered, thread) == []


async def test_a_clone_for_a_stricter_graph_shares_what_is_known(tiered: TieredSaver, thread: str) -> None:
    clone = tiered.with_allowlist([("x", "Y")])
    await turn(clone, thread, "a", token=1)
    assert tiered.counts["flushed"] == 2
    assert await said(tiered, thread) == ["a", "1: a"]


def _joined(before: list[str], writes: Any) -> list[str]:
    return [*before, *(text for write in writes for text in write)]


class Log(TypedDict, total=False):
    log: Annotated[list[str], DeltaChannel(_joined)]
    text: str


async def test_a_delta_channel_is_whole_in_either_tier(tiered: TieredSaver, thread: str) -> None:
    """It is rebuilt from the writes of every step: so no step of such a thread is left out, deferred or not."""
    graph = StateGraph(Log)
    graph.add_node("first", lambda state: {"log": [f"first {state['text']}"]})
    graph.add_node("second", lambda state: {"log": [f"second {state['text']}"]})
    graph.add_edge(START, "first")
    graph.add_edge("first", "second")
    graph.add_edge("second", END)
    config = config_of(thread, lease_token=1, **{DEFERRED: True})
    for text in ("a", "b"):
        await graph.compile(checkpointer=tiered).ainvoke({"text": text}, config, durability="sync")
    await tiered.flush(config)
    for saver in (tiered, tiered.durable, tiered.hot):
        state = await graph.compile(checkpointer=saver).aget_state(config_of(thread))
        assert state.values["log"] == ["first a", "second a", "first b", "second b"]
