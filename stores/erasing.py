"""Erasing a thread's checkpoints from any saver, with a receipt, and scrubbing what deleting leaves in a file."""

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from langgraph.checkpoint.base import BaseCheckpointSaver


@dataclass(frozen=True)
class Erased:
    """What was removed with a thread's checkpoints."""

    checkpoints: int = 0
    tasks: int = 0  # tasks whose writes were kept
    blocks: int = 0  # pieces of channel values that are stored by themselves
    index_entries: int = 0
    hot: "Erased | None" = None  # the same for the hot tier, where there are two


@runtime_checkable
class Erasing(Protocol):
    """A saver that counts what it erases."""

    async def aerase_thread(self, thread_id: str) -> Erased:
        """Remove all that is stored of a thread. Raises `StoreUnavailable` when not all of it could be."""
        ...


@runtime_checkable
class Scrubbing(Protocol):
    """A store over a file, in which deleting leaves traces."""

    async def scrub(self) -> None:
        """Overwrite the traces of what was deleted."""
        ...


async def erase(saver: BaseCheckpointSaver[Any], thread: str) -> Erased:
    """Remove a thread from any saver; what that was."""
    if isinstance(saver, Erasing):
        return await saver.aerase_thread(thread)
    found = [one async for one in saver.alist({"configurable": {"thread_id": thread}})]
    await saver.adelete_thread(thread)
    tasks = {(number, write[0]) for number, one in enumerate(found) for write in one.pending_writes or ()}
    return Erased(checkpoints=len(found), tasks=len(tasks))


def counts(erased: Erased) -> dict[str, int]:
    """How many records of each kind there were; those of a hot tier as `hot_...`."""
    kinds = ("checkpoints", "tasks", "blocks", "index_entries")
    tiers = [("", erased), *([("hot_", erased.hot)] if erased.hot else [])]
    return {f"{tier}{kind}": getattr(one, kind) for tier, one in tiers for kind in kinds}


async def scrub(*stores: object) -> None:
    """Scrub those that need it."""
    for store in stores:
        if isinstance(store, Scrubbing):
            await store.scrub()
