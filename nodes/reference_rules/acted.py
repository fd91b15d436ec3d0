"""What an exchange brought up beside its nouns: the act that was asked about, a thing that somebody has or does."""

import re

from nodes.reference_rules.grammar import EN
from nodes.reference_rules.past import Exchange, Past
from nodes.reference_rules.phrases import phrases
from nodes.reference_rules.tokens import tokenize
from nodes.routing.table import vocabulary
from stores.words import stem, terms

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_ROOT = 4  # letters at least that an act shares with its verb: "apply", "application"
_ARTICLE = re.compile(r"^an?\s+", re.IGNORECASE)
_GROUPS = vocabulary(
    """band team choir crew club board committee orchestra group class squad troupe ensemble staff council jury panel
    society league company cast unit section department"""
)
_INDEFINITE = frozenset({"a", "an"})


def acted(exchange: Exchange, past: Past, language: str) -> str:
    """The act of a question as its answer calls it: "the appeal" of "can I appeal?" - "An appeal must be filed"."""
    first = _SENTENCE.split(exchange.answered)[0][:300]
    told = phrases(first, language, past.known)
    if not told or told[0].det not in _INDEFINITE or not told[0].subject or told[0].prep or told[0].person:
        return ""
    verbs = [token.low for token in tokenize(exchange.query, EN) if token.kind == "verb"]
    if not any(told[0].head[: max(_ROOT, len(verb) - 1)] == verb[: max(_ROOT, len(verb) - 1)] for verb in verbs):
        return ""
    behind = next((p for p in told[1:2] if first[told[0].end : p.start].strip() == p.prep and p.prep), None)
    text = first[told[0].start : behind.end] if behind is not None else told[0].text
    return _ARTICLE.sub("the ", text)


def brought_up(exchange: Exchange, past: Past, language: str) -> str:
    """What somebody has or does by an answer, where the question asked for it: "the bread class" of "does she do bread
    as well?" - "Yes, she teaches a bread class on Fridays".
    """
    asked = {stem(word) for word in terms(exchange.asked, language)}
    for phrase in phrases(_SENTENCE.split(exchange.answered)[0][:300], language, past.known):
        fits = phrase.det in _INDEFINITE and not (phrase.prep or phrase.person or phrase.time or phrase.quantity)
        if fits and len(phrase.words) > 1 and asked & {stem(word) for word in phrase.words}:
            return _ARTICLE.sub("the ", phrase.text)
    return ""


def done_to(exchange: Exchange, verb: str, past: Past, language: str) -> str:
    """What an answer says is done: "the pass" of "who shows a pass pays less", for "where can I show it?"; or ""."""
    if not verb or stem(verb) in {stem(token.low) for token in tokenize(exchange.query, EN)}:
        return ""
    for sentence in _SENTENCE.split(exchange.answered[:400]):
        every = phrases(sentence, language, past.known)
        for before in tokenize(sentence, EN):
            if stem(before.low) == stem(verb):
                object_ = next((p for p in every if 0 < p.start - before.end <= 1), None)
                fits = object_ is not None and not (
                    object_.plural or object_.person or object_.time or object_.quantity
                )
                if object_ is not None and fits and object_.det:
                    return _ARTICLE.sub("the ", object_.text)
    return ""


def led_group(exchange: Exchange, past: Past, language: str) -> str:
    """The group that somebody leads or joins, for "they": "the rock band" of "does he lead the band?"; or ""."""
    told = _SENTENCE.split(exchange.answered)[0][:300]
    for text in (told, exchange.query):
        for phrase in phrases(text, language, past.known):
            if phrase.head in _GROUPS and phrase.det and not (phrase.prep or phrase.asked):
                return phrase.text
    return ""
