"""Messages that turn on an earlier one: corrections of the user's own request, and replies to what was asked back."""

import re

from nodes.routing.heard import Heard
from nodes.routing.table import Rules
from nodes.state import TurnNote

_BARE = 3  # the last patterns of a language need nothing but their form: what they match must be a fragment
REPLY_WORDS = 25  # a longer message is not the filling of a slot
_SENTENCE = re.compile(r"[^.!?\n;]+[.!?;]*")
_FINITE = re.compile(
    r"\b(?:is|are|was|were|am|do|does|did|has|had|have|can|could|will|would|should|must|won|wins|says|said|i"
    r"|you|we|it|that|this"
    r"|es|son|era|fue|está|hay|tiene|eso|est|sont|était|a|ont|c'est|ça|cela|ist|sind|war|hat|haben|das|es)\b"
)
_FRAGMENT_ONLY = re.compile(
    r"\b(?:problem|worries|idea|way|thanks|thank|need|more|longer|gracias|merci|danke|problema|problème)\b"
)


def asked_back(note: TurnNote | None) -> bool:
    """Whether the assistant's last turn ended in a question to the user."""
    if note is None:
        return False
    ending = note.answered.rstrip(" \n\"'”»)*_").rstrip()
    return note.action == "clarify" or ending.endswith(("?", "？", "؟"))


def reply_of(low: str, rules: Rules, pending: TurnNote | None) -> str:
    """The user's question whose slot this message fills, or "" when it is no reply."""
    if pending is None or not asked_back(pending):
        return ""
    text = low.strip()
    original = pending.asked.strip()
    if rules.assent.match(text):
        return original if pending.action != "clarify" else ""
    if rules.refusal.match(text) or len(text.split()) > REPLY_WORDS:
        return ""
    for sentence in _SENTENCE.findall(text):
        clause = sentence.strip(" ,¿¡")
        if rules.asks.match(clause) and len(clause.split()) > 2:
            return ""
    return original


def correction_of(low: str, heard: Heard, rules: Rules, start: int, *, earlier: bool) -> tuple[str, str] | None:
    """(wanted, replaced) in the user's own words when a message corrects their earlier request, else None.

    `start` is where the message begins after its courtesies; `earlier` says whether there is a request to correct.
    """
    if not earlier or rules.contradicts.search(low):
        return None
    first = len(low) - len(low.lstrip())
    for number, pattern in enumerate(rules.corrects):
        match = pattern.match(low, first) or pattern.match(low, start)
        if match is None:
            continue
        bare = len(rules.corrects) > 2 and number >= len(rules.corrects) - (_BARE if len(rules.corrects) > 4 else 2)
        groups = pattern.groupindex
        wanted = heard.cut(*match.span("wanted"))
        replaced = heard.cut(*match.span("replaced")) if "replaced" in groups and match.group("replaced") else ""
        said = match.group("wanted")
        if bare and ("?" in low or _FINITE.search(said) or _FRAGMENT_ONLY.search(said) or rules.asks.match(said)):
            continue
        if replaced and "?" in low and not re.search(r"mean|instead|refer|décir|decir|mein", low):
            continue
        if rules.social.fullmatch(said):
            continue
        return wanted, replaced
    return None
