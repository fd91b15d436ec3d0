"""A Redis client that says soon when the server does not answer."""

from typing import Any

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff

from stores.redis_calls import CLUSTER


def quick_client(url: str, *, answer_s: float, patient: bool = False) -> Any:
    """An asyncio client of one server or, by `redis+cluster://`, of a cluster.

    A call ends within about twice `answer_s`: one more try at once finds a server that was restarted. A `patient`
    client tries thrice, within a second or so, for callers that have nothing to fall back on.
    """
    retry = Retry(ExponentialWithJitterBackoff(base=0.1, cap=0.5), 3) if patient else Retry(NoBackoff(), 1)
    options: dict[str, Any] = {"retry": retry, "socket_timeout": answer_s, "socket_connect_timeout": answer_s}
    if url.startswith(CLUSTER):
        return RedisCluster.from_url(url.replace("+cluster", "", 1), **options)
    return Redis.from_url(url, **options)
