"""The queries of a turn, their weights, and their results fused with the bare message's by reciprocal rank."""

from collections.abc import Sequence
from dataclasses import dataclass

from nodes.state import Frame, Resolution, Route, Topic, TurnNote
from stores.embedder import Embedder
from stores.fusion import DENSE_WEIGHT, LEXICAL_WEIGHT, fuse
from stores.passages import Hit, PassageIndex

MODEL_BARE = 0.7  # weight of the bare message beside a model's checked resolution, which is seldom wrong
DEPTH = 50  # how many results of the bare message are kept for fusion


@dataclass(frozen=True)
class Query:
    """One search: its words, and the weight of its results in the fusion (1: as much as a list of dense results)."""

    text: str
    weight: float


@dataclass(frozen=True)
class Plan:
    """What a turn searches for beside the bare message, and how the lists are weighed."""

    queries: tuple[Query, ...]
    bare: float = 1.0  # weight of the bare message's results
    depth: int = DEPTH  # results of each list
    breadth: int = 20  # candidates that the fusion hands on

    @property
    def texts(self) -> tuple[str, ...]:
        """The words of every search, most important first."""
        return tuple(query.text for query in self.queries)


def search_query(text: str, index: PassageIndex, embedder: Embedder, depth: int = DEPTH) -> list[Hit]:
    """Dense and lexical results of one text, fused. Blocking."""
    vector = embedder.embed([text])[0]
    return fuse([(DENSE_WEIGHT, index.dense(vector, depth)), (LEXICAL_WEIGHT, index.lexical(text, depth))])


def plan_queries(
    resolution: Resolution,
    *,
    route: Route,
    topic: Topic | None,
    notes: Sequence[TurnNote],
    frames: Sequence[Frame],
) -> Plan:
    """The searches of a turn. A standalone message needs none beside its own."""
    del topic, notes, frames
    if resolution.query == route.question:
        return Plan(())
    alternatives = tuple(Query(text, 0.25) for text in resolution.alternatives[:2])
    bare = MODEL_BARE if resolution.by == "model" else 1.0
    return Plan((Query(resolution.query, 1.0), *alternatives), bare)


def run_queries(plan: Plan, found: Sequence[Hit], index: PassageIndex, embedder: Embedder) -> list[Hit]:
    """Search, and fuse with the bare message's results. Blocking."""
    scores = {hit.id: plan.bare * hit.score for hit in found}
    for query in plan.queries:
        for hit in search_query(query.text, index, embedder, plan.depth):
            scores[hit.id] = scores.get(hit.id, 0.0) + query.weight * hit.score
    return [Hit(id_, score) for id_, score in sorted(scores.items(), key=lambda pair: -pair[1])][: plan.breadth]
