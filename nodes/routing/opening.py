"""What stands before the question, courtesies and cue clauses, and the question inside a rambling message."""

import re
from dataclasses import dataclass
from typing import Literal

from nodes.routing.table import Rules

Cue = Literal["", "switch", "return"]
RAMBLING = 30  # words from which a message is searched for its question
_EMOJI = re.compile(
    "[\U0001f000-\U0001faff\u2600-\u27bf\u2190-\u21ff\u2b00-\u2bff\ufe0f\u200d\U0001f1e6-\U0001f1ff\u2122\u00a9\u00ae]+"
)
_CLAUSE = re.compile(r"[^.!?;…\n,:–—()]+(?:[.!?;…\n,:–—()]+|$)")
_LINKS = re.compile(
    r"(?:(?:so|and|but|anyway|well|now|then|because|also|y|pero|entonces|et|mais|alors|donc|und|aber|also)\s+)*"
)
_GOES_ON = re.compile(
    r"\s*(?:which|who|that|for|in|of|on|at|if|when|because|with|after|before|under|or|que|para|si|pour|quand"
    r"|wenn|für|dass|oder)\b"
)


@dataclass(frozen=True)
class Opening:
    """Where the question starts, and what the clauses before it said about the topic."""

    start: int
    cue: Cue


def without_emoji(text: str) -> str:
    """The text with pictures as blanks, of the same length."""
    return _EMOJI.sub(lambda match: " " * len(match.group()), text)


def opening_of(low: str, rules: Rules) -> Opening:
    """Skip courtesies and cue clauses; the last thing said is never skipped."""
    at, cue = _past_space(low, 0), ""
    for _ in range(8):
        for pattern, meaning in rules.openers:
            match = pattern.match(low, at)
            if match and match.end() > at and low[match.end() :].strip(" .,!?"):
                at, cue = _past_space(low, match.end()), meaning or cue
                break
        else:
            break
    return Opening(at, cue)  # type: ignore[arg-type]  # the tables hold no other cues


def _past_space(low: str, at: int) -> int:
    while at < len(low) and (low[at].isspace() or low[at] in ",.;:!-–—"):
        at += 1
    return at


@dataclass(frozen=True)
class _Clause:
    start: int
    end: int
    score: float


def inner_question(low: str, start: int, rules: Rules) -> tuple[int, int]:
    """The span of the question within a rambling message; the whole of a message that does not ramble."""
    whole = (start, len(low))
    if len(low[start:].split()) < RAMBLING:
        return whole
    clauses = [(match.start(), match.end()) for match in _CLAUSE.finditer(low, start)]
    best: _Clause | None = None
    for number, (begin, end) in enumerate(clauses):
        announced = max((match.end() for match in rules.announces.finditer(low, begin, end)), default=0)
        asked = announced or _LINKS.match(low, _past_space(low, begin)).end()  # type: ignore[union-attr]  # may match nothing
        stops = _stop(low, clauses, number)
        score = (
            3.0 * bool(announced)
            + 2.0 * (low[end - 1 : end] == "?" or "?" in low[end:stops])
            + number / len(clauses) / 2
        )
        score += 2.0 * bool(rules.asks.match(low, asked))
        if score >= 2.0 and (best is None or score > best.score):
            best = _Clause(asked, stops, score)
    return (best.start, best.end) if best else whole


def _stop(low: str, clauses: list[tuple[int, int]], number: int) -> int:
    end = clauses[number][1]
    for begin, further in clauses[number + 1 :]:
        if low[end - 1] in ".!?;\n" or not _GOES_ON.match(low, begin):
            break
        end = further
    return end
