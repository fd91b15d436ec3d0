"""What "they", "them" and "their" stand for: something plural, a group, or a body that an answer names."""

import re
from itertools import pairwise

from nodes.reference_rules.acted import led_group
from nodes.reference_rules.anaphors import POSSESSIVE
from nodes.reference_rules.answers import ASKS_PERSON, is_person_name, named_by_answer
from nodes.reference_rules.antecedents import Antecedent, focus, is_somebody, searched, unowned
from nodes.reference_rules.focus import Focus, definite
from nodes.reference_rules.governing import governing
from nodes.reference_rules.grammar import ATTRIBUTES
from nodes.reference_rules.past import Exchange, Past
from nodes.reference_rules.persons import is_role
from nodes.reference_rules.phrases import Phrase, is_plural, phrases
from nodes.reference_rules.threads import continued
from stores.words import terms

_SEVERAL = frozenset({"they", "them", "their", "theirs", "they're"})
_ANY = frozenset({"a", "an"})
_WHICH = re.compile(r"^\W*(?:and\s+|so\s+)?(?:who|which|what)\b")
_LISTS = re.compile(r"^\W*(?:and\s+|so\s+)?what(?:'s|\s+is|\s+are|\s+was|\s+were)\b")  # "what are the types?"
_PLACED = re.compile(r"^\W*(?:and\s+|so\s+)?where(?:['’]?s|\s+is|\s+are|\s+was|\s+were)\b")


def of_they(past: Past, language: str, *, owning: bool = False) -> Antecedent | None:
    """For "they", "them", "their": something plural, in the user's own words if possible."""
    for exchange in searched(past)[:3]:
        if same := continued(exchange, _SEVERAL):
            return Antecedent(same, exchange.turn)
        asked, query = (phrases(text, language, past.known) for text in (exchange.asked, exchange.query))
        found = focus(exchange, past, language)
        several = [p for p in (*asked, *query) if p.plural and not p.time and not p.quantity and not _owned(p)]
        alone = language == "en" and found is not None and is_somebody(found, exchange)
        if said := _said(exchange, found, past, language, owning=owning, several=bool(several), alone=alone):
            return Antecedent(said, exchange.turn)
        vague = found is not None and unowned(found) and (language != "en" or _LISTS.match(exchange.asked.lower()))
        if (vague and exchange is not searched(past)[-1]) or (alone and not several):
            continue
        several.sort(key=lambda p: (p.asked, not p.person))
        general = found is not None and not found.main.asked and found.main.det in _ANY and not found.main.person
        general = general and bool(several) and several[0].head in ATTRIBUTES
        if several and not (several[0].asked and general):
            text = _with_thing(definite(several[0].text, language), found, several[0])
            return Antecedent(text, exchange.turn, _matter(several[0], found, text))
        single = found is not None and found.main.det == "the" and not found.main.names
        if found is not None and not (single and exchange is not searched(past)[-1]):
            return Antecedent(found.thing, exchange.turn)
    return None


def _said(
    exchange: Exchange, found: Focus | None, past: Past, language: str, *, owning: bool, several: bool, alone: bool
) -> str:
    """What an exchange itself says "they" are; or "". `several`: its question names some; `alone`: it is about one."""
    if joined := joined_pair(exchange.query, language, past.known):
        return joined
    if alone and (group := led_group(exchange, past, language)):
        return group
    if ASKS_PERSON.search(exchange.query.lower()) and (owning or not (found and found.main.plural)):
        named = named_by_answer(exchange, found, past, language, several=True)
        if named and not is_person_name(named):
            return named
    if told := _answering(exchange, found, past, language) or governing(
        exchange.query, language, past.known, several=True
    ):
        return told
    low = exchange.query.lower()
    if language != "en" or several or alone or _PLACED.match(low):
        return ""
    named = named_by_answer(exchange, found, past, language, several=True)
    who = [p for p in phrases(exchange.query, language) if p.asked and (p.person or is_role(p.head))]
    return "" if is_person_name(named) and (who or ASKS_PERSON.search(low)) else named


def _matter(actors: Phrase, found: Focus | None, text: str) -> str:
    """What a question about those who act was about: "parental leave", for "what form do they use?"."""
    if found is None or not actors.actor:
        return ""
    things = [p for p in (found.main, *found.all) if not (p.actor or p.asked or p.time or p.quantity)]
    return next((p.text for p in things if p.head not in text.lower()), "")


def _answering(exchange: Exchange, found: Focus | None, past: Past, language: str) -> str:
    """Those that an answer names where it was asked who or which: "registered researchers may use it"."""
    which = _WHICH.match(exchange.query.lower())
    first = re.split(r"(?<=[.!?])\s+", exchange.answered)[0]
    told = [p for p in phrases(first, language, past.known) if not p.time] if which and language == "en" else []
    if found is None or not told or not told[0].subject or told[0].prep or told[0].quantity or told[0].start > 4:
        return ""
    held = set(terms(exchange.query, language))
    rest = set(terms(first[told[0].end :], language))
    if len(rest & held) < max(1, len(held) // 2) or set(terms(told[0].text, language)) <= held:
        return ""
    pair = joined_pair(first, language, past.known)
    if pair and first.startswith(pair):
        return pair
    return told[0].text if told[0].plural and not told[0].names else ""


def joined_pair(text: str, language: str, known: tuple[str, ...]) -> str:
    """Two things named together: "a visa and a permit"; "" where there are none."""
    found = [p for p in phrases(text, language, known) if not p.asked and not p.time and not p.quantity]
    for one, other in pairwise(found):
        if text[one.end : other.start].strip().lower() in {"and", "or", "und", "et", "y", "oder", "ou", "o"}:
            return text[one.start : other.end]
    return ""


def _owned(phrase: Phrase) -> bool:
    """Whether a phrase is a property, so that "they" would rather be what it belongs to."""
    text = phrase.text.lower()
    of = phrase.det == "the" and " of " in text and (phrase.head in ATTRIBUTES or is_plural(phrase.words[-1]))
    return phrase.det in POSSESSIVE or "'s " in text or "’s " in text or "s' " in text or of


def _with_thing(text: str, found: Focus | None, phrase: Phrase) -> str:
    if found is None or not phrase.asked or found.thing.lower() in text.lower() or found.main.asked:
        return text
    return f"{text} of {found.thing}" if found.main.names else f"{text} {found.main.prep or 'of'} {found.thing}"
