"""rewrite: makes the self-contained query of a message.

Reads: route, notes, frames, facts. Writes: resolution. Can fail with nothing: a model's failure falls back to rules.
"""

from dataclasses import dataclass
from typing import Any

from nodes.resolver import resolve
from nodes.state import State


@dataclass(frozen=True)
class Rewriter:
    """Resolves by rules."""

    async def __call__(self, state: State) -> dict[str, Any]:
        """Resolve the message against the conversation."""
        route = state["route"]
        resolution = resolve(
            route.question,
            route=route,
            notes=state.get("notes", ()),
            frames=state.get("frames", ()),
            facts=state.get("facts", ()),
            language=route.language,
        )
        return {"resolution": resolution}
