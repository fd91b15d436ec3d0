"""route: decides what the message asks for, and clears the last turn's working values.

Reads: messages, notes, frames, facts, turn, at, branch, lineage. Writes: turn, at, gap, branch, lineage, route, topic
and every working value of a turn; notices and calls where a model was asked. Can fail with `InputError`
(no user message).
"""

from dataclasses import dataclass
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from nodes.context import Context, context_of
from nodes.language import detect
from nodes.model_route import ModelRouter
from nodes.reading import (
    archive_of,
    clock,
    kept_topic,
    last_message,
    message_id_of,
    seconds_between,
    text_of,
    thread_of,
)
from nodes.routing.router import route_message
from nodes.state import Lineage, State
from stores.archive import ROOT, Archive, fingerprint

CLEARED: dict[str, Any] = {
    "resolution": None,
    "found": (),
    "candidates": (),
    "queries": (),
    "recalled": (),
    "evidence": (),
    "answer": "",
    "answerable": True,
    "cited": (),
    "tokens": (),
    "new_facts": (),
}


@dataclass(frozen=True)
class Router:
    """The first node of a turn."""

    archive: Archive | None = None
    model: ModelRouter | None = None

    async def __call__(self, state: State, config: RunnableConfig, runtime: Runtime[Context]) -> dict[str, Any]:
        """Start a turn."""
        message = last_message(state)
        turn, text = state.get("turn", 0) + 1, text_of(message)
        notes, frames, facts = state.get("notes", ()), state.get("frames", ()), state.get("facts", ())
        before = notes[-1].language if notes else ""
        language = detect(text, before)
        route = route_message(text, notes=notes, frames=frames, facts=facts, language=language)
        told: dict[str, Any] = {}
        if self.model is not None:
            route, told["notices"], told["calls"] = await self.model.settle(route, text, notes, turn)
        now = clock(context_of(runtime, config))
        branch, lineage = await self._branch(
            state, config, runtime, turn, fingerprint(message_id_of(message, turn), text)
        )
        return {
            **CLEARED,
            "turn": turn,
            "at": now.isoformat(timespec="seconds"),
            "gap": seconds_between(state.get("at", ""), now),
            "branch": branch,
            "lineage": lineage,
            "route": route,
            "topic": kept_topic(state),
            **told,
        }

    async def _branch(
        self, state: State, config: RunnableConfig, runtime: Runtime[Context], turn: int, mark: str
    ) -> tuple[str, tuple[Lineage, ...]]:
        """The branch to write to: a new one when another turn of this number has already been finished here."""
        branch, lineage = state.get("branch", ROOT), state.get("lineage", ())
        archive = archive_of(runtime, self.archive)
        if archive is None or not thread_of(config):
            return branch, lineage
        taken = await archive.get(thread_of(config), branch, turn)
        if taken is None or taken.get("fingerprint") == mark:
            return branch, lineage
        past = (*lineage, Lineage(branch, turn - 1)) if turn > 1 else lineage
        return mark, past
