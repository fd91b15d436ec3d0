"""Leases in Redis: one hash a thread, in the thread's own hash slot.

    {PREFIX:{THREAD}:lease}   token -> when the place lapses (server's clock, µs);  "last" -> the last token given out

Each step is one script, so one round trip. When the server lost its memory, a holder that comes first gets its old
place back; otherwise its lease is lost.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote

from redis.exceptions import RedisError

from stores.errors import StoreUnavailable
from stores.redis_client import quick_client

ANSWER_S = 2.0

# KEYS: the line. ARGV: token or "" to enter, lapse in ms. Returns {token, how many are ahead}, or {} without a place.
STAND = """
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local mine, last, places, kept, ahead = tonumber(ARGV[1]), 0, 0, false, 0
local fields = redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  local token = tonumber(fields[i])
  if not token then
    last = tonumber(fields[i + 1])
  elseif token == mine then
    kept = true
  elseif tonumber(fields[i + 1]) < now then
    redis.call('HDEL', KEYS[1], fields[i])
  else
    places = places + 1
    if not mine or token < mine then ahead = ahead + 1 end
  end
end
if mine and not kept and places > 0 then return {} end
if not mine then mine = math.max(last + 1, now) end
local name = string.format('%.0f', mine)
redis.call('HSET', KEYS[1], name, string.format('%.0f', now + ARGV[2] * 1000))
redis.call('HSET', KEYS[1], 'last', string.format('%.0f', math.max(mine, last)))
redis.call('PEXPIRE', KEYS[1], 2 * ARGV[2])
return {name, ahead}
"""


class RedisLine:
    """Lines in Redis. `lapse_s` is how long a place outlives the last look at it."""

    pause_s = 0.02

    def __init__(self, client: Any, *, prefix: str = "anaphora", lapse_s: float = 10.0) -> None:
        self.lapse_s = lapse_s
        self._client = client
        self._prefix = prefix
        self._stand = client.register_script(STAND)

    async def enter(self, thread: str) -> int:
        """See `Line.enter`."""
        token, _ = await self._step(thread, "")
        return int(token)

    async def ahead(self, thread: str, token: int) -> int | None:
        """See `Line.ahead`."""
        place = await self._step(thread, token)
        return int(place[1]) if place else None

    async def leave(self, thread: str, token: int) -> None:
        """See `Line.leave`."""
        try:
            await self._client.hdel(self._key(thread), token)
        except (RedisError, OSError) as error:
            raise _unavailable(error) from error

    async def forget(self, thread: str) -> int:
        """See `Line.forget`."""
        try:
            return int(await self._client.unlink(self._key(thread)))
        except (RedisError, OSError) as error:
            raise _unavailable(error) from error

    async def _step(self, thread: str, token: int | str) -> list[Any]:
        try:
            return list(await self._stand(keys=[self._key(thread)], args=[token, int(self.lapse_s * 1000)]))
        except (RedisError, OSError) as error:
            raise _unavailable(error) from error

    def _key(self, thread: str) -> str:
        return f"{self._prefix}:{{{quote(thread, safe='', errors='surrogatepass')}}}:lease"


def _unavailable(error: Exception) -> StoreUnavailable:
    return StoreUnavailable(f"Redis gives no lease: {error}; start it, or set ANAPHORA_LEASE to another backend")


@asynccontextmanager
async def open_redis_line(url: str, *, prefix: str = "anaphora", lapse_s: float = 10.0) -> AsyncIterator[RedisLine]:
    """A line over a client of its own."""
    async with quick_client(url, answer_s=ANSWER_S, patient=True) as client:
        yield RedisLine(client, prefix=prefix, lapse_s=lapse_s)
