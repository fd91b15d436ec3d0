"""What an answer brought up: the name that was asked for, the value that was given."""

import re

from nodes.reference_rules.focus import Focus
from nodes.reference_rules.past import Exchange, Past
from nodes.reference_rules.phrases import Phrase, phrases
from nodes.resolving.lexicon import behaviour
from stores.words import stem

_ASKS_NAME = re.compile(
    r"^\W*(?:and\s+)?(?:where|who|whom|which|what(?:'s| is| are)? (?:the )?(?:name|title|best|\w+ (?:office"
    r"|body|court|agency))|is there|are there|name|dónde|quién|qué|cuál|hay|où|qui|quel|quelle|y a-t-il|wo"
    r"|wer|welche|gibt es)\b"
)
ASKS_PERSON = re.compile(r"\b(?:who|whom|whose|quién|qui|wer|wem)\b")
_TO_NAME = re.compile(
    r"\b(?:to|at|with|by|through|from|via|is|called|named|are|a|al|ante|en|es|à|au|chez|auprès|est|an|bei|beim"
    r"|zum|ist)\s+(?:the\s+|el\s+|la\s+|le\s+|l'|der\s+|die\s+|das\s+|den\s+|dem\s+)?$",
    re.IGNORECASE,
)
_LONG = 60  # words of an answer beyond which its names are not taken for what was asked for
_VALUE = re.compile(
    r"(?:[€$£]\s?)?\d+(?:[.,]\d+)*\s*(?:%|°\s?[CF]?|[^\W\d_]+(?:\s+(?:Celsius|Fahrenheit|per\s+\w+))?)?"
)
_SHORT = 14
_IDENTITY = re.compile(
    r"(?:It|That|This|They|The [\w\s-]{3,40}?) (?:is|was|are) (?:called "
    r"|named )?(?P<name>(?:the )?[A-Z][^.,;()]{1,50}?)[.\s]*$"
)


def named_by_answer(
    exchange: Exchange, found: Focus | None, past: Past, language: str, *, several: bool = False
) -> str:
    """The name that the answer gave to a question that asked for one; "" where the question has a name itself."""
    if found is None or not exchange.answered:
        return ""
    identity = _IDENTITY.match(exchange.answered)
    if identity and not found.main.names and len(exchange.answered.split()) <= _SHORT:
        return identity["name"]
    side = bool(found.main.prep) and any(p.asked for p in found.all) and len(exchange.answered.split()) <= _SHORT
    if not (several or side) and (found.main.names or (found.main.definite and not found.main.asked)):
        return ""
    if ASKS_PERSON.search(exchange.query.lower()) and not several:
        office = [p for p in phrases(exchange.answered, language, past.known) if p.names and p.det == "the"]
        return office[-1].text if office and len(exchange.answered.split()) <= _SHORT else ""
    if not _ASKS_NAME.search(exchange.asked.lower()) and not _ASKS_NAME.search(exchange.query.lower()):
        return ""
    first = re.split(r"(?<=[.!?])\s+", exchange.answered)[0]
    if len(exchange.answered.split()) > _LONG or ("," in first and first.count(",") > 2):
        return ""
    held = {name.lower() for name in found.names}
    candidates = [
        p
        for p in phrases(exchange.answered, language, past.known)
        if p.names and p.names[0].lower() not in held and not p.time
    ]
    if not candidates:
        return ""
    aimed = [p for p in candidates if _TO_NAME.search(exchange.answered[: p.start] + _lead(p))]
    return (aimed[-1] if aimed else candidates[0]).text


def _lead(phrase: Phrase) -> str:
    return f"{phrase.det} " if phrase.det else ""


def is_person_name(name: str) -> bool:
    """Whether a name looks like a person's: two or three words, none of them a common noun."""
    parts = name.split()
    if not 2 <= len(parts) <= 4 or any(any(c.isdigit() for c in part) or part.isupper() for part in parts):
        return False
    return all(behaviour(stem(part.lower()))[4] >= 0.4 for part in parts)


def given_value(past: Past) -> str:
    """For "which gas mark is that?": the measure that the answer gave, or the one the question held."""
    for exchange in (past.here or past.all)[:2]:
        for text in (exchange.answered, exchange.query):
            if match := _VALUE.search(text):
                return match.group().strip()
    return ""
