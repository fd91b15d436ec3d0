"""What a message may refer back to: the turns of the window, the frames and the ledger, as analysed texts."""

from collections.abc import Sequence
from dataclasses import dataclass

from nodes.resolving.text import Text, read
from nodes.state import Fact, Frame, TurnNote

TURNS = 9  # the newest turns that are read
ANSWERED = 500  # characters of an answer that are read: what is asked about next is named early


@dataclass(frozen=True)
class Said:
    """One past turn: the user's words, the query made from them, and the answer."""

    turn: int
    asked: Text
    query: Text
    answer: Text


@dataclass(frozen=True)
class Past:
    """The turns, oldest first, and what is known beside them as (source, text), most relevant first."""

    said: tuple[Said, ...]
    known: tuple[tuple[str, Text], ...] = ()


def gather(notes: Sequence[TurnNote], frames: Sequence[Frame], facts: Sequence[Fact], language: str = "en") -> Past:
    """The past of a message. Superseded facts are left out, and so are parked frames: they return by name."""
    said = tuple(
        Said(
            note.turn,
            read(note.asked, language),
            read(note.query or note.asked, language),
            read(note.answered[:ANSWERED], language),
        )
        for note in notes[-TURNS:]
    )
    known: list[tuple[str, Text]] = []
    if frames:
        current = frames[0]
        known.extend(("frame", read(name, language)) for name in (current.subject, *current.entities[:8]) if name)
    active = [fact.subject for fact in facts[-12:] if not fact.superseded_by and not fact.until]
    known.extend(("ledger", read(subject, language)) for subject in active)
    return Past(said, tuple(known))
