"""The queries of a turn, their weights, and their results fused with the bare message's by reciprocal rank."""

from collections.abc import Sequence
from dataclasses import dataclass

from nodes.state import Frame, Resolution, Route, Topic, TurnNote
from stores.embedder import Embedder, unit
from stores.fusion import DENSE_WEIGHT, LEXICAL_WEIGHT, fuse
from stores.passages import Hit, PassageIndex

SEARCHED = ("retrieve", "reuse", "recall")  # turns whose words say what the topic is about
MODEL_BARE = 0.7  # weight of the bare message beside a model's checked resolution, which is seldom wrong
MODEL_RESOLVED = (2.0, 1.0)
DEPTH = 50  # how many results of each list are fused
# Chosen on MTRAG dev over a plateau of neighbours, by `anaphora eval retrieval --data DIR`:
RESOLVED = (1.0, 1.0)  # weights of the resolution's dense and lexical results, beside 2 and 1 of the bare message's
WIDE = (0.7, 0.7)  # the same for an alternative query
CONTEXT = 0.25  # weight of dense results of the message's vector mixed with the conversation's
CONTEXT_SHARE = 0.15  # of each of: the message before, the first of the topic, the answer before


@dataclass(frozen=True)
class Query:
    """One search: its words, and the weights of its dense and lexical results in the fusion."""

    text: str
    dense: float
    lexical: float


@dataclass(frozen=True)
class Plan:
    """What a turn searches for beside the bare message, and how the lists are weighed."""

    queries: tuple[Query, ...]
    bare: float = 1.0  # weight of the bare message's results
    message: str = ""
    context: tuple[str, ...] = ()  # texts whose vectors are mixed into the message's for one more dense search
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
    """The searches of a turn beside the bare message's. A new topic is searched for by its own words alone."""
    bare = MODEL_BARE if resolution.by == "model" else 1.0
    weights = MODEL_RESOLVED if resolution.by == "model" else RESOLVED
    own = (Query(resolution.query, *weights),) if resolution.query != route.question else ()
    if topic is None or topic.label in {"new", "switch"}:
        return Plan(own, bare, route.question)
    alternatives = tuple(Query(text, *WIDE) for text in resolution.alternatives[:2])
    here = [note for note in notes if frames and note.frame == frames[0].id and note.action in SEARCHED]
    context = (here[-1].asked, here[0].asked, here[-1].answered) if here else ()
    return Plan((*own, *alternatives), bare, route.question, tuple(filter(None, context)))


def run_queries(plan: Plan, found: Sequence[Hit], index: PassageIndex, embedder: Embedder) -> list[Hit]:
    """Search, and fuse with the bare message's results. Blocking."""
    scores = {hit.id: plan.bare * hit.score for hit in found}
    lists: list[tuple[float, Sequence[Hit]]] = []
    for query in plan.queries:
        lists.append((query.dense, index.dense(embedder.embed([query.text])[0], plan.depth)))
        lists.append((query.lexical, index.lexical(query.text, plan.depth)))
    if plan.context:
        vectors = embedder.embed([plan.message, *plan.context])
        mixed = vectors[0] + CONTEXT_SHARE * vectors[1:].sum(axis=0)
        lists.append((CONTEXT, index.dense(unit(mixed), plan.depth)))
    for hit in fuse(lists):
        scores[hit.id] = scores.get(hit.id, 0.0) + hit.score
    return [Hit(id_, score) for id_, score in sorted(scores.items(), key=lambda pair: -pair[1])][: plan.breadth]
