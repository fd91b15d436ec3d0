"""extract (after the answer has streamed): entities, constraints and cited passages of the current frame, and facts.

Reads: route, topic, resolution, answer, cited, frames, facts. Writes: frames, facts, new_facts, next_fact. Can fail
with nothing: what cannot be extracted is left out.
"""

from dataclasses import dataclass
from typing import Any

from nodes.memory import learn, update_frame
from nodes.reading import last_message, text_of
from nodes.state import State

SILENT = ("social", "transform", "recall", "clarify")


@dataclass(frozen=True)
class Extractor:
    """Remembers what a turn settled."""

    async def __call__(self, state: State) -> dict[str, Any]:
        """Update frame and ledger."""
        route, topic = state["route"], state.get("topic")
        message = text_of(last_message(state))
        facts, new, following = learn(
            message,
            state.get("answer", "") if state.get("answerable", True) else "",
            route=route,
            facts=state.get("facts", ()),
            turn=state["turn"],
            next_id=state.get("next_fact", 1),
            at=state.get("at", ""),
            cited=state.get("cited", ()),
        )
        update: dict[str, Any] = {"facts": facts, "new_facts": new, "next_fact": following}
        frames = state.get("frames", ())
        if route.action not in SILENT and topic is not None and frames:
            update["frames"] = update_frame(
                frames,
                route=route,
                resolution=state.get("resolution"),
                answer=state.get("answer", ""),
                cited=tuple(source.id for source in state.get("cited", ())),
                turn=state["turn"],
                answerable=state.get("answerable", True),
            )
        return update
