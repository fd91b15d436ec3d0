"""What entries picked from a list make of a message: their names in it, or in the question before."""

import re
from itertools import pairwise

from nodes.reference_rules.anaphors import anaphors
from nodes.reference_rules.clauses import resolve_clause
from nodes.reference_rules.focus import focus_of
from nodes.reference_rules.given import named_in, spans_in
from nodes.reference_rules.nominal import append
from nodes.reference_rules.past import Exchange, Past
from nodes.reference_rules.phrases import phrases
from nodes.reference_rules.picking import Picked, wording
from stores.words import STOP_WORDS, terms, words

_OPENING = {"ok", "okay", "yes", "well", "thanks", "sure", "please", "about"}
_LEAD = r"^\W*(?:(?:and|but|so|ok|okay|then)\W+)*"
_ASKING = re.compile(rf"{_LEAD}(?:how|when|where|who|why|what|which)\b(?!\s+about\b)")
_TELLING = re.compile(rf"{_LEAD}(?:tell|explain|describe|show|give)\b")
_JOINED = re.compile(r"\s*(?:,|,?\s*(?:and|or|y|o|et|ou|und|oder))\s*(?:(?:the|an?)\s+)?", re.IGNORECASE)


def with_picked(picked: Picked, question: str, past: Past, language: str) -> tuple[str, frozenset[str], bool]:
    """(the query, the stems that must not be added to it, whether the message itself says that it picks).

    The entries stand in the place of the words that pick them; where the message is no more than an ordinal, in the
    question before.
    """
    new, last = wording(picked), past.last
    assert last is not None
    if picked.beside:
        return append(question, f"({new})"), frozenset(), True
    text = f"{question[: picked.start]}{new}{question[picked.end :]}"
    rest = f"{question[: picked.start]} {question[picked.end :]}"
    if _says_nothing(rest, language):
        told = language == "en" and _TELLING.match(rest.lower())
        held = focus_of(last.query, language, past.known) if told else None
        text = append(text, f"({held.thing})") if held else _in_place(picked, last, past, language)
    elif language == "en":
        leaning = [one for one in anaphors(question, question.lower(), "en") if one.end <= picked.start]
        spoken = named_in(last.query, picked.others)
        if leaning and len(spoken) == 1 and leaning[0].kind == "it":  # "does that have more than the smallest?"
            text = f"{text[: leaning[0].start]}{spoken[0].text}{text[leaning[0].end :]}"
        elif leaning:
            text = resolve_clause(text, text.lower(), past, "en")[0]
    others = terms(" ".join(item.text for item in picked.others), language)
    named = picked.counted and any(p.names for p in phrases(question, language))  # "reached number 1 in Ireland"
    return text, frozenset(others) - frozenset(terms(f"{new} {question}", language)), not named


def _says_nothing(rest: str, language: str) -> bool:
    """Whether a message says no more than what it picks: "and the second?", "tell me more about the last one"."""
    asks = language == "en" and _ASKING.match(rest.lower())
    return not asks and all(word in STOP_WORDS.get(language, ()) or word in _OPENING for word in words(rest))


def _in_place(picked: Picked, last: Exchange, past: Past, language: str) -> str:
    """The question before, about the entries picked now: in the place of those picked then, or of what it was about."""
    before, new = last.query, wording(picked)
    if spans := spans_in(before, (*picked.others, *picked.items)):
        start, end, _ = spans[0]
        for (_, stop, _), (begin, beyond, _) in pairwise(spans):
            if end == stop and _JOINED.fullmatch(before[stop:begin]):
                end = beyond
        led = re.search(r"\b(?:the|an?)\s+$", before[:start], re.IGNORECASE)
        return f"{before[: led.start() if led else start]}{new}{before[end:]}"
    if any(item.text in last.answered for item in picked.items):
        return append(before, new)
    held = next((p for p in phrases(before, language, past.known) if p.definite and not p.time), None)
    return f"{before[: held.start]}{new}{before[held.end :]}" if held else append(before, f"({new})")
