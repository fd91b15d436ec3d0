"""rerank: merges in the carried passages, ranks all against the resolution, demotes what the thread has seen, and
compresses to the sentences that matter.

Reads: turn, route, topic, resolution, candidates, notes, frames, seen. Writes: evidence, seen, and notices where
another ranking was to stand in and failed. Can fail with `StoreUnavailable`.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from nodes.compression import compress
from nodes.context import Context, context_of
from nodes.ranking import carried_of, demoted_of, rank, views_of
from nodes.rerankers import Judged, StandIn, evidence_of
from nodes.state import Evidence, State
from stores.embedder import Embedder, legibility
from stores.passages import Passage, PassageIndex, Sentences, Vector

SEEN = 64


@dataclass(frozen=True)
class Pool:
    """What there is to rank, and what it is ranked against."""

    query: str
    vector: Vector
    carried: tuple[Evidence, ...]
    passages: Mapping[str, Passage]
    sentences: Mapping[str, Sentences]


@dataclass(frozen=True)
class Reranker:
    """Chooses the evidence of a turn, by the built-in ranking or by one that stands in for it."""

    index: PassageIndex
    embedder: Embedder
    stand_in: StandIn | None = None

    async def __call__(self, state: State, config: RunnableConfig, runtime: Runtime[Context]) -> dict[str, Any]:
        """Rank, demote and compress."""
        most = context_of(runtime, config).passages
        pool = await asyncio.to_thread(self._gather, state)
        judged: tuple[Judged, ...] | None = None
        told: dict[str, Any] = {}
        if self.stand_in is not None:
            judged, notices = await self.stand_in.judge(pool.query, list(pool.passages.values()), state["turn"])
            told = {"notices": notices} if notices else {}
        evidence = await asyncio.to_thread(self._choose, state, pool, judged, most)
        seen = dict.fromkeys((*(one.id for one in evidence), *state.get("seen", ())))
        return {"evidence": evidence, "seen": tuple(seen)[:SEEN], **told}

    def _gather(self, state: State) -> Pool:
        route, resolution = state["route"], state.get("resolution")
        query = resolution.query if resolution else route.question
        carried = carried_of(route, state.get("topic"), state.get("notes", ()), state.get("frames", ()))
        ids = tuple(dict.fromkeys([*(one.id for one in state.get("candidates", ())), *(one.id for one in carried)]))
        vector = self.embedder.embed([query])[0]
        return Pool(query, vector, carried, self.index.fetch(ids), self.index.sentences(ids))

    def _choose(self, state: State, pool: Pool, judged: tuple[Judged, ...] | None, most: int) -> tuple[Evidence, ...]:
        seen, notes = state.get("seen", ()), state.get("notes", ())
        if judged is not None:
            ranked = evidence_of(judged, pool.carried, demoted_of(pool.query, seen, notes, pool.carried), most)
        else:
            texts = views_of(state["route"].question, state.get("resolution"), state.get("topic"))
            ranked = rank(
                pool.query,
                pool.vector,
                candidates=state.get("candidates", ()),
                carried=pool.carried,
                passages=pool.passages,
                sentences=pool.sentences,
                seen=seen,
                notes=notes,
                most=most,
                views=tuple(self.embedder.embed(texts)),
                legible=legibility(self.embedder, pool.query),
            )
        return tuple(
            one
            if one.spans
            else compress(one, pool.passages[one.id], pool.sentences.get(one.id), pool.vector, pool.query)
            for one in ranked
        )
