"""Resolution without a model: the self-contained query for a message, each added term with where it came from.

Rules come first (`nodes/references.py`). Two learned scorers then judge, in English, what they left open: whether the
message leans on its context at all (`dependence`), and which terms of the conversation it means. A message that needs
nothing comes back as it is. `alternatives` holds a wider query, which may miss: it is only fused with the others.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from nodes.references import Reference, refer
from nodes.resolving import features, scorer
from nodes.resolving.choosing import foremost, likely
from nodes.resolving.grouping import grouped
from nodes.resolving.message import Message, look
from nodes.resolving.past import Past, gather
from nodes.resolving.text import read
from nodes.resolving.wording import phrases, worded
from nodes.state import AddedTerm, Fact, Frame, Resolution, Route, TurnNote
from stores.words import terms, words

MOST = 6  # scored terms added to one message
DEPENDENT = 0.85  # of `dependence`: below it the scorers add nothing; see resolving/WEIGHTS.md
DOUBTED = 0.7  # below it a rule is not believed that leans on no pronoun of the message
UNBELIEVED = 0.3  # below it no rule is: a pronoun means something that the message itself names
REFERRING = frozenset(["it", "they", "he", "she", "this", "these"])
WIDE = 0.3  # of the wider query's scorer
AGREES = 0.5  # a rule's words against the best term's score


class _Read(NamedTuple):
    message: Message
    past: Past
    dependence: float
    meant: Mapping[str, float]
    near: Mapping[str, float]


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
    seen = _look(question, notes, frames, facts, language)
    alternatives: tuple[str, ...] = ()
    if seen is not None:
        if _is_doubted(question, ruled, seen):
            base, added, ruled = question, (), None
        if _is_open(question, route, ruled, seen, notes):
            without = {*terms(question, language), *(ruled.blocked if ruled else ())}
            found = phrases(foremost(seen.meant, seen.past, MOST, without), seen.past)
            base = worded(seen.message.text, found)
            added = tuple(AddedTerm(phrase.words, phrase.source) for phrase in found)
        wide = worded(seen.message.text, phrases(likely(seen.near, WIDE, MOST), seen.past))
        alternatives = (wide,) if wide not in {question, base} else ()
    if base == question:
        return Resolution(query=question, alternatives=alternatives)
    return Resolution(base, grouped(base, added), alternatives, standalone=False, by="rules")


def dependence(question: str, notes: Sequence[TurnNote], language: str = "en") -> float:
    """The probability that the message needs its context to be understood; 0 when there is none."""
    if not notes:
        return 0.0
    return _dependence(look(read(question, language), gather(notes, (), (), language)))


def _dependence(message: Message) -> float:
    return float(scorer.load("dependence").score(np.array([message.features], np.float32))[0])


def _look(
    question: str, notes: Sequence[TurnNote], frames: Sequence[Frame], facts: Sequence[Fact], language: str
) -> _Read | None:
    """The scorers' view of a message, or None where they have nothing to go by."""
    if language != "en" or not notes:
        return None
    here = [note for note in notes if frames and note.frame == frames[0].id]
    past = gather(here or notes, frames, facts, language)
    message = look(read(question, language), past)
    stems = features.candidates(message, past)
    if not stems:
        return None
    rows = np.array(features.rows(message, past, stems), np.float32)
    meant, near = (
        dict(zip(stems, scorer.load(name).score(rows).tolist(), strict=True)) for name in ("terms", "context")
    )
    return _Read(message, past, _dependence(message), meant, near)


def _is_doubted(question: str, ruled: Reference | None, seen: _Read) -> bool:
    """Whether a rule added words to a message that names nothing it could mean by a pronoun and hardly leans."""
    if ruled is None or ruled.query == question or seen.message.pronouns & REFERRING:
        return False
    return seen.dependence < DOUBTED and _keeps(question, ruled.query)


def _is_open(
    question: str, route: Route | None, ruled: Reference | None, seen: _Read, notes: Sequence[TurnNote]
) -> bool:
    """Whether the scorers may say what the message means."""
    if seen.dependence < DEPENDENT or (
        route is not None and (route.action == "recall" or route.correction or route.reply_to)
    ):
        return False
    if ruled is None:
        return True
    if ruled.query == question:
        return not any(words(note.asked) == words(question) for note in notes)
    return _keeps(question, ruled.query) and _disagrees(ruled, seen)


def _keeps(question: str, query: str) -> bool:
    """Whether a query holds the message's own words in their order, from the first on."""
    own, rest = words(question), iter(words(query))
    return (
        bool(own)
        and query.lower().startswith(question.split(maxsplit=1)[0].lower())
        and sum(word in rest for word in own) >= len(own) - 1
    )


def _disagrees(ruled: Reference, seen: _Read) -> bool:
    """Whether the words that a rule added are unlikely beside the likeliest."""
    scores = [seen.meant.get(stem) for one in ruled.added for stem in terms(one.term)]
    known = [score for score in scores if score is not None]
    return bool(known) and len(known) == len(scores) and sum(known) / len(known) < AGREES * max(seen.meant.values())
