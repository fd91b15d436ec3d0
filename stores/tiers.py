"""Opens the two tiers of checkpoints: Redis, made to fail fast, over a durable saver."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from stores.breaker import Breaker
from stores.hot_tier import Saver
from stores.redis_client import quick_client
from stores.redis_saver import RedisSaver
from stores.tiered_saver import TieredSaver

PROBE_MS = 1000


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
    async with quick_client(redis_url, answer_s=answer_s) as client:
        hot = RedisSaver(client, prefix=prefix, ttl_seconds=ttl_seconds, keep_last=keep_last, serde=durable.serde)

        async def probe() -> None:
            # A write: a server that is full or read-only would answer a read.
            await client.set(f"{prefix}:probe", 1, px=PROBE_MS)

        saver = TieredSaver(hot, durable, breaker=breaker, hot_timeout_s=answer_s, probe=probe)
        try:
            yield saver
        finally:
            await saver.aclose()
