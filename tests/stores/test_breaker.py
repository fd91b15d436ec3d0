"""The circuit breaker, with a clock that the test moves."""

import pytest

from stores.breaker import Breaker


def state(breaker: Breaker) -> str:
    return breaker.state


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_failure_opens_it_for_a_rest(clock: Clock) -> None:
    breaker = Breaker(rest_s=1, clock=clock)
    assert state(breaker) == "closed"
    assert breaker.allows()
    breaker.failed()
    assert state(breaker) == "open"
    assert not breaker.allows()
    clock.now = 0.99
    assert not breaker.allows()


def test_after_the_rest_one_call_may_try(clock: Clock) -> None:
    """The others go on without, until it is known how that call ended."""
    breaker = Breaker(rest_s=1, clock=clock)
    breaker.failed()
    clock.now = 1
    assert state(breaker) == "half-open"
    assert breaker.allows()
    assert not breaker.allows()
    breaker.succeeded()
    assert state(breaker) == "closed"
    assert breaker.allows()
    assert breaker.allows()


def test_each_trial_that_fails_doubles_the_rest(clock: Clock) -> None:
    breaker = Breaker(rest_s=1, longest_s=3, clock=clock)
    breaker.failed()
    rests = []
    for _ in range(3):
        while not breaker.allows():
            clock.now += 0.5
        began = clock.now
        breaker.failed()
        while state(breaker) == "open":
            clock.now += 0.5
        rests.append(clock.now - began)
    assert rests == [2, 3, 3]


def test_after_a_success_it_starts_anew(clock: Clock) -> None:
    breaker = Breaker(failures=2, rest_s=1, clock=clock)
    breaker.failed()
    breaker.succeeded()
    breaker.failed()
    assert state(breaker) == "closed"
    breaker.failed()
    assert state(breaker) == "open"


def test_late_failures_do_not_lengthen_the_rest(clock: Clock) -> None:
    """Calls that were under way when it opened come back one by one."""
    breaker = Breaker(rest_s=1, clock=clock)
    breaker.failed()
    clock.now = 0.9
    breaker.failed()
    clock.now = 1
    assert breaker.allows()
