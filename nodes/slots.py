"""Constraints that a model read out of a message, as far as the message bears them out: pure rules."""

import re
from collections.abc import Iterable

from nodes.values import names_in
from stores.words import STOP_WORDS, terms, words

MOST_WORDS = 5
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_PREPOSITIONS = """
in for at under as on per within only with without of by from en para por bajo con sin como de pour dans sous chez avec
sans für im bei unter als mit ohne von
"""
_BEFORE = frozenset(_PREPOSITIONS.split())


def borne_out(slots: Iterable[tuple[str, str]], message: str, language: str) -> tuple[tuple[str, str], ...]:
    """The pairs of slot and value that a message may have fixed; the first of each slot.

    The value stands in the message word for word, is a figure, a name or follows a preposition, and is not most of what
    the message says. The slot is a word or two, and "year" takes a year.
    """
    found: dict[str, str] = {}
    for slot, value in slots:
        name = " ".join(slot.casefold().replace("_", " ").split())
        if 0 < len(words(name)) <= 2 and name not in found and _fits(name, value.strip(), message, language):
            found[name] = value.strip()
    return tuple(found.items())


def _fits(slot: str, value: str, message: str, language: str) -> bool:
    said, own = words(message), words(value)
    if not own or len(own) > MOST_WORDS or own[0] in STOP_WORDS.get(language, frozenset()):
        return False
    places = [i for i in range(len(said) - len(own) + 1) if said[i : i + len(own)] == own]
    if not places or 2 * len(set(terms(value, language))) > len(set(terms(message, language))) > 1:
        return False
    if slot == "year":
        return _YEAR.fullmatch(value) is not None
    named = any(character.isdigit() for character in value) or value in names_in(message)
    return named or any(i > 0 and said[i - 1] in _BEFORE for i in places)
