"""A thing named beside its question, with a pronoun in its place: "the circle, how much is that?"."""

import re

from nodes.reference_rules.grammar import EN
from nodes.reference_rules.tokens import tokenize

_AHEAD = re.compile(
    r"^\W*(?:(?:and|but|so|ok(?:ay)?|oh|no+|wait|sorry|i\s+mean(?:t)?)\b[\s,.!]*)*(?P<thing>[\w'’ -]{3,60}?)\s*[,–:]\s+"
    r"(?P<clause>(?:what|which|how|who|when|where|why|is|are|was|were|do|does|did|can|could|will|would|may|must)\b.+)$",
    re.IGNORECASE | re.DOTALL,
)
_BEHIND = re.compile(
    r"^(?P<clause>[^,]+),\s+(?P<thing>(?:the|my|our|your|an?|this|these|those)\s+[\w'’ -]{2,50}?)[\s?.!]*$",
    re.IGNORECASE,
)
_PRONOUNS = frozenset({"it", "that", "this", "they", "them", "those", "these", "that's"})
_NO_THING = frozenset({"one", "ones", "others", "other", "both", "same", "rest", "first", "second", "third", "last"})
_CLAUSES = frozenset({"verb", "be", "aux", "wh", "pron", "adverb"})
_LEADS = frozenset({"for", "of", "if", "in", "on", "at", "with", "about", "regarding"})


def put_together(question: str) -> str:
    """The question with the thing in the place of its pronoun; "" for any other message."""
    for shape in (_AHEAD, _BEHIND):
        match = shape.match(question.strip())
        if match is not None and _is_thing(match["thing"]) and (made := _put(match["clause"], match["thing"].strip())):
            return made
    return ""


def _is_thing(text: str) -> bool:
    tokens = tokenize(text, EN)
    kinds = {t.kind for t in tokens}
    vague = {t.low for t in tokens} & _NO_THING or (tokens and tokens[0].low in _LEADS)
    return bool(kinds & {"word", "num"}) and not kinds & _CLAUSES and not vague and len(tokens) <= 8


def _put(clause: str, thing: str) -> str:
    tokens = tokenize(clause, EN)
    spots = [t for t in tokens if t.low in _PRONOUNS and t.kind == "pron"]
    if len(spots) != 1 or not any(t.kind in {"wh", "be", "aux"} for t in tokens[:1]):
        return ""
    spot = spots[0]
    new = f"{thing} is" if spot.low == "that's" else thing
    return f"{clause[: spot.start]}{new}{clause[spot.end :]}".strip()
