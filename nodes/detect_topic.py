"""detect_topic: new, same, switch or return; parks the current frame on a switch, restores it whole on a return,
also from the archive, where the frame used longest ago goes when there are more than eight.

Reads: route, notes, frames, turn, branch, lineage. Writes: topic, frames. Can fail with `StoreUnavailable`.
"""

import asyncio
from dataclasses import dataclass
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from nodes.context import Context
from nodes.frames import as_json, from_json
from nodes.reading import archive_of, kept_topic, reach_of, thread_of
from nodes.routing.heard import as_meant
from nodes.state import Frame, State
from nodes.topic_scoring import last_asked
from nodes.topics import FRAMES, decide_topic, place_frames, similarity
from stores.archive import Archive, Reach
from stores.embedder import Embedder
from stores.passages import Vector

AWAY = 0.5  # a message as near as this to the current frame is not compared with what the archive holds


@dataclass(frozen=True)
class TopicDetector:
    """Decides whether a message stays with the topic."""

    embedder: Embedder
    archive: Archive | None = None

    async def __call__(self, state: State, config: RunnableConfig, runtime: Runtime[Context]) -> dict[str, Any]:
        """Decide and park or restore."""
        route, notes, frames = state["route"], state.get("notes", ()), state.get("frames", ())
        if route.action == "recall" or (route.action == "reuse" and frames):
            return {"topic": kept_topic(state)}  # about the conversation, or about what it has cited: no topic begins
        asked, question = last_asked(notes), as_meant(route.question, route.language)
        vector, *said = await asyncio.to_thread(self.embedder.embed, [question, *asked.values()])
        archive = archive_of(runtime, self.archive) if thread_of(config) else None
        away = bool(frames) and (route.cue == "return" or similarity(frames[0], vector) < AWAY)
        archived = await nearest_archived(archive, reach_of(state, config), frames, vector) if away else ()
        topic = decide_topic(
            question,
            vector=vector,
            route=route,
            notes=notes,
            frames=(*frames, *archived),
            last=dict(zip(asked, said, strict=True)),
        )
        there = (*frames, *(frame for frame in archived if frame.id == topic.frame))
        placed, topic, folded = place_frames(topic, there, question=question, vector=vector, turn=state["turn"])
        gone = [frame for frame in (folded, *placed[FRAMES:]) if frame is not None]
        if gone and archive is not None:
            await archive.put_frames(thread_of(config), state["branch"], [as_json(frame) for frame in gone])
        return {"topic": topic, "frames": placed[:FRAMES]}


async def nearest_archived(
    archive: Archive | None, reach: Reach, frames: tuple[Frame, ...], vector: Vector
) -> tuple[Frame, ...]:
    """The folded frames that the message is nearest to, at most two; none has been folded before eight are held."""
    if archive is None or len(frames) < FRAMES:
        return ()
    held = {frame.id for frame in frames}
    found = [from_json(body) for body in await archive.frames(reach) if body["id"] not in held]
    return tuple(sorted(found, key=lambda frame: -similarity(frame, vector))[:2])
