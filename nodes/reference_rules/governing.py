"""What "it" stands for rather than the thing that a question names first: what applies to it, what stands beside it."""

import re
from collections.abc import Collection, Sequence

from nodes.reference_rules.focus import Focus
from nodes.reference_rules.grammar import MEASURES, PARTICIPLES
from nodes.reference_rules.past import Exchange, Past
from nodes.reference_rules.phrases import Phrase, phrases
from nodes.reference_rules.salience import Use
from nodes.routing.table import vocabulary

_APPLIES = re.compile(
    r"\s+(?:(?:currently|normally|usually|also|then)\s+)?(?:appl(?:y|ies)\s+(?:to|for|in)|(?:is|are)\s+(?P<said>[a-z]+)"
    r"\s+(?:for|on|to|from|in|at|by|with|when|if)|holds?\s+for|goes\s+with|(?:is|are)\s+(?:for|on))\s+"
)
_ASKS = re.compile(r"^\W*(?:(?:and|so|but)\s+)?(?:what|which)\s+$")
_SAID = PARTICIPLES | {"due", "payable", "necessary", "mandatory"}
_SHORT = 8
_PLACING = frozenset({"in", "at", "on", "near"})
_ON_MEASURES = vocabulary(
    "pay waive raise lower reduce avoid refund calculate extend change charge know find get set check add see"
)


def governing(query: str, language: str, known: Collection[str], *, several: bool = False) -> str:
    """The thing that such a question asks for, with what it applies to: "the fee for late returns"; "" otherwise.

    `several`: whether something plural is wanted, or something singular.
    """
    every = phrases(query, language, known) if language == "en" else ()
    if had := _had(query, every, several=several):
        return had
    asked = next((p for p in every if p.asked), None)
    if asked is None or asked.plural is not several or asked.person or asked.names or asked.time:
        return ""
    match = _APPLIES.match(query.lower(), asked.end)
    if match is None or not _ASKS.match(query[: asked.start].lower()):
        return ""
    said = match["said"] or ""
    if said and said not in _SAID and not said.endswith("ed"):
        return ""
    object_ = next((p for p in every if p.start >= match.end() - 1), None)
    if object_ is None or len(object_.text.split()) > _SHORT:
        return f"the {asked.text}"
    return f"the {asked.text} for {object_.text}"


_HAS = re.compile(
    r"^\W*(?:(?:and|so|but)\s+)?(?:(?:do|does|did)\s+(?P<whose>(?:[\w'-]+\s+){1,5}?)(?:have|offer|sell)|(?:is"
    r"|are)\s+there)\s+(?:any\s+)?$"
)


def _had(query: str, every: Sequence[Phrase], *, several: bool) -> str:
    """What a question asks for the presence of: "the kitchen" of "does the hostel have a kitchen?"; "" otherwise."""
    for phrase in every:
        lead = _HAS.match(query[: phrase.start].lower())
        if lead is None or phrase.plural is not several or phrase.det not in {"a", "an", "any", ""} or phrase.names:
            continue
        if phrase.person or phrase.time or phrase.asked or phrase.head in MEASURES:
            return ""
        place = next((p for p in every if p.start >= phrase.end and p.prep in _PLACING and not p.time), None)
        text = re.sub(r"^(?:an?|any)\s+", "", phrase.text, flags=re.IGNORECASE)
        return f"the {text} {place.prep} {place.text}" if place is not None else f"the {text}"
    return ""


def _single_thing(asked: str, query: str, language: str, known: Collection[str]) -> str:
    """For "it" where the question was about several: the one thing beside them, or of the sentence before; or ""."""
    for text in (query, asked):
        every = phrases(text, language, known)
        alone = [
            p
            for p in every
            if not (p.plural or p.person or p.time or p.quantity or p.asked)
            and not (p.names and p.words[-1].endswith("s"))
            and p.det in {"the", "a", "an", "my", "our", "this", "that"}
        ]
        if alone:
            return alone[-1].text
    return ""


def rather(found: Focus, exchange: Exchange, past: Past, language: str, use: Use | None) -> str:
    """What stands beside the thing of a question and is rather meant by "it": one thing beside several, a thing beside
    a person, what a measure is of where something is done to it ("the notice for a membership": "can I pause it").
    """
    main = found.main
    if main.plural and not found.names and not main.asked:
        return _single_thing(exchange.asked, exchange.query, language, past.known)
    if main.person and (not main.names or main.det in {"my", "our"}):
        return next((p.text for p in found.all if not p.person and not p.asked and not p.time), "")
    if use is not None and use.done and main.head in MEASURES and use.done not in _ON_MEASURES:
        after = [p for p in found.all if p.start > main.start and p.prep in {"", "for", "of"}]
        owner = next((p.text for p in after if not (p.time or p.plural)), "")
        return owner if owner and found.whole.endswith(owner) else ""
    return ""
