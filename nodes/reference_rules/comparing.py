"""Comparisons of two things that came up one after the other: "which of the two is cheaper?"."""

import re

from nodes.reference_rules.antecedents import focus, of_it
from nodes.reference_rules.cue_tables import Cues
from nodes.reference_rules.grammar import MEASURES
from nodes.reference_rules.lists import items_of
from nodes.reference_rules.nominal import append
from nodes.reference_rules.past import Past
from nodes.reference_rules.phrases import phrases
from nodes.reference_rules.plurals import joined_pair
from stores.words import STOP_WORDS, stem, terms, words

_PLACES = re.compile(
    r"\b(?:of\s+)?(?:the\s+two|the\s+three|them|these|those|both(?:\s+of\s+(?:them|these|those))?|they"
    r"|either(?:\s+of\s+(?:them|these|those|the\s+two))?|neither(?:\s+of\s+(?:them|these|those"
    r"|the\s+two))?)\b"
)
_AGAINST = re.compile(
    r"\bwhat(?:'s|\s+is|\s+are)\s+the\s+(?:\w+\s+)?differences?\s+(?:to|from|with|compared\s+to|versus|vs)\b"
)
_FIRST_SECOND = re.compile(
    r"(?P<one>\bthe (?:first|former)(?: one)?)\b.*?\b(?:than|and|or|from|with|to)\s+(?P<other>the (?:second"
    r"|latter|other)(?: one)?)\b"
)
_TOGETHER = re.compile(
    r"\W*(?:(?:and|but|so|what about|how about)\s+)*(?:both(?:\s+(?:of\s+(?:them|these|those)|together))?"
    r"|(?:the\s+two\s+)?together)\W*"
)
_AND = {"en": "and", "es": "y", "fr": "et", "de": "und"}


def two_things(question: str, low: str, past: Past, cues: Cues, language: str) -> str | None:
    """The comparison with both things named; None when the message compares nothing that is left unnamed."""
    if _AGAINST.search(low) and (near := of_it(past, language)) and near.text.lower() not in question.lower():
        return append(question, f"({near.text})")
    if _TOGETHER.fullmatch(low) and language == "en" and (joined := _together(past)):
        return joined
    if both := _FIRST_SECOND.search(low):
        things = _things(past, language)
        if len(things) == 2:
            one, other = both.span("one"), both.span("other")
            return f"{question[: one[0]]}{things[0]}{question[one[1] : other[0]]}{things[1]}{question[other[1] :]}"
    match = cues.two.search(low)
    if match is None or sum(bool(p.names) for p in phrases(question, language)) >= 2:
        return None
    things = _with_places(low, past, language) or _things(past, language)
    if len(things) < 2:
        return None
    joined = f" {_AND[language]} ".join(things)
    place = _PLACES.search(low) if language == "en" else None
    if place is not None and not _NOUN_BEHIND.match(low, place.end()):
        said = question[place.start() : place.end()]
        of = "of " if said.lower().startswith("of ") else ""
        text = f"{question[: place.start()]}{of}{joined}{question[place.end() :]}"
    else:
        text = append(question, f"({joined})")
    content = [word for word in words(low) if word not in STOP_WORDS.get(language, ())]
    matter = "" if _ASKS_ITS_OWN.match(low) else _matter(past, things, language)
    return append(text, f"({matter})") if matter and len(content) <= 2 else text


def _with_places(low: str, past: Past, language: str) -> list[str]:
    """For "which of the two grounds is bigger?" after "where do both play?": both with where they do."""
    place, last = _PLACES.search(low), past.last
    noun = _NOUN_BEHIND.match(low, place.end()) if place else None
    if noun is None or last is None or "where" not in words(last.query):
        return []
    said = {stem(word, language) for one in past.all for word in words(f"{one.asked} {one.answered}")}
    told = [f"{item.text} {item.note}" for item in items_of(last.answered, language) if item.note]
    return [] if stem(noun.group().strip(), language) in said else told


_NOUN_BEHIND = re.compile(r"\s+(?!costs\b|takes\b|is\b|was\b|has\b|does\b)[a-z-]{3,}s\b")  # "of the two grounds"
_ASKS_ITS_OWN = re.compile(
    r"\W*(?:(?:and|so|but)\W+)?(?:where|when|why|how\s+(?:much|many|long|old|far))\b"
    r"|.*\b(?!(?:better|high|low|great|bigg|larg|small|long|short)er?)[a-z]{3,}er(?:\W*$|\s+(?:for|in|to|than)\b)"
    r"|.*\bone\s+(?!costs\b|has\b|is\b|gets\b|gives\b|offers\b|pays\b|takes\b)[a-z]+s\s+(?:more|less)\b"
)


def _together(past: Past) -> str:
    """The last question about both things, where the one before asked the same about another: "and both together?"."""
    held = [(one, found) for one in past.here[:2] if (found := focus(one, past, "en")) is not None]
    if len(held) < 2 or held[0][1].main.asked or held[0][1].main.words == held[1][1].main.words:
        return ""
    (last, new), (_, old) = held
    rest = [set(terms(one.query)) - set(terms(found.main.text)) for one, found in held]
    at = last.query.find(new.main.text)
    if rest[0] != rest[1] or at < 0:
        return ""
    return f"{last.query[:at]}{old.main.text} and {last.query[at:]}"


_COMPARES = re.compile(
    r"\b(?:differs?|(?<!^)compares?|compared|similar"
    r"|(?:different|the same)(?=\W*$|\s+(?:as|from|with|to|for|in|than|at)\b))\b"
)
_MEASURES = re.compile(
    r"\bhow\s+(?!(?:do|does|did|is|are|was|were|can|could|to|should|would|will|must|may)\b)\w+|\b(?:cost|costs|charge|charges|weigh|weighs"
    r"|price|fee|rate|range|pay|pays|earn|earns|last|lasts)\b"
)
_CUT = re.compile(
    r"^\W*(?:(?:and|but|so)\s+)?(?:which|who|what)\s+(?:ones?\s+|of\s+(?:them|these|those)\s+|[\w-]+\s+)?"
    r"(?:(?:do|does|did|can|may|must|will|is|are|was|were|has|have)(?:n't|\s+not|\s+none|\s+any)?|cannot|can't|won't)\W*$"
)
_FEW = 5


def with_matter(question: str, low: str, past: Past, language: str) -> str:
    """The question with what was asked before, where it only compares or cuts its predicate off.

    "How does this differ from a master thesis?" keeps the pages that were asked about, "which ones don't?" the licence.
    """
    last = past.last
    if last is None or language != "en":
        return question
    if _CUT.match(low):
        held = focus(last, past, language)
        asked = next((p for p in held.all if p.asked), None) if held else None
        return append(question, f"({last.query[asked.end if asked else 0 :].strip(' ?.!')})")
    content = [word for word in words(low) if word not in STOP_WORDS.get(language, ())]
    if (
        not (_COMPARES.search(low) and _MEASURES.search(last.query.lower()))
        or len(content) > _FEW
        or re.search(r"\bbetween\b", low)
    ):
        return question
    matter = _matter(past, [question], language)
    return append(question, f"({matter})") if matter else question


_PAIRS = re.compile(r"\b(?:difference|differences|between|compare|better|differ|or)\b")


def _things(past: Past, language: str) -> list[str]:
    """The two things last spoken of: a list of two in the answer, or what the last questions were about."""
    last = past.last
    if last is None:
        return []
    found: list[str] = []
    if _PAIRS.search(last.query.lower()) and (both := joined_pair(last.query, language, past.known)):
        return [part.strip() for part in re.split(r"\s+(?:and|or)\s+", both)][:2]
    if apart := _told_apart(past, language):
        return apart
    for exchange in past.all[:5]:
        held = focus(exchange, past, language)
        if held is None or held.main.asked:
            continue
        named = [p for p in held.all if p.names and not p.time and not p.asked]
        text = held.thing
        if len(named) >= 2 and not found:
            pair = [p.names[0] for p in named[-2:]]
            if re.search(r"\b(?:and|or|y|o|et|ou|und|oder|compared?|than|versus|vs)\b", exchange.query.lower()):
                return pair
        if not any(
            set(terms(text, language)) <= set(terms(one, language))
            or set(terms(one, language)) <= set(terms(text, language))
            for one in found
        ):
            found.append(text)
        if len(found) == 2:
            break
    items = [item.label for item in items_of(last.answered, language)]
    if len(items) == 2 and (len(found) < 2 or not all(any(c.isupper() for c in one) for one in found)):
        return items
    return list(reversed(found))


def _told_apart(past: Past, language: str) -> list[str]:
    """The names that tell two things of one kind apart: "a cabin on the Merle" and one on the Osprey."""
    held = [found for one in past.all[:2] if (found := focus(one, past, language)) is not None]
    if len(held) < 2 or stem(held[0].main.head) != stem(held[1].main.head) or held[0].main.names or held[1].main.names:
        return []
    names = [next((p.text for p in found.sides if p.names and not p.time), "") for found in held]
    if not any(names) and held[0].main.head in MEASURES:
        names = [next((p.text for p in found.sides if p.prep in {"for", "of"} and not p.time), "") for found in held]
    return names[::-1] if all(names) and len(set(names)) == len(names) else []


def _matter(past: Past, things: list[str], language: str) -> str:
    """What was asked about both: the words of the last question beside its thing."""
    last = past.last
    if last is None:
        return ""
    own = set(terms(" ".join(things), language))
    kept = [
        w for w in words(last.query) if w not in STOP_WORDS.get(language, ()) and not set(terms(w, language)) <= own
    ]
    return " ".join(kept[:3])
