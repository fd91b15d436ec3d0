"""`python -m evals.train_topics DATA [--home DIR]`: fit the weights of `nodes/topic_scoring.py` on stitched dialogues.

Frames follow the labels while features are gathered. Each turn also counts with one and with three frames of other
dialogues parked beside its own, so that the weights learn what a message looks like that resembles no parked topic:
stitched dialogues never hold a new topic while one is parked. Prints the cross-validation by dialogue, then writes
`nodes/topic_weights.json`.
"""

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from evals.conversing import Thread
from evals.dialogues import Dialogue, Said, labelled, play, read_dialogues
from evals.lab import cached_embedder
from evals.topics import Label, print_topics, summarize
from nodes.resolver import dependence, resolve
from nodes.state import Frame, Topic
from nodes.topic_scoring import BEGIN, FILE, RETURN, features
from stores.embedder import Embedder

FOLDS, PARKED = 5, (0, 1, 3)
RIDGE = 0.0001
RARE = 2.0  # weight of a return, the rarest label
CUE = 3.0  # logits that "now, ..." and "back to ..." are worth; the data holds neither

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Choice:
    """One turn to decide: features of beginning and of each return, and which is right."""

    dialogue: int
    gold: str
    begin: list[float]
    back: list[list[float]]
    right: int  # 0 stays, 1 begins, the rest return
    weight: float
    own: bool  # without frames of other dialogues


def gather(dialogues: Sequence[Dialogue], embedder: Embedder, seed: int = 7) -> list[Choice]:
    """Every turn after the first of each dialogue, with none, one and three foreign frames parked."""
    rng = random.Random(seed)
    finished = [_last_frames(dialogue, embedder) for dialogue in dialogues]
    choices: list[Choice] = []
    for number, dialogue in enumerate(dialogues):
        strangers = [
            frame
            for other, frames in enumerate(finished)
            if other != number and dialogues[other].domain == dialogue.domain
            for frame in frames
            if not _shares(dialogues[other], dialogue)
        ]
        decide = labelled()

        def meet(said: Said, thread: Thread, strangers: list[Frame] = strangers, number: int = number,
                 decide: object = decide) -> Topic | None:  # fmt: skip
            topic: Topic | None = decide(said, thread)  # type: ignore[operator]  # bound early
            if thread.frames and topic is not None:
                choices.extend(_choices(said, thread, topic, strangers, number, rng))
            return topic

        for _ in play(dialogue, Thread(embedder, resolve), meet):
            pass
    return choices


def fit(choices: Sequence[Choice], steps: int = 1500) -> tuple[Floats, Floats]:
    """Weights of beginning and returning: gradient ascent (Adam) on the log-likelihood with a ridge."""
    most = max(len(one.back) for one in choices)
    begin = np.array([one.begin for one in choices])
    back = np.zeros((len(choices), most, len(RETURN)))
    there = np.zeros((len(choices), most), bool)
    for row, one in enumerate(choices):
        back[row, : len(one.back)] = one.back or np.zeros((0, len(RETURN)))
        there[row, : len(one.back)] = True
    right = np.eye(most + 2)[[one.right for one in choices]]
    weight = np.array([one.weight for one in choices])[:, None]
    theta = np.zeros(len(BEGIN) + len(RETURN))
    first, second = np.zeros_like(theta), np.zeros_like(theta)
    for step in range(1, steps + 1):
        logits = np.column_stack(
            [
                np.zeros(len(choices)),
                begin @ theta[: len(BEGIN)],
                np.where(there, back @ theta[len(BEGIN) :], -np.inf),
            ]
        )
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        off = weight * (right - shares / shares.sum(axis=1, keepdims=True)) / weight.sum()
        slope = np.concatenate([begin.T @ off[:, 1], np.einsum("nk,nkf->f", off[:, 2:], back)]) - RIDGE * theta
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        theta += 0.05 * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return theta[: len(BEGIN)], theta[len(BEGIN) :]


def decided(choice: Choice, weights: tuple[Floats, Floats], leaving: float, returning: float) -> str:
    """The label that weights give, as `nodes.topics.decide_topic` does."""
    logits = np.array([0.0, weights[0] @ choice.begin, *(weights[1] @ row for row in choice.back)])
    shares = np.exp(logits - logits.max())
    shares /= shares.sum()
    back = shares[2:].max(initial=0.0)
    if back > shares[1] and (back > returning or 1 - shares[0] > leaving):
        return "return"
    return "switch" if 1 - shares[0] > leaving else "same"


def cross_validate(choices: Sequence[Choice], leaving: float, returning: float, *, own: bool = True) -> list[Label]:
    """Labels of every turn by weights that were fitted without its dialogue's fold."""
    labels: list[Label] = []
    for fold in range(FOLDS):
        weights = fit([one for one in choices if one.dialogue % FOLDS != fold])
        held = [one for one in choices if one.dialogue % FOLDS == fold and one.own == own]
        labels += [(one.gold, decided(one, weights, leaving, returning)) for one in held]
    return labels


def main(arguments: Sequence[str] | None = None) -> None:
    """Gather, cross-validate, fit and write."""
    parser = argparse.ArgumentParser(description="Fit the topic weights on stitched dialogues.")
    parser.add_argument("data", type=Path)
    parser.add_argument("--home", type=Path, default=Path(".anaphora"))
    parser.add_argument("--leaving", type=float, default=0.5, help="probability of leaving the topic that is enough")
    parser.add_argument("--returning", type=float, default=0.33, help="probability of one return that is enough")
    given = parser.parse_args(arguments)
    console = Console()
    choices = gather(read_dialogues(given.data), cached_embedder(given.home))
    for own, name in ((True, "as stitched"), (False, "with frames of other dialogues parked")):
        console.print(f"{FOLDS}-fold by dialogue, {name}:")
        print_topics(
            summarize(cross_validate(choices, given.leaving, given.returning, own=own)) | {"seam": None}, console
        )
    begin, back = fit(choices)
    for names, weights in ((BEGIN, begin), (RETURN, back)):
        console.print({name: round(float(value), 2) for name, value in zip(names, weights, strict=True)})
    content = {
        "begin": [round(float(value), 4) for value in begin],
        "return": [round(float(value), 4) for value in back],
        "cue": [CUE],
        "leaving": [given.leaving],
        "returning": [given.returning],
    }
    FILE.write_text(json.dumps(content) + "\n", encoding="utf-8")


def _choices(
    said: Said, thread: Thread, topic: Topic, strangers: Sequence[Frame], number: int, rng: random.Random
) -> list[Choice]:
    vector, leaning = thread.embedder.embed([said.user])[0], dependence(said.user, thread.notes)
    found = []
    for count in PARKED:
        extra = rng.sample(strangers, min(count, len(strangers)))
        frames = (*thread.frames, *(replace(frame, id=-at) for at, frame in enumerate(extra, start=1)))
        begin, back = features(said.user, vector, thread.notes, frames, leaning)
        place = [frame.id for frame in frames].index(topic.frame) if topic.label == "same" else 0
        right = 1 if topic.label != "same" else 0 if place == 0 else 1 + place
        weight = (0.5 if count else 1.0) * (RARE if said.topic == "return" else 1.0)
        found.append(Choice(number, said.topic, begin, back, right, weight, not count))
    return found


def _last_frames(dialogue: Dialogue, embedder: Embedder) -> tuple[Frame, ...]:
    thread = Thread(embedder, resolve)
    for _ in play(dialogue, thread, labelled()):
        pass
    return thread.frames


def _shares(one: Dialogue, other: Dialogue) -> bool:
    return bool({said.task for said in one.turns} & {said.task for said in other.turns})


if __name__ == "__main__":
    main()
