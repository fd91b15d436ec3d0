"""Which thing of an exchange a pronoun most likely stands for: by role, agreement and what is said of it.

The roles weigh as in centering (Grosz, Joshi and Weinstein 1995): what the exchange itself reached back for, then what
it was about, then its object; somebody who acts is no "it". What an answer says something of counts beside these.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from nodes.reference_rules.focus import Focus
from nodes.reference_rules.grammar import BODIES, EN, MEASURES
from nodes.reference_rules.past import Exchange, Past
from nodes.reference_rules.phrases import Phrase, phrases
from nodes.reference_rules.tokens import tokenize
from nodes.reference_rules.verbs import Token
from nodes.resolving.lexicon import behaviour
from nodes.routing.table import vocabulary
from stores.words import stem, words

MAIN, LINKED, COUNTED, OBJECT, TOLD, FILLS, GOVERNED = 1.0, 0.9, 0.5, 0.1, 0.4, 0.9, 0.6
CHANGES, CHANGER, BESIDE = 0.5, 0.4, 1.5
ACTOR, SOMEBODY, OFFICE, NUMBER, PERSON = -0.5, -1.2, -0.6, -3.0, -2.0
_LEAST = -0.9  # below this a thing is no candidate at all
_NEAR, _FEW = 6, 4
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_CHANGING = re.compile(
    r"\b(?:chang|alter|affect|amend|rais|lower|increas|reduc|exten|shorten|replac|introduc|abolish|delet|repeal|modif"
    r"|updat|remov|add|cut|tighten|relax|revis|mention|address|influenc|impact)\w*"
)
_CHANGERS = re.compile(
    r"(?:amendment|update|release|version|reform|revision|law|act|rule|rules|policy|regulation|agreement|contract"
    r"|tariff|bulletin|directive|decision|patch|upgrade|terms|edition|guideline|guidelines|scheme|order|notice|change"
    r"|treaty|statute|code|ordinance|resolution|memo|circular|addendum|clause|bill|standard|review|fix|migration)"
)
_INTRODUCES = re.compile(
    r"^\W*(?:and\s+|so\s+)?(?:what(?:'s|\s+is|\s+are|\s+was|\s+were|\s+does|\s+do)|tell|explain"
    r"|describe|define|is\s+there"
    r"|are\s+there|how\s+(?:does|do|is|are)|who\s+(?:is|are)|show)\b"
)
_HANGS_IN = vocabulary("under in within by on from at with since after before during inside")


@dataclass(frozen=True)
class Use:
    """How a message uses a pronoun.

    `governor`: the stem of the noun or verb that it hangs on ("threshold" of "its threshold"). `changes`: it does
    something to another thing ("does it change the fee?"). `beside`: the stem of the noun it is named together
    with ("this and the other exemption"). `done`: the verb of what is done to it ("can I pause it").
    """

    subject: bool = False
    governor: str = ""
    changes: bool = False
    beside: str = ""
    done: str = ""


def use_of(low: str, start: int) -> Use:
    """The use of the pronoun at `start` of a lower-case message."""
    tokens = tokenize(low, EN)
    at = next((n for n, token in enumerate(tokens) if token.start >= start), len(tokens) - 1)
    if at < 0:
        return Use()
    before, after = (tokens[at - 1] if at else None), tokens[at + 1 : at + 4]
    asked = before is not None and before.kind in {"aux", "be"}
    subject = asked or (bool(after) and after[0].kind in {"verb", "be", "aux"} and not (before and _acts(before)))
    joined = re.match(r"\w+\s+(?:and|or|nor)\s+", low[start:])
    other = phrases(low[start + joined.end() :], "en") if joined else phrases(low[:start], "en")
    led = joined is not None or re.search(r"\b(?:and|or|nor)\s+$", low[:start]) is not None
    beside = (other[0] if joined else other[-1]).head if led and other else ""
    changes = bool(subject and after and _CHANGING.match(after[0].low) and not (before and before.kind == "be"))
    done = before.low if before is not None and before.kind == "verb" and not subject else ""
    return Use(subject, _governor(tokens, at, subject=subject), changes, stem(beside) if beside else "", done)


def _acts(token: Token) -> bool:
    return token.kind in {"verb", "prep"}


def _governor(tokens: list[Token], at: int, *, subject: bool) -> str:
    if tokens[at].kind == "possessive":
        noun = next((t for t in tokens[at + 1 : at + 4] if t.kind == "word"), None)
        return stem(noun.low) if noun else ""
    if not subject and at > 1 and tokens[at - 1].kind == "prep" and tokens[at - 2].kind == "word":
        return stem(tokens[at - 2].low)
    near = tokens[at + 1 : at + 4] if subject else tokens[max(0, at - 2) : at]
    verb = next((t for t in near if t.kind == "verb"), None)
    return stem(verb.low) if verb else ""


def reached_for(exchange: Exchange) -> str:
    """What an exchange's own pronoun or description stood for, with the words around it unchanged; "" without one."""
    asked, query = exchange.asked.split(), exchange.query.split()
    if asked == query:
        return ""
    changes = [c for c in SequenceMatcher(None, asked, query, autojunk=False).get_opcodes() if c[0] != "equal"]
    if not 1 <= len(changes) <= 3 or sum(j - i for _, i, j, _, _ in changes) > max(5, len(asked) // 2):
        return ""
    kept = len(asked) - sum(j - i for _, i, j, _, _ in changes)
    longest = max(changes, key=lambda c: c[4] - c[3])
    if kept < 3 or not 0 < longest[4] - longest[3] <= 10:
        return ""
    return " ".join(query[longest[3] : longest[4]]).strip(" ?.,!()").lower()


def hangs_in(exchange: Exchange, found: Focus | None) -> bool:
    """Whether the pronoun of an exchange only said where its new thing stands: "what is the exemption under it?"."""
    asked = exchange.asked.lower()
    match = re.search(r"\b(\w+)\s+(?:it|this|that|them|these|those)\b", asked)
    if found is None or match is None or match.group(1) not in _HANGS_IN or not _INTRODUCES.match(asked):
        return False
    return (found.main.head not in MEASURES or len(found.main.words) > 1) and not found.main.person


@dataclass(frozen=True)
class Salient:
    """A candidate with its score; `told`: its words are the answer's."""

    phrase: Phrase
    score: float
    told: bool = False


def most_salient(exchange: Exchange, found: Focus | None, use: Use, past: Past) -> Salient | None:
    """The likeliest thing of one exchange; None when it has none that agrees."""
    told = _told(exchange, found, use, past)
    asked = [Salient(p, _score(p, exchange, found, use, past)) for p in _things(found)] if found else []
    asked += _asked_for(found, use) if found else []
    merged = [_confirmed(one, told) for one in asked]
    best = max((*merged, *told), key=lambda one: one.score, default=None)
    return best if best is not None and best.score > _LEAST else None


def _things(found: Focus) -> Iterable[Phrase]:
    return (
        p for p in found.all if (not p.time or p is found.main) and not p.quantity and (not p.asked or p is found.main)
    )


def _asked_for(found: Focus, use: Use) -> list[Salient]:
    """What was counted, in the question: "annual leave" of "how many days of annual leave do employees get?"."""
    made = []
    for phrase in found.all:
        of = re.search(r"\sof\s+", phrase.text) if phrase.asked else None
        if of is not None and phrase is not found.main:
            text = phrase.text[of.end() :]
            said = tuple(words(text))
            start = phrase.start + of.end()
            counted = replace(phrase, text=text, start=start, words=said, head=said[-1], det="", prep="", asked=False)
            made.append(Salient(counted, COUNTED + _agreement(counted, use), told=True))
    return made


def _score(phrase: Phrase, exchange: Exchange, found: Focus, use: Use, past: Past) -> float:
    score = MAIN if phrase is found.main else 0.0
    if exchange.asked != exchange.query and _names_alone(exchange.asked, phrase):
        score += LINKED
    link = reached_for(exchange)
    if link and not hangs_in(exchange, found) and _covers(link, phrase):
        score += LINKED
    others = [p for p in _things(found) if p is not phrase and p.start > phrase.start and not p.prep]
    if phrase.subject and others and phrase is next((p for p in _things(found) if not p.asked), None):
        owned = phrase.det in {"my", "our"} and not phrase.names and any(p.det in {"a", "an"} for p in others)
        score += SOMEBODY if phrase.actor or owned else ACTOR  # "does my dog need a passport?"
    if not phrase.subject and not phrase.prep and phrase is not found.main:
        score += OBJECT
    return score + _agreement(phrase, use) + _said_of(phrase, use, past) + (OFFICE if is_office(phrase) else 0.0)


def _names_alone(asked: str, phrase: Phrase) -> bool:
    """Whether a message was little more than the name of a thing: "what about the other exemption?"."""
    said = words(asked)
    return len(said) <= len(phrase.words) + _FEW and set(phrase.words) <= set(said)


def _agreement(phrase: Phrase, use: Use) -> float:
    score = 0.0
    if phrase.plural:
        named = phrase.names and phrase.head in " ".join(phrase.names).lower()
        score += NUMBER / 6 if named else NUMBER  # "Class 3 lasers" are several, whatever they are called
    if phrase.person and not phrase.names:
        score += PERSON
    if use.beside and stem(phrase.head) == use.beside:
        score += BESIDE
    if use.changes and (phrase.head in MEASURES or _CHANGERS.fullmatch(phrase.head)):
        score += -CHANGER if phrase.head in MEASURES else CHANGER
    return score


def is_office(phrase: Phrase) -> bool:
    """Whether a name is a common noun with a capital: "the Authority", "the Safety Office"."""
    parts = [part for name in phrase.names for part in name.split()]
    common = phrase.head in BODIES or all(behaviour(stem(part.lower()))[4] < 0.6 for part in parts)
    return phrase.det == "the" and bool(parts) and common


def _covers(link: str, phrase: Phrase) -> bool:
    linked = words(link)
    return phrase.head in linked or (bool(linked) and set(linked) <= set(phrase.words))


def _said_of(phrase: Phrase, use: Use, past: Past) -> float:
    """Whether what hangs on the pronoun was said of the thing before: "the threshold of the exemption"."""
    if not use.governor:
        return 0.0
    head, best = stem(phrase.head), 0.0
    for exchange in past.all[:6]:
        for sentence in _SENTENCE.split(f"{exchange.answered[:600]} {exchange.query}"):
            said = [stem(word) for word in words(sentence)]
            if use.governor in said and head in said:
                pairs = [
                    (i, j) for i, a in enumerate(said) if a == use.governor for j, b in enumerate(said) if b == head
                ]
                ordered = [abs(i - j) for i, j in pairs if (j < i) is use.subject and i != j]
                best = max(best, GOVERNED if ordered and min(ordered) <= _NEAR else GOVERNED / 6)
    return best


def _told(exchange: Exchange, found: Focus | None, use: Use, past: Past) -> list[Salient]:
    """What the answer's first sentence is about, and what it gives where the question left a blank."""
    first = _SENTENCE.split(exchange.answered)[0][:300]
    if len(first.split()) < 4:
        return []
    told = [p for p in phrases(first, "en", past.known) if not p.time and not p.quantity]
    held = {stem(word) for word in words(exchange.query)}
    made: list[Salient] = []
    for at, phrase in enumerate(told):
        if phrase.det not in {"the", "our", "your"} and not phrase.names:
            continue
        new = bool({stem(word) for word in phrase.words} - held)
        score = _agreement(phrase, use) + (OFFICE if is_office(phrase) else 0.0)
        if at == 0 and phrase.subject and not phrase.prep:
            doing = len(told) > 1 and not re.match(r"\s*(?:is|are|was|were|has|have)\b", first[phrase.end :])
            score += TOLD + (CHANGES if use.changes and doing else 0.0)
            score += SOMEBODY if phrase.actor and doing else 0.0
        elif not (new and _blank(exchange.query) and not phrase.prep):
            continue
        else:
            score += FILLS if found is None or found.main.actor or found.main.asked else OBJECT
        made.append(Salient(phrase, score + _said_of(phrase, use, past), told=True))
    return made


def _blank(query: str) -> bool:
    """Whether a question leaves its object open: "what must they sign?"."""
    asks = r"^\W*(?:and\s+|so\s+)?(?:what|which\s+\w+)\s+(?:do|does|did|must|can|may|should|will)\b"
    return re.match(asks, query.lower()) is not None


def _confirmed(asked: Salient, told: list[Salient]) -> Salient:
    """A thing of the question that the answer says something of too, in the fuller of the two wordings."""
    for one in told:
        same = one.phrase.head == asked.phrase.head and (
            set(asked.phrase.words) <= set(one.phrase.words) or set(one.phrase.words) <= set(asked.phrase.words)
        )
        if same and one.score > 0:
            fuller = len(one.phrase.words) > len(asked.phrase.words)
            return Salient(one.phrase if fuller else asked.phrase, asked.score + one.score, told=fuller)
    return asked
