"""Opens the two tiers of checkpoints: Redis, made to fail fast, over a durable saver."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from stores.breaker import Breaker
from stores.hot_tier import Saver
from stores.redis_calls import CLUSTER
from stores.redis_saver import RedisSaver
from stores.tiered_saver import TieredSaver

PROBE_MS = 1000


def quick_client(url: str, answer_s: float) -> Any:
    """A client that says at once when Redis does not answer; one more try finds a server that was restarted."""
    retry = Retry(NoBackoff(), 1)
    if url.startswith(CLUSTER):
        return RedisCluster.from_url(
            url.replace("+cluster", "", 1), retry=retry, socket_timeout=answer_s, socket_connect_timeout=answer_s
        )
    return Redis.from_url(url, retry=retry, socket_timeout=answer_s, socket_connect_timeout=answer_s)


@asynccontextmanager
async def open_tiered_saver(
    redis_url: str,
    durable: Saver,
    *,
    ttl_seconds: float | None = 7200,
    keep_last: int | None = None,
    prefix: str = "anaphora",
    answer_s: float = 1.0,
    breaker: Breaker | None = None,
) -> AsyncIterator[TieredSaver]:
    """Redis over `durable`. It opens also when Redis does not answer. `answer_s`: how long a call to Redis may take."""
    async with quick_client(redis_url, answer_s) as client:
        hot = RedisSaver(client, prefix=prefix, ttl_seconds=ttl_seconds, keep_last=keep_last, serde=durable.serde)

        async def probe() -> None:
            # A write: a server that is full or read-only would answer a read.
            await client.set(f"{prefix}:probe", 1, px=PROBE_MS)

        saver = TieredSaver(hot, durable, breaker=breaker, hot_timeout_s=answer_s, probe=probe)
        try:
            yield saver
        finally:
            await saver.aclose()
