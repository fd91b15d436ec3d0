"""Topics of a thread: which one a message belongs to, and how frames are parked and restored."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from nodes.state import Frame, Route, Topic, TurnNote
from nodes.topic_scoring import TopicTrees, odds, unpack
from nodes.topic_wording import is_linked, points_back
from nodes.topics_elsewhere import moves_elsewhere
from stores.passages import Vector
from stores.words import STOP_WORDS, words

FRAMES = 8
FADING = 1.2  # what the turns before weigh together, against 1 for the newest
LEAVING = 0.5  # probability of leaving the topic that is enough
FAINT = 0.2  # probability of staying that is enough for a message whose words point back
UNSURE = 0.5  # least confidence that a message stays whose words point back, though it is unlike the topic
MOVED = 0.6  # confidence in a move that words alone tell
RETURNING = 0.2  # probability of one return that is enough, where it is likelier than a new topic
POINTING = 0.4  # the same for a message whose words point back, mostly to what was said last
LINKED = 0.85  # the same for one that begins with "and", which hardly ever goes elsewhere

__all__ = [
    "FRAMES",
    "decide_topic",
    "pack",
    "park",
    "place_frames",
    "remember_answer",
    "restore",
    "similarity",
    "unpack",
]


def decide_topic(
    question: str,
    *,
    vector: Vector,
    route: Route | None,
    notes: Sequence[TurnNote],
    frames: Sequence[Frame],
    last: Mapping[int, Vector],
    trees: TopicTrees | None = None,
) -> Topic:
    """Whether a message stays with the current frame, goes back to a parked one, or begins another.

    `last` holds the vector of each frame's last question in the window (see `last_asked`). The confidence is the
    probability of what was decided. The frame of a new topic is numbered 0 until `place_frames` gives it its number.
    """
    if not frames:
        return Topic("new", 0, reason="first message")
    if route and route.correction:
        return Topic("same", frames[0].id, reason="a correction of what was asked")
    cue, language = (route.cue, route.language) if route else ("", "en")
    if (move := moves_elsewhere(question, notes, frames, language, cue)) is not None:
        old = next((frame for frame in frames if frame.id == move.frame), None) if move.frame else None
        if old is not None:
            return Topic("return", old.id, MOVED, f"names a thing of turn {old.first_turn}")
        return Topic("switch", 0, MOVED, "names a thing that is not the topic's")
    found = odds(question, vector, notes, frames, last, language, cue, trees)
    said = f", said by its words ({cue})" if cue else ""
    back = not cue and points_back(question, language)
    likeliest, leaves = max(found.back, default=0.0), 1 - found.stay > LEAVING
    stays = not leaves or (back and found.stay > FAINT)
    enough = RETURNING if not back else LINKED if is_linked(question, language) else POINTING
    if likeliest > found.begin and (likeliest > enough or not stays):
        frame = frames[1 + found.back.index(likeliest)]
        return Topic("return", frame.id, round(likeliest, 3), f"like the topic of turn {frame.first_turn}{said}")
    if leaves and stays:
        return Topic("same", frames[0].id, round(max(found.stay, UNSURE), 3), "its words point back")
    if leaves:
        return Topic("switch", 0, round(found.begin, 3), f"unlike any topic so far{said}")
    return Topic("same", frames[0].id, round(found.stay, 3), f"stays with the topic{said}")


def place_frames(
    topic: Topic, frames: tuple[Frame, ...], *, question: str, vector: Vector, turn: int
) -> tuple[tuple[Frame, ...], Topic, Frame | None]:
    """The frames with the topic's in front, the topic with its frame's number, and a frame that had to go, if any."""
    if topic.label in {"new", "switch"} or not frames:
        made = Frame(turn, subject_of(question), vector=pack(vector), first_turn=turn, last_turn=turn)
        kept, folded = park(frames, made)
        return kept, replace(topic, frame=turn), folded
    placed = restore(frames, topic.frame)
    current = replace(placed[0], vector=_blend(placed[0].vector, vector), last_turn=turn)
    return (current, *placed[1:]), replace(topic, frame=current.id), None


def park(frames: tuple[Frame, ...], made: Frame) -> tuple[tuple[Frame, ...], Frame | None]:
    """A new frame before the others, and the one used longest ago where there are more than eight."""
    placed = (made, *frames)
    return placed[:FRAMES], placed[FRAMES] if len(placed) > FRAMES else None


def restore(frames: tuple[Frame, ...], id_: int) -> tuple[Frame, ...]:
    """The frame of this id before the others, whose order stays; unchanged when there is no such frame."""
    return tuple(sorted(frames, key=lambda frame: frame.id != id_))


def remember_answer(frames: tuple[Frame, ...], vector: Vector | None) -> tuple[Frame, ...]:
    """The frames, the current one with the vector of an answer added to what was answered; the same without one."""
    if not frames or vector is None:
        return frames
    return (replace(frames[0], answers=_blend(frames[0].answers, vector)), *frames[1:])


def subject_of(question: str) -> str:
    """The content words of a question, as it wrote them."""
    return " ".join(word for word in question.split() if words(word) and words(word)[0] not in STOP_WORDS["en"])[:120]


def similarity(frame: Frame, vector: Vector) -> float:
    """Cosine of a unit vector to what was asked of the frame's topic."""
    return float(unpack(frame.vector) @ vector) if frame.vector else 0.0


def pack(vector: Vector) -> bytes:
    """A unit vector as int8, one byte a dimension."""
    return np.rint(np.clip(vector, -1, 1) * 127).astype(np.int8).tobytes()


def _blend(packed: bytes, vector: Vector) -> bytes:
    mixed = FADING * unpack(packed) + vector if packed else np.asarray(vector)
    return pack(mixed / max(float(np.linalg.norm(mixed)), 1e-9))
