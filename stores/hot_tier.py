"""The hot tier behind a breaker: a call gives its result, or `OUT` at once when the tier does not answer.

Each outage is said once a thread and turn, as data.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Any, Literal, TypeVar

from langgraph.checkpoint.base import BaseCheckpointSaver
from redis.exceptions import RedisError

from stores.breaker import Breaker
from stores.errors import RefusedData, StoreUnavailable
from stores.flushing import Degradation

log = logging.getLogger(__name__)
T = TypeVar("T")
Saver = BaseCheckpointSaver[Any]
Probe = Callable[[], Awaitable[Any]]

OUTAGES = (RedisError, OSError, StoreUnavailable, TimeoutError)
NOTICED_THREADS = 10_000
"""Threads whose notices wait to be taken, at most."""


class Out(Enum):
    """In place of a result: the tier does not answer."""

    OUT = "out"


OUT: Literal[Out.OUT] = Out.OUT


class HotTier:
    """Guards the calls to `saver`. `counts` goes on counting; `take_notices` empties."""

    def __init__(self, saver: Saver, breaker: Breaker, *, timeout_s: float, probe: Probe | None) -> None:
        self.saver = saver
        self.breaker = breaker
        self.timeout_s = timeout_s
        self.counts: Counter[str] = Counter()
        self._probe = probe or self._read_nothing
        self._probing: set[asyncio.Task[None]] = set()
        self._notices: dict[str, dict[str, str]] = {}

    async def call(
        self, thread: str, call: Callable[[Saver], Awaitable[T]], *, insist: bool = False
    ) -> T | Literal[Out.OUT]:
        """The result of `call(saver)`, or `OUT`. What is not an outage is raised; `RefusedData` counts as one.

        With `insist` the tier is asked even while the breaker is open.
        """
        if self.breaker.state != "closed" and not insist:
            self._try_again()
            self.note(thread, "hot_tier_out", "Redis does not answer: the durable store served this turn.")
            return OUT
        try:
            async with asyncio.timeout(self.timeout_s):
                result = await call(self.saver)
        except RefusedData as error:
            log.warning("the hot tier's data of thread %r cannot be used: %s", thread, error)
            self.note(thread, "hot_tier_refused", "Redis held data that cannot be used: the durable store served it.")
            return OUT
        except OUTAGES as error:
            self.breaker.failed()
            # The log has the words; a notice goes to the user, and addresses are not theirs to know.
            kind = type(error.__cause__ or error).__name__
            log.warning("the hot tier failed: %s: %s", kind, error)
            self.note(thread, "hot_tier_out", f"Redis failed ({kind}): the durable store served this turn.")
            return OUT
        self.breaker.succeeded()
        return result

    def note(self, thread: str, code: str, detail: str) -> None:
        """Count a degradation and keep the first of its kind for the thread's turn."""
        self.counts[code] += 1
        self._notices.setdefault(thread, {}).setdefault(code, detail)
        while len(self._notices) > NOTICED_THREADS:
            self._notices.pop(next(iter(self._notices)))

    def take_notices(self, thread: str) -> list[Degradation]:
        """What was degraded for the thread since the last call."""
        return [Degradation(code, detail) for code, detail in self._notices.pop(thread, {}).items()]

    def _try_again(self) -> None:
        """Once the rest is over, ask in the background whether the tier is back, so that no turn waits for it."""
        if self.breaker.allows():
            task = asyncio.create_task(self._ask())
            self._probing.add(task)
            task.add_done_callback(self._probing.discard)

    async def _ask(self) -> None:
        try:
            async with asyncio.timeout(self.timeout_s):
                await self._probe()
        except OUTAGES:
            self.breaker.failed()
        except BaseException:
            self.breaker.failed()
            raise
        else:
            self.breaker.succeeded()
            log.warning("the hot tier answers again")

    async def _read_nothing(self) -> None:
        await self.saver.aget_tuple({"configurable": {"thread_id": "anaphora probe", "checkpoint_ns": ""}})

    async def aclose(self) -> None:
        """End a probe that is under way."""
        for task in self._probing:
            task.cancel()
        await asyncio.gather(*self._probing, return_exceptions=True)
