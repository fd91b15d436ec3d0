"""The rewrite race."""

import asyncio
import time

from nodes.model_failures import ModelFailed
from nodes.race import Remembered, first_valid


async def after(seconds: float, value: str) -> str:
    await asyncio.sleep(seconds)
    return value


async def test_a_valid_offer_in_time_wins() -> None:
    """Without a notice."""
    assert await first_valid("rules", after(0, "model"), lambda _: "", 1.0) == ("model", None)


async def test_an_offer_that_is_wrong_loses() -> None:
    """The notice says why."""
    winner, notice = await first_valid("rules", after(0, "model"), lambda offer: f"{offer} is foreign", 1.0, turn=4)
    assert winner == "rules"
    assert notice is not None
    assert (notice.turn, notice.code) == (4, "rewrite_refused")
    assert "model is foreign" in notice.detail


async def test_a_late_offer_is_cancelled_at_the_deadline() -> None:
    """The rules' result is there at once, and nothing runs on."""
    cancelled = asyncio.Event()

    async def slow() -> str:
        try:
            return await after(30, "model")
        finally:
            cancelled.set()

    started = time.monotonic()
    winner, notice = await first_valid("rules", slow(), lambda _: "", 0.05)
    assert winner == "rules"
    assert notice is not None
    assert notice.code == "rewrite_timeout"
    assert time.monotonic() - started < 1
    assert cancelled.is_set()


async def test_a_failed_model_loses_with_its_own_notice() -> None:
    """What happened is the notice's detail."""

    async def broken() -> str:
        raise ModelFailed("unauthorized", "rewrite", "Set the key.")

    winner, notice = await first_valid("rules", broken(), lambda _: "", 1.0)
    assert winner == "rules"
    assert notice is not None
    assert (notice.code, notice.detail) == ("model_unauthorized", "rewrite: Set the key.")


def test_only_the_newest_results_are_remembered() -> None:
    """What was used longest ago goes first."""
    held: Remembered[int] = Remembered(most=2)
    held.put("a", 1)
    held.put("b", 2)
    assert held.get("a") == 1
    held.put("c", 3)
    assert (held.get("a"), held.get("b"), held.get("c")) == (1, None, 3)
