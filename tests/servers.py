"""Fixtures of private servers, each started when a test first asks for it and ended with the test session.

A test that needs isolation takes a key prefix, a schema or a database of its own: the servers are shared.
"""

from collections.abc import Iterator

import pytest

from evals.servers import (
    ChromaServer,
    RedisServer,
    chroma_server,
    postgres_server,
    redis62_binary,
    redis_cluster,
    redis_server,
    system_redis_binary,
    valkey_binary,
    wait_until,
)

__all__ = [
    "ChromaServer",
    "RedisServer",
    "chroma_server",
    "postgres_server",
    "redis_cluster",
    "redis_server",
    "valkey_binary",
    "wait_until",
]


@pytest.fixture(scope="session")
def valkey_url() -> Iterator[str]:
    """Valkey 9."""
    with redis_server(valkey_binary()) as server:
        yield server.url


@pytest.fixture(scope="session")
def redis62_url() -> Iterator[str]:
    """Redis 6.2, the oldest that is supported."""
    with redis_server(redis62_binary()) as server:
        yield server.url


@pytest.fixture(scope="session")
def redis7_url() -> Iterator[str]:
    """The system's Redis 7; its tests are marked `system("redis-server")`."""
    binary = system_redis_binary()
    assert binary, "redis-server is not installed: deselect the tests marked `system`"
    with redis_server(binary) as server:
        yield server.url


@pytest.fixture(scope="session")
def cluster_url() -> Iterator[str]:
    """One node's URL of a three-node Valkey cluster."""
    with redis_cluster(valkey_binary()) as nodes:
        yield nodes[0].url


@pytest.fixture(scope="session")
def redis7_cluster_url() -> Iterator[str]:
    """One node's URL of a three-node cluster of the system's Redis 7."""
    binary = system_redis_binary()
    assert binary, "redis-server is not installed: deselect the tests marked `system`"
    with redis_cluster(binary) as nodes:
        yield nodes[0].url


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Postgres 18, by a Unix socket."""
    with postgres_server() as server:
        yield server.get_uri()


@pytest.fixture
def redis_process() -> Iterator[RedisServer]:
    """A Valkey of one test's own, which it may stop, freeze and start again."""
    with redis_server(valkey_binary()) as server:
        yield server


@pytest.fixture(scope="session")
def chroma_url() -> Iterator[str]:
    """A Chroma server; each index has a collection of its own on it."""
    with chroma_server() as server:
        yield server.url
