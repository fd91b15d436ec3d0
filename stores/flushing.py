"""What a runner and a saver agree on when not every step is durable at once."""

from typing import NamedTuple, Protocol, runtime_checkable

from langchain_core.runnables import RunnableConfig

DEFERRED = "__anaphora_deferred_flush"
"""Under `configurable`: the runner calls `flush`. The leading underscores keep it out of a checkpoint's metadata."""


class Degradation(NamedTuple):
    """Something that did not go as it should, in the words of a turn record's notices."""

    code: str
    detail: str


@runtime_checkable
class Flushing(Protocol):
    """A saver that may hold steps back from its durable tier until told."""

    async def flush(self, config: RunnableConfig) -> None:
        """Make the newest checkpoint of a thread durable. Raises `StoreUnavailable` when that fails."""
        ...

    def take_notices(self, thread: str) -> list[Degradation]:
        """What was degraded for a thread since this was last asked: one notice of a kind."""
        ...
