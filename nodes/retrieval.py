"""The queries of a turn, their weights, and their results fused with the bare message's by reciprocal rank."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from nodes.frames import constrained
from nodes.resolver import dependence
from nodes.state import Constraint, Frame, Resolution, Route, Topic, TurnNote
from nodes.topics import unpack
from stores.embedder import Embedder, legibility, unit
from stores.fusion import DENSE_WEIGHT, LEXICAL_WEIGHT, fuse
from stores.passages import Hit, PassageIndex, Vector
from stores.words import terms

DEPTH = 50  # how many results of each list are fused
SURE = 0.7  # confidence of a topic decision from which no other topic is searched
LEAST = 0.01  # weight below which a search is not worth its time
BROAD, NARROW = 40, 24
"""Candidates handed on: for an opening question, and for a late and specific one (`python -m evals.tune_breadth`)."""


@dataclass(frozen=True)
class Weights:
    """Weights of the fusion, against 2 and 1 for the bare message's dense and lexical results.

    Chosen on MTRAG dev, on a plateau of neighbours, with `python -m evals.tune --data DIR`, which prints what its best
    draws give, the mean by value of each weight, and what choosing on other conversations or other domains gives.
    """

    lists: float = 1.0  # all lists beside the bare message's, for a message that surely leans on its context
    leaning: float = 1.0  # power of the dependence that the above is multiplied by
    lexical: tuple[float, float] = (0.5, 1.5)  # of the resolution's words, of the alternative's
    shares: tuple[float, float] = (0.5, 0.5)  # of the resolution's and the alternative's vector in the context's
    completed: float = 0.5  # least dependence of a message that the rules found something to add to
    answers: float = 0.8  # of the vector of what the topic was answered, times the dependence
    model: tuple[float, float] = (1.0, 1.0)  # of a model's checked resolution, of the bare message beside it
    parked: float = 0.3  # of the parked topic that the message may be about, times its probability


WEIGHTS = Weights()


@dataclass(frozen=True)
class Query:
    """Searches whose results count together: words, or a vector mixed of several texts' vectors."""

    words: tuple[tuple[str, float], ...]  # lexical searches, with the weight of each
    mixed: tuple[tuple[str, float], ...]  # texts whose vectors make up one dense search, with their shares
    dense: float = DENSE_WEIGHT
    context: tuple[bytes, float] = (b"", 0.0)  # a packed vector that joins the mixture, with its share


@dataclass(frozen=True)
class Plan:
    """What a turn searches for beside the bare message, and how the lists are weighed."""

    queries: tuple[Query, ...] = ()
    texts: tuple[str, ...] = ()  # the words of the searches, most important first
    bare: float = 1.0  # weight of the bare message's results
    depth: int = DEPTH  # results of each list
    breadth: int = BROAD  # candidates that the fusion hands on
    limits: Mapping[str, str] = field(default_factory=dict)  # what settled constraints ask of a passage's metadata


def search_query(text: str, index: PassageIndex, embedder: Embedder, depth: int = DEPTH) -> list[Hit]:
    """Dense and lexical results of one text, fused. Blocking."""
    vector, share = embedder.embed([text])[0], legibility(embedder, text)
    return fuse([(DENSE_WEIGHT * share, index.dense(vector, depth)), (LEXICAL_WEIGHT, index.lexical(text, depth))])


def plan_queries(
    resolution: Resolution,
    *,
    route: Route,
    topic: Topic | None,
    notes: Sequence[TurnNote],
    frames: Sequence[Frame],
    weights: Weights = WEIGHTS,
) -> Plan:
    """The searches of a turn beside the bare message's, which they never replace.

    The resolution, its alternative and what the topic was answered count by how much the message leans on its context.
    The alternatives are the terms of the conversation that the message may lack, and the parked topic that it may
    be about instead of the current one.
    """
    message, meant = route.question, resolution.query
    breadth = breadth_of(route, notes)
    limits = limits_of(_settled(topic, frames, meant, route)) if topic and frames else {}
    if resolution.by == "model":
        ruled = replace(resolution, query=resolution.ruled or message, by="rules")
        plan = plan_queries(ruled, route=route, topic=topic, notes=notes, frames=frames, weights=weights)
        count, bare = weights.model
        query = Query(((meant, count * LEXICAL_WEIGHT),), ((meant, 1.0),), count * DENSE_WEIGHT)
        texts = tuple(dict.fromkeys((meant, *plan.texts)))
        return replace(plan, queries=(query, *plan.queries), texts=texts, bare=bare, limits=limits)
    if topic is None or topic.label == "new" or not notes:
        queries = () if meant == message else (Query(((meant, 1.0),), ((meant, 1.0),)),)
        return Plan(queries, tuple(text for text in (meant,) if queries), breadth=breadth, limits=limits)
    leaning = _leaning(resolution, route, topic, notes, weights)
    wide = resolution.alternatives[0] if resolution.alternatives else meant
    count = weights.lists * leaning**weights.leaning
    answers = frames[0].answers if frames else b""
    found = (
        []
        if count < LEAST
        else [
            Query(
                tuple((text, count * share) for text, share in zip((meant, wide), weights.lexical, strict=True)),
                ((message, 1.0), *zip((meant, wide), weights.shares, strict=True)),
                count * DENSE_WEIGHT,
                (answers, weights.answers * leaning),
            )
        ]
    )
    aside = _parked(topic, frames, message)
    if aside:
        doubt = weights.parked * (1 - topic.confidence)
        found.append(Query(((aside, doubt * LEXICAL_WEIGHT),), ((aside, 1.0),), doubt * DENSE_WEIGHT))
    said = (*((meant, wide) if count >= LEAST else ()), aside)
    texts = tuple(dict.fromkeys(text for text in said if text and text != message))
    return Plan(tuple(found), texts, breadth=breadth, limits=limits)


def run_queries(plan: Plan, found: Sequence[Hit], index: PassageIndex, embedder: Embedder) -> list[Hit]:
    """Search, and fuse with the bare message's results. Blocking."""
    lists: list[tuple[float, Sequence[Hit]]] = []
    for query in plan.queries:
        share = legibility(embedder, query.mixed[0][0])
        lists.append((query.dense * share, index.dense(_mixture(query, embedder), plan.depth)))
        words: dict[str, float] = {}
        for text, weight in query.words:
            words[text] = words.get(text, 0.0) + weight
        lists += [(weight, index.lexical(text, plan.depth)) for text, weight in words.items()]
    scores = {hit.id: plan.bare * hit.score for hit in found}
    for hit in fuse(lists):
        scores[hit.id] = scores.get(hit.id, 0.0) + hit.score
    ranked = [Hit(id_, score) for id_, score in sorted(scores.items(), key=lambda pair: -pair[1])]
    return within(plan.limits, ranked[: 2 * plan.breadth], index)[: plan.breadth]


def breadth_of(route: Route, notes: Sequence[TurnNote], limits: tuple[int, int] = (BROAD, NARROW)) -> int:
    """How many candidates a question deserves: a broad opening one more, a late and specific one fewer."""
    most, least = limits
    specific = min(len(route.question.split()), 12) / 12
    late = min(len(notes), 6) / 6
    return round(most - (most - least) * specific * late)


def limits_of(constraints: Sequence[Constraint]) -> dict[str, str]:
    """The newest value of each settled slot."""
    limits: dict[str, str] = {}
    for constraint in sorted(constraints, key=lambda one: -one.turn):
        limits.setdefault(constraint.slot, constraint.value)
    return limits


def within(limits: Mapping[str, str], ranked: Sequence[Hit], index: PassageIndex) -> list[Hit]:
    """Passages whose metadata contradict a settled constraint after all the others, by the whole range of the scores;
    none is dropped.

    A slot limits only where a passage that was found carries the very value: "the UK office" says nothing about
    documents that are labelled by town.
    """
    if not limits or not ranked:
        return list(ranked)
    passages = index.fetch([hit.id for hit in ranked])
    known = {
        id_: {name: str(value).casefold() for name, value in one.metadata.items()} for id_, one in passages.items()
    }
    wanted = {slot: value.casefold() for slot, value in limits.items()}
    carried = {slot for slot, value in wanted.items() if any(each.get(slot) == value for each in known.values())}
    apart = {
        id_ for id_, each in known.items() if any(each.get(slot, wanted[slot]) != wanted[slot] for slot in carried)
    }
    span = ranked[0].score - ranked[-1].score or 1.0
    fitting = [hit for hit in ranked if hit.id not in apart]
    return [*fitting, *(Hit(hit.id, hit.score - span) for hit in ranked if hit.id in apart)]


def _mixture(query: Query, embedder: Embedder) -> Vector:
    """The unit vector of a query's mixture."""
    shares: dict[str, float] = {}
    for text, share in query.mixed:
        shares[text] = shares.get(text, 0.0) + share
    vectors = embedder.embed(list(shares))
    mixed = np.array(list(shares.values()), np.float32) @ vectors
    packed, share = query.context
    if packed and share:
        mixed = mixed + share * unpack(packed)
    return unit(mixed)


def _leaning(resolution: Resolution, route: Route, topic: Topic, notes: Sequence[TurnNote], weights: Weights) -> float:
    """How much the message leans on its context, from 0 to 1."""
    if route.correction or route.reply_to:
        return 1.0
    leaning = dependence(route.question, notes, route.language)
    if resolution.query != route.question:
        leaning = max(leaning, weights.completed)
    return leaning * (1 - topic.confidence) if topic.label == "switch" else leaning


def _parked(topic: Topic, frames: Sequence[Frame], message: str) -> str:
    """The message with the subject of the topic that it was nearly taken to be about; "" without such a topic."""
    asked = set(terms(message))
    others = [frame for frame in frames if frame.id != topic.frame]
    if not others or topic.confidence >= SURE:
        return ""
    nearest = max(others, key=lambda frame: len(asked & {term for term, _ in frame.terms}))
    return f"{nearest.subject} {message}"


def _settled(topic: Topic, frames: Sequence[Frame], meant: str, route: Route) -> tuple[Constraint, ...]:
    """The question's own constraints, and those of the topic that it goes on with."""
    known = frames[0].constraints if topic.label in {"same", "return"} else ()
    gone = {word.casefold() for word in route.replaced}
    return constrained(known, meant, frames[0].last_turn, route.language, gone)
