"""A conversation whose state is in Redis goes on in another process."""

from pathlib import Path
from uuid import uuid4

import redis

from tests.handbook import anaphora, talk


def test_a_third_turn_rests_on_the_two_before_the_restart(handbook_home: Path, valkey_url: str) -> None:
    """Two turns that depend on each other, the process ends, and a new one knows what "the UK office" is asked for."""
    thread = f"restart-{uuid4().hex}"
    where = {"ANAPHORA_REDIS_URL": valkey_url, "ANAPHORA_KEEP_CHECKPOINTS": "5"}
    first, second = talk(
        handbook_home,
        ["What is our parental leave policy?", "How does it differ for part-time employees?"],
        thread,
        **where,
    )
    assert "parental leave" in second["query"].lower()
    with redis.Redis.from_url(valkey_url) as client:
        assert any(thread.encode() in key for key in client.scan_iter())

    (third,) = talk(handbook_home, ["And what about in the UK office?"], thread, **where)
    assert [first["turn"], second["turn"], third["turn"]] == [1, 2, 3]
    query = third["query"].lower()
    assert "parental leave" in query
    assert "part-time" in query
    assert "uk office" in query
    assert any(one["from"].startswith("turn 1") for one in third["added"])
    assert any(one["from"].startswith("turn 2") for one in third["added"])
    assert "18 weeks" in third["answer"]

    erased = anaphora(handbook_home, "threads", "delete", thread, **where)
    assert erased.returncode == 0, erased.stderr
    assert "3 turns" in erased.stdout
    with redis.Redis.from_url(valkey_url) as client:
        assert not any(thread.encode() in key for key in client.scan_iter())
