"""The private servers that other tests stand on."""

import psycopg
import pytest
import redis

from evals.servers import RedisServer


def version(url: str) -> str:
    with redis.Redis.from_url(url) as client:
        info = client.info("server")
    return str(info.get("valkey_version") or info["redis_version"])


def test_valkey_is_version_nine(valkey_url: str) -> None:
    assert version(valkey_url).startswith("9.")


def test_the_oldest_redis_is_six_two(redis62_url: str) -> None:
    assert version(redis62_url).startswith("6.2")


@pytest.mark.system("redis-server")
def test_the_systems_redis_is_seven(redis7_url: str) -> None:
    assert version(redis7_url) >= "7."


def test_a_cluster_serves_every_slot(cluster_url: str) -> None:
    """Keys of all three nodes can be written and read."""
    with redis.RedisCluster.from_url(cluster_url) as client:
        for i in range(50):
            client.set(f"k{i}", i)
        assert len({client.get_node_from_key(f"k{i}").port for i in range(50)}) == 3


def test_postgres_answers(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        row = connection.execute("select 1").fetchone()
    assert row == (1,)


def test_a_stopped_server_comes_back_on_its_port(redis_process: RedisServer) -> None:
    url = redis_process.url
    redis_process.stop()
    with redis.Redis.from_url(url) as client:
        with pytest.raises(redis.ConnectionError):
            client.ping()
        redis_process.start()
        assert client.ping()
        assert redis_process.url == url
