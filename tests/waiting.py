"""Waiting for a condition that nobody announces."""

import asyncio
from collections.abc import Awaitable, Callable


async def until(holds: Callable[[], Awaitable[bool] | bool], seconds: float = 10.0) -> None:
    """Return once `holds()` says so; raise TimeoutError after `seconds`."""
    async with asyncio.timeout(seconds):
        while True:
            answer = holds()
            if answer if isinstance(answer, bool) else await answer:
                return
            await asyncio.sleep(0.005)
