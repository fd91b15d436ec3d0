"""What `RedisSaver` promises beyond LangGraph's conformance suite, on Valkey 9."""

import asyncio
import datetime as dt
import decimal
import random
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver

from stores.errors import Busy, InputError, SettingsError, StoreUnavailable
from stores.redis_saver import RedisSaver
from stores.serde import make_serde
from tests.servers import RedisServer
from tests.stores.redis_threads import CountingRedis, checkpoint, config, put, values

HOSTILE = ["a:b", "u*", "{x}", "}{", "new\nline", "zero\x00byte", "\x00", "", "%41", "ü" * 2000, "[(+-", "\ud800"]


@pytest.fixture
def client(valkey_url: str) -> Iterator[CountingRedis]:
    """A client of an empty database."""
    with CountingRedis.from_url(valkey_url.replace("/0", "/5")) as found:
        found.flushdb()
        yield found


@pytest.fixture
def saver(client: CountingRedis) -> RedisSaver:
    return RedisSaver(client)


def test_values_come_back_as_from_memory(saver: RedisSaver) -> None:
    """Types, special numbers and look-alikes of serialized objects survive exactly as in `InMemorySaver`."""
    given = {
        "decimal": decimal.Decimal("19.99"),
        "moment": dt.datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=dt.UTC),
        "day": dt.date(2026, 1, 2),
        "uuid": uuid.UUID(int=7),
        "int keys": {1: "a", (2, 3): "b"},
        "inf": [float("inf"), float("-inf"), 2**63, -1],
        "look-alike": {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", "SystemMessage"]},
        "sets": [{1, 2}, frozenset({"x"})],
        "bytes": b"\x00\xff",
        "none": None,
        "messages": [HumanMessage("question", id="1"), AIMessage("answer", id="2")],
        "long": ["some text " * 900, {"nested": [None, True, "é"]}],
        "tuple": (1, 2),
        "empty": [],
    }
    memory = InMemorySaver()
    found = [values(each, put(each, config("t"), given)) for each in (saver, memory)]
    assert found[0] == found[1]
    assert [type(v) for v in found[0].values()] == [type(v) for v in found[1].values()]


@pytest.mark.parametrize("ns", ["", "u*", "a\x00", "{x}:m"])
def test_no_id_reaches_into_another(saver: RedisSaver, client: CountingRedis, ns: str) -> None:
    """Hostile thread ids, namespaces, users and runs stay apart, and deleting one leaves the others whole."""
    ids = [*HOSTILE, ns + ":c", "a", "*"]
    for thread in ids:
        put(saver, config(thread, ns), {"me": f"{thread!r}"}, user_id=thread + "!", run_id=thread + "?")
        put(saver, config(thread, ns + "\x00x"), {"me": "other"})
    for thread in ids:
        assert values(saver, config(thread, ns)) == {"me": f"{thread!r}"}
        assert set(saver.threads_of(thread + "!")) == {thread}
    assert set(saver.threads()) == set(ids)
    saver.delete_thread("u*")
    assert set(saver.threads()) == set(ids) - {"u*"}
    for thread in set(ids) - {"u*"}:
        assert values(saver, config(thread, ns)) == {"me": f"{thread!r}"}
        saver.delete_thread(thread)
    assert client.key_names() == []


def test_hostile_checkpoint_and_task_ids_stay_apart(saver: RedisSaver) -> None:
    """Each checkpoint has its own values and writes, and they are listed in the order of their ids."""
    names = [name for name in HOSTILE if name]
    for name in names:
        saver.put(config("t"), checkpoint({"x": name}, id_=name), {"step": 0}, {"x": 1})
        saver.put_writes(config("t", "", name), [("ch", name)], name)
    for name in names:
        found = saver.get_tuple(config("t", "", name))
        assert found is not None
        assert found.checkpoint["channel_values"] == {"x": name.encode("utf-8", "replace").decode()}
        assert found.pending_writes == [(name, "ch", name.encode("utf-8", "replace").decode())]
    listed = [found.checkpoint["id"] for found in saver.list(config("t"))]
    assert listed == sorted(names, reverse=True)


def test_an_id_too_long_to_store_is_refused(saver: RedisSaver) -> None:
    with pytest.raises(InputError, match="70000 bytes"):
        put(saver, config("t", "n" * 70_000), {"x": 1})


def test_every_key_of_a_thread_lives_as_long_as_the_thread(client: CountingRedis) -> None:
    """A write and a read each renew all keys, so a channel that never changes cannot vanish from an active thread."""
    saver = RedisSaver(client, ttl_seconds=100)
    at = put(saver, config("t"), {"still": "x" * 9000, "moving": 1}, {"still": 1, "moving": 1}, user_id="u")
    put(saver, config("t", "child:1"), {"a": 1})
    saver.put_writes(at, [("ch", 1)], "task")

    def expiring_soon() -> list[str]:
        return [key for key in client.key_names("anaphora:{*") if client.pttl(key) < 90_000]

    assert expiring_soon() == []
    for renew in (
        lambda: put(saver, at, {"still": "x" * 9000, "moving": 2}, {"still": 1, "moving": 2}, new={"moving": 2}),
        lambda: saver.put_writes(at, [("ch", 1)], "task 2"),
        lambda: saver.get_tuple(config("t")),
        lambda: list(saver.list(config("t", "child:1"))),
    ):
        for key in client.key_names():
            client.pexpire(key, 5000)
        renew()
        assert expiring_soon() == []
    assert values(saver, config("t")) == {"still": "x" * 9000, "moving": 2}


def test_expired_threads_leave_the_indexes(client: CountingRedis) -> None:
    """Listing drops entries whose thread is gone; without a listing, new threads sweep old ones out."""
    saver = RedisSaver(client, ttl_seconds=0.2)
    for i in range(40):
        put(saver, config(f"old {i}"), {"x": 1})
    for key in client.key_names("anaphora:{*"):
        client.delete(key)
    listed = 40
    while listed > 10:
        for _ in range(20):
            put(saver, config("new", f"{client.sent}"), {"x": 1}, user_id=f"u {client.sent}")
        indexes: list[Any] = [client.zrange(key, 0, -1) for key in client.key_names("anaphora:threads:*")]
        listed = sum(member.startswith(b"old") for members in indexes for member in members)
    assert not [t for t in saver.threads() if t.startswith("old")]


def test_forks_do_not_see_each_other(saver: RedisSaver) -> None:
    """Two branches from one checkpoint, with the same channel at what could be the same version."""
    root = put(saver, config("t"), {"list": ["a" * 5000]}, {"list": 1})
    left = put(saver, root, {"list": ["a" * 5000, "left"]}, {"list": 2})
    right = put(saver, root, {"list": ["a" * 5000, "right"]}, {"list": 2})
    assert values(saver, root) == {"list": ["a" * 5000]}
    assert values(saver, left) == {"list": ["a" * 5000, "left"]}
    assert values(saver, right) == {"list": ["a" * 5000, "right"]}
    made = {saver.get_next_version(1, None) for _ in range(1000)}
    assert len(made) == 1000
    assert {int(v) for v in made} == {2}
    assert str(saver.get_next_version("7.1", None)) > f"{7:032}.9"


def test_an_append_stores_only_what_was_appended(saver: RedisSaver, client: CountingRedis) -> None:
    """The two hundredth message adds no more than the tenth."""
    draw = random.Random(1)
    messages: list[str] = []
    at, sizes = config("t"), []
    for turn in range(1, 201):
        messages.append(draw.randbytes(600).hex())
        at = put(saver, at, {"messages": list(messages)}, {"messages": turn})
        sizes.append(sum(client.memory_usage(k, samples=0) or 0 for k in client.key_names("anaphora:{*")))
    assert values(saver, at) == {"messages": messages}
    assert (sizes[199] - sizes[149]) / 50 < 1.3 * (sizes[60] - sizes[10]) / 50
    assert sizes[199] < 8 * sum(map(len, messages))


def test_a_put_onto_a_parent_that_is_gone_is_sent_in_full(client: CountingRedis) -> None:
    """A client that takes blocks for stored recovers when another client deleted or pruned them."""
    ours, other = RedisSaver(client), RedisSaver(client)
    big, small = ["x" * 9000, "y" * 9000], {"s": 1}
    at = put(ours, config("t"), {"big": big, "small": small})
    other.delete_thread("t")
    at = put(ours, at, {"big": big, "small": small}, new={})
    assert values(ours, at) == values(other, at) == {"big": big, "small": small}
    assert other.threads() == ["t"]
    other.prune(["t"], strategy="delete")
    ours.put_writes(at, [("ch", 1)], "late")
    assert other.threads() == ["t"]
    other.delete_thread("t")
    assert client.key_names() == []


def test_put_put_writes_and_get_are_one_round_trip_each(saver: RedisSaver, client: CountingRedis) -> None:
    at = put(saver, config("t"), {"big": ["x" * 9000]}, user_id="u", run_id="r")
    saver.put_writes(at, [("ch", 1)], "task")
    saver.get_tuple(at)
    before = client.sent
    at = put(saver, at, {"big": ["x" * 9000, "y"]}, {"big": 2}, user_id="u", run_id="r2")
    saver.put_writes(at, [("ch", 1)], "task")
    saver.get_tuple(config("t"))
    assert client.sent - before == 3


def test_an_outdated_lease_is_refused(saver: RedisSaver) -> None:
    """The fencing token of the config: a smaller one than the thread has seen may not write."""
    at = put(saver, config("t", lease_token=7), {"x": 1})
    assert "lease_token" not in saver.get_tuple(at).metadata  # type: ignore[union-attr]  # it was put above
    at = put(saver, config("t", lease_token=8), {"x": 2})
    for write in (
        lambda: put(saver, config("t", lease_token=7), {"x": 3}),
        lambda: saver.put_writes(config("t", "", at["configurable"]["checkpoint_id"], lease_token=7), [("c", 1)], "k"),
    ):
        with pytest.raises(Busy, match="lease 7 of thread 't'"):
            write()
    put(saver, config("t", lease_token=8), {"x": 4})
    put(saver, config("t"), {"x": 5})
    with pytest.raises(InputError, match="lease_token"):
        put(saver, config("t", lease_token="8"), {"x": 6})


def test_repeated_writes_keep_their_first_value_and_special_ones_their_last(saver: RedisSaver) -> None:
    """As in memory: a task that is run again does not double its writes; an error or resume is replaced."""
    memory = InMemorySaver()
    ids = []
    for each in (saver, memory):
        at = put(each, config("t"), {"x": 1})
        ids.append(at)
        for round_number in range(3):
            each.put_writes(at, [("a", f"a{round_number}"), ("b", 2)], "task", "~1")
            each.put_writes(at, [("__error__", f"e{round_number}")], "task", "~1")
            each.put_writes(at, [("__resume__", round_number), ("c", round_number)], "task 0", "~2")
            each.put_writes(at, [("a", 1), ("b", 2), ("d", 3)], "task", "~1")
    ours, theirs = saver.get_tuple(ids[0]), memory.get_tuple(ids[1])
    assert ours is not None
    assert theirs is not None
    assert ours.pending_writes == theirs.pending_writes


async def test_sixty_four_threads_at_once(valkey_url: str) -> None:
    """Each thread ends with its own values, whatever the others did meanwhile."""
    async with RedisSaver.from_url(valkey_url, prefix=uuid.uuid4().hex) as saver:

        async def talk(thread: str) -> dict[str, Any]:
            at = config(thread)
            for turn in range(8):
                made: Any = {"source": "loop", "step": turn, "parents": {}}
                said = [f"{thread} {i} " * 300 for i in range(turn + 1)]
                at = await saver.aput(at, checkpoint({"said": said}, {"said": turn}), made, {"said": turn})
                await saver.aput_writes(at, [("said", thread)], f"task {turn}")
            found = await saver.aget_tuple(config(thread))
            assert found is not None
            assert found.pending_writes == [("task 7", "said", thread)]
            return found.checkpoint["channel_values"]

        names = [f"thread {i}" for i in range(64)]
        found = await asyncio.gather(*map(talk, names))
        assert found == [{"said": [f"{n} {i} " * 300 for i in range(8)]} for n in names]


def test_fifty_thousand_writes_are_deleted_to_zero_keys(saver: RedisSaver, client: CountingRedis) -> None:
    at = put(saver, config("t"), {"x": 1}, user_id="u", run_id="r")
    for task in range(500):
        saver.put_writes(at, [("ch", i) for i in range(100)], f"task {task}")
    found = saver.get_tuple(at)
    assert found is not None
    assert len(found.pending_writes or ()) == 50_000
    erased = saver.erase_thread("t")
    assert (erased.checkpoints, erased.tasks, erased.index_entries) == (1, 500, 3)
    assert client.key_names() == []


def test_a_saver_explains_what_it_cannot_use(client: CountingRedis, valkey_url: str) -> None:
    with pytest.raises(SettingsError, match="decode_responses"):
        RedisSaver(redis.Redis.from_url(valkey_url, decode_responses=True))
    with pytest.raises(SettingsError, match="ttl_seconds"):
        RedisSaver(client, ttl_seconds=0)
    with pytest.raises(SettingsError, match="keep_last"):
        RedisSaver(client, keep_last=0)


def test_a_server_that_is_gone_is_named(redis_process: RedisServer) -> None:
    with RedisSaver.from_url(redis_process.url, serde=make_serde(())) as saver:
        put(saver, config("t"), {"x": 1})
        redis_process.stop()
        with pytest.raises(StoreUnavailable, match="ANAPHORA_REDIS_URL"):
            saver.get_tuple(config("t"))
        redis_process.start()
        assert saver.get_tuple(config("t")) is None
