"""Which place "there" and "that city" are, where a place was asked for and the answer gave it."""

import re

from nodes.reference_rules.past import Past
from nodes.reference_rules.phrases import phrases
from nodes.routing.table import vocabulary
from stores.words import terms

SITES = vocabulary(
    """city town village country region island county district state place area spot location building street house
    site room hall station harbour port venue"""
)
"""What "that" can stand before where a place is meant."""
_ASKS_WHERE = re.compile(
    r"\bwhere(?:abouts)?\b|\b(?:in|at|on|from|to|into|near)\s+(?:which|what)\b|\bto\s+which\b"
    r"|\b(?:which|what)\s+(?:country|city|town|village|region|island|place|building|room|hall|floor|pier|street|station"
    r"|airport|terminal|platform|gate|venue|branch|site|location)\b"
)
_PLACING = vocabulary("in at on from near inside into to behind beside outside under opposite within beneath")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def place_told(past: Past, language: str) -> tuple[str, int] | None:
    """(the place that the last answer gave, its turn) where the question asked for one; None where it did not."""
    last = past.last
    if last is None or language != "en" or not _ASKS_WHERE.search(f"{last.asked} {last.query}".lower()):
        return None
    held = set(terms(last.query, language))
    first = _SENTENCE.split(last.answered)[0]
    new = [
        p
        for p in phrases(first, language, past.known)
        if not (p.time or p.quantity or p.person) and set(terms(p.text, language)) - held
    ]
    placed = [p for p in new if p.prep in _PLACING and (p.names or p.definite)]
    named = [p for p in new if p.names]
    best = next(iter([*placed, *named]), None)
    return (best.text, last.turn) if best else None


_ACTS_WHERE = re.compile(r"^\W*(?:(?:and|so|but)\s+)?where\s+(?:do|did|can|could|may|must|should|will|would)\s+")


def place_acted(past: Past, language: str) -> tuple[str, int] | None:
    """For "it" after "where do the Otters play?", where the question has nothing else that is single: the place.

    What stands with "do" is several, or somebody, whatever it is called.
    """
    last = past.last
    if last is None or not _ACTS_WHERE.match(last.query.lower()):
        return None
    bare = [p for p in phrases(last.query, language, past.known) if not (p.prep or p.time)]
    does = re.search(r"\bwhere\s+do\s+", last.query.lower()) is not None
    single = [p for p in bare if not (p.plural or p.person or p.names) or (p.names and not does and not p.person)]
    subject = bare[:1]
    later = [p for p in bare[1:] if p in single or p.names]
    return None if later or (subject and subject[0] in single) else place_told(past, language)
