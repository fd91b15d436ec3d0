"""Passages that disagree: the same attribute of the same thing with another value, as in an original and its amendment.

Two clauses disagree when each holds a value of one unit, the values differ, and beside them they say the same: what one
has and the other lacks may only be words of version and change ("the 2021 amendment raises ..."), verbs that any rule
is stated with, or words of the question. Where one says that it replaces the other's value ("from X to Y"), it is
enough that they share what they are about.

They must speak of the same scope: of the same places and kinds of people. Of two versions of one text, the newer is
said to be so. A value of another year ("in 2023 it was ...") is no disagreement but history, and two values of two
years (the winners of two races) are neither.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from nodes.asking import POLAR, kinds_asked
from nodes.facts import settled_values
from nodes.scope import kinds_in, places_in, years_in
from nodes.values import Value, unit_of, values_in
from stores.words import STOP_WORDS, stem, words

Relation = Literal["differs", "newer", "older", "history"]
"""What the other sentence is to the chosen one."""

BEFORE, AFTER = 12, 6  # words around a value that say what it is of
SHARED = 2  # content stems that the two must have in common
AMENDED = 2  # content stems that an original and its amendment may differ by besides
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


_CHANGED_BY = re.compile(
    r"\b(?:rais|ris|ros|lower|increas|decreas|reduc|exten|shorten|cut)\w*\b[^.;]*\bby\s*$", re.IGNORECASE
)
_VERSION_OF = re.compile(
    r"\b(?:amend\w*|edition|version|revis\w+|supersed\w*|replac\w*|original\w*|enmienda|edición|amendement|édition|"
    r"änderung\w*|ausgabe|fassung)\b",
    re.IGNORECASE,
)
_CHANGES = re.compile(r"\b(?:amend\w*|revis\w+|supersed\w*|enmienda|amendement|änderung\w*)\b", re.IGNORECASE)
_DENIES = re.compile(r"\b(?:not|never|cannot|\w+n't|no longer|no (?:es|son)|pas|nicht|kein\w*)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Said:
    """A sentence with what bounds it. `heading` is the whole path of its passage."""

    passage: str
    text: str
    heading: str
    language: str = "en"

    @property
    def last(self) -> str:
        """Its own heading, without those above."""
        return self.heading.rsplit(" > ", 1)[-1]

    @property
    def years(self) -> frozenset[str]:
        """The years it speaks of: those in dates ("from 1 January 2024") say since when, not of when."""
        bare = self.text
        for value in reversed(values_in(self.text)):
            bare = bare if value.kind != "date" else f"{bare[: value.start]} {bare[value.end :]}"
        return years_in(f"{self.last}. {bare}")

    @property
    def edition(self) -> int:
        """The year of the text that it stands in, as far as headings and sentence tell; 0 otherwise."""
        return max((int(year) for year in years_in(f"{self.heading}. {self.text}")), default=0)

    @property
    def whole(self) -> str:
        """Heading and sentence."""
        return f"{self.heading}. {self.text}"


@dataclass(frozen=True)
class Clause:
    """A value with the words around it, and what heads its passage."""

    said: Said
    value: Value
    about: frozenset[str]
    headed: frozenset[str]
    kinds: frozenset[str]
    replaces: frozenset[str] = frozenset()  # measures of the same sentence that no longer hold


def clauses_of(said: Said) -> list[Clause]:
    """The clauses of a sentence that hold an exact value; of "raised from X to Y" only Y's, of "raised by X" none."""
    sentence, language = said.text, said.language
    headed, values = _stems(said.last, language), values_in(sentence)
    new = settled_values(sentence)
    old = frozenset(_measure(value) for value in values if value not in new and value.kind not in ("plain", "year"))
    found = []
    for value in new:
        if _CHANGED_BY.search(sentence[: value.start]):
            continue
        before = _CLAUSE.split(_without_values(sentence[: value.start]))[-1]
        after = _CLAUSE.split(_without_values(sentence[value.end :]))[0]
        near = " ".join((*before.split()[-BEFORE:], *after.split()[:AFTER]))
        kinds = kinds_in(near if kinds_in(sentence, language) else said.last, language)
        found.append(Clause(said, value, _stems(near, language), headed, kinds, old))
    return found


def relation(one: Clause, other: Clause, question: str) -> Relation | None:
    """What the other clause is to the first when both give a value for one thing; None when they do not disagree."""
    language = one.said.language
    if one.value.kind != other.value.kind:
        return None
    if unit_of(one.value.text) != unit_of(other.value.text) or _amount(one.value) == _amount(other.value):
        return None
    if one.kinds != other.kinds or not _same_places(one.said, other.said):
        return None
    common = (one.about & other.about) - _FREE
    replaced = _measure(one.value) in other.replaces or _measure(other.value) in one.replaces
    headed = (one.headed - _stems(other.said.whole, language)) | (other.headed - _stems(one.said.whole, language))
    apart = ((one.about ^ other.about) | headed) - _FREE
    apart = apart - _stems(question, language) - (one.about & other.about) - (one.headed & other.headed)
    apart -= (one.headed & other.about) | (other.headed & one.about)
    amended = bool(_CHANGES.search(one.said.whole)) != bool(_CHANGES.search(other.said.whole))
    if len(common) < SHARED or (len(apart) > AMENDED * amended and not replaced):
        return None
    if replaced:
        return "newer" if _measure(one.value) in other.replaces else "older"
    return _by_version(one.said, other.said)


def _by_version(one: Said, other: Said) -> Relation | None:
    """Which of two texts is the newer, where they are versions; what a sentence of another year is to one of none."""
    if _VERSION_OF.search(one.whole) or _VERSION_OF.search(other.whole):
        if one.edition and other.edition and one.edition != other.edition:
            return "newer" if other.edition > one.edition else "older"
        changes = bool(_CHANGES.search(other.whole)) - bool(_CHANGES.search(one.whole))
        return "newer" if changes > 0 else "older" if changes < 0 else "differs"
    if one.years == other.years:
        return "differs"
    if one.years and other.years:
        return None
    return "history" if other.years else "newer"


def _same_places(one: Said, other: Said) -> bool:
    """Whether neither names a place or a body that the other does not speak of."""
    for said, against in ((one, other), (other, one)):
        bounds = places_in(f"{said.last}. {said.text}", said.language)
        if bounds - _stems(against.whole, against.language):
            return False
    return True


def _denied(one: Said, other: Said, question: str) -> Relation | None:
    """Whether one version of a text denies what the other says, for a question that is answered by yes or no."""
    if not POLAR.match(question) or bool(_DENIES.search(one.text)) == bool(_DENIES.search(other.text)):
        return None
    if not (_CHANGES.search(one.whole) or _CHANGES.search(other.whole)):
        return None
    ours, theirs = (
        [word for word in words(said.text) if word not in STOP_WORDS.get(said.language, ())] for said in (one, other)
    )
    asked = _stems(question, one.language)
    held = _stems(one.text, one.language) & _stems(other.text, one.language)
    return _by_version(one, other) if ours[:SHARED] == theirs[:SHARED] and asked <= held else None


def contradicted(
    chosen: Sequence[tuple[str, str]],
    others: Sequence[tuple[str, str]],
    headings: Mapping[str, str],
    question: str,
    language: str = "en",
) -> list[tuple[int, int, Relation]]:
    """Pairs of places, a chosen sentence and another one that gives another value for the same, and what it is to it.

    `chosen` and `others` are (passage id, sentence); `headings` are whole paths by passage id. Only values of a kind
    that the question asks for count, where it asks for one; a question that names a version gets that version alone.
    """
    kinds = kinds_asked(question)
    found: list[tuple[int, int, Relation]] = []
    if _VERSIONED.search(question):
        return found
    rest = [Said(passage, text, headings.get(passage, ""), language) for passage, text in others]
    theirs = [[one for one in clauses_of(said) if _asked(one, kinds)] for said in rest]
    for at, (passage, sentence) in enumerate(chosen):
        said = Said(passage, sentence, headings.get(passage, ""), language)
        ours = [one for one in clauses_of(said) if _asked(one, kinds)]
        for place, other in enumerate(rest):
            if other.text == sentence:
                continue
            known = [relation(one, two, question) for one in ours for two in theirs[place]]
            settled = next((one for one in known if one), None) or _denied(said, other, question)
            # a passage does not contradict itself, but it may tell what was before
            if settled and (other.passage != passage or settled == "history"):
                found.append((at, place, settled))
                break
    return found


def _asked(clause: Clause, kinds: frozenset[str]) -> bool:
    return not kinds or clause.value.kind in kinds


def _without_values(text: str) -> str:
    for value in reversed(values_in(text)):
        text = f"{text[: value.start]} {text[value.end :]}"
    return text


def _amount(value: Value) -> str:
    return " ".join(number.strip(".,").replace(",", "") for number in _NUMBER.findall(value.text))


def _measure(value: Value) -> str:
    return f"{_amount(value)} {unit_of(value.text)}"


def _stems(text: str, language: str) -> frozenset[str]:
    stop = STOP_WORDS.get(language, frozenset())
    return frozenset(stem(word, language) for word in words(text) if word not in stop and not word[0].isdigit())
