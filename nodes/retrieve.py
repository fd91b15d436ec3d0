"""retrieve: searches with the resolution and its alternatives and fuses all with the bare message's results; for a
recall, on a return to a topic and for a reference that nothing nearer explains, it searches the archive.

Reads: route, topic, resolution, found, notes, frames, lineage. Writes: candidates, queries, recalled, and the message
itself as the resolution where the documents do not bear out what was guessed. Can fail with `StoreUnavailable`.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from nodes.context import Context
from nodes.reaching_back import reaches_back
from nodes.reading import archive_of, reach_of, thread_of
from nodes.retrieval import plan_queries, run_queries
from nodes.standing import LOOKED, confirmed
from nodes.state import Candidate, Lineage, Resolution, State, TurnNote
from stores.archive import Archive
from stores.embedder import Embedder
from stores.passages import Hit, PassageIndex

UNSAID = ("recall", "transform", "clarify")  # turns that say nothing of their own
SEARCHED, RECALLED = 8, 3
NEAR = 0.45  # least score of a turn that joins: cosine plus half of the share of the query's words


@dataclass(frozen=True)
class Retriever:
    """Searches for what was meant."""

    index: PassageIndex
    embedder: Embedder
    archive: Archive | None = None

    async def __call__(self, state: State, config: RunnableConfig, runtime: Runtime[Context]) -> dict[str, Any]:
        """Find candidates, and earlier turns where the message reaches back."""
        route, topic, resolution = state["route"], state.get("topic"), state.get("resolution")
        assert resolution is not None
        recalled: tuple[Lineage, ...] = ()
        notes, frames = state.get("notes", ()), state.get("frames", ())
        if reaches_back(route, topic, resolution, notes, frames):
            recalled = await self._recall(state, config, runtime, resolution.query)
        if route.action == "recall":
            return {"recalled": recalled, "queries": (resolution.query,)}
        found = [Hit(candidate.id, candidate.score) for candidate in state.get("found", ())]
        plan = plan_queries(resolution, route=route, topic=topic, notes=notes, frames=frames)
        hits, resolution = await asyncio.gather(  # a guess is searched all the same: it may add, and replaces nothing
            asyncio.to_thread(run_queries, plan, found, self.index, self.embedder),
            asyncio.to_thread(self._confirm, resolution, route.question, notes, found),
        )
        return {
            "resolution": resolution,
            "candidates": tuple(Candidate(hit.id, round(hit.score, 6)) for hit in hits),
            "queries": plan.texts,
            "recalled": recalled,
        }

    def _confirm(
        self, resolution: Resolution, question: str, notes: Sequence[TurnNote], found: Sequence[Hit]
    ) -> Resolution:
        if not resolution.guessed:
            return resolution
        looked = self.index.fetch([hit.id for hit in found[:LOOKED]])
        return confirmed(resolution, question, notes, looked.values())

    async def _recall(
        self, state: State, config: RunnableConfig, runtime: Runtime[Context], query: str
    ) -> tuple[Lineage, ...]:
        archive = archive_of(runtime, self.archive)
        if archive is None or not thread_of(config):
            return ()
        vector = (await asyncio.to_thread(self.embedder.embed, [query]))[0]
        found = await archive.search(reach_of(state, config), query, vector, SEARCHED)
        verbatim = {note.turn for note in state.get("notes", ())} if state["route"].action != "recall" else set()
        kept = [
            one for one in found if one.score >= NEAR and one.turn not in verbatim and one.item["action"] not in UNSAID
        ]
        return tuple(Lineage(str(one.item["branch"]), one.turn) for one in kept[:RECALLED])
