"""Passages that disagree: the same attribute of the same thing with another value, as in an original and its amendment.

Two clauses disagree when each holds a value of one unit, the values differ, and beside them they say the same: what one
has and the other lacks may only be words of version and change ("the 2021 amendment raises ..."), verbs that any rule
is stated with, or words of the question. Where one says that it replaces the other's value ("from X to Y"), it is
enough that they share what they are about. Clauses about a branch and about a firm, about the UK and Spain, do not.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from nodes.asking import kinds_asked
from nodes.facts import settled_values
from nodes.values import Value, unit_of, values_in
from stores.words import STOP_WORDS, stem, words

BEFORE, AFTER = 12, 6  # words around a value that say what it is of
SHARED = 2  # content stems that the two must have in common
_CLAUSE = re.compile(r"[:;]|,\s|\s(?:and|but|while|whereas|instead|y|pero|et|mais|und|aber)\s(?=\w+(?:s|ed|en|ó|t)\b)")
_VERSIONED = re.compile(
    r"\b(?:(?:19|20)\d\d|amend\w*|original\w*|latest|current\w*|enmienda|amendement|änderung\w*)\b", re.IGNORECASE
)
_NUMBER = re.compile(r"\d[\d.,]*")
_VERSION = """amend amends amended amendment original originally new old earlier former formerly current currently
    previous previously version edition revised revision update updated now still since until from under raises raised
    raise rises rose lowers lowered lower lowering shortens shortened extends extended increases increased decreases
    decreased reduced changes changed change moves moved cut instead longer only section article part chapter paragraph
    rule rules annex text regulation act law policy year years valid applies apply effective per later
    enmienda nuevo anterior versión modifica aumenta reduce artículo desde hasta
    amendement initial nouveau ancien modifie augmente réduit depuis
    änderung ursprünglich neu alt früher fassung erhöht senkt verkürzt verlängert abschnitt seit"""
_STATED = """must may can should shall need needs needed required require requires requirement minimum maximum
    least most within receive receives received get gets take takes took give given pay pays paid be is are was
    were has had have amount amounts total up exactly about period time limit allowed entitled sent send file
    files filed set sets debe tiene recibe doit reçoit muss erhält"""
_FREE = frozenset(stem(word, "en") for word in f"{_VERSION} {_STATED}".split()) | frozenset(
    f"{_VERSION} {_STATED}".split()
)


@dataclass(frozen=True)
class Clause:
    """A value with the words around it, and what heads its passage."""

    passage: str
    value: Value
    about: frozenset[str]
    headed: frozenset[str]
    replaces: frozenset[str] = frozenset()  # amounts of the same sentence that no longer hold


def clauses_of(passage: str, sentence: str, heading: str, language: str = "en") -> list[Clause]:
    """The clauses of a sentence that hold an exact value; of "raised from X to Y" only Y's."""
    headed, values = _stems(heading, language), values_in(sentence)
    new = settled_values(sentence)
    old = frozenset(_amount(value) for value in values if value not in new and value.kind not in ("plain", "year"))
    found = []
    for value in new:
        before = _CLAUSE.split(_without_values(sentence[: value.start]))[-1]
        after = _CLAUSE.split(_without_values(sentence[value.end :]))[0]
        near = " ".join((*before.split()[-BEFORE:], *after.split()[:AFTER]))
        found.append(Clause(passage, value, _stems(near, language), headed, old))
    return found


def disagree(one: Clause, other: Clause, question: str, language: str = "en") -> bool:
    """Whether two clauses of different passages give different values for one thing."""
    if one.passage == other.passage or one.value.kind != other.value.kind:
        return False
    if unit_of(one.value.text) != unit_of(other.value.text) or _amount(one.value) == _amount(other.value):
        return False
    common = (one.about & other.about) - _FREE
    if _amount(one.value) in other.replaces or _amount(other.value) in one.replaces:
        return len(common) >= SHARED
    apart = ((one.about ^ other.about) | (one.headed ^ other.headed)) - _FREE
    known = _stems(question, language) | (one.about & other.about)
    return len(common) >= SHARED and not (apart - known - (one.headed & other.headed) - _titles(one, other))


def contradicted(
    chosen: Sequence[tuple[str, str]],
    others: Sequence[tuple[str, str]],
    headings: dict[str, str],
    question: str,
    language: str = "en",
) -> list[tuple[int, int]]:
    """Pairs of places: a chosen sentence and another one that gives another value for the same.

    `chosen` and `others` are (passage id, sentence); `headings` are by passage id. Only values of a kind that the
    question asks for count, where it asks for one; a question that names a version gets that version alone.
    """
    kinds = kinds_asked(question)
    found: list[tuple[int, int]] = []
    if _VERSIONED.search(question):
        return found
    for at, (passage, sentence) in enumerate(chosen):
        ours = [one for one in clauses_of(passage, sentence, headings.get(passage, ""), language) if _asked(one, kinds)]
        for place, (elsewhere, text) in enumerate(others):
            if elsewhere == passage or not ours:
                continue
            theirs = clauses_of(elsewhere, text, headings.get(elsewhere, ""), language)
            if any(disagree(one, other, question, language) for one in ours for other in theirs):
                found.append((at, place))
                break
    return found


def _asked(clause: Clause, kinds: frozenset[str]) -> bool:
    return not kinds or clause.value.kind in kinds


def _without_values(text: str) -> str:
    for value in reversed(values_in(text)):
        text = f"{text[: value.start]} {text[value.end :]}"
    return text


def _titles(one: Clause, other: Clause) -> frozenset[str]:
    """Heading words that the other's clause says itself: "Expenses" over "an expense claim"."""
    return (one.headed & other.about) | (other.headed & one.about)


def _amount(value: Value) -> str:
    return " ".join(number.strip(".,").replace(",", "") for number in _NUMBER.findall(value.text))


def _stems(text: str, language: str) -> frozenset[str]:
    stop = STOP_WORDS.get(language, frozenset())
    return frozenset(stem(word, language) for word in words(text) if word not in stop and not word[0].isdigit())
