"""Histories that are limited, pruned, copied, forked and rebuilt from deltas."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any
from uuid import uuid4

import pytest
from langgraph.channels.delta import DeltaChannel
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from stores.errors import InputError
from stores.redis_saver import RedisSaver
from stores.serde import make_serde
from tests.stores.redis_threads import CountingRedis, checkpoint, config, put, values


@pytest.fixture
def client(valkey_url: str) -> Iterator[CountingRedis]:
    """A client of an empty database."""
    with CountingRedis.from_url(valkey_url.replace("/0", "/6")) as found:
        found.flushdb()
        yield found


def joined(state: Sequence[str], writes: Sequence[Sequence[str]]) -> list[str]:
    """The reducer of a list that is kept as deltas."""
    return [*state, *(item for write in writes for item in write)]


class Log(TypedDict, total=False):
    """A list kept as deltas with a snapshot now and then, and an ordinary value."""

    log: Annotated[list[str], DeltaChannel(joined, snapshot_frequency=4)]
    other: Annotated[list[str], DeltaChannel(joined, snapshot_frequency=7)]
    turn: int


def log_graph(saver: Any) -> Any:
    """Two parallel nodes that append, and one that counts."""
    graph = StateGraph(Log)
    graph.add_node("left", lambda s: {"log": [f"left {s.get('turn', 0)}"], "other": ["o"]})
    graph.add_node("right", lambda s: {"log": [f"right {s.get('turn', 0)} " + "x" * 700]})
    graph.add_node("count", lambda s: {"turn": s.get("turn", 0) + 1})
    for node in ("left", "right"):
        graph.add_edge(START, node)
        graph.add_edge(node, "count")
    graph.add_edge("count", END)
    return graph.compile(checkpointer=saver)


def talk(graph: Any, turns: int, thread: str = "t") -> None:
    """That many turns."""
    for turn in range(turns):
        graph.invoke({"log": [f"input {turn}"]}, config(thread), durability="sync")


def test_delta_channels_are_rebuilt_as_in_memory(client: CountingRedis) -> None:
    """Every checkpoint's history is the same as the reference saver's, for one channel and for two."""
    saver, memory = RedisSaver(client), InMemorySaver()
    for each in (saver, memory):
        talk(log_graph(each), 12)
    ours = list(saver.list(config("t")))
    theirs = list(memory.list(config("t")))
    assert len(ours) == len(theirs)
    for mine, reference in zip(ours, theirs, strict=True):
        for channels in (["log"], ["log", "other"], ["log", "nothing"]):
            found = saver.get_delta_channel_history(config=mine.config, channels=channels)
            wanted = memory.get_delta_channel_history(config=reference.config, channels=channels)
            assert stripped(found) == stripped(wanted)
    assert log_graph(saver).get_state(config("t")).values == log_graph(memory).get_state(config("t")).values


def stripped(history: Any) -> Any:
    """A history without task ids, which differ between two runs."""
    return {c: ([w[1:] for w in h["writes"]], h.get("seed")) for c, h in history.items()}


def test_delta_history_takes_one_round_trip_however_long(client: CountingRedis) -> None:
    saver = RedisSaver(client)
    talk(log_graph(saver), 20)
    before = client.sent
    saver.get_delta_channel_history(config=config("t"), channels=["log", "other"])
    assert client.sent - before == 1


@pytest.mark.parametrize("keep", [1, 3])
def test_pruning_keeps_what_delta_channels_are_rebuilt_from(client: CountingRedis, keep: int) -> None:
    """After a prune the state is whole, older checkpoints are fewer, and the thread goes on."""
    saver = RedisSaver(client)
    graph = log_graph(saver)
    talk(graph, 9)
    before = graph.get_state(config("t")).values
    saver.prune(["t"], keep_last=keep)
    assert graph.get_state(config("t")).values == before
    assert len(list(saver.list(config("t")))) < 30
    talk(graph, 1)
    assert graph.get_state(config("t")).values["log"][: len(before["log"])] == before["log"]


def test_history_is_kept_to_the_last_checkpoints(client: CountingRedis) -> None:
    """With `keep_last`, a thread of any length holds as much as a short one, in one round trip a put."""
    saver = RedisSaver(client, keep_last=5)
    at, sizes = config("t"), []
    for turn in range(1, 121):
        said = [f"{i} " * 700 for i in range(turn, turn + 5)]
        before = client.sent
        at = put(saver, at, {"said": said}, {"said": turn})
        assert client.sent - before <= 1
        saver.put_writes(at, [("said", "x" * 500)], f"task {turn}")
        names = client.key_names("anaphora:{*")
        sizes.append(sum(client.memory_usage(key, samples=0) or 0 for key in names))
    assert len(list(saver.list(config("t")))) == 5
    assert sizes[-1] < 1.5 * sizes[10]
    assert values(saver, at) == {"said": said}


def test_a_run_that_is_swept_leaves_the_run_index(client: CountingRedis) -> None:
    saver = RedisSaver(client, keep_last=2)
    at = config("t")
    for turn in range(6):
        at = put(saver, at, {"x": turn}, {"x": turn}, run_id=f"run {turn // 2}")
    assert client.key_names("anaphora:run:*") == ["anaphora:run:run%202"]
    saver.delete_for_runs(["run 2"])
    assert client.key_names() == []


def test_forks_share_blocks_and_survive_each_others_sweep(client: CountingRedis) -> None:
    """Pruning keeps the newest of a namespace; what it refers to stays, though an older one brought it."""
    saver = RedisSaver(client)
    long = ["a" * 9000, "b" * 9000]
    root = put(saver, config("t"), {"long": long, "n": 0}, {"long": 1, "n": 1})
    put(saver, root, {"long": [*long, "left"], "n": 1}, {"long": 2, "n": 2})
    newest = put(saver, root, {"long": long, "n": 2}, {"long": 1, "n": 2}, new={"n": 2})
    saver.prune(["t"])
    assert values(saver, newest) == {"long": long, "n": 2}
    assert saver.get_tuple(root) is None


def test_an_unchanged_channel_is_carried_over_though_its_value_is_not_given(client: CountingRedis) -> None:
    """By a client that has seen the parent, and by one that has not."""
    for saver in (RedisSaver(client), RedisSaver(client)):
        root = put(RedisSaver(client), config("t"), {"kept": "x" * 900, "n": 0})
        at = put(saver, root, {"n": 1}, {"kept": 1, "n": 2}, new={"n": 2})
        assert values(saver, at) == {"kept": "x" * 900, "n": 1}
        at = put(saver, at, {"n": 1}, {"kept": 2, "n": 2}, new={"kept": 2})
        assert values(saver, at) == {"n": 1}


@pytest.mark.parametrize("key", [None, bytes(range(32))], ids=["plain", "sealed"])
def test_a_copy_has_everything_and_a_life_of_its_own(client: CountingRedis, key: bytes | None) -> None:
    """Namespaces, history, writes, users and runs; deleting the source leaves the copy whole."""
    saver = RedisSaver(client, serde=make_serde((), key=key))
    for ns in ("", "child:1"):
        at = config("source", ns)
        for turn in range(60):
            said = [f"{i} " * 400 for i in range(turn)]
            at = put(saver, at, {"said": said}, {"said": turn}, user_id="u", run_id=f"r{turn}", step=turn)
            saver.put_writes(at, [("said", turn), ("__error__", "e")], "task")
            saver.put_writes(at, [("said", turn), ("more", "e")], "task")
    saver.copy_thread("source", "copy")
    source, copy = (list(saver.list({"configurable": {"thread_id": t}})) for t in ("source", "copy"))
    saver.delete_thread("source")
    again = list(saver.list({"configurable": {"thread_id": "copy"}}))
    assert [t[1:3] + t[4:] for t in source] == [t[1:3] + t[4:] for t in copy] == [t[1:3] + t[4:] for t in again]
    assert saver.threads_of("u") == ["copy"]
    saver.delete_for_runs([f"r{turn}" for turn in range(60)])
    assert client.key_names() == []


async def test_listing_without_a_thread_finds_all_threads(client: CountingRedis) -> None:
    saver = RedisSaver(client)
    for i in range(30):
        for n in range(3):
            put(saver, config(f"t{i}"), {"n": n}, user_id=f"u{i % 2}", step=n)
    found = [t.config["configurable"]["thread_id"] async for t in saver.alist(None)]
    assert sorted(found) == sorted(f"t{i}" for i in range(30) for _ in range(3))
    assert len(list(saver.list(None, limit=7))) == 7
    assert {t.checkpoint["channel_values"]["n"] for t in saver.list(None, filter={"step": 1, "user_id": "u0"})} == {1}
    assert sorted(await saver.athreads_of("u1")) == sorted(f"t{i}" for i in range(1, 30, 2))
    assert len(saver.threads(idle_since=0)) == 0
    assert len(saver.threads(idle_since=4e9)) == 30


def test_pages_of_a_listing_meet_without_gap_or_overlap(client: CountingRedis) -> None:
    """More checkpoints than a page holds, whole, by filter and by cursor; a cursor of another namespace too."""
    saver = RedisSaver(client)
    at, ids = config("t"), []
    for n in range(130):
        at = put(saver, at, {"n": n, "big": "y" * 600}, {"n": n, "big": 1}, step=n % 2)
        ids.append(at["configurable"]["checkpoint_id"])
        put(saver, config("t", f"sub{n}"), {"n": n})
    assert [t.checkpoint["id"] for t in saver.list(config("t"))] == ids[::-1]
    assert [t.checkpoint["id"] for t in saver.list(config("t"), filter={"step": 1}, limit=60)] == ids[::-1][:120:2]
    seen, before = [], None
    while page := list(saver.list(config("t"), before=before, limit=37)):
        seen += [t.checkpoint["id"] for t in page]
        before = page[-1].config
    assert seen == ids[::-1]
    assert len(list(saver.list({"configurable": {"thread_id": "t"}}))) == 260
    assert [t.checkpoint["id"] for t in saver.list(config("t", "", ids[5]))] == [ids[5]]


def test_a_checkpoint_that_is_pruned_while_it_is_listed_is_left_out(client: CountingRedis) -> None:
    """Between a page and its blocks another client may prune the thread."""

    class Meddled(CountingRedis):
        def execute_command(self, *args: Any, **options: Any) -> Any:
            if self.sent == 1:
                RedisSaver(client).prune(["t"])
            return super().execute_command(*args, **options)

    at = config("t")
    for turn in range(3):
        at = put(RedisSaver(client), at, {"said": [f"{turn} {n} " * 300 for n in range(5)]}, {"said": turn})
    with Meddled(connection_pool=client.connection_pool) as meddled:
        assert [t.config for t in RedisSaver(meddled).list(config("t"))] == [at]


def test_pruning_refuses_what_it_does_not_know(client: CountingRedis) -> None:
    saver = RedisSaver(client)
    for wrong in ({"strategy": "keep_nothing"}, {"keep_last": 0}):
        with pytest.raises(InputError, match="keep_latest"):
            saver.prune(["t"], **wrong)


async def test_a_new_process_finds_the_conversation(valkey_url: str) -> None:
    """A saver that knows nothing yet continues where another left off, without storing the past again."""
    prefix = uuid4().hex
    said: list[str] = []
    sizes = []
    async with RedisSaver.from_url(valkey_url, prefix=prefix) as first:
        at = config("t")
        for turn in range(20):
            said.append(uuid4().hex * 20)
            at = await first.aput(at, checkpoint({"said": list(said)}, {"said": turn}), {"step": turn}, {"said": turn})
    async with RedisSaver.from_url(valkey_url, prefix=prefix) as second:
        found = await second.aget_tuple(config("t"))
        assert found is not None
        assert found.checkpoint["channel_values"] == {"said": said}
        with CountingRedis.from_url(valkey_url) as client:
            key = client.key_names(f"{prefix}:*:b")[0]
            sizes.append(client.memory_usage(key, samples=0) or 0)
            said.append("one more")
            await second.aput(found.config, checkpoint({"said": said}, {"said": 20}), {"step": 20}, {"said": 20})
            sizes.append(client.memory_usage(key, samples=0) or 0)
    assert sizes[1] - sizes[0] < 8000
