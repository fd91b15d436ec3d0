"""detect_topic: new, same, switch or return; parks the current frame on a switch, restores it whole on a return.

Reads: route, notes, frames, turn. Writes: topic, frames. Can fail with nothing of its own.
"""

import asyncio
from dataclasses import asdict, dataclass
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from nodes.context import Context
from nodes.reading import archive_of, thread_of
from nodes.resolver import dependence
from nodes.state import State
from nodes.topics import decide_topic, place_frames
from stores.archive import Archive
from stores.embedder import Embedder


@dataclass(frozen=True)
class TopicDetector:
    """Decides whether a message stays with the topic."""

    embedder: Embedder
    archive: Archive | None = None

    async def __call__(self, state: State, config: RunnableConfig, runtime: Runtime[Context]) -> dict[str, Any]:
        """Decide and park or restore."""
        route, notes, frames = state["route"], state.get("notes", ()), state.get("frames", ())
        vector = (await asyncio.to_thread(self.embedder.embed, [route.question]))[0]
        topic = decide_topic(
            route.question,
            vector=vector,
            route=route,
            notes=notes,
            frames=frames,
            dependence=dependence(route.question, notes),
        )
        placed, topic, folded = place_frames(topic, frames, question=route.question, vector=vector, turn=state["turn"])
        archive = archive_of(runtime, self.archive)
        if folded is not None and archive is not None and thread_of(config):
            body = {**asdict(folded), "vector": folded.vector.hex()}
            await archive.put_frames(thread_of(config), {folded.id: body})
        return {"topic": topic, "frames": placed}
