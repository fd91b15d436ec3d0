"""rewrite: makes the self-contained query of a message.

Reads: route, notes, frames, facts, summary. Writes: resolution, and notices and calls where a model was asked. Can fail
with nothing: a model's failure falls back to rules.
"""

from dataclasses import dataclass
from typing import Any

from nodes.model_rewrite import Known, ModelRewriter
from nodes.resolver import resolve
from nodes.self_contained import names_its_subject
from nodes.state import State, Summary


@dataclass(frozen=True)
class Rewriter:
    """Resolves by rules; a message that needs its context is also put to the model, if there is one."""

    model: ModelRewriter | None = None

    async def __call__(self, state: State) -> dict[str, Any]:
        """Resolve the message against the conversation."""
        route = state["route"]
        known = Known(
            state.get("notes", ()), state.get("frames", ()), state.get("facts", ()), state.get("summary", Summary())
        )
        resolution = resolve(
            route.question,
            route=route,
            notes=known.notes,
            frames=known.frames,
            facts=known.facts,
            language=route.language,
        )
        settled = resolution.standalone or not known.notes or names_its_subject(route.question, route.language)
        if self.model is None or settled or route.action == "recall":
            return {"resolution": resolution}
        resolution, notices, calls = await self.model.race(
            resolution, route.question, known, language=route.language, turn=state["turn"]
        )
        return {"resolution": resolution, "notices": notices, "calls": calls}
