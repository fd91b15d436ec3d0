"""What requests share: the turn runner of this process, who asks, limits and metrics."""

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from fastapi import HTTPException, Request

from graph.events import Event
from graph.server.limits import TurnLimits
from graph.server.metrics import TurnMetrics
from graph.turns import Conversations

Queue = asyncio.Queue[Event | Exception | None]


@dataclass
class Serving:
    """One process's server state."""

    conversations: Conversations
    limits: TurnLimits
    metrics: TurnMetrics = field(default_factory=TurnMetrics)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def events(
        self, message: str, *, thread: str, user: str, message_id: str | None = None
    ) -> AsyncIterator[Event]:
        """The events of one turn. It counts, against the limits too, until it has ended, whoever has left meanwhile."""
        queue: Queue = asyncio.Queue()
        task = asyncio.create_task(self._counted(queue, message, thread, user, message_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        while (item := await queue.get()) is not None:
            if isinstance(item, Exception):
                raise item
            yield item

    async def _counted(self, queue: Queue, message: str, thread: str, user: str, message_id: str | None) -> None:
        begun = time.monotonic()
        try:
            with self.limits.turn(user), self.metrics.running.track_inprogress():
                async for event in self.conversations.events(message, thread=thread, user=user, message_id=message_id):
                    if event.name == "answer":
                        self.metrics.answer.observe(time.monotonic() - begun)
                    elif event.name == "done":
                        self.metrics.count(event.data)
                    queue.put_nowait(event)
        except HTTPException as refusal:
            self.metrics.refused.inc()
            queue.put_nowait(refusal)
        except Exception as error:  # noqa: BLE001  -- handed to the caller, who raises it
            self.metrics.failed.labels(type(error).__name__).inc()
            queue.put_nowait(error)
        finally:
            queue.put_nowait(None)

    async def aclose(self) -> None:
        """Wait for the turns that are still running."""
        await self.conversations.aclose()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def serving_of(request: Request) -> Serving:
    """FastAPI dependency: the server state."""
    serving: Serving = request.app.state.serving
    return serving
