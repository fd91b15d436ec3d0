"""Resolution without a model: the self-contained query for a message, each added term with where it came from.

Rules come first (`nodes/references.py`); a learned scorer then adds what the message still lacks. A message that needs
nothing comes back as it is.
"""

from collections.abc import Sequence

import numpy as np

from nodes.reference_rules.missing import says_nothing
from nodes.reference_rules.nominal import append
from nodes.references import refer
from nodes.resolving import features, scorer
from nodes.resolving.grouping import grouped
from nodes.resolving.message import Message, look
from nodes.resolving.past import Past, gather
from nodes.resolving.text import read
from nodes.resolving.wording import phrases
from nodes.state import AddedTerm, Fact, Frame, Resolution, Route, TurnNote
from stores.words import terms

LEANS, LACKS = 0.75, 0.35
"""What a message's topic is about is added to it where both scores reach these: that it leans, and lacks a word."""
SURELY = 0.9  # where it says next to nothing, the first score alone decides
MOST = 6  # scored terms added to one message
THRESHOLD = 0.25  # of the scorer: see resolving/WEIGHTS.md
WIDE = 0.1  # the same for the alternative query, which may miss: it is only fused with the others


def resolve(
    question: str,
    *,
    route: Route | None,
    notes: Sequence[TurnNote],
    frames: Sequence[Frame],
    facts: Sequence[Fact],
    language: str = "en",
) -> Resolution:
    """The self-contained form of `question`; the same arguments give the same resolution."""
    ruled = refer(question, route=route, notes=notes, frames=frames, facts=facts, language=language) if route else None
    base, added = (ruled.query, ruled.added) if ruled else (question, ())
    past = gather(notes, frames, facts, language)
    message = look(read(question, language), past)
    scored = _scored(message, past)
    if ruled and ruled.about and _lacks(ruled.about, scored, message, language):
        base = append(base, f"({ruled.about})")
        said = phrases(dict.fromkeys(terms(ruled.about, language), 1.0), past)
        added = (*added, *(AddedTerm(phrase.words, phrase.source) for phrase in said))
    elif ruled is None or not ruled.complete:
        held = set(terms(base, language)) | (ruled.blocked if ruled else frozenset())
        found = phrases({stem: p for stem, p in _likely(scored, THRESHOLD).items() if stem not in held}, past)
        base = " ".join([*(phrase.words for phrase in found), base])
        added = (*added, *(AddedTerm(phrase.words, phrase.source) for phrase in found))
    wide = " ".join([*(phrase.words for phrase in phrases(_likely(scored, WIDE), past)), question])
    alternatives = (wide,) if wide not in (question, base) else ()
    if base == question:
        return Resolution(query=question, alternatives=alternatives)
    return Resolution(base, grouped(base, added), alternatives, standalone=False, by="rules")


def lacking(
    question: str, *, notes: Sequence[TurnNote], frames: Sequence[Frame], facts: Sequence[Fact], language: str = "en"
) -> dict[str, float]:
    """The probability of each stem of the conversation, beside the message's own, that the message lacks it."""
    past = gather(notes, frames, facts, language)
    return _scored(look(read(question, language), past), past)


def dependence(question: str, notes: Sequence[TurnNote], language: str = "en") -> float:
    """The probability that the message needs its context to be understood; 0 when there is none."""
    if not notes:
        return 0.0
    return _dependence(look(read(question, language), gather(notes, (), (), language)))


def _dependence(message: Message) -> float:
    return float(scorer.load("dependence").score(np.array([message.features], np.float32))[0])


def _lacks(about: str, scored: dict[str, float], message: Message, language: str) -> bool:
    """Whether a message that names no thing of its own lacks what its topic is about."""
    stems = terms(about, language)
    if not stems or set(stems) <= set(message.text.first):
        return False
    leans = _dependence(message)
    bare = leans >= SURELY and says_nothing(message.text.raw, language)
    return bare or (leans >= LEANS and max(scored.get(stem, 0.0) for stem in stems) >= LACKS)


def _scored(message: Message, past: Past) -> dict[str, float]:
    """The probability of each stem of the past that the message lacks it."""
    stems = features.candidates(message, past)
    if not stems or not past.said:
        return {}
    rows = np.array(features.rows(message, past, stems), np.float32)
    return dict(zip(stems, scorer.load("terms").score(rows).tolist(), strict=True))


def _likely(scored: dict[str, float], threshold: float) -> dict[str, float]:
    """The likeliest stems, best first; at most `MOST`."""
    likely = sorted(((stem, p) for stem, p in scored.items() if p >= threshold), key=lambda pair: (-pair[1], pair[0]))
    return dict(likely[:MOST])
