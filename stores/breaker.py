"""A circuit breaker: after failures, leave a server alone for a while instead of waiting for it again and again."""

import time
from collections.abc import Callable
from typing import Literal

State = Literal["closed", "open", "half-open"]


class Breaker:
    """Closed: calls go through. Open: none does. Half-open: one call tries whether the server is back.

    `failures` in a row open it for `rest_s`; each trial that fails doubles the rest, up to `longest_s`. The clock gives
    seconds. Made for one event loop: nothing here locks.
    """

    def __init__(
        self,
        *,
        failures: int = 1,
        rest_s: float = 1.0,
        longest_s: float = 30.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.failures = failures
        self.rest_s = rest_s
        self.longest_s = longest_s
        self._clock = clock
        self._failed = 0
        self._rest = rest_s
        self._until: float | None = None
        self._trying = False

    @property
    def state(self) -> State:
        """What a call would meet now."""
        if self._until is None:
            return "closed"
        return "half-open" if self._trying or self._clock() >= self._until else "open"

    def allows(self) -> bool:
        """Whether a call may go through; in half-open this hands out the one trial, to be reported by its caller."""
        if self._until is None:
            return True
        if self._trying or self._clock() < self._until:
            return False
        self._trying = True
        return True

    def succeeded(self) -> None:
        """A call came back: closed."""
        self._failed, self._rest, self._until, self._trying = 0, self.rest_s, None, False

    def failed(self) -> None:
        """A call did not come back. Late failures of calls made before it opened do not lengthen the rest."""
        if self._trying:
            self._rest = min(self._rest * 2, self.longest_s)
        elif self._until is not None:
            return
        self._failed += 1
        if self._trying or self._failed >= self.failures:
            self._until = self._clock() + self._rest
            self._trying = False
