"""Which stated fact answers a question, if any: by the question's own words, and by what kind of value it asks for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from nodes.asking import fits
from nodes.facts import USER, user_facts
from nodes.ledger import draft_fact, is_active, said, slot
from nodes.state import Fact, Route
from stores.words import stem, terms, words

STRONG, CUED, LEADING = 0.99, 0.5, 0.6
"""Share of the question's words that a fact must hold to answer it, to answer one about the user or the conversation,
and to stand before what the documents say to such a one."""
_CUE = re.compile(
    r"\b(?:my|our|mine|ours|did (?:i|we)|have (?:i|we)|(?:i|we)(?:'ve)? "
    r"(?:said|told|gave|mean|meant|mentioned|decided|agreed|chose|call\w*)|"
    r"(?:do|did|should|are|were) (?:i|we)|am i|remind|remember|mi|mis|nuestr[oa]s?|dije|decidimos|mon|ma|mes|notre|nos|"
    r"j'ai dit|avons-nous|mein\w{0,2}|unser\w{0,2}|habe ich|haben wir)\b",
    re.IGNORECASE,
)
_TALKS = {
    "en": """say said tell told mention mentioned ask asked remind remember recall earlier before again call called name
        use used decide decided agree agreed conversation chat please you know exactly value current currently now
        gave give given mean means meant meaning stand stands choose chose chosen pick picked""",
    "es": "dije dijo decir mencioné dijiste",
    "fr": "dit dire mentionné",
    "de": "sagte gesagt erwähnt",
}
_TALK = frozenset(word for text in _TALKS.values() for word in text.split())
_MEASURES = {
    "heavy": ("weigh", "weight", "kg", "kilogram", "gram", "pound", "tonne"),
    "old": ("age", "turn", "year", "born"),
    "long": ("last", "take", "length", "week", "day", "month", "year", "hour", "minute", "metre", "meter", "duration"),
    "tall": ("height", "cm", "metre", "meter"),
    "high": ("height", "limit", "metre", "meter"),
    "far": ("distance", "kilometre", "mile"),
    "much": ("cost", "price", "budget", "fee", "amount", "pay"),
    "expensive": ("cost", "price"),
    "big": ("size", "capacity"),
    "wide": ("width",),
    "fast": ("speed",),
    "where": ("live", "office", "based", "located", "in", "city"),
    "pesado": ("pesa",),
    "lourd": ("pèse",),
    "schwer": ("wiegt",),
}


_OLD = {
    "en": r"\b(?:old|previous(?:ly)?|former(?:ly)?|earlier|original(?:ly)?|initial(?:ly)?|prior|used to be|at first"
    r"|(?:my|our|the|your|very) first|(?:said|say|told|tell|gave|give)\b[^?.!]*\bfirst|before(?=\W*$))\b",
    "es": r"\b(?:antigu[oa]s?|viej[oa]s?|anterior(?:es)?|antes|original(?:es)?|primer[oa]?|al principio)\b",
    "fr": r"\b(?:ancien(?:ne)?s?|précédente?s?|avant|auparavant|initiale?s?|au début|d'abord|originale?s?)\b",
    "de": r"\b(?:alte[nrsm]?|vorherige[nrsm]?|frühere?[nrsm]?|ehemalige[nrsm]?|ursprünglich\w*|vorher|zuerst"
    r"|anfangs)\b",
}
_FIRST = re.compile(
    r"\b(?:first|original\w*|initial\w*|primer[oa]?|principio|début|d'abord|ursprünglich\w*|zuerst|anfangs)\b"
)
_CHANGED = frozenset({"correct", "corrected", "correction", "change", "changed", "update", "updated", "replaced"})


def asks_for_old(question: str, language: str) -> bool:
    """Whether a question wants a value that was taken back: "what was the old code?", "what did I say first?"."""
    return re.search(_OLD.get(language, _OLD["en"]), question.lower()) is not None


@dataclass(frozen=True)
class Told:
    """A fact that answers, and how much of the question it holds."""

    fact: Fact
    share: float
    strong: bool


def fact_that_answers(question: str, facts: Sequence[Fact], route: Route, *, nothing_else: bool = False) -> Told | None:
    """The best of the user's own facts for a question, or None where none holds enough of it.

    `facts` come best first; between equals the kind of value that the question asks for decides, then that order.
    `nothing_else`: the documents have no answer, so that half of the question's words are enough.
    """
    language = route.language
    ended = [fact for fact in facts if fact.superseded_by and fact.speaker == "user"]
    if ended and asks_for_old(question, language) and (old := _taken_back(question, ended, route)):
        return old
    asked = set(words(question)) - _TALK
    wanted = set(terms(" ".join(asked), language))
    if not wanted:
        return None
    anew = {slot(draft_fact(one), language) for one in user_facts(question, language) if one.attribute}
    cued = route.action == "recall" or bool(_CUE.search(question))
    least = CUED if cued or nothing_else else STRONG
    best: tuple[float, int, int] | None = None
    chosen: Fact | None = None
    for place, fact in enumerate(facts):
        if fact.speaker != "user" or not is_active(fact) or slot(fact, language) in anew:
            continue
        share, fitting = _share(asked, wanted, fact, language), fits(question, fact.value, fact.kind)
        if not (fact.attribute or cued or fitting):
            continue
        rank = (share + 0.3 * fitting, int(bool(fact.attribute)), -place)
        if share >= least and (best is None or rank > best):
            best, chosen = rank, fact
    if chosen is None or best is None:
        return None
    share = _share(asked, wanted, chosen, language)
    return Told(chosen, share, strong=share >= (LEADING if cued else STRONG))


def _taken_back(question: str, ended: Sequence[Fact], route: Route) -> Told | None:
    """The superseded fact that a question about an old value means: the newest, or the first where it asks for that.

    A question that names no slot ("what did I say first?") means the one that was corrected last.
    """
    language = route.language
    cue = re.compile(_OLD.get(language, _OLD["en"]))
    asked = set(words(cue.sub(" ", question.lower()))) - _TALK - _CHANGED
    wanted = set(terms(" ".join(asked), language))
    if not wanted and route.action != "recall":
        return None
    shares = {fact.id: _share(asked, wanted, fact, language) if wanted else 1.0 for fact in ended}
    best = max(ended, key=lambda fact: (shares[fact.id], fact.superseded_by))
    if shares[best.id] < CUED:
        return None
    chain = [fact for fact in ended if slot(fact, language) == slot(best, language)]
    chosen = min(chain, key=lambda fact: fact.id) if _FIRST.search(question.lower()) else best
    return Told(chosen, shares[best.id], strong=route.action == "recall" or shares[best.id] >= STRONG)


def sentence_of(fact: Fact, told: str) -> str:
    """The user's own sentence that holds the fact's value, from the message `told`; the fact in words without one."""
    value = re.sub(r" \(\d{4}(?:-\d\d){0,2}\)", "", fact.value).casefold()
    for sentence in re.split(r"(?<=[.!?])\s+|\n+", told):
        flat = " ".join(sentence.split())
        if value in flat.casefold():
            dated = fact.since and fact.since not in flat
            return f"{flat.rstrip('.')} ({fact.since})" if dated else flat.rstrip()
    return said(fact)


def _share(asked: set[str], wanted: set[str], fact: Fact, language: str) -> float:
    about = f"{'' if fact.subject == USER else fact.subject} {fact.attribute} {fact.value}"
    held = {stem(word, language) for word in words(about)}
    found = wanted & held
    for word, measures in _MEASURES.items():
        root = stem(word, language)
        if word in asked and root in wanted - found and held & {stem(one, language) for one in measures}:
            found = found | {root}
    return len(found) / len(wanted)
