"""Played conversations: what the graph would do on each turn when the answers are given by the data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nodes.ranking import carried_of, rank
from nodes.retrieval import DEPTH, plan_queries, run_queries, search_query
from nodes.state import Candidate, Evidence, Frame, Resolution, Route, Topic, TurnNote
from stores.embedder import Embedder
from stores.passages import Hit, PassageIndex

WINDOW = 6  # turns that the graph keeps verbatim by default
CITED = 3  # an answer is taken to cite the first three passages
MOST = 20  # ranked passages that are kept for measuring

Resolve = Callable[..., Resolution]


@dataclass(frozen=True)
class Ranked:
    """What one turn found: the bare message's results, the fused ones and the evidence, best first."""

    resolution: Resolution
    raw: list[Hit]
    resolved: list[Hit]
    fused: list[Hit]
    evidence: tuple[Evidence, ...]
    carried: tuple[str, ...]


class Played:
    """One conversation so far, over one index."""

    def __init__(self, index: PassageIndex, embedder: Embedder, resolve: Resolve) -> None:
        self._index, self._embedder, self._resolve = index, embedder, resolve
        self.notes: tuple[TurnNote, ...] = ()
        self.frames: tuple[Frame, ...] = (Frame(1, ""),)
        self.seen: tuple[str, ...] = ()

    def ask(self, message: str) -> Ranked:
        """Resolve, search and rank a message against what was said so far."""
        route = Route("retrieve", message)
        resolution = self._resolve(message, route=route, notes=self.notes, frames=(), facts=(), language="en")
        return self.retrieve(message, resolution)

    def retrieve(self, message: str, resolution: Resolution) -> Ranked:
        """Search and rank with a resolution from elsewhere."""
        route, topic = Route("retrieve", message), Topic("same" if self.notes else "new", 1)
        raw = search_query(message, self._index, self._embedder, DEPTH)
        resolved = raw if resolution.query == message else self.search(resolution.query)
        plan = plan_queries(resolution, route=route, topic=topic, notes=self.notes, frames=())
        fused = run_queries(plan, raw, self._index, self._embedder)
        carried = carried_of(route, topic, self.notes, self.frames)
        evidence = self.rank(resolution.query, fused, carried, self.seen, self.notes)
        return Ranked(resolution, raw, resolved, fused, evidence, tuple(one.id for one in carried))

    def search(self, text: str) -> list[Hit]:
        """The results of one text alone."""
        return search_query(text, self._index, self._embedder, DEPTH)

    def rank(
        self,
        query: str,
        hits: Sequence[Hit],
        carried: tuple[Evidence, ...] = (),
        seen: tuple[str, ...] = (),
        notes: tuple[TurnNote, ...] = (),
    ) -> tuple[Evidence, ...]:
        """The candidates ranked as the graph's rerank node does."""
        candidates = tuple(Candidate(hit.id, hit.score) for hit in hits[:MOST])
        ids = list(dict.fromkeys([*(one.id for one in candidates), *(one.id for one in carried)]))
        return rank(
            query,
            self._embedder.embed([query])[0],
            candidates=candidates,
            carried=carried,
            passages=self._index.fetch(ids),
            sentences=self._index.sentences(ids),
            seen=seen,
            notes=notes,
            most=MOST,
        )

    def finish(self, message: str, answer: str, ranked: Ranked) -> None:
        """Take the turn into the history."""
        cited = tuple(one.id for one in ranked.evidence[:CITED])
        turn = self.notes[-1].turn + 1 if self.notes else 1
        note = TurnNote(
            turn,
            str(turn),
            "retrieve",
            ranked.resolution.query,
            frame=1,
            cited=cited,
            asked=message[:400],
            answered=answer[:1200],
        )
        self.notes = (*self.notes, note)[-WINDOW:]
        self.seen = tuple(dict.fromkeys((*(one.id for one in ranked.evidence[:5]), *self.seen)))[:64]
