"""Names the conversation gave to things: "I will call the Two-Year Bond TYB", "visual line of sight (VLOS)"."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from nodes.state import Fact

_ALIAS = r"(?P<alias>[A-Z][\w-]*[A-Z0-9]\w*|[A-Z]{2,8})"
_LONG = r"(?P<long>(?:the |our |my |a )?[^\W\d_][\w'-]*(?:[ -][^\W\d_][\w'-]*){0,5}?)"
_CALLS = "call|name|dub|abbreviate|shorten|refer to|write|llamar|llamaré|appeler|appellerai|nenne|nennen"
_MEANS = "stands for|is short for|means|short for|is what i call|=|meaning|significa|bedeutet|steht für"
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b(?:{_CALLS})\s+{_LONG}(?:\s+(?:as|just|simply|by|con|como|par|kurz|als))?\s+[\"“'«]?{_ALIAS}\b",
        rf"\b{_LONG},?\s*\(\s*(?:or |called |short: |in short |abbreviated |abgekürzt )?{_ALIAS}\s*\)",
        rf"\b{_LONG},\s+(?:or|called|known as|abbreviated(?: as)?|in short|for short)\s+{_ALIAS}\b",
        rf"\b{_ALIAS}[\"”'»]?\s*(?:,\s*(?:which\s+)?)?(?:{_MEANS})\s+{_LONG}(?=[.,;!?)]|$)",
        rf"\b{_LONG},\s+{_ALIAS}\s+for short\b",
    )
)
_LEADING = re.compile(
    r"^(?:the|our|my|a|an|it|is|that|what|does|mean|and|of|in|for|if|when|i|will|el|la|le|die|der|das)\s+",
    re.IGNORECASE,
)


def defined(texts: Iterable[str], facts: Sequence[Fact]) -> dict[str, str]:
    """Short forms with what they stand for, the newest definition of each."""
    found: dict[str, str] = {}
    for fact in facts:
        if fact.kind == "definition" and not fact.superseded_by and fact.subject and fact.value:
            short, long = sorted((fact.subject, fact.value), key=len)
            found.setdefault(short, long)
    for text in texts:
        for short, long in _definitions(text):
            found.setdefault(short, long)
    return found


@lru_cache(maxsize=512)  # the same turns are read again with every message
def _definitions(text: str) -> tuple[tuple[str, str], ...]:
    matches = (match for pattern in _PATTERNS for match in pattern.finditer(text))
    read = ((match["alias"], _trimmed(match["long"], match["alias"])) for match in matches)
    return tuple((short, long) for short, long in read if long)


def _trimmed(long: str, alias: str) -> str:
    """The words that the short form can stand for: those its letters begin, where they do."""
    words = re.findall(r"[\w'-]+", long)
    letters = [c for c in alias.lower() if c.isalpha()]
    for start in range(len(words)):
        some = [part[0].lower() for word in words[start:] for part in re.split(r"-", word) if part]
        spells = some[: len(letters)] == letters or [i for i in some if i in letters] == letters
        if spells and some and some[0] == letters[0]:
            return " ".join(words[start:])
    kept = long
    while (shorter := _LEADING.sub("", kept)) != kept:
        kept = shorter
    return kept if 1 <= len(kept.split()) <= 5 and kept.lower() != alias.lower() else ""


def expand(question: str, meanings: dict[str, str]) -> str:
    """The question with each short form followed by what it stands for."""
    for alias, meaning in meanings.items():
        match = re.search(rf"(?<!\w){re.escape(alias)}(?!\w)", question)
        if match and meaning.lower() not in question.lower():
            question = f"{question[: match.end()]} ({meaning}){question[match.end() :]}"
    return question
