"""The words of an English message that lean on earlier turns: pronouns that the message does not explain itself."""

import re
from dataclasses import dataclass

from nodes.reference_rules.grammar import EN
from nodes.reference_rules.phrases import Phrase, phrases
from nodes.reference_rules.tokens import tokenize
from nodes.reference_rules.verbs import Token
from nodes.routing.rules import rules_for

POSSESSIVE = frozenset({"its", "their", "his", "her"})
_PLURAL = {"they", "them", "their", "theirs", "they're", "these", "those"}
_PERSON = {"he", "him", "his", "he's", "she", "her", "hers", "she's", "himself", "herself"}
_THING = {"it", "it's", "its", "itself", "this", "that", "that's"}
_GOES_BACK = re.compile(r"\b(?:and|but|when|if|because|while|so|since|after|before|once|until|unless)\b|[,;:.?!]")


_TAKES = re.compile(r"\bit\s+(?:takes?|took|will\s+take)\s+(?:until|till|before)\b")
_CONDITION = re.compile(r"\s+(?:if|when|once|unless|until|whenever|in case|should)\s+")
_ONE = re.compile(
    r"(?:that|this) one\b(?!\s+(?:of|about)\b)(?=\W*$|\s+(?:also|still|then|too|even|ever|not|really|be|is|are|was|were"
    r"|has|had|can|could|may|must|will|would|do|does|did|[a-z]{3,}s?)\b)"
)
_AFTER_IT = re.compile(r"\s+(?:\w+\s+){0,2}(?:after|before|since|until|for|about|with|by|in|under|on)\s+")
_ASKS_FOR = re.compile(
    r"\b(?:what(?:'s|\s+is|\s+are|\s+was|\s+would\s+be)|how\s+(?:much|high|long|big|large)\s+(?:is|are"
    r"|was)|(?:is|are|was)"
    r"\s+there|which\s+is)\s*$"
)


@dataclass(frozen=True)
class Anaphor:
    """A word that stands for something said before, with its place; `own`: possessive."""

    word: str
    start: int
    end: int
    kind: str  # it, they, person, one, mine, there


def anaphors(question: str, low: str, language: str) -> list[Anaphor]:
    """The words of a message that lean on earlier turns; English only."""
    tokens = tokenize(low, EN)
    skipped = [match.span() for rule in (rules_for("en").expletive, _TAKES) for match in rule.finditer(low)]
    own = phrases(question, language)
    found: list[Anaphor] = []
    told = -1  # the end of "that one" where the message names it itself
    for at, token in enumerate(tokens):
        kind = "it" if _ONE.match(low, token.start) else _kind(tokens, at)
        if not kind or any(start <= token.start < end for start, end in skipped):
            continue
        if kind in {"it", "they", "person"} and _explained(low, token, own, kind):
            told = token.end + len(" one") if _ONE.match(low, token.start) else told
            continue
        if token.low == "one" and token.end == told:
            continue
        end = token.end
        if token.low in {"that", "this"} and _ONE.match(low, token.start):
            kind, end = "it", token.end + len(" one")
        elif token.low == "one" and kind and found and found[-1].end == token.end:
            continue
        word = "it's" if token.low == "its" and _lacks_apostrophe(tokens, at) else token.low
        found.append(Anaphor(word, token.start, end, kind))
    return found


def _lacks_apostrophe(tokens: list[Token], at: int) -> bool:
    """Whether "its" is written for "it's": "what if its heavier", but not "its full price"."""
    after = tokens[at + 1 : at + 3]
    if not after or after[0].broken or after[0].low == "own":
        return not after
    said = after[0].low in EN.predicate or after[0].low in {"not", "too", "still", "so", "very", "a", "the", "been"}
    return said and (len(after) < 2 or after[1].broken or after[1].kind not in {"word", "num"})


_LIKE = {"is", "was", "be", "pick", "choose", "see"}
_COSTS = {"cost", "costs", "weigh", "weighs", "last", "lasts", "measure", "contain", "include", "consume", "hold"}


def _takes_object(token: Token) -> bool:
    verb = token.kind == "verb" or token.low.endswith("ing") or token.low in {"have", "get"}
    return verb and token.low not in _LIKE


def _kind(tokens: list[Token], at: int) -> str:
    token = tokens[at]
    before = tokens[at - 1] if at and not token.broken else None
    after = tokens[at + 1] if at + 1 < len(tokens) and not tokens[at + 1].broken else None
    low = token.low
    if low in {"this", "that", "that's", "these", "those"}:
        return _demonstrative(token, before, after)
    if low in _PERSON:
        return "person"
    if low in _PLURAL:
        return "they"
    if low in _THING:
        return "it"
    if low in {"one", "ones"}:
        number = after is not None and after.kind in {"word", "num"}
        leads = before is not None and before.low in {"which", "each", "another", "any", "this", "that", "every", "the"}
        described = before is not None and before.kind in {"word", "verb"} and at > 1 and tokens[at - 2].kind == "det"
        described = described and tokens[at - 2].low not in {"my", "our"}  # "my older one" is a child
        object_of = before is not None and low == "one" and (_takes_object(before) or before.low == "there")
        costs = before is not None and before.kind == "aux" and after is not None and after.low in _COSTS
        return (
            "one"
            if not number and (leads or described or object_of or costs) and not (after and after.low == "of")
            else ""
        )
    if low == "mine":
        return "mine"
    if low == "there":
        existential = (before is not None and before.kind in {"be", "aux"}) or (
            after is not None and after.kind in {"be", "aux"}
        )
        return "" if existential or before is None else "there"
    return ""


def _demonstrative(token: Token, before: Token | None, after: Token | None) -> str:
    if token.kind == "det" or (before is not None and before.low == "do" and after is not None and after.kind == "be"):
        return ""  # "what must a firm do that is above it?"
    if (
        token.low == "that"
        and before is not None
        and (before.kind == "word" or before.low in {"so", "know", "say", "sure", "means", "mean", "think"})
    ):
        return ""
    if (
        token.low == "that"
        and before is not None
        and before.kind == "verb"
        and after is not None
        and after.kind in {"pron", "det", "word"}
    ):
        return ""
    return "they" if token.low in {"these", "those"} else "it"


def _explained(low: str, token: Token, own: tuple[Phrase, ...], kind: str) -> bool:
    """Whether the message itself names what the pronoun stands for, in a clause before it."""
    for phrase in own:
        if phrase.end > token.start or phrase.asked or phrase.time or phrase.quantity or phrase.det in POSSESSIVE:
            continue
        if kind == "they" and not phrase.plural and " and " not in low[: token.start]:
            continue
        if kind == "person" and not (phrase.person or phrase.names):
            continue
        if kind == "it" and (phrase.person or phrase.plural):
            continue
        between = low[phrase.end : token.start]
        if kind == "it" and _CONDITION.fullmatch(between) and _ASKS_FOR.search(low[: phrase.start]):
            continue  # "what is the penalty if it is late?": the penalty is no more late than the fee is lost
        if token.low in {"that", "this"} and _AFTER_IT.fullmatch(between) and not low[token.end :].strip(" ?.!"):
            continue  # "is there a written report after that?"
        tail = re.split(r"\b(?:and|but|so)\b", between)
        if len(tail) > 1 and len(tail[-1].split()) > 2 and not _GOES_BACK.search(tail[-1]):
            continue
        if _GOES_BACK.search(between) and not re.fullmatch(r"\W*(?:and|but|so)?\W*", between):
            return True
        if token.low in POSSESSIVE and phrase.subject and not phrase.prep:
            return True
    return False
