"""What requests share: the turn runner of this process, who asks, limits and metrics."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from fastapi import Request

from graph.events import Event
from graph.server.identity import Identity
from graph.server.limits import TurnLimits
from graph.server.metrics import TurnMetrics
from graph.settings import Settings
from graph.turns import Conversations
from stores.ingest import Index


@dataclass
class Serving:
    """One process's server state."""

    settings: Settings
    identity: Identity
    conversations: Conversations
    limits: TurnLimits
    metrics: TurnMetrics = field(default_factory=TurnMetrics)

    @property
    def index(self) -> Index:
        """The passages that answers rest on."""
        return self.conversations.deps.index

    async def events(
        self, message: str, *, thread: str, user: str, message_id: str | None = None
    ) -> AsyncIterator[Event]:
        """The events of one turn, within the user's limits, counted."""
        with self.limits.turn(user), self.metrics.running.track_inprogress():
            try:
                async for event in self.conversations.events(message, thread=thread, user=user, message_id=message_id):
                    if event.name == "done":
                        self.metrics.count(event.data)
                    yield event
            except Exception as error:
                self.metrics.failed.labels(type(error).__name__).inc()
                raise


def serving_of(request: Request) -> Serving:
    """FastAPI dependency: the server state."""
    serving: Serving = request.app.state.serving
    return serving


async def user_of(request: Request) -> str:
    """FastAPI dependency: who asks, by the Authorization header alone."""
    return await serving_of(request).identity(request)
