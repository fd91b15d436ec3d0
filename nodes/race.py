"""The rewrite race: rules have their result at once, a model is given a moment to offer a better one."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from nodes.model_failures import ModelFailed
from nodes.state import Notice

T = TypeVar("T")
CACHED = 256


async def first_valid(
    rules: T, ask_model: Awaitable[T], check: Callable[[T], str], deadline_s: float, turn: int = 0
) -> tuple[T, Notice | None]:
    """The model's offer if it comes in time and `check` finds nothing wrong with it, else the rules' result.

    `check` says what is wrong with an offer, "" if nothing. The model is cancelled after `deadline_s`
    seconds. The notice says why it did not win.
    """
    try:
        async with asyncio.timeout(deadline_s):
            offer = await ask_model
    except TimeoutError:
        return rules, Notice(turn, "rewrite_timeout", f"The model did not rewrite within {deadline_s:g} s; rules did.")
    except ModelFailed as error:
        return rules, error.notice(turn)
    if wrong := check(offer):
        return rules, Notice(turn, "rewrite_refused", f"The model's rewrite was not used: {wrong}.")
    return offer, None


class Rest:
    """Leaves a model alone for a while after it has failed several times in a row."""

    def __init__(self, after: int = 3, for_s: float = 60.0) -> None:
        self._after, self._for_s = after, for_s
        self._failed, self._until = 0, 0.0

    @property
    def resting(self) -> bool:
        """Whether the model is not to be asked now."""
        return time.monotonic() < self._until

    def note(self, *, failed: bool) -> None:
        """Count the outcome of one call."""
        self._failed = self._failed + 1 if failed else 0
        if self._failed >= self._after:
            self._failed, self._until = 0, time.monotonic() + self._for_s


class Remembered(Generic[T]):
    """The newest results by key, at most `most` of them."""

    def __init__(self, most: int = CACHED) -> None:
        self._held: OrderedDict[str, T] = OrderedDict()
        self._most = most

    def get(self, key: str) -> T | None:
        """The result of a key, if it is still held."""
        if key in self._held:
            self._held.move_to_end(key)
        return self._held.get(key)

    def put(self, key: str, value: T) -> None:
        """Hold a result; the one used longest ago goes."""
        self._held[key] = value
        self._held.move_to_end(key)
        if len(self._held) > self._most:
            self._held.popitem(last=False)
