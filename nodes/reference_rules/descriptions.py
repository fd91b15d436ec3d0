"""Definite descriptions of what came up before: "the exemption mentioned earlier", "the amendment", "that plan"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from nodes.reference_rules.antecedents import focus
from nodes.reference_rules.focus import definite
from nodes.reference_rules.grammar import ATTRIBUTES, GENERIC_ADJECTIVES, NAMED_ONCE
from nodes.reference_rules.nominal import bare
from nodes.reference_rules.past import Past
from nodes.reference_rules.phrases import Phrase, is_plural, phrases
from nodes.routing.table import vocabulary
from stores.words import stem

_WHEN = (
    r"(?:earlier|before(?:hand)?|above|previously|already|just now|a (?:moment|while) ago|at the (?:start|beginning"
    r"|outset)|in the beginning|first(?: of all)?|originally|initially|last time|the other day|at first)"
)
_TOLD = (
    r"(?:mentioned|discussed|talked about|spoke (?:about|of)|spoken (?:about|of)|asked(?: you)? about|described|listed"
    r"|named|brought up|referred to|told (?:me|you) about|covered|looked at|started (?:with|from|on)|began with"
    r"|explained|noted|cited|quoted|introduced|touched on|went over|were on|had)"
)
_TAIL = re.compile(
    rf"\s+(?:(?:(?:that|which)\s+)?(?:was|were|has been|had been)?\s*{_TOLD}(?:\s+{_WHEN})*"
    rf"|(?:(?:that|which)\s+)?(?:you|we|i)(?:'ve|'d|\s+have|\s+had|\s+just|\s+already|\s+were)*\s+"
    rf"(?:{_TOLD}|talking about|discussing)(?:\s+{_WHEN})*"
    rf"|(?:from|of)\s+(?:{_WHEN}|the (?:start|beginning))|in question|{_WHEN}(?=\W*$|\s*,))"
)
_HEADED = re.compile(
    r"\b(?P<det>the|that|this|those|these)\s+(?P<words>(?:(?!(?:the|an?|that|this|of|in|to)\s)[\w-]+\s+){0,3}?)(?P<head>[\w-]+)(?=\s+(?:that|which|you|we|i"
    r"|was|were|has|had|from|of|in|mentioned|discussed|described|listed|named|referred|cited|quoted|introduced|noted"
    r"|explained|covered|earlier|before|beforehand|above|previously|already|just|at|first|originally|initially|last)\b)"
)
_PREPOSED = re.compile(
    r"\b(?:the|that|this|those|these)\s+(?:afore(?:mentioned|said)|above-?mentioned|(?:previously|already|just|earlier)"
    r"[ -](?:mentioned|discussed|described|named)|said|(?:earlier|previous|former)(?=\s+\w+\W*$))\s+"
    r"(?P<head>[\w-]+(?:\s+(?:plan|rule|fee|clause|policy))?)\b"
)
_OLDEST = re.compile(r"\b(?:first|start|started|began|beginning|outset|originally|initially)\b")
_LISTED = re.compile(r"(?:,\s*[\w-]+)*,?\s+(?:and|or)\s+(?!the\b|a\b|what|how|when|who|is|are|do|does|can)[\w-]+")
_SAYS_NOTHING = vocabulary(
    """other same own such said another new old first next last whole exact actual current main usual normal general
    certain several various different similar related specific important possible key"""
)
_ORDINAL = vocabulary("first second third fourth fifth last final latter former other next two three")
_OWNED_BY = vocabulary("of for to that who which whose with between about")
_GENERIC = vocabulary("thing topic subject matter point question item product issue case option one other")
_POINTING = vocabulary("this that these those same")
_TURNS_READ, _LONGEST = 6, 7


@dataclass(frozen=True)
class Described:
    """A description in a message: its span, its noun, and whether it says that it came up before."""

    start: int
    end: int
    head: str
    said_so: bool
    oldest: bool = False
    words: tuple[str, ...] = ()  # all its words, where it has more than the noun


def put_descriptions(question: str, low: str, past: Past, language: str = "en") -> tuple[str, str]:
    """The question, and its lower-case reading, with each description in the words the thing was introduced with."""
    for one in sorted(_described(question, low, past, language), key=lambda d: -d.start):
        found = _named(one, past, language)
        if not found or found.lower() in low:
            continue
        text = _articled(definite(found, language))
        question = f"{question[: one.start]}{text}{question[one.end :]}"
        low = f"{low[: one.start]}{text.lower()}{low[one.end :]}"
    return question, low


_SURE = re.compile(
    r"\b(?:this|that) (?:and|or)\b|\b(?:and|or) (?:this|that)\b(?=\W*$|\s+(?:is|are|do|does|can|both|be)\b)"
    r"|\bthe (?:first|second|third|fourth|fifth|last|latter|former|other)\b"
    r"|\b(?:for|of|about|under|with) (?:it|this|that|them)\W*$"
)


def says_so(low: str) -> bool:
    """Whether the words of a message themselves say that it refers: "mentioned earlier", "this and the other one"."""
    return next(_said_before(low), None) is not None or _SURE.search(low) is not None


def _articled(text: str) -> str:
    """The wording as it stands within a sentence, with an article before a common noun; a name keeps what it had."""
    own = re.match(r"(?:the|our|my|your)\s", text, re.IGNORECASE)
    if own is not None:
        return f"{text[0].lower()}{text[1:]}"
    return text if text[0].isupper() else f"the {text}"


def _described(question: str, low: str, past: Past, language: str) -> list[Described]:
    every = phrases(question, language, past.known)
    explicit = list(_said_before(low))
    taken = [(one.start, one.end) for one in explicit]
    plain = [
        Described(p.start, p.end, p.head, said_so=False, words=p.words)
        for p in every
        if _points_back(p, every, low) and not any(start < p.end and p.start < end for start, end in taken)
    ]
    return [*explicit, *plain]


def _said_before(low: str) -> Iterator[Described]:
    for match in _PREPOSED.finditer(low):
        yield Described(match.start(), match.end(), match["head"].split()[-1], said_so=True)
    for match in _HEADED.finditer(low):
        tail = _TAIL.match(low, match.end())
        if tail is None or set(match["words"].split()) & _ORDINAL or match["head"] in _ORDINAL:
            continue
        described = [word for word in match["words"].split() if word not in GENERIC_ADJECTIVES]
        if not described and not low[: match.start()].rstrip().endswith((",", " and", " or")):
            yield Described(
                match.start(), tail.end(), match["head"], said_so=True, oldest=bool(_OLDEST.search(tail.group()))
            )


def _points_back(phrase: Phrase, every: tuple[Phrase, ...], low: str) -> bool:
    """For "the amendment", "that plan": a definite noun alone, that nothing in the message says more of."""
    if phrase.det not in _POINTING | {"the"} or len(phrase.words) > 2 or phrase.time or phrase.names:
        return False
    if (len(phrase.words) == 1 and phrase.head in ATTRIBUTES | NAMED_ONCE | _ORDINAL) or phrase.person:
        return False
    after = low[phrase.end :].split()
    if (after and after[0] in _OWNED_BY) or _LISTED.match(low, phrase.end):
        return False
    return not any(
        p is not phrase and stem(p.head) == stem(phrase.head) and len(p.words) > len(phrase.words) for p in every
    )


def _named(one: Described, past: Past, language: str) -> str:
    """The newest wording of a thing with this noun that says more than the noun; the topic's own first."""
    order = [*past.here, *(exchange for exchange in past.all if exchange not in past.here)][: _TURNS_READ * 2]
    if one.oldest:
        order = [*reversed(past.all)]
    said = " ".join(f"{e.asked} {e.answered}" for e in past.all).lower() + " ".join(past.settled).lower()
    for exchange in order:
        for text in (exchange.asked, exchange.query):
            if (best := _fullest(text, one, past, language)) and bare(best).lower() in said:
                return best
        if best := _fullest(exchange.answered[:900], one, past, language, told=True):
            return best
    for text in past.settled if one.said_so or past.begun else ():
        if best := _fullest(text, one, past, language, told=True):
            return best
    return _by_place(one, past, language) if one.said_so else ""


def _fullest(text: str, one: Described, past: Past, language: str, *, told: bool = False) -> str:
    """The phrase of a text with the noun and the most that describes it.

    `told`: the text is an answer's. There, where the message does not say that the thing came up before, only a name, a
    number or a year tells one thing of its kind from the others: "the 2021 amendment", but no "clock tower".
    """
    root = stem(one.head, language)
    fitting = [
        p
        for p in phrases(text, language, past.known)
        if stem(p.head, language) == root
        and is_plural(p.head) is is_plural(one.head)
        and _ends(p, one.words)
        and len(p.words) <= _LONGEST
        and any(word not in _SAYS_NOTHING and stem(word, language) != root for word in p.words)
        and (not told or one.said_so or _is_told_apart(p) or (p.det == "the" and not _anchored(past, language)))
    ]
    best = max(fitting, key=lambda p: (bool(p.names), min(len(p.words), 4)), default=None)
    return best.text if best else ""


def _ends(phrase: Phrase, said: tuple[str, ...]) -> bool:
    """Whether a phrase says more than the words of a description, and ends in them: "the 2025 price list"."""
    own = phrase.words[: phrase.words.index(phrase.head) + 1] if phrase.head in phrase.words else phrase.words
    return len(phrase.words) > max(1, len(said)) and (len(said) < 2 or own[-len(said) :] == said)


def _is_told_apart(phrase: Phrase) -> bool:
    """Whether a name, a number or a year tells a thing from the others of its kind: "the 2021 amendment"."""
    return bool(phrase.names) or any(word[0].isdigit() for word in phrase.words if word != phrase.head)


def _anchored(past: Past, language: str) -> bool:
    """Whether the topic is about something with a name, to which a part such as "the tower" belongs."""
    found = focus(past.last, past, language) if past.last else None
    return found is not None and bool(found.names)


def _by_place(one: Described, past: Past, language: str) -> str:
    """A thing that was never called by the noun: what the oldest question was about ("the medicine we began with")."""
    order = [*reversed(past.all)] if one.oldest else [e for e in past.all if e not in past.here[:1]]
    for exchange in order:
        found = focus(exchange, past, language)
        said_of_all = one.oldest or one.head in _GENERIC
        if found is not None and not found.main.asked and (found.main.names or said_of_all):
            return found.thing
    return ""
