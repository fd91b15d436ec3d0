"""What a message leaves out: "what was the budget?", "can I appeal?", "up to how many can be carried over?"."""

import re
from collections.abc import Sequence

from nodes.reference_rules import antecedents
from nodes.reference_rules.focus import focus_of
from nodes.reference_rules.grammar import (
    ATTRIBUTES,
    ATTRIBUTES_ELSEWHERE,
    EN,
    GENERIC_ADJECTIVES,
    GRAMMARS,
    MEASURES,
    NAMED_ONCE,
)
from nodes.reference_rules.locations import SITES, place_told
from nodes.reference_rules.nominal import append
from nodes.reference_rules.past import Past
from nodes.reference_rules.phrases import Phrase, phrases
from nodes.reference_rules.tokens import tokenize
from nodes.reference_rules.verbs import Token
from nodes.routing.table import vocabulary
from stores.words import STOP_WORDS, terms, words

_ASKS = re.compile(
    r"\?|^\W*(?:and\s+|but\s+|so\s+)?(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does"
    r"|did|can|could|will"
    r"|would|should|may|must|has|have|tell|give|show|list|name|explain|describe|compare|find|define"
    r"|summari[sz]e|i\s+(?:want|need"
    r"|would\s+like)|i'd\s+like)\b"
)
_OF_ITS_OWN = vocabulary("budget form office menu code codes phone process function role rule rules treatment contact")
ALLOWED = re.compile(
    r"\W*(?:is|are|can|may|must) (?:[\w-]+ ){1,2}(?:allowed|permitted|possible|included|required|banned)\W*$"
)
"""What leaves out where: "is smoking allowed?"."""
_AGES = frozenset({"old", "new", "main", "central", "big"})  # "the old mill" is one among mills
_LIGHT = vocabulary(
    """get gets got go goes went come comes do does make makes work works mean means happen happens need needs want take
    takes tell explain describe give show find cost costs help use used know say said bring buy sell rent book pay pays
    leave allow accept offer include"""
)


def _counted(question: str, low: str, past: Past, language: str) -> str | None:
    """For "Up to how many can be carried over?": the noun that was counted before."""
    match = re.search(
        r"\bhow\s+(?:many|much)(?!\s+(?:is|are|was|were)\s+(?:the|an?|my|our|your|this|that|these"
        r"|those|it|they)\b)(?=\s+(?:can|could|may|must|is|are|was|were|do|does|did|will|would|should"
        r"|of)\b"
        r"|\W*$)",
        low,
    )
    if match is None or past.last is None or language != "en":
        return None
    asked = next((p for p in phrases(past.last.query, language, past.known) if p.asked and not p.person), None)
    if asked is None or not re.search(r"\bhow\s+(?:many|much)\b", past.last.query.lower()):
        return None
    return f"{question[: match.end()]} {asked.text}{question[match.end() :]}"


def add_missing(question: str, low: str, past: Past, language: str, *, lead: bool) -> str | None:
    """The question with the thing it leaves out: "what was the budget?", "can I appeal?", "and how large may a
    message be?".

    None when nothing is missing. `lead`: the message begins with "and".
    """
    every = phrases(question, language, past.known)
    own = [p for p in every if not p.asked]
    if any(p.names or (p.asked and len(p.words) > 2) for p in every) or past.last is None or not (past.begun or lead):
        return None
    if said := _counted(question, low, past, language) or _described(question, own, past, language):
        return said
    bare = [p for p in own if is_bare(p, language)]
    others = [p for p in own if not is_bare(p, language) and not (p.time or p.person or p.quantity)]
    asked = [p for p in phrases(question, language) if p.asked]
    content = [word for word in words(low) if word not in STOP_WORDS.get(language, ())]
    found = antecedents.of_anchor(past, bare[-1].head, language) if bare else antecedents.of_it(past, language)
    known = bool(bare) and all(_was_asked_about(p, past, language) for p in bare)
    if found is None or known or (not past.last.answerable and not bare):
        return None
    owners = [owner for p in bare if (owner := antecedents.of_owner(p.head, past, language)) is not None]
    thing = owners[0].text if owners else found.text
    acts = any(p.person and p.subject and p.det in {"a", "an", "every"} for p in own)
    told = acts and all(len(p.words) > 1 for p in bare)  # "when must a dealer pay the annual licence fee?"
    headless = _WHO.match(low) and (thing == thing.lower() or set(thing.lower().split()) & _OFFERS)
    itself = _DISLOCATED.match(low) and not (bare and bare[0] is own[0])  # "and webhooks, which plan do those need?"
    held = focus_of(past.last.query, language, past.known)
    hollow = held is not None and held.main.time and not held.main.definite and thing in held.main.text  # "per day"
    if told or headless or itself or hollow or set(terms(thing, language)) <= set(terms(question, language)):
        return None
    dated = held.years[0] if held and len(held.years) == 1 and not any(p.time for p in every) else ""
    if dated and dated not in thing and not bare:
        thing = f"{thing} in {dated}"
    if bare and not others and not asked and len(content) <= 5:
        return _after_phrase(question, bare[-1], thing, language)
    if not content and re.search(
        r"\b(?:not|is|are|was|were|do|does|did|can|cannot|could|may|must|should|will)\b|n't\b", low
    ):
        return append(question, f"({past.last.query.strip(' ?.!')})")
    if not own and (not asked or not content) and len(content) <= 3:
        entire = antecedents.of_it(past, language, predicate=True)
        return append(question, f"({(entire or found).text})")
    some = bool(others) and not bare and others[-1].head in _OFFERED and _HAS_ANY.match(low) is not None
    if some or _RANKED.match(low) or _JOINS.match(low) or (not _ASKS.search(low) and len(content) <= 8):
        return append(question, f"({thing})")  # a statement about what was asked
    loose = lead and len(content) <= 5 and not any(len(p.words) > 2 for p in others)
    alone = bool(asked) and not own and len(content) <= 3
    return append(question, f"({thing})") if loose or alone else None


_OFFERED = (ATTRIBUTES | MEASURES | {"discount", "discounts", "reduction", "concession"}) - {"office", "menu", "phone"}
_DISLOCATED = re.compile(
    r"\W*(?:(?:the|a|an|my|our)\s+)?(?:[\w-]+\s+){0,4}?[\w-]+,\s+(?:what|which|where|when|how|who|is|are|do|does|did|can)"
    r"\b[^,]*\b(?:it|they|them|those|these)\b"
)
_RANKED = re.compile(
    r"\W*(?:and\s+|so\s+|but\s+)?who\s+(?:came|finished|was|were|got|won|lost|ended)(?:\s+(?:in|up))?"
    r"(?:\s+(?:first|second|third|fourth|fifth|last|next|it))?\W*$"
)
_JOINS = re.compile(
    r"\W*(?:and\s+|so\s+|but\s+)?(?:can|could|may|must|should|do|does|will|would)\s+(?:(?:my|our|the)\s+)?"
    r"(?:[\w-]+\s+){1,2}?(?:also\s+|still\s+)?(?:come|join|participate|attend|take\s+part|enter|apply|ride|play)"
    r"(?:\s+(?:too|along|with\s+(?:me|us)|as\s+well|for\s+free))?\s*(?:[?.!].*)?$"
)
_HAS_ANY = re.compile(r"\W*(?:and\s+|so\s+|but\s+|or\s+)?(?:is|are)\s+there\s+(?:an?|any)\s+(?:[\w-]+\s+)?[\w-]+\W*$")


def _was_asked_about(phrase: Phrase, past: Past, language: str) -> bool:
    """Whether an earlier question that said all it needed was about this very thing: "how long is the pool again?"."""
    alone = (one for one in past.all if words(one.asked) == words(one.query))
    held = (antecedents.focus(one, past, language) for one in alone)
    return any(found is not None and found.main.words == phrase.words and not found.main.asked for found in held)


_WHO = re.compile(r"^\W*(?:and\s+|so\s+|but\s+)?who(?:'s|\s+is|\s+are|\s+was|\s+were)\s+(?:the|your|our)\b")
_OFFERS = vocabulary(
    """plan pass ticket trip tour card membership subscription permit licence license policy insurance account loan fee
    price cost deposit rent locker key room day night"""
)


def about_of(question: str, past: Past, language: str) -> str:
    """What the topic is about, for a question that may have left it out.

    "" where a topic begins, and where the question names a thing that is not the topic's: "a resident permit", or does
    something to one of its own: "how do I claim expenses?".
    """
    found = antecedents.of_it(past, language, predicate=True, thing=True) if past.begun and language == "en" else None
    held = focus_of(found.text, language, past.known) if found else None
    if found is None or held is None or (held.main.person and not held.main.names):
        return ""
    if _WHO.match(question.lower()) and set(held.main.words) & _OFFERS:
        return ""  # a plan has no manager
    if held.main.head in MEASURES:
        owner = next((p.text for p in held.all if p.prep in {"for", "of"} and p.names), "")
        whole = [p for p in phrases(question, language, past.known) if p.definite and p.head not in ATTRIBUTES]
        if whole and not owner:
            return ""  # a deposit has no audio guide
    tokens = tokenize(question, EN)
    own = any(_of_its_own(p) or _introduced(p, tokens) for p in phrases(question, language, past.known))
    return "" if own else found.text


def says_nothing(question: str, language: str) -> bool:
    """Whether a question names no thing at all, at most who or when: "what do children pay?"."""
    return all(p.person or p.time for p in phrases(question, language))


def _of_its_own(phrase: Phrase) -> bool:
    described = [word for word in phrase.words if word not in GENERIC_ADJECTIVES]
    if (phrase.names and not phrase.time) or len(described) > 2:
        return True
    return len(described) > 1 and not (phrase.definite or phrase.head in ATTRIBUTES or phrase.time or phrase.asked)


def _introduced(phrase: Phrase, tokens: Sequence[Token]) -> bool:
    """Whether a question brings a thing up itself: "donate blood", "how long is a booking?"."""
    before = next((t for t in reversed(tokens) if t.end <= phrase.start), None)
    if before is None or phrase.asked or phrase.time or phrase.person or phrase.prep or phrase.head in ATTRIBUTES:
        return False
    if before.kind == "verb":
        return not phrase.det and before.low not in _LIGHT and before.low not in EN.predicate
    return before.kind == "be" and phrase.det in {"a", "an"}


def stands_alone(question: str, past: Past, language: str) -> bool:
    """Whether a question without pronouns says all it needs: a name, a long phrase, or two things said together."""
    every = phrases(question, language, past.known)
    relative = ATTRIBUTES - _OF_ITS_OWN
    said_twice = [p for p in every if len(p.words) == 2 and not is_bare(p, language) and p.head not in relative]
    if said_twice or any(p.names or len(p.words) > 2 or (" of " in p.text and p.head not in ATTRIBUTES) for p in every):
        return True
    limited = any(p.prep and not p.time for p in every)
    solid = [p for p in every if not p.time and (limited or not is_bare(p, language))]
    said = [t for t in tokenize(question, EN) if t.kind == "verb" and t.low not in _LIGHT and t.low not in EN.predicate]
    return len(solid) + min(len(said), 1) >= 2


def is_bare(phrase: Phrase, language: str) -> bool:
    """For "the budget", "the minimum age": a definite noun that says nothing of what it belongs to."""
    attribute = phrase.head in ATTRIBUTES
    described = [word for word in phrase.words if word not in GENERIC_ADJECTIVES or (word in _AGES and not attribute)]
    general = attribute and phrase.plural and not phrase.det and not phrase.prep and len(phrase.words) > 1
    if language != "en":
        return phrase.definite and phrase.head in ATTRIBUTES_ELSEWHERE and len(described) <= 1
    relative = attribute and phrase.head not in _OF_ITS_OWN and len(phrase.words) <= 2
    most = 2 if relative and phrase.det == "the" and not phrase.names else 1  # "the side effects"
    return (phrase.definite or general) and len(described) <= most and phrase.head not in NAMED_ONCE and not phrase.time


def _described(question: str, own: list[Phrase], past: Past, language: str) -> str | None:
    """The question with "that grant" or "the exemption" in the words it was introduced with."""
    for phrase in own:
        pointing = phrase.det in {
            "this",
            "that",
            "these",
            "those",
            "same",
            "ese",
            "esa",
            "cette",
            "ce",
            "diese",
            "dieser",
            "dieses",
        }
        if not pointing and not (is_bare(phrase, language) and phrase.head not in NAMED_ONCE):
            continue
        found = antecedents.of_kind(phrase.head, past, language, answers=pointing)
        if (
            found is not None
            and found.text.lower() != phrase.text.lower()
            and not set(terms(found.text)) <= set(terms(question))
        ):
            if phrase.head not in found.text.lower() or len(phrase.words) > 1:
                return append(question, f"({found.text})")
            return f"{question[: phrase.start]}{found.text}{question[phrase.end :]}"
        if pointing and phrase.head in SITES and (place := place_told(past, language)):
            return append(question, f"({place[0]})")
        if pointing and (whole := antecedents.of_it(past, language, whole=True)) is not None:
            return append(question, f"({whole.text})")
    return None


def _after_phrase(question: str, phrase: Phrase, thing: str, language: str) -> str:
    joint = {"en": "of", "es": "de", "fr": "de", "de": "von"}[language]
    after = question[phrase.end :].split()
    if after and after[0].lower() in GRAMMARS[language].of:
        return append(question, f"({thing})")
    return f"{question[: phrase.end]} {joint} {thing}{question[phrase.end :]}"
