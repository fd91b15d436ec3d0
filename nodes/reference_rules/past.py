"""The turns a message may refer to, newest first, and the names that came up in them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nodes.reference_rules.cues import cues_for
from nodes.reference_rules.phrases import phrases
from nodes.state import Fact, Frame, TurnNote
from stores.words import terms

_CITATION = re.compile(r"\s*\[\d{1,4}\]")
_MEASURE = re.compile(r"\bhow\s+\w+|\bwie\s+\w+|\bcuánt\w+|\bcombien\b")  # "how long" says nothing of a topic
_ELIDED = re.compile(
    r"\bhow (?:many|much) (?:can|could|may|must|is|are|was|were|do|does|did|of)\b"
)  # of what was just counted
_SKIPPED = ("social", "recall", "transform", "clarify")


@dataclass(frozen=True)
class Exchange:
    """One earlier question with its answer: `query` as it was resolved, `asked` as it was put."""

    turn: int
    query: str
    asked: str
    answered: str  # without citation numbers
    language: str
    frame: int
    answerable: bool = True


@dataclass(frozen=True)
class Past:
    """What came before. `here`: the current topic's exchanges, newest first; `all`: every topic's."""

    here: tuple[Exchange, ...]
    all: tuple[Exchange, ...]
    known: tuple[str, ...]  # names, longest first
    frame: Frame | None = None
    begun: bool = False  # whether the current topic had turns before this one
    settled: tuple[str, ...] = ()  # what the ledger and the frames say, newest first

    @property
    def last(self) -> Exchange | None:
        """The exchange that a follow-up most likely leans on."""
        return self.here[0] if self.here else (self.all[0] if self.all else None)


def recollect(
    notes: Sequence[TurnNote],
    frames: Sequence[Frame],
    language: str,
    question: str = "",
    *,
    returning: bool = False,
    facts: Sequence[Fact] = (),
) -> Past:
    """Gather the past of a message. The frame that is current is the one this message was placed in.

    A question that shares no word with a frame it was sent back to, and does not say that it returns, leans on the
    turn before it all the same.
    """
    exchanges = tuple(
        Exchange(
            note.turn,
            note.query or note.asked,
            note.asked,
            _CITATION.sub("", note.answered).strip(),
            note.language,
            note.frame,
            note.answerable,
        )
        for note in reversed(notes)
        if note.action not in _SKIPPED
    )
    frame = frames[0] if frames else None
    here = tuple(one for one in exchanges if frame is None or one.frame == frame.id)
    elsewhere = bool(exchanges) and frame is not None and _is_older(frame, notes) and exchanges[0].frame != frame.id
    if elsewhere and frame is not None and question and not returning and not _shares(question, frame, language):
        here = tuple(one for one in exchanges if one.frame == exchanges[0].frame)
    if frame is not None and not here and frame.subject and _is_older(frame, notes):
        here = (_of_frame(frame, language),)
    known = _names((*(text for one in exchanges for text in (one.asked, one.answered, one.query)),), language)
    held = (name for each in frames for name in each.entities if " " in name and not name.islower())
    ordered = sorted(dict.fromkeys((*known, *held)), key=len, reverse=True)
    settled = (
        *(f"{fact.subject} {fact.attribute} {fact.value}" for fact in reversed(facts)),
        *(text for each in frames for text in (each.subject, *each.entities)),
    )
    return Past(here, exchanges, tuple(ordered[:48]), frame, bool(here), settled)


def _is_older(frame: Frame, notes: Sequence[TurnNote]) -> bool:
    """Whether the frame began before this turn: it was returned to, and its turns have left the window."""
    return frame.first_turn <= (notes[-1].turn if notes else 0)


def _shares(question: str, frame: Frame, language: str) -> bool:
    """Whether a question has a word that the frame knows, or a thing of its own and no pronoun for another."""
    known = {term for term, _ in frame.terms} | set(terms(" ".join((frame.subject, *frame.entities)), language))
    said = set(terms(_MEASURE.sub(" ", question.lower()), language))
    cues = cues_for(language)
    named = any(not phrase.asked for phrase in phrases(question, language))
    leans = not named or (cues is not None and cues.pronoun.search(question.lower()) is not None)
    return not _ELIDED.search(question.lower()) and (bool(said & known) or not leans)


def _of_frame(frame: Frame, language: str) -> Exchange:
    text = frame.subject
    for constraint in frame.constraints[:2]:
        if constraint.value.lower() not in text.lower():
            text += f" {constraint.value}"
    return Exchange(frame.last_turn, text, text, "", language, frame.id)


def _names(texts: Iterable[str], language: str) -> list[str]:
    """Names in the texts, those of two words and more and those that are no common word."""
    found: dict[str, None] = {}
    for text in texts:
        for phrase in phrases(text[:600], language):
            for name in phrase.names:
                if len(name) > 1 and not name.isdigit():
                    found[name] = None
    return list(found)
