"""How likely a message stays with its topic, begins another, or goes back to one of the parked ones.

A conditional logit: staying scores 0, beginning and each return score a weighted sum of features, and a softmax over
all of them gives the probabilities. The weights are in `topic_weights.json`, made by `python -m evals.train_topics`.
"""

import json
from collections.abc import Mapping, Sequence, Set
from dataclasses import astuple, dataclass
from functools import cache
from pathlib import Path

import numpy as np

from nodes.resolving.lexicon import behaviour
from nodes.state import Frame, TurnNote
from stores.passages import Vector
from stores.words import terms

FILE = Path(__file__).with_name("topic_weights.json")
LEANS = 0.975  # of the dependence on context
UNLIKELY = -20.0
ANSWERED = 600  # characters of an answer whose words count as the topic's
BEGIN = (
    "one", "asked", "answered", "words", "queries", "rarest_shared", "dependence", "dependence_squared", "length",
    "short", "new", "rarest_new",
)  # fmt: skip
RETURN = (*BEGIN, "parked_asked", "parked_answered", "parked_words", "parked_queries", "parked_rarest_shared")


@dataclass(frozen=True)
class Nearness:
    """How near a message is to a topic."""

    asked: float  # cosine to what was asked
    answered: float  # cosine to what was answered
    words: float  # share of the message's content words, by rarity, that the topic has used
    queries: float  # the same of the words of the topic's queries
    rarest: float  # rarity of the rarest word that the topic has used


@dataclass(frozen=True)
class Odds:
    """Probabilities that sum to one: staying, beginning another topic, returning to each parked frame."""

    stay: float
    begin: float
    back: tuple[float, ...]


def odds(
    question: str,
    vector: Vector,
    notes: Sequence[TurnNote],
    frames: Sequence[Frame],
    dependence: float,
    language: str = "en",
    cue: str = "",
) -> Odds:
    """The probabilities for a message, `frames[0]` being the current one."""
    begin, back = features(question, vector, notes, frames, dependence, language)
    weights = load()
    logits = [0.0, float(np.dot(begin, weights["begin"])), *(_return_logit(row, weights["return"]) for row in back)]
    if cue == "switch":
        logits = [logits[0] - weights["cue"][0], *logits[1:]]
    elif cue == "return" and back:
        logits = [*logits[:2], *(value + weights["cue"][0] for value in logits[2:])]
    shares = np.exp(np.array(logits) - max(logits))
    stay, first, *rest = (shares / shares.sum()).tolist()
    return Odds(stay, first, tuple(rest))


def features(
    question: str,
    vector: Vector,
    notes: Sequence[TurnNote],
    frames: Sequence[Frame],
    dependence: float,
    language: str = "en",
) -> tuple[list[float], list[list[float]]]:
    """The features of beginning a topic (in the order of `BEGIN`), and of each return (in that of `RETURN`)."""
    rarity = {stem: behaviour(stem)[0] + 0.1 for stem in terms(question, language)}
    known = [_words_of(frame, notes, language) for frame in frames]
    current, *parked = [
        _nearness(frame, vector, own, rarity, language) for frame, own in zip(frames, known, strict=True)
    ]
    new = {stem: weight for stem, weight in rarity.items() if not any(stem in own for own in known)}
    begin = [
        1.0,
        *astuple(current),
        dependence,
        dependence**2,
        min(len(rarity), 8) / 8,
        float(len(rarity) <= 2),
        sum(new.values()) / sum(rarity.values()) if rarity else 0.0,
        max(new.values(), default=0.0),
    ]
    return begin, [[*begin, *astuple(one)] for one in parked]


@cache
def load() -> Mapping[str, list[float]]:
    """The committed weights."""
    weights: dict[str, list[float]] = json.loads(FILE.read_text(encoding="utf-8"))
    return weights


def unpack(packed: bytes) -> Vector:
    """The unit vector of packed int8 numbers."""
    vector = np.frombuffer(packed, np.int8).astype(np.float32)
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9), np.float32)


def _return_logit(row: Sequence[float], weights: Sequence[float]) -> float:
    """A message that leans on its context goes back only where its words do: "when is it ready?" never does."""
    named = dict(zip(RETURN, row, strict=True))
    pointed = named["parked_rarest_shared"] > named["rarest_shared"]
    if named["dependence"] >= LEANS and not pointed:
        return UNLIKELY
    return float(np.dot(row, weights))


def _nearness(frame: Frame, vector: Vector, known: Set[str], rarity: Mapping[str, float], language: str) -> Nearness:
    asked = float(unpack(frame.vector) @ vector) if frame.vector else 0.0
    answered = float(unpack(frame.answers) @ vector) if frame.answers else asked
    queries = {*terms(frame.subject, language), *(term for term, _ in frame.terms)}
    rarest = max((weight for stem, weight in rarity.items() if stem in known), default=0.0)
    return Nearness(asked, answered, _share(rarity, known), _share(rarity, queries), rarest)


def _share(rarity: Mapping[str, float], known: Set[str]) -> float:
    total = sum(rarity.values())
    return sum(weight for stem, weight in rarity.items() if stem in known) / total if total else 0.0


def _words_of(frame: Frame, notes: Sequence[TurnNote], language: str) -> frozenset[str]:
    """The stems that a topic has used, by its frame and by those of its turns that are still in the window."""
    found = {term for term, _ in frame.terms}
    found.update(terms(frame.subject, language))
    for entity in frame.entities:
        found.update(terms(entity, language))
    for note in notes:
        if note.frame == frame.id:
            found.update(terms(note.asked, language))
            found.update(terms(note.answered[:ANSWERED], language))
    return frozenset(found)
