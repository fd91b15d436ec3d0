"""Ranking of a turn's candidates against what was meant, with the carried passages merged in."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from nodes.state import Candidate, Evidence, Frame, Resolution, Route, Topic, TurnNote
from stores.passages import Passage, Sentences, Vector

# of the best sentence's similarity to the resolution, to the message and to the alternative query, each; all scores are
# standardised over the candidates. On MTRAG dev .5 each gives nDCG@5 .350, 1.5 of the resolution alone .336.
SENTENCE_WEIGHT = 0.5
SEEN_PENALTY = 0.5
ANSWERING = ("retrieve", "reuse", "clarify")
CARRIED = 3
CARRIED_TURNS = 2


def carried_of(
    route: Route, topic: Topic | None, notes: Sequence[TurnNote], frames: Sequence[Frame]
) -> tuple[Evidence, ...]:
    """The passages cited in the last turns of the topic, newest first, at most three.

    A passage that was not cited in the last two turns is dropped. When a topic comes back, its own last citations do.
    """
    frame = frames[0] if frames else None
    if topic is not None and topic.label in {"new", "switch"}:
        return ()
    answering = [note for note in notes if note.action in ANSWERING and (frame is None or note.frame == frame.id)]
    recent = answering[-CARRIED_TURNS:]  # thanks, restatements and recalls use up nothing
    found: dict[str, int] = {}
    for note in reversed(recent):
        for id_ in note.cited:
            found.setdefault(id_, note.turn)
    if not found and frame is not None and (route.action == "reuse" or (topic and topic.label == "return")):
        found = dict.fromkeys(frame.cited, frame.last_turn)
    return tuple(Evidence(id_, 0.0, "carried", turn) for id_, turn in list(found.items())[:CARRIED])


def rank(
    query: str,
    vector: Vector,
    *,
    candidates: Sequence[Candidate],
    carried: Sequence[Evidence],
    passages: Mapping[str, Passage],
    sentences: Mapping[str, Sentences],
    seen: Collection[str],
    notes: Sequence[TurnNote],
    most: int,
    views: Sequence[Vector] = (),
    legible: float = 1.0,
) -> tuple[Evidence, ...]:
    """The best `most` of candidates and carried passages; ids without a passage (deleted since) are left out.

    `vector` is the resolution's; `views` are other readings of the message that count as much.
    `legible` is the share of the resolution that the embedder can read, from 0 to 1: so much do vectors count.
    """
    turns = {one.id: one.turn for one in carried}
    fused = {one.id: one.score for one in candidates if one.id in passages}
    floor = min(fused.values(), default=0.0)
    for one in carried:
        if one.id in passages:
            fused.setdefault(one.id, floor)
    if not fused:
        return ()
    ids = list(fused)
    scores = standard(np.array([fused[id_] for id_ in ids], np.float32))
    for view in (vector, *(views or (vector,))):
        near = np.array([best_sentence(sentences.get(id_), view) for id_ in ids], np.float32)
        scores = scores + legible * SENTENCE_WEIGHT * standard(near)
    demoted = demoted_of(query, seen, notes, carried)
    scores -= SEEN_PENALTY * np.array([id_ in demoted for id_ in ids], np.float32)
    order = np.argsort(-scores, kind="stable")[:most]
    return tuple(
        Evidence(
            ids[i],
            round(float(scores[i]), 4),
            "carried" if ids[i] in turns else "new",
            turns.get(ids[i], 0),
            seen=ids[i] in demoted,
        )
        for i in order
    )


def views_of(question: str, resolution: Resolution | None, topic: Topic | None) -> tuple[str, ...]:
    """The texts beside the resolution to rank against: the message, and within a topic the alternative query."""
    fresh = topic is None or topic.label in {"new", "switch"}
    return (question, *(resolution.alternatives[:1] if resolution and not fresh else ()))


def demoted_of(query: str, seen: Collection[str], notes: Sequence[TurnNote], carried: Sequence[Evidence]) -> set[str]:
    """The passages that go down: those the thread has seen but the carried ones, and none when it asks again."""
    return set() if asked_before(query, notes) else set(seen) - {one.id for one in carried}


def asked_before(query: str, notes: Sequence[TurnNote]) -> bool:
    """Whether an earlier turn of the window made the same query."""
    return any(note.query.casefold() == query.casefold() for note in notes)


def best_sentence(sentences: Sentences | None, vector: Vector) -> float:
    """The highest cosine of a passage's sentences to a unit vector; nan where none are stored."""
    if sentences is None or not len(sentences.vectors):
        return float("nan")
    return float((sentences.vectors @ vector).max())


def standard(values: Vector) -> Vector:
    """Values minus their mean, over their standard deviation; zeros where all are equal, and for what is missing."""
    known = values[~np.isnan(values)]
    if not len(known) or known.std() < 1e-9:
        return np.zeros(len(values), np.float32)
    return np.asarray(np.nan_to_num((values - known.mean()) / known.std(), nan=0.0), np.float32)
