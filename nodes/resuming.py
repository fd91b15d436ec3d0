"""Taking a conversation up again after hours: what the writer is told, and what it starts from."""

from collections.abc import Sequence

from nodes.state import Notice, TurnNote

RESUME_AFTER = 4 * 3600.0  # seconds
RECENT = 3  # turns that a resumed conversation starts from, beside its summary
SUBJECT = 160  # characters


def is_resumed(gap: float, notes: Sequence[TurnNote], after: float = RESUME_AFTER) -> bool:
    """Whether the thread has been left for long enough."""
    return gap >= after and bool(notes)


def resumed_note(gap: float, notes: Sequence[TurnNote]) -> str:
    """How long ago the thread was left, and about what, for the writer. `gap` in seconds."""
    about = next((note for note in reversed(notes) if note.action not in ("social", "clarify")), notes[-1])
    return f"The conversation resumes after {ago(gap)}; it was last about: {' '.join(about.query.split())[:SUBJECT]}"


def resumed_notice(gap: float, notes: Sequence[TurnNote], turn: int) -> Notice:
    """The same for the reader, beside the answer and not in it."""
    return Notice(turn, "resumed", f"after {ago(gap)}; last about: {' '.join(notes[-1].query.split())[:SUBJECT]}")


def ago(gap: float) -> str:
    """A length of time in words, in its largest unit."""
    hours = gap / 3600
    if hours < 48:
        count, unit = round(hours), "hour"
    elif hours < 24 * 60:
        count, unit = round(hours / 24), "day"
    else:
        count, unit = round(hours / 24 / 30), "month"
    return f"{count} {unit}{'' if count == 1 else 's'}"
