"""Whether every store that a turn needs answers."""

import asyncio
import logging
import uuid
from collections.abc import Awaitable

from graph.deps import Deps
from graph.server.schemas import Readiness

WAIT_S = 3.0

log = logging.getLogger(__name__)


async def readiness_of(deps: Deps) -> Readiness:
    """Ask all stores at once, each for three seconds at most. What failed is logged, and told by its name."""
    nobody = uuid.uuid4().hex
    checks: dict[str, Awaitable[object]] = {
        "archive": deps.store.aget(("ready",), nobody),
        "threads": deps.checkpointer.aget_tuple({"configurable": {"thread_id": nobody, "checkpoint_ns": ""}}),
        "index": asyncio.to_thread(deps.index.count),
    }
    said = await asyncio.gather(*(_said(name, check) for name, check in checks.items()))
    found = dict(zip(checks, said, strict=True))
    return Readiness(status="ready" if set(said) == {"ok"} else "unready", checks=found)


async def _said(name: str, check: Awaitable[object]) -> str:
    try:
        await asyncio.wait_for(check, WAIT_S)
    except TimeoutError:
        return f"no answer within {WAIT_S:.0f} s"
    except Exception as error:
        log.warning("the %s store is not ready", name, exc_info=error)
        return "does not answer"
    return "ok"
