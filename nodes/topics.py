"""Topics of a thread: which one a message belongs to, and how frames are parked and restored."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nodes.state import Frame, Route, Topic, TurnNote
from stores.passages import Vector
from stores.words import STOP_WORDS, terms, words

FRAMES = 8


def decide_topic(
    question: str,
    *,
    vector: Vector,
    route: Route | None,
    notes: Sequence[TurnNote],
    frames: Sequence[Frame],
    dependence: float,
) -> Topic:
    """Whether a message stays with the current frame, goes back to a parked one, or begins another.

    The frame of a new topic is numbered 0 until `place_frames` gives it its number.
    """
    del notes
    if not frames:
        return Topic("new", 0, reason="first message")
    cue = route.cue if route else ""
    near = [similarity(frame, vector) + 0.1 * overlap(frame, question) for frame in frames]
    best = int(np.argmax(near[1:])) + 1 if len(frames) > 1 else 0
    if best and (cue == "return" or (near[best] > 0.5 and near[best] > near[0] + 0.2)) and dependence < 0.7:
        return Topic("return", frames[best].id, 0.7, "like a parked topic")
    if cue == "switch" or (dependence < 0.3 and near[0] < 0.25):
        return Topic("switch", 0, 0.7, "unlike any topic so far")
    return Topic("same", frames[0].id, 0.7, "like the current topic")


def place_frames(
    topic: Topic, frames: tuple[Frame, ...], *, question: str, vector: Vector, turn: int
) -> tuple[tuple[Frame, ...], Topic, Frame | None]:
    """The frames with the topic's in front, the topic with its frame's number, and a frame that had to go, if any."""
    if topic.label in {"new", "switch"} or not frames:
        made = Frame(turn, subject_of(question), vector=pack(vector), first_turn=turn, last_turn=turn)
        kept, folded = park(frames, made)
        return kept, replace(topic, frame=turn), folded
    placed = restore(frames, topic.frame)
    current = placed[0]
    mixed = 0.8 * unpack(current.vector) + vector if current.vector else vector
    current = replace(current, vector=pack(mixed / np.linalg.norm(mixed)), last_turn=turn)
    return (current, *placed[1:]), replace(topic, frame=current.id), None


def park(frames: tuple[Frame, ...], made: Frame) -> tuple[tuple[Frame, ...], Frame | None]:
    """A new frame before the others, and the one used longest ago where there are more than eight."""
    placed = (made, *frames)
    return placed[:FRAMES], placed[FRAMES] if len(placed) > FRAMES else None


def restore(frames: tuple[Frame, ...], id_: int) -> tuple[Frame, ...]:
    """The frame of this id before the others, whose order stays; unchanged when there is no such frame."""
    return tuple(sorted(frames, key=lambda frame: frame.id != id_))


def subject_of(question: str) -> str:
    """The content words of a question, as it wrote them."""
    return " ".join(word for word in question.split() if words(word) and words(word)[0] not in STOP_WORDS["en"])[:120]


def similarity(frame: Frame, vector: Vector) -> float:
    """Cosine of a unit vector to the frame's."""
    return float(unpack(frame.vector) @ vector) if frame.vector else 0.0


def overlap(frame: Frame, question: str) -> int:
    """How many of the question's content stems the frame knows."""
    return len(set(terms(question)) & ({term for term, _ in frame.terms} | set(terms(frame.subject))))


def pack(vector: Vector) -> bytes:
    """A unit vector as int8, one byte a dimension."""
    return np.rint(np.clip(vector, -1, 1) * 127).astype(np.int8).tobytes()


def unpack(packed: bytes) -> Vector:
    """The unit vector that `pack` packed."""
    vector = np.frombuffer(packed, np.int8).astype(np.float32)
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9), np.float32)
