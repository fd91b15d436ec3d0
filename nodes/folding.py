"""Turns that leave the window become part of the summary; nothing that the ledger holds of them may be lost.

The rule-based summary has a line a turn, the newest ones longest, under a line of topics; below stand key facts, open
questions and documents. A model's summary takes the place of the lines; code then puts back what it lost. A summariser
that fails changes nothing: its turns wait in the window and are tried again on the next turn.
"""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from nodes.ledger import is_active, said
from nodes.reasoning import is_error_text
from nodes.state import Fact, Frame, Notice, Summary, TurnNote
from stores.words import terms, words

WORDS = 600  # of the whole summary
NARRATIVE = 180  # of the rule-based lines
LABELLED = 420  # of key facts: beyond it they stand without what they are about
LINES = 12  # of the rule-based summary: older turns live on as key facts, and in the archive
FULL_LINES = 4  # newest lines that keep their conclusion
ASKED, CONCLUDED, BRIEFLY = 18, 26, 10  # words of a question, of a conclusion, of an old line
LONG = 60  # words of a line that is cut by sentences
BACKLOG = 6  # turns that wait for a failing summariser; older ones are folded by rules
DEADLINE_S = 30.0
DEEP_FROM, DEEP_EVERY, DEEP_WORDS = 30, 15, 900
TOPICS, KEY, OPEN, DOCUMENTS = "Topics: ", "Key facts: ", "Open questions: ", "Documents: "
_SILENT = ("social", "transform", "recall", "clarify")
_SENTENCE = re.compile(r"(?<=[.!?。！？\]])\s+(?=[^\s\[])")


class Summariser(Protocol):
    """Writes summaries with a model. May raise anything, or be late: the summary then stays as it is."""

    async def summarise(self, summary: str, leaving: Sequence[TurnNote], facts: Sequence[Fact]) -> str:
        """The summary with these turns folded in, at most 600 words."""

    async def deepen(self, deep: str, summary: str, facts: Sequence[Fact]) -> str:
        """The long-term summary brought up to date from the running one."""


@dataclass(frozen=True)
class Folded:
    """The summary after a turn, the notes that stay, and what went wrong."""

    summary: Summary
    notes: tuple[TurnNote, ...]
    notices: tuple[Notice, ...] = ()


async def fold(
    summary: Summary,
    notes: Sequence[TurnNote],
    facts: Sequence[Fact],
    *,
    window: int,
    frames: Sequence[Frame] = (),
    documents: Sequence[str] = (),
    summariser: Summariser | None = None,
    deadline_s: float = DEADLINE_S,
) -> Folded:
    """Fold the notes (oldest first) that no longer fit the window, by the summariser or else by rules."""
    kept, leaving = tuple(notes[-window:]), tuple(notes[:-window])
    turn = notes[-1].turn if notes else 0
    if not leaving:
        return Folded(summary, kept)
    if summariser is None:
        return Folded(fold_by_rules(summary, leaving, facts, frames, documents), kept)
    try:
        async with asyncio.timeout(deadline_s):
            text = _summary(await summariser.summarise(summary.text, leaving, _of(facts, leaving[-1].turn)))
    except Exception as error:  # noqa: BLE001  -- a summariser may raise anything; the summary then stays as it is
        over = leaving[:-BACKLOG]
        done = fold_by_rules(summary, over, facts, frames, documents) if over else summary
        notice = Notice(turn, "summary_failed", f"the summary stays as it was: {error or type(error).__name__}")
        return Folded(done, (*leaving[len(over) :], *kept), (notice,))
    folded = replace(summary, text=_whole(_lines(text), facts, leaving[-1].turn), upto=leaving[-1].turn)
    return await _deepened(folded, kept, facts, turn, summariser, deadline_s)


def fold_by_rules(
    summary: Summary,
    leaving: Sequence[TurnNote],
    facts: Sequence[Fact],
    frames: Sequence[Frame] = (),
    documents: Sequence[str] = (),
) -> Summary:
    """The summary with a line for each leaving turn, cut to its bound from the old end."""
    fresh = [line_of(note) for note in leaving if note.turn > summary.upto and note.action not in _SILENT]
    lines = [line for line in _lines(summary.text) if line.startswith("- ")]
    prose = [line for line in _lines(summary.text) if not line.startswith("- ")]
    lines = [*lines, *fresh][-LINES:]
    lines = [_briefly(line) for line in lines[:-FULL_LINES]] + lines[-FULL_LINES:]
    upto = max([summary.upto, *(note.turn for note in leaving)])
    subjects = list(dict.fromkeys(frame.subject for frame in frames if frame.subject))
    questions = [question for frame in frames[:2] for question in frame.open_questions]
    tail = [
        TOPICS + _few("; ".join(subjects), 40) if subjects else "",
        OPEN + _few("; ".join(questions[-3:]), 40) if questions else "",
        DOCUMENTS + _few(", ".join(dict.fromkeys(documents)), 20) if documents else "",
    ]
    return replace(summary, text=_whole(_newest([*prose, *lines], NARRATIVE), facts, upto, tail), upto=upto)


def line_of(note: TurnNote) -> str:
    """One turn in a line: what was asked, as it was understood, and what was concluded."""
    asked = _few(note.query or note.asked, ASKED)
    if not note.answerable:
        return f"- turn {note.turn}: {asked} (not answered)"
    sentences = _SENTENCE.split(note.answered.strip())
    wanted = set(terms(note.query or note.asked, note.language))
    held = [len(wanted & set(terms(one, note.language))) + ("[" in one) for one in sentences]
    return f"- turn {note.turn}: {asked} → {_few(sentences[held.index(max(held))], CONCLUDED)}"


def _summary(text: str) -> str:
    """What a summariser gave, if it is a summary. Raises `ValueError`."""
    if not words(text) or is_error_text(text):
        raise ValueError("it gave no summary")
    return text


def missing(text: str, facts: Sequence[Fact], upto: int) -> list[Fact]:
    """The loss check: active facts of turns up to `upto` whose value a summary does not hold."""
    held = _plain(text)
    return [fact for fact in _of(facts, upto) if not _holds(held, _plain(fact.value))]


def _holds(text: str, value: str) -> bool:
    """Whether a value stands in a text as it is, and not as a part of a longer one ("4 days" in "14 days")."""
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None


async def _deepened(
    summary: Summary,
    kept: tuple[TurnNote, ...],
    facts: Sequence[Fact],
    turn: int,
    summariser: Summariser,
    deadline_s: float,
) -> Folded:
    if turn < DEEP_FROM or summary.upto - summary.deep_upto < DEEP_EVERY:
        return Folded(summary, kept)
    try:
        async with asyncio.timeout(deadline_s):
            deep = _summary(await summariser.deepen(summary.deep, summary.text, _of(facts, summary.upto)))
    except Exception as error:  # noqa: BLE001  -- as above
        detail = f"the deep summary stays as it was: {error or type(error).__name__}"
        return Folded(summary, kept, (Notice(turn, "deep_summary_failed", detail),))
    return Folded(replace(summary, deep=_few(deep, DEEP_WORDS), deep_upto=summary.upto), kept)


def _whole(lines: Sequence[str], facts: Sequence[Fact], upto: int, tail: Sequence[str] = ()) -> str:
    """Lines and tail, with every ledger value that they lost put back, in at most 600 words."""
    below = [line for line in tail if line]
    length = len(" ".join(below).split())
    kept = list(lines)
    while True:
        lost = missing("\n".join((*kept, *below)), facts, upto)
        key = _key_line(lost)
        room = WORDS - length - len(key.split())
        shorter = _newest(kept, room)
        if shorter == kept:
            return "\n".join((*below[:1], *kept, *([key] if key else []), *below[1:]))
        kept = shorter


def _key_line(facts: Sequence[Fact]) -> str:
    if not facts:
        return ""
    labelled = [f"{said(fact)} (turn {fact.turn})" for fact in facts]
    spent = sum(len(text.split()) for text in labelled)
    for at, fact in enumerate(facts):
        if spent <= LABELLED:
            break
        spent -= len(labelled[at].split()) - len(fact.value.split())
        labelled[at] = fact.value
    return KEY + "; ".join(labelled)


def _newest(lines: Sequence[str], most: int) -> list[str]:
    """The newest lines that have at most so many words together."""
    kept: list[str] = []
    for line in reversed(lines):
        most -= len(line.split())
        if most < 0:
            break
        kept.append(line)
    return kept[::-1]


def _of(facts: Sequence[Fact], upto: int) -> list[Fact]:
    return [fact for fact in facts if fact.turn <= upto and is_active(fact)]


def _lines(text: str) -> list[str]:
    """The lines of a summary that tell of turns, long paragraphs by sentences; the other lines are made anew."""
    made = (TOPICS, KEY, OPEN, DOCUMENTS)
    found: list[str] = []
    for line in text.splitlines():
        if line.strip() and not line.startswith(made):
            parts = _SENTENCE.split(line) if len(line.split()) > LONG else [line]
            for part in map(str.split, parts):
                found.extend(" ".join(part[at : at + LONG]) for at in range(0, len(part), LONG))
    return found


def _briefly(line: str) -> str:
    asked = line.partition(" → ")[0]
    return _few(asked, BRIEFLY + 3)


def _few(text: str, most: int) -> str:
    parts = text.split()
    return " ".join(parts) if len(parts) <= most else " ".join(parts[:most]) + " …"


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
