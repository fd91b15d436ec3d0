"""rerank: merges in the carried passages, ranks all against the resolution, demotes what the thread has seen, and
compresses to the sentences that matter.

Reads: route, resolution, candidates, notes, frames, seen. Writes: evidence, seen. Can fail with `StoreUnavailable`.
"""

import asyncio
from dataclasses import dataclass
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from nodes.compression import compress
from nodes.context import Context, context_of
from nodes.ranking import carried_of, rank, views_of
from nodes.state import Evidence, State
from stores.embedder import Embedder
from stores.passages import PassageIndex

SEEN = 64


@dataclass(frozen=True)
class Reranker:
    """Chooses the evidence of a turn."""

    index: PassageIndex
    embedder: Embedder

    async def __call__(self, state: State, config: RunnableConfig, runtime: Runtime[Context]) -> dict[str, Any]:
        """Rank, demote and compress."""
        most = context_of(runtime, config).passages
        evidence = await asyncio.to_thread(self._choose, state, most)
        seen = dict.fromkeys((*(one.id for one in evidence), *state.get("seen", ())))
        return {"evidence": evidence, "seen": tuple(seen)[:SEEN]}

    def _choose(self, state: State, most: int) -> tuple[Evidence, ...]:
        route, resolution = state["route"], state.get("resolution")
        query = resolution.query if resolution else route.question
        vector = self.embedder.embed([query])[0]
        carried = carried_of(route, state.get("topic"), state.get("notes", ()), state.get("frames", ()))
        candidates = state.get("candidates", ())
        ids = tuple(dict.fromkeys([*(one.id for one in candidates), *(one.id for one in carried)]))
        passages, sentences = self.index.fetch(ids), self.index.sentences(ids)
        ranked = rank(
            query,
            vector,
            candidates=candidates,
            carried=carried,
            passages=passages,
            sentences=sentences,
            seen=state.get("seen", ()),
            notes=state.get("notes", ()),
            most=most,
            views=tuple(self.embedder.embed(views_of(route.question, resolution, state.get("topic")))),
        )
        return tuple(compress(one, passages[one.id], sentences.get(one.id), vector, query) for one in ranked)
