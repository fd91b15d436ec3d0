"""How likely a message stays with its topic, begins another, or goes back to one of the parked ones.

Two sets of boosted trees: one gives the probability that the message leaves the topic, the other, for each parked
topic, the probability that it goes there if it leaves; what is left is a topic that begins. They read how near the
message is to each topic (by meaning and by words) and how it is worded. Both are made by `python -m evals.train_topics`
(data and their licences: `topic_trees.md`); `nodes/topic_wording.py` leans on them.
"""

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import astuple, dataclass
from functools import cache
from pathlib import Path

import numpy as np

from nodes.resolving.lexicon import behaviour
from nodes.resolving.message import NAMES, look
from nodes.resolving.past import gather
from nodes.resolving.scorer import Trees
from nodes.resolving.text import read
from nodes.state import Frame, TurnNote
from nodes.topic_wording import leaning
from stores.passages import Vector
from stores.words import terms

FILE = Path(__file__).with_name("topic_trees.npz")
ANSWERED = 600  # characters of an answer whose words count as the topic's
CUE = 3.0  # log odds that "now, ..." and "back to ..." are worth; no data set holds them
EMPTY = 0.02  # chance that a message without a word of its own, such as "why is that?", leaves the topic
MISSING = -1.0
WORDING = (
    "says_he", "says_she", "says_it", "says_they", "says_this", "says_these", "says_there", "possessive", "more",
    "opener", "asks", "wh", "content", "words", "length1",
)  # fmt: skip
_PLACES = tuple(NAMES.index(name) for name in WORDING)
_COLUMNS = ("feature", "threshold", "child", "value", "roots")


@dataclass(frozen=True)
class Nearness:
    """How near a message is to a topic."""

    asked: float  # cosine to what was asked
    answered: float  # cosine to what was answered
    words: float  # share of the message's content words, by rarity, that the topic has used
    queries: float  # the same of the words of the topic's queries
    rarest: float  # rarity of the rarest word that the topic has used
    last: float  # cosine to the topic's last question, if that is still in the window


@dataclass(frozen=True)
class Odds:
    """Probabilities that sum to one: staying, beginning another topic, returning to each parked frame."""

    stay: float
    begin: float
    back: tuple[float, ...]


@dataclass(frozen=True)
class TopicTrees:
    """The learned part: rows of `features` to probabilities."""

    leaving: Trees
    returning: Trees

    def odds(self, leave: Sequence[float], back: Sequence[Sequence[float]], cue: str = "", lean: float = 0.0) -> Odds:
        """The probabilities for one message; `cue` is what its words say: switch, return or nothing.

        `lean` are log odds of leaving that count where there is no cue.
        """
        left = self.leaving.score(np.array([leave], np.float32))[0]
        there = [_odds(p) for p in self.returning.score(np.array(back, np.float32))] if back else []
        if cue == "switch" or (cue == "return" and back):
            left = _shifted(left, CUE)
        elif not cue and lean:
            left = _shifted(left, lean)
        if cue == "return":
            there = [one * math.exp(CUE) for one in there]
        whole = 1 + sum(there)
        return Odds(float(1 - left), float(left / whole), tuple(float(left * one / whole) for one in there))


def odds(
    question: str,
    vector: Vector,
    notes: Sequence[TurnNote],
    frames: Sequence[Frame],
    last: Mapping[int, Vector],
    language: str = "en",
    cue: str = "",
    trees: TopicTrees | None = None,
) -> Odds:
    """The probabilities for a message, `frames[0]` being the current one.

    `last` holds the vector of the last question of each frame that the window still has one of.
    """
    if not terms(question, language) and not cue:
        return Odds(1 - EMPTY, EMPTY, (0.0,) * (len(frames) - 1))
    known = [_words_of(frame, notes, language) for frame in frames]
    leave, back = features(question, vector, notes, frames, last, language, known)
    lean = 0.0 if cue else leaning(question, language, known[0], frozenset().union(*known))
    return (trees or load()).odds(leave, back, cue, lean)


def features(
    question: str,
    vector: Vector,
    notes: Sequence[TurnNote],
    frames: Sequence[Frame],
    last: Mapping[int, Vector],
    language: str = "en",
    known: Sequence[Set[str]] | None = None,
) -> tuple[list[float], list[list[float]]]:
    """What the trees read: one row on leaving the topic, and one on going back for each parked frame.

    `known` are the stems that each frame's topic has used, if they are at hand.
    """
    rarity = {stem: behaviour(stem)[0] + 0.1 for stem in terms(question, language)}
    known = known or [_words_of(frame, notes, language) for frame in frames]
    current, *parked = [
        _nearness(frame, vector, own, rarity, last.get(frame.id), language)
        for frame, own in zip(frames, known, strict=True)
    ]
    new = {stem: weight for stem, weight in rarity.items() if not any(stem in own for own in known)}
    worded = look(read(question, language), gather(notes, (), (), language)).features
    message = [
        *(worded[place] for place in _PLACES),
        sum(new.values()) / sum(rarity.values()) if rarity else 0.0,
        max(new.values(), default=0.0),
        *astuple(current),
    ]
    rows = [[*message, *astuple(one), *_beyond(one, current)] for one in parked]
    if not parked:
        return [*message, *(MISSING,) * 11], []
    nearest = max(range(len(parked)), key=lambda at: parked[at].asked + parked[at].answered + parked[at].queries)
    return rows[nearest], rows


def last_asked(notes: Sequence[TurnNote]) -> dict[int, str]:
    """The last question of each frame, among the turns of the window that asked something."""
    return {note.frame: note.asked for note in notes if note.asked and note.action in {"retrieve", "reuse"}}


@cache
def load() -> TopicTrees:
    """The committed trees."""
    with np.load(FILE) as stored:
        return TopicTrees(*(_trees(stored, name) for name in ("leaving", "returning")))


def unpack(packed: bytes) -> Vector:
    """The unit vector of packed int8 numbers."""
    vector = np.frombuffer(packed, np.int8).astype(np.float32)
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9), np.float32)


def _trees(stored: Mapping[str, np.ndarray], name: str) -> Trees:
    feature, threshold, child, value, roots = (stored[f"{name}_{column}"] for column in _COLUMNS)
    depth, baseline = stored[f"{name}_scalars"].tolist()
    return Trees(
        feature.astype(np.int32),
        threshold.astype(np.float32),
        child.astype(np.int32),
        value.astype(np.float32),
        roots.astype(np.int32),
        int(depth),
        float(baseline),
    )


def _odds(chance: float) -> float:
    bounded = min(max(chance, 1e-4), 1 - 1e-4)
    return bounded / (1 - bounded)


def _shifted(chance: float, by: float) -> float:
    odds_ = _odds(chance) * math.exp(by)
    return odds_ / (1 + odds_)


def _beyond(one: Nearness, current: Nearness) -> tuple[float, ...]:
    """How much nearer a parked topic is than the current one; the last questions are left out."""
    return tuple(a - b for a, b in zip(astuple(one)[:5], astuple(current)[:5], strict=True))


def _nearness(
    frame: Frame, vector: Vector, known: Set[str], rarity: Mapping[str, float], last: Vector | None, language: str
) -> Nearness:
    asked = float(unpack(frame.vector) @ vector) if frame.vector else 0.0
    answered = float(unpack(frame.answers) @ vector) if frame.answers else asked
    queries = {*terms(frame.subject, language), *(term for term, _ in frame.terms)}
    rarest = max((weight for stem, weight in rarity.items() if stem in known), default=0.0)
    newest = float(last @ vector) if last is not None else MISSING
    return Nearness(asked, answered, _share(rarity, known), _share(rarity, queries), rarest, newest)


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
