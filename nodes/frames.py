"""What a frame holds of its topic, updated after each turn, and frames as plain values for the archive."""

import re
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from nodes.state import Constraint, Frame, Route
from nodes.values import names_in
from stores.words import STOP_WORDS, stem, terms, words

CITED, ENTITIES, TERMS, CONSTRAINTS, QUESTIONS = 6, 12, 24, 8, 3
FADING = 0.7  # of a term's weight that is left after a turn without it
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_PLACED = re.compile(
    r"\b(?:in|for|at|under|as|en|para|bajo|pour|dans|sous|chez|für|im|bei|unter|als)\s+"
    r"(?:(?:the|an?|our|my|el|la|los|las|un|una|le|les|une|der|die|das|den|dem|ein|eine[nmr]?)\s+)?"
    r"(?=(?P<phrase>[\w'’-]+(?:[ ][\w'’-]+){1,3}))",
    re.IGNORECASE,
)


def update_frame(
    frames: tuple[Frame, ...],
    *,
    route: Route,
    query: str,
    answer: str,
    cited: tuple[str, ...],
    turn: int,
    answerable: bool,
    entities: tuple[str, ...] = (),
    fixed: tuple[tuple[str, str], ...] = (),
) -> tuple[Frame, ...]:
    """The frames, the current one with what this turn added.

    `query` is the resolved one, `cited` are passage ids; `entities` and `fixed` (slot, value) come from a model.
    """
    frame, language = frames[0], route.language
    gone = {word.casefold() for word in route.replaced}
    found = [*names_in(query), *entities, *(names_in(answer)[:4] if answerable else ()), *frame.entities]
    names = dict.fromkeys(name for name in found if name.casefold() not in gone)
    constraints = constrained(frame.constraints, query, turn, language, gone)
    read = {one.slot for one in constraints if one.turn == turn}  # by the rules, in this query: they stand
    held = {one.slot: one.value for one in constraints}
    told = tuple(
        Constraint(slot[:40], value[:60], turn)
        for slot, value in fixed
        if slot not in read and _figures(value) >= _figures(held.get(slot, ""))
    )
    slots = {one.slot for one in told}
    weights = dict.fromkeys(terms(query, language), 1.0)
    for term, weight in frame.terms:
        weights[term] = weights.get(term, 0.0) + FADING * weight
    strongest = sorted(weights.items(), key=lambda pair: -pair[1])[:TERMS]
    updated = replace(
        frame,
        entities=tuple(names)[:ENTITIES],
        constraints=(*told, *(one for one in constraints if one.slot not in slots))[:CONSTRAINTS],
        cited=tuple(dict.fromkeys((*cited, *frame.cited)))[:CITED],
        open_questions=_open(frame.open_questions, query, language, answerable=answerable),
        terms=tuple((term, round(weight, 3)) for term, weight in strongest),
        last_turn=turn,
    )
    return (updated, *frames[1:])


def constrained(
    known: tuple[Constraint, ...],
    query: str,
    turn: int,
    language: str = "en",
    gone: set[str] | frozenset[str] = frozenset(),
) -> tuple[Constraint, ...]:
    """The constraints after a query: a new value takes its slot's place, a value that was corrected away goes.

    The slot of "in the UK office" is "office" and its value "UK"; a year's is "year".
    """
    found: dict[str, Constraint] = {}
    if years := _YEAR.findall(query):
        found["year"] = Constraint("year", years[-1], turn)
    for match in _PLACED.finditer(query):
        phrase = _noun_phrase(match["phrase"], language)
        if len(phrase) >= 2 and not _YEAR.fullmatch(phrase[-1]):
            slot = phrase[-1].casefold()
            found[stem(slot, language)] = Constraint(slot[:40], " ".join(phrase[:-1])[:60], turn)
    kept = [one for one in known if stem(one.slot, language) not in found and one.value.casefold() not in gone]
    return (*found.values(), *kept)[:CONSTRAINTS]


def as_json(frame: Frame) -> dict[str, Any]:
    """A frame as plain JSON values."""
    return {**asdict(frame), "vector": frame.vector.hex(), "answers": frame.answers.hex()}


def from_json(body: Mapping[str, Any]) -> Frame:
    """The frame that `as_json` made, the same in every part."""
    return Frame(
        id=body["id"],
        subject=body["subject"],
        entities=tuple(body["entities"]),
        constraints=tuple(Constraint(**one) for one in body["constraints"]),
        cited=tuple(body["cited"]),
        open_questions=tuple(body["open_questions"]),
        terms=tuple((term, weight) for term, weight in body["terms"]),
        vector=bytes.fromhex(body["vector"]),
        answers=bytes.fromhex(body.get("answers", "")),
        first_turn=body["first_turn"],
        last_turn=body["last_turn"],
    )


def _open(known: tuple[str, ...], query: str, language: str, *, answerable: bool) -> tuple[str, ...]:
    """The questions still open: one that was not answered joins, one that a later answer covers goes."""
    if not answerable:
        return tuple(dict.fromkeys((*known, query[:200])))[-QUESTIONS:]
    asked = set(terms(query, language))
    return tuple(one for one in known if not asked or len(asked & set(terms(one, language))) < 0.6 * len(asked))


def _figures(value: str) -> bool:
    return any(character.isdigit() for character in value)


def _noun_phrase(phrase: str, language: str) -> list[str]:
    """The words of a phrase up to its first function word."""
    kept: list[str] = []
    for word in phrase.split():
        if not words(word) or words(word)[0] in STOP_WORDS.get(language, frozenset()):
            break
        kept.append(word)
    return kept[:3]
