"""What a question was about: the thing itself, in the words a follow-up needs of it."""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import lru_cache

from nodes.reference_rules.grammar import EN, GENERIC_ADJECTIVES, GRAMMARS, MEASURES, PARTICIPLES, RELATIONS
from nodes.reference_rules.phrases import Phrase, phrases

YEAR = re.compile(r"(?<![\d.,])(?:19|20)\d\d(?![\d.,]*\d)")
_ARTICLE = re.compile(r"^(?:an?|any|some|another|un|une|una|ein|eine|einen|einem|einer)\s+", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.?!]\s+|\n+")
_RELATIVE = re.compile(r"\s+(?:(?:in|at|for|on|with|from|to|under|during)\s+which|that|which|who|where)\s+[^?.!,;()]+")
_CODE = re.compile(
    r"```.*?```|(?:(?<=[.,;:!?])\s*\b\w+:\s*|(?<!\w))\{[^{}]*\}", re.DOTALL
)  # "Config: {...}": nobody asks about it
_FAULT = re.compile(r"[A-Z]{1,4}-?\d{1,4}")  # what a report of a fault is about: "Orbit stops with TS-71"
_TRAVELS = re.compile(
    r"\b(?:costs?|fly|flies|flights?|go(?:es)?|runs?|takes?|travels?|ships?|shipped|sends?|sent|delivered|leaves?)\b"
)
_NEXT_TO = len(" to ")
_ABSTRACT = re.compile(r"(?<!stat)(?:[a-z]{3}(?:tion|sion|ness|ism|ity)|(?<!build)ing)$")
_ABOUT = {"", "about", "of", "to", "sobre", "de", "über"}
_GENERIC = {
    "way",
    "thing",
    "things",
    "kind",
    "type",
    "rule",
    "rules",
    "point",
    "points",
    "information",
    "info",
    "details",
    "place",
    "case",
    "help",
    "time",
    "lot",
    "number",
    "part",
    "example",
    "list",
    "process",
    "steps",
    "board",
}


@dataclass(frozen=True)
class Focus:
    """The thing a question was about.

    `thing` is short: the name, or the noun phrase. `whole` has the phrases that belong to it as well. `main` is the
    phrase itself with its place in the text; `years` and `sides` are the constraints the question named.
    """

    text: str
    thing: str
    whole: str
    main: Phrase
    all: tuple[Phrase, ...]
    names: tuple[str, ...]
    years: tuple[str, ...]
    sides: tuple[Phrase, ...]  # prepositional phrases other than the main one


def definite(text: str, language: str = "en") -> str:
    """The phrase with a definite article in place of an indefinite one."""
    if language != "en":
        return text
    return _ARTICLE.sub("the ", text)


@lru_cache(maxsize=2048)
def _focus(text: str, language: str, known: tuple[str, ...]) -> Focus | None:
    plain = _CODE.sub(lambda match: "." + " " * (len(match.group()) - 1), text)
    everything = phrases(plain, language, known) or phrases(text, language, known)
    found = _of_question(plain, everything) or everything
    if not found:
        return None
    faults = (p for p in found if any(_FAULT.fullmatch(name) for name in p.names))
    asks = text[plain.rfind("\n") + 1 :] if "?" in text else ""
    fault = next(faults, None) if not any(p.start >= len(text) - len(asks) for p in everything) else None
    main = fault or _main(found, travels=_TRAVELS.search(text.lower()) is not None)
    sides = tuple(p for p in found if p is not main and p.prep and not p.asked)
    names = tuple(dict.fromkeys(name for p in everything for name in p.names))
    return Focus(
        text,
        _thing(main, language),
        _whole(text, main, found, language),
        main,
        found,
        names,
        tuple(YEAR.findall(text)),
        sides,
    )


def centred(found: Focus, phrase: Phrase, language: str = "en") -> Focus:
    """The focus with another of its phrases as the main one."""
    if phrase is found.main:
        return found
    sides = tuple(p for p in found.all if p is not phrase and p.prep and not p.asked)
    whole = _whole(found.text, phrase, found.all, language, leading=False)
    return replace(found, thing=_thing(phrase, language), whole=whole, main=phrase, sides=sides)


def _of_question(text: str, found: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
    """The phrases of the last sentence that has any besides what it asks for."""
    starts = [0, *(match.end() for match in _SENTENCE_END.finditer(text) if match.end() < len(text))]
    spans = list(zip(starts, [*starts[1:], len(text)], strict=True))
    spans.sort(key=lambda span: ("?" not in text[span[0] : span[1]], -span[0]))
    for start, end in spans:
        here = tuple(p for p in found if start <= p.start < end)
        if any(not p.asked and not p.time for p in here):
            return here
    return found


def focus_of(text: str, language: str = "en", known: Collection[str] = ()) -> Focus | None:
    """The focus of a question or a phrase; None for a text without any noun phrase."""
    return _focus(text, language, tuple(known))


def _main(found: tuple[Phrase, ...], *, travels: bool = False) -> Phrase:
    """The phrase the question is about: not what it asks for, not where or when."""
    free = [p for p in found if not p.asked and not p.quantity and (not p.time or _is_term(p))]
    free = free or [p for p in found if p.asked]
    free = [p for p in free if not _ranks(p)] or [p for p in found if p.asked] or free
    plain = [p for p in free if p.prep in _ABOUT and not (p.head in _GENERIC and len(p.words) == 1)]
    plain = [p for p in plain if not _destination(p, plain, travels=travels)]
    named = sorted((p for p in plain if p.names), key=lambda p: p.person)
    first = plain[0] if plain else None
    if named and not (first is not named[0] and first is not None and first.definite and len(first.words) > 1):
        return named[0]
    if first is not None and first.person and first.det in {"a", "an"}:
        return next((p for p in free if p.names), first)
    if first is not None:
        return first
    rest = [p for p in free if p.head not in _GENERIC] or free or list(found)
    return rest[0]


def _is_term(phrase: Phrase) -> bool:
    """For "how many weeks does the school year have?": a time that is itself what is spoken of."""
    described = [word for word in phrase.words if word not in GENERIC_ADJECTIVES and not word[0].isdigit()]
    return phrase.definite and not phrase.prep and len(described) > 1 and not phrase.names


def _ranks(phrase: Phrase) -> bool:
    """For "the lightest", of "which canoe is the lightest?"."""
    return phrase.det == "the" and len(phrase.words) == 1 and re.fullmatch(r"[a-z]{3,}est", phrase.head) is not None


def _destination(phrase: Phrase, others: list[Phrase], *, travels: bool = False) -> bool:
    """Whether a name only says where a thing goes: "the ferry to Korvala", but not "add a phone to the Family Plan"."""
    if phrase.prep != "to" or not phrase.names:
        return False
    if any(p.subject and p.start < phrase.start and not (p.person or p.names or p.asked) for p in others) and travels:
        return True
    return any(0 < phrase.start - p.end <= _NEXT_TO and not p.person and (p.subject or p.definite) for p in others)


def _thing(main: Phrase, language: str) -> str:
    """The name in the phrase with its noun, or what the phrase names a property of, or the phrase."""
    if language != "en":
        return main.text
    parts = re.split(r"\s+of\s+", main.text, flags=re.IGNORECASE)
    own = main.head not in MEASURES | RELATIONS and not main.plural and not _ABSTRACT.search(main.head)
    own = own and bool(main.names or len(parts[0].split()) > 2)
    if own and main.det and len(parts) > 1 and not any(name in parts[0] for name in main.names):
        return definite(main.text, language)  # "the lift of Brackwater Tower" is a thing of its own
    named = [part for part in parts if any(name in part for name in main.names)]
    return definite(_possessor(named[-1]) if named else _owner(main), language)


def _owner(main: Phrase) -> str:
    """What a property belongs to: "lung cancer" of "lung cancer's symptoms", "toilets" of "the history of toilets".

    A phrase without an article names a matter of its own: "registration of a drone".
    """
    parts = re.split(r"\s+of\s+", main.text, flags=re.IGNORECASE)
    owned = main.det == "the" and len(parts) > 1 and not re.match(r"\d", parts[-1])
    text = parts[-1] if owned else main.text
    return _possessor(re.sub(r"^[a-z]{3,}ing\s+(?=\S+s\b|[A-Z])", "", text) if owned else text)


def _possessor(text: str) -> str:
    match = re.match(r"(.+?)['’]s\s+[^\sA-Z]", text) or re.match(r"(.+?s)['’]\s+\S", text)
    return match.group(1) if match else text


def _whole(text: str, main: Phrase, found: tuple[Phrase, ...], language: str, *, leading: bool = True) -> str:
    """The main phrase with the phrases that hang on it: "the penalty for closing the Two-Year Bond"."""
    at = found.index(main)
    start, end = main.start, main.end
    for phrase in found[at + 1 :]:
        if phrase.time or not _hangs(text[end : phrase.start], language):
            break
        end = phrase.end
    clause = _RELATIVE.match(text, end)
    end = clause.end() if clause and main.det == "the" and end == main.end else end
    for phrase in reversed(found[:at]) if leading else ():
        if phrase.asked or not _hangs(text[phrase.end : start], language):
            break
        start = phrase.start
    return definite(text[start:end], language)


def _hangs(between: str, language: str) -> bool:
    """Whether the words between two phrases join them: a preposition, "for closing", "kept in"."""
    words = between.lower().split()
    joins = bool(words) and words[-1] in GRAMMARS.get(language, EN).prep
    if len(words) == 1:
        return joins
    if len(words) != 2:
        return False
    gerund = words[0] in EN.prep and words[1].endswith("ing")
    participle = joins and (words[0].endswith("ed") or words[0] in PARTICIPLES)
    return gerund or participle
