"""Resolution without a model: the self-contained query for a message, each added term with where it came from.

Rules come first (`nodes/references.py`). Two learned scorers then judge, in English, what they left open: whether the
message leans on its context at all (`dependence`), and which terms of the conversation it means. A message that needs
nothing comes back as it is. `alternatives` holds a wider query, which may miss: it is only fused with the others.
The scorers are trained by `python -m evals.train_resolver`; resolving/WEIGHTS.md says on what.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from nodes.reference_rules.lists import items_of
from nodes.reference_rules.missing import says_nothing
from nodes.reference_rules.nominal import append
from nodes.reference_rules.past import recollect
from nodes.references import Reference, refer
from nodes.resolving import features, scorer
from nodes.resolving.choosing import foremost, likely
from nodes.resolving.grouping import grouped
from nodes.resolving.message import Message, look
from nodes.resolving.past import Past, gather
from nodes.resolving.text import read
from nodes.resolving.wording import phrases, worded
from nodes.routing.heard import as_meant
from nodes.state import AddedTerm, Fact, Frame, Resolution, Route, TurnNote
from stores.words import terms, words

LEANS, LACKS = 0.62, 0.35
"""What a message's topic is about is added to it where both scores reach these: that it leans, and lacks a word."""
SURELY = 0.9  # where it says next to nothing, the first score alone decides
MOST = 6  # scored terms added to one message
# Of `dependence`; chosen on CANARD and QReCC, see resolving/WEIGHTS.md and `python -m evals.train_resolver --check`.
DEPENDENT, UNPOINTED = 0.85, 0.93  # from which the scorers may add, if a word points back and if none does
BELIEVED = {"back": 0.25, "thing": 0.5, "": 0.7}  # from which a rule is believed, by what points back
WIDE = 0.1  # of the wider query's scorer: missed terms cost more there than wrong ones
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
        if _is_doubted(question, route, ruled, seen):
            base, added, ruled = question, (), None
        if ruled and ruled.about and _lacks(ruled.about, seen, language):
            base = append(ruled.query, f"({ruled.about})")
            said = phrases(dict.fromkeys(terms(ruled.about, language), 1.0), seen.past)
            added = (*added, *(AddedTerm(phrase.words, phrase.source) for phrase in said))
        elif _is_open(question, route, ruled, seen, notes):
            without = {*terms(question, language), *(ruled.blocked if ruled else ())}
            found = phrases(foremost(seen.meant, seen.past, MOST, without), seen.past)
            base = worded(seen.message.text, found)
            added = tuple(AddedTerm(phrase.words, phrase.source) for phrase in found)
        near = phrases(likely(seen.near, WIDE, MOST), seen.past)
        wide = " ".join([*(phrase.words for phrase in near), question])
        alternatives = (wide,) if wide not in {question, base} else ()
    if base == question:
        return Resolution(query=question, alternatives=alternatives)
    guessed = seen is not None and _is_guess(route, ruled, seen)
    return Resolution(base, grouped(base, added), alternatives, standalone=False, by="rules", guessed=guessed)


def read_ahead(note: TurnNote) -> None:
    """Read a finished turn, which the next message is resolved against: what was read is kept for a while."""
    gather((note,), (), (), note.language)
    recollect((note,), (), note.language)
    for text in (note.answered, note.asked):
        items_of(text, note.language)


def lacking(
    question: str, *, notes: Sequence[TurnNote], frames: Sequence[Frame], facts: Sequence[Fact], language: str = "en"
) -> dict[str, float]:
    """The probability of each stem of the conversation, beside the message's own, that the message lacks it."""
    message, past = _placed(question, notes, frames, facts, language)
    return _scored(message, past, "context")[0]


def dependence(question: str, notes: Sequence[TurnNote], language: str = "en") -> float:
    """The probability that the message needs its context to be understood; 0 when there is none."""
    if not notes:
        return 0.0
    return _dependence(look(read(as_meant(question, language), language), gather(notes, (), (), language)))


def _dependence(message: Message) -> float:
    return float(scorer.load("dependence").score(np.array([message.features], np.float32))[0])


def _lacks(about: str, seen: _Read, language: str) -> bool:
    """Whether a message that names no thing of its own lacks what its topic is about."""
    stems = terms(about, language)
    if not stems or set(stems) <= set(seen.message.text.first):
        return False
    bare = seen.dependence >= SURELY and says_nothing(seen.message.text.raw, language)
    return bare or (seen.dependence >= LEANS and max(seen.near.get(stem, 0.0) for stem in stems) >= LACKS)


def _placed(
    question: str, notes: Sequence[TurnNote], frames: Sequence[Frame], facts: Sequence[Fact], language: str
) -> tuple[Message, Past]:
    """The message, read against the turns of its topic, or all turns where it begins one."""
    here = [note for note in notes if frames and note.frame == frames[0].id]
    past = gather(here or notes, frames, facts, language)
    return look(read(as_meant(question, language), language), past), past


def _scored(message: Message, past: Past, *names: str) -> list[dict[str, float]]:
    """What each of the named scorers makes of the stems of the past."""
    stems = features.candidates(message, past) if past.said else []
    if not stems:
        return [{} for _ in names]
    rows = features.rows(message, past, stems)
    return [dict(zip(stems, scorer.load(name).score(rows).tolist(), strict=True)) for name in names]


def _look(
    question: str, notes: Sequence[TurnNote], frames: Sequence[Frame], facts: Sequence[Fact], language: str
) -> _Read | None:
    """The scorers' view of a message, or None where they have nothing to go by."""
    if language != "en" or not notes:
        return None
    message, past = _placed(question, notes, frames, facts, language)
    meant, near = _scored(message, past, "terms", "context")
    return _Read(message, past, _dependence(message), meant, near) if meant else None


def _is_doubted(question: str, route: Route | None, ruled: Reference | None, seen: _Read) -> bool:
    """Whether a rule changed a message that, by all its words, hardly leans on its context.

    "Skunk Anansie ... during their early career" names whom "their" means, "number 1" counts nothing that was listed.
    What a correction, a reply or a return means is for the rules alone to say.
    """
    if ruled is None or ruled.sure or ruled.query == question or _is_special(route) or seen.message.fragment:
        return False
    return seen.dependence < BELIEVED[seen.message.points]


def _is_guess(route: Route | None, ruled: Reference | None, seen: _Read) -> bool:
    """Whether a message was completed that neither points back nor lacks a clause."""
    says = seen.message.points == "back" or seen.message.fragment or bool(seen.message.pronouns)
    return not (says or _is_special(route) or (ruled is not None and ruled.sure))


def _is_special(route: Route | None) -> bool:
    return route is not None and bool(
        route.action == "recall" or route.correction or route.reply_to or route.cue == "return"
    )


def _is_open(
    question: str, route: Route | None, ruled: Reference | None, seen: _Read, notes: Sequence[TurnNote]
) -> bool:
    """Whether the scorers may say what the message means."""
    if ruled is not None and ruled.sure and ruled.query != question:
        return False
    least = DEPENDENT if seen.message.points or seen.message.pronouns else UNPOINTED
    if seen.dependence < least or (_is_special(route) and not (route and route.cue == "return")):
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
    """Whether the words that a rule added are unlikely beside the likeliest; a figure that it found is not for words
    to judge.
    """
    if any(character.isdigit() for one in ruled.added for character in one.term):
        return False
    scores = [seen.meant.get(stem) for one in ruled.added for stem in terms(one.term)]
    known = [score for score in scores if score is not None]
    return bool(known) and len(known) == len(scores) and sum(known) / len(known) < AGREES * max(seen.meant.values())
