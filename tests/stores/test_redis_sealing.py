"""Encryption of checkpoints in Redis: what is hidden, and what is noticed."""

from collections.abc import Iterator
from typing import Any

import pytest

from stores.errors import RefusedData
from stores.redis_saver import RedisSaver
from stores.serde import make_serde
from tests.stores.redis_threads import CountingRedis, checkpoint, config, put, values

KEY = bytes(range(32))
SECRET = "the patient is called Rosalind"


@pytest.fixture
def client(valkey_url: str) -> Iterator[CountingRedis]:
    """A client of an empty database."""
    with CountingRedis.from_url(valkey_url.replace("/0", "/7")) as found:
        found.flushdb()
        yield found


@pytest.fixture
def sealed(client: CountingRedis) -> RedisSaver:
    return RedisSaver(client, serde=make_serde((), key=KEY))


def everything(client: CountingRedis) -> list[Any]:
    """All that the database holds, by key."""
    return [client.hgetall(k) if k[-1] in "mb" else client.zrange(k, 0, -1) for k in client.key_names("anaphora:{*")]


def fill(saver: RedisSaver, thread: str) -> None:
    """A thread with large and small values, metadata and writes; the same for every thread, checkpoint id included."""
    said = [f"{SECRET} {n} " * 40 for n in range(200)]
    made = checkpoint({"said": said, "small": SECRET, "other": said[:20]}, id_="1")
    meta: Any = {"step": 0, "note": SECRET}
    at = saver.put(config(thread), made, meta, made["channel_versions"])
    saver.put_writes(at, [("small", SECRET)], "task", SECRET)


def test_nothing_of_values_metadata_and_writes_is_in_the_clear(client: CountingRedis, sealed: RedisSaver) -> None:
    """Nor recognizable by equal ciphertext; reading gives all of it back."""
    fill(sealed, "t")
    assert SECRET not in repr(everything(client))
    found = sealed.get_tuple(config("t"))
    assert found is not None
    assert found.checkpoint["channel_values"]["small"] == SECRET
    assert found.metadata["note"] == SECRET  # type: ignore[typeddict-item]  # put there above
    assert found.pending_writes == [("task", "small", SECRET)]
    assert [t.metadata for t in sealed.list(config("t"))] == [found.metadata]


def test_plain_data_under_a_key_and_sealed_data_without_are_refused(client: CountingRedis, sealed: RedisSaver) -> None:
    """So nobody who can write to the database can slip unsealed data in."""
    plain = RedisSaver(client)
    fill(plain, "plain")
    fill(sealed, "sealed")
    with pytest.raises(RefusedData, match="not encrypted"):
        sealed.get_tuple(config("plain"))
    with pytest.raises(RefusedData, match="set ANAPHORA_ENCRYPTION_KEY"):
        plain.get_tuple(config("sealed"))
    with pytest.raises(RefusedData, match="another key"):
        RedisSaver(client, serde=make_serde((), key=bytes(32))).get_tuple(config("sealed"))


def test_ciphertext_does_not_open_in_another_thread(client: CountingRedis, sealed: RedisSaver) -> None:
    """Keys of one thread put in another's place: all, or any kind alone, though the content is the same."""
    fill(sealed, "victim")
    mine, theirs = "anaphora:{t:attacker}:", "anaphora:{t:victim}:"
    for parts in ("bcw", "b", "c", "w"):
        sealed.delete_thread("attacker")
        fill(sealed, "attacker")
        for part in parts:
            client.restore(mine + part, 0, client.dump(theirs + part) or b"", replace=True)
        with pytest.raises(RefusedData, match="another thread"):
            RedisSaver(client, serde=sealed.serde).get_tuple(config("attacker"))


def test_exchanged_blocks_and_altered_entries_are_noticed(client: CountingRedis, sealed: RedisSaver) -> None:
    """A block put under another's name, a list of blocks in another order, a parent changed, a write re-marked."""
    fill(sealed, "t")
    blocks, entries, writes = ("anaphora:{t:t}:b", "anaphora:{t:t}:c", "anaphora:{t:t}:w")
    stored: Any = client.hgetall(blocks)
    leaves = [name for name in stored if name.startswith(b"L")]
    node = next(name for name in stored if name.startswith(b"N") and len(stored[name]) > 40)
    swapped = stored[node][:1] + stored[node][17:33] + stored[node][1:17] + stored[node][33:]
    for name, block in ((leaves[0], stored[leaves[1]]), (node, swapped)):
        client.hset(blocks, name, block)
        with pytest.raises(RefusedData):
            RedisSaver(client, serde=sealed.serde).get_tuple(config("t"))
        client.hset(blocks, name, stored[name])
    fill_intact = RedisSaver(client, serde=sealed.serde).get_tuple(config("t"))
    assert fill_intact is not None
    for key in (entries, writes):
        member: Any = client.zrange(key, 0, 0)[0]
        for at in (len(member) - 60, len(member) - 1):
            altered = member[:at] + bytes([member[at] ^ 1]) + member[at + 1 :]
            client.zrem(key, member)
            client.zadd(key, {altered: 0})
            with pytest.raises(RefusedData):
                RedisSaver(client, serde=sealed.serde).get_tuple(config("t"))
            client.zrem(key, altered)
            client.zadd(key, {member: 0})


def test_equal_content_of_two_channels_has_two_names(client: CountingRedis, sealed: RedisSaver) -> None:
    """What is stored under a name is bound to its channel, too."""
    put(sealed, config("t"), {"a": "x" * 3000, "b": "x" * 3000})
    names: Any = client.hkeys("anaphora:{t:t}:b")
    assert len(names) == 2
    assert values(sealed, config("t")) == {"a": "x" * 3000, "b": "x" * 3000}


def test_an_append_to_a_sealed_list_stores_only_what_was_appended(client: CountingRedis, sealed: RedisSaver) -> None:
    """Fresh nonces do not defeat the sharing of blocks: names come from the content."""
    said = [f"{n} " * 400 for n in range(100)]
    at = put(sealed, config("t"), {"said": said}, {"said": 1})
    before = client.memory_usage("anaphora:{t:t}:b", samples=0) or 0
    put(sealed, at, {"said": [*said, "more"]}, {"said": 2})
    assert (client.memory_usage("anaphora:{t:t}:b", samples=0) or 0) - before < 4000


def test_damaged_plain_entries_are_refused_with_a_reason(client: CountingRedis) -> None:
    """Without a key there is no seal, but what cannot be read is named, not guessed at."""
    saver = RedisSaver(client)
    fill(saver, "t")
    blocks = "anaphora:{t:t}:b"
    name: Any = client.hkeys(blocks)[0]
    client.hset(blocks, name, b"PZgarbage")
    with pytest.raises(RefusedData):
        RedisSaver(client).get_tuple(config("t"))
    client.hdel(blocks, name)
    with pytest.raises(RefusedData, match="missing from Redis"):
        RedisSaver(client).get_tuple(config("t"))
