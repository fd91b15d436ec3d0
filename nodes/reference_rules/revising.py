"""Corrections put into the request they correct, and replies put into the question they answer."""

import re
from dataclasses import dataclass

from nodes.reference_rules.cue_tables import Cues
from nodes.reference_rules.focus import YEAR, focus_of
from nodes.reference_rules.fragments import apply_fragment
from nodes.reference_rules.lists import items_of
from nodes.reference_rules.nominal import Fragment, append
from nodes.reference_rules.past import Exchange
from nodes.reference_rules.phrases import phrases
from nodes.reference_rules.picking import chosen_option
from nodes.routing.rules import rules_for
from nodes.state import Route
from stores.words import STOP_WORDS, stem, terms, words

_LEAD = re.compile(r"^(?:the\s+one\s+(?:for|from|about|in)|about|for\s+the|the)\s+", re.IGNORECASE)
_INTRODUCES = re.compile(
    r"^(?:(?:i|we)\s+(?:mean|meant|want|need|am\s+(?:asking|talking)\s+about|was\s+(?:asking"
    r"|talking)\s+about)|i'm\s+(?:asking|talking)\s+about|it'?s|that'?s|it\s+is|the\s+one\s+(?:for|from"
    r"|about|in|with)|for|about|yes|yeah|yep|no|please|sure|ok(?:ay)?|well|sorry|sí|oui|ja"
    r"|me\s+refiero\s+al?|quiero\s+decir|je\s+parle\s+d[eu]|je\s+veux\s+dire|ich\s+meine)\b[\s,:;.!–-]*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Revised:
    """A request as it now stands, and the stems that must stay out of it."""

    query: str
    blocked: frozenset[str]


def correct(route: Route, last: Exchange, cues: Cues, language: str, known: tuple[str, ...]) -> Revised:
    """The last request with what the user wants in the place of what they take back."""
    wanted, replaced = route.wanted[0], route.replaced[0] if route.replaced else ""
    before = last.query
    if rules_for(language).asks.match(wanted.lower()) and len(wanted.split()) > 3:
        return Revised(wanted, frozenset())
    made = _replaced(before, wanted, replaced, language) if replaced else None
    if made is None:
        focus = focus_of(before, language, known)
        made = apply_fragment(Fragment(wanted, about=True), before, focus, cues, language, known)
    gone = frozenset(terms(f"{replaced} {before}", language)) - frozenset(terms(made, language))
    return Revised(made, gone)


def _replaced(before: str, wanted: str, replaced: str, language: str) -> str | None:
    """The text with one wording in place of another; None when it does not hold the other."""
    new_years, old_years = YEAR.findall(wanted), YEAR.findall(replaced)
    if new_years and old_years and old_years[0] in before:
        rest = [w for w in words(wanted) if w not in STOP_WORDS.get(language, ()) and w not in new_years]
        rest = [w for w in rest if stem(w, language) not in set(terms(before, language)) and w not in _GENERIC]
        text = before.replace(old_years[0], new_years[0])
        return append(text, " ".join(rest)) if rest else text
    old = _LEAD.sub("", replaced).strip()
    match = re.search(rf"(?<!\w){re.escape(old)}(?!\w)", before, re.IGNORECASE)
    if match is None:
        names = [p for p in phrases(before, language, (old,)) if set(terms(old, language)) & set(p.words)]
        roots = set(terms(old, language))
        names = [p for p in phrases(before, language) if roots and roots <= set(terms(p.text, language))] or names
        if not names:
            return None
        return f"{before[: names[0].start]}{wanted}{before[names[0].end :]}"
    new = _LEAD.sub("", wanted) if before[: match.start()].lower().endswith(("the ", "for ", "about ")) else wanted
    if re.search(r"[A-Z][\w-]*\s$", before[: match.start()]):
        new = re.sub(r"^the\s+", "", new, flags=re.IGNORECASE)  # "the Hotel Klippe"
    return f"{before[: match.start()]}{new}{before[match.end() :]}"


_GENERIC = {
    "figures",
    "figure",
    "numbers",
    "number",
    "results",
    "data",
    "year",
    "version",
    "one",
    "report",
    "values",
    "cifras",
    "chiffres",
    "zahlen",
}


def fill(reply: str, original: str, asked_back: str, cues: Cues, language: str, known: tuple[str, ...]) -> Revised:
    """The original question with the reply in the slot that was asked about."""
    said = reply.strip()
    last_question = re.split(r"(?<=[.!?])\s+", asked_back.strip())[-1] if asked_back else ""
    options = items_of(last_question, language) if last_question else ()
    rules = rules_for(language)
    if last_question and rules.assent.match(said.lower()):
        return Revised(_affirmed(original, last_question, language), frozenset())
    chosen = chosen_option(said, options, cues, language) if options else ()
    while (bare := _INTRODUCES.sub("", said)) != said and bare:
        said = bare
    text = " ".join(item.text for item in chosen) if chosen else said.rstrip(" .!?")
    others = " ".join(item.text for item in options if item not in chosen)
    query = _into(original, text, language, known)
    return Revised(query, frozenset(terms(others, language)) - frozenset(terms(query, language)))


def _into(original: str, text: str, language: str, known: tuple[str, ...]) -> str:
    """A dangling pronoun gives way to the reply; otherwise the reply joins the question."""
    if set(terms(text, language)) <= set(terms(original, language)):
        return original
    low = original.lower()
    match = re.search(r"\b(?:it|they|them|that|this|he|she|him)\b", low) if language == "en" else None
    if (
        match
        and not re.search(r"\b(?:it's|that's|is it possible)\b", low)
        and not any(p.names for p in phrases(original, language, known))
    ):
        return f"{original[: match.start()]}{text}{original[match.end() :]}"
    return append(original, text)


def _affirmed(original: str, asked: str, language: str) -> str:
    """For "Would you like to know about the fee?" – "yes": the question as the assistant put it."""
    held = set(terms(original, language))
    new = [
        p.text
        for p in phrases(asked, language)
        if not set(terms(p.text, language)) <= held and p.head not in {"more", "help"}
    ]
    return append(original, " ".join(new)) if new else original
