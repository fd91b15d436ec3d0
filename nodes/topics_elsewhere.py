"""Topics in other languages than English, by words alone: the trees learned from English wording and its vectors.

A whole question that points at nothing and names a thing of its own begins another topic where the current one has
used none of the thing's words, or goes back to a parked one that has.
"""

from collections.abc import Sequence, Set
from typing import NamedTuple

from nodes.reference_rules.grammar import ATTRIBUTES_ELSEWHERE, GRAMMARS
from nodes.reference_rules.phrases import phrases
from nodes.reference_rules.pointing import pointing_of
from nodes.reference_rules.tokens import tokenize
from nodes.reference_rules.unspaced import topic as unspaced_topic
from nodes.reference_rules.unspaced_words import SIGNS
from nodes.routing.heard import hear
from nodes.routing.rules import rules_for
from nodes.state import Frame, TurnNote
from stores.words import terms

ANSWERED = 600  # characters of an answer whose words count as the topic's


class Move(NamedTuple):
    """Where a message goes: to the parked frame of this id, or with 0 to a topic that begins."""

    frame: int


def moves_elsewhere(
    question: str, notes: Sequence[TurnNote], frames: Sequence[Frame], language: str, cue: str
) -> Move | None:
    """Where a message in another language goes, or None when its words do not say that it leaves the topic."""
    things = _things(question, language, cue) if language != "en" and frames else None
    if things is None:
        return None
    stems = {stem for thing in things for stem in terms(thing, language)}
    shared = [len(stems & _known(frame, notes, language)) for frame in frames]
    parked = [(held, -at) for at, held in enumerate(shared) if at and held]
    if cue == "return" and parked and max(parked)[0] >= shared[0]:
        return Move(frames[-max(parked)[1]].id)
    if not stems or shared[0] or cue == "return":
        return None
    return Move(frames[-max(parked)[1]].id) if parked else Move(0)


def _things(question: str, language: str, cue: str) -> list[str] | None:
    """The things that a whole question names; None for one that points back or is of a language without rules."""
    low = hear(question, language).low
    if signs := SIGNS.get(language):
        about = unspaced_topic(question, language)
        if cue == "return":
            return [about or question]
        leaning = (signs.person, signs.place, signs.thing, signs.leans, signs.slot, signs.part)
        return None if not about or any(one.search(question.strip()) for one in leaning) else [about]
    table = pointing_of(language)
    if table is None or language not in GRAMMARS:
        return None
    if cue == "return":
        return [p.text for p in phrases(question, language)]
    opening = [token.kind for token in tokenize(question, GRAMMARS[language])[:2]]
    if "wh" not in opening or opening[0] == "conj":
        return None  # "and the sauna?" goes on, and so does "is the book included?" as often as not
    rules = rules_for(language)
    plain = rules.expletive.sub(" ", low)
    if rules.dangling.search(plain) or table.place.search(low) or table.person.search(plain):
        return None
    own = [p for p in phrases(question, language) if not (p.asked or p.time or p.person or p.quantity)]
    solid = [p for p in own if p.head not in table.parts and p.head not in ATTRIBUTES_ELSEWHERE]
    named = any(p.definite or p.det or p.names or len(p.words) > 1 for p in solid)
    return [p.text for p in own] if named and "?" in question else None


def _known(frame: Frame, notes: Sequence[TurnNote], language: str) -> Set[str]:
    """The stems that a topic has used, by its frame and by its turns that are still in the window."""
    found = {term for term, _ in frame.terms}
    for text in (frame.subject, *frame.entities):
        found.update(terms(text, language))
    for note in notes:
        if note.frame == frame.id:
            found.update(terms(f"{note.asked} {note.query} {note.answered[:ANSWERED]}", language))
    return found
