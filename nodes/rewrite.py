"""rewrite: makes the self-contained query of a message.

Reads: route, notes, frames, facts, summary. Writes: resolution, and notices and calls where a model was asked. Can fail
with nothing: a model's failure falls back to rules.
"""

from dataclasses import dataclass
from typing import Any

from nodes.model_rewrite import Known, ModelRewriter
from nodes.resolver import dependence, resolve
from nodes.self_contained import names_its_subject
from nodes.state import Resolution, Route, State, Summary
from stores.words import words

LEANS, STANDS = 0.8, 0.15
"""A message is put to the model above the first probability of leaning on its context, and never below the second."""


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
        asked = any(
            call.turn == state["turn"] for call in state.get("calls", ())
        )  # before the answer: two calls at most
        if self.model is None or asked or is_settled(resolution, route, known):
            return {"resolution": resolution}
        resolution, notices, calls = await self.model.race(
            resolution, route.question, known, language=route.language, turn=state["turn"]
        )
        return {"resolution": resolution, "notices": notices, "calls": calls}


def is_settled(rules: Resolution, route: Route, known: Known) -> bool:
    """Whether a model need not be asked: nothing came before, or it is plain what the message is about.

    The rules call a message standalone when they find nothing to add; where it looks as if it leans on what came before
    all the same, a model may know better, unless a topic begins with it or is returned to by name. What a correction or
    a reply to a question asked back puts in place of what is exact. A question that stood alone does so again.
    """
    notes, frames = known.notes, known.frames
    plainly = not rules.standalone  # where the rules find nothing to add, less will do
    if not notes or route.action == "recall" or names_its_subject(route.question, route.language, plainly=plainly):
        return True
    begins = route.cue == "return" or (bool(frames) and frames[0].first_turn > notes[-1].turn)
    if route.reply_to or (route.correction and route.wanted) or (begins and rules.standalone):
        return True
    if rules.standalone and any(words(note.asked) == words(note.query) == words(route.question) for note in notes):
        return True
    leaning = dependence(route.question, notes, route.language)
    return leaning < (LEANS if rules.standalone else STANDS)
