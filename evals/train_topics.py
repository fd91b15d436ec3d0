"""`python -m evals.train_topics DATA [--home DIR] [--write]`: the trees of `nodes/topic_scoring.py`, and their quality.

They are fitted on dialogues joined from conversations (`evals/stitching.py`): frames follow the labels while features
are gathered. The cross-validation is by conversation: every dialogue of `mtrag/stitched.dev.jsonl` is played, each turn
after our own decisions on the turns before, with trees that never saw a turn of its conversations. Printed with it: how
often a decision of a given confidence is right. `--write` then fits on everything and writes the file.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from evals.conversing import Thread
from evals.dialogues import BOUNDARY, Dialogue, Said, labelled, play, read_dialogues
from evals.lab import cached_embedder
from evals.metrics import calibration_error, reliability
from evals.stitching import Conversation, pair, read_conversations, tasks, walk
from evals.topics import Label, print_topics, summarize
from nodes.resolver import resolve
from nodes.resolving.scorer import Trees
from nodes.state import Topic
from nodes.topic_scoring import FILE, TopicTrees, features
from stores.embedder import Embedder

FOLDS = 4
DOMAINS = ("clapnq", "cloud", "fiqa", "govt")
JOINED = {**dict.fromkeys(DOMAINS, 120), "canard": 70, "qrecc-nq": 60, "qrecc-quac": 40, "ikat": 30}
OTHERS = 0.2  # weight of a turn from outside MTRAG, whose follow-ups are made of pronouns
BOUNDARIES = 0.21  # share of the turns that leave their topic, as in the stitched dialogues
TREES: dict[str, Any] = {
    "max_iter": 100, "max_leaf_nodes": 5, "learning_rate": 0.08, "min_samples_leaf": 40, "l2_regularization": 5.0,
    "max_features": 0.5,
}  # fmt: skip

SEEDS = 3  # fits whose mean is taken: a decision then hangs less on chance

Sure = tuple[float, bool]  # confidence of a decision, and whether it was right


@dataclass(frozen=True)
class Choice:
    """One turn to decide: its features, and which is right: 0 stays, 1 begins, the rest return."""

    parts: frozenset[str]  # the dialogue's conversations
    leave: list[float]
    back: list[list[float]]
    right: int
    weight: float


def join(conversations: Sequence[Conversation], order: Sequence[str], seed: int = 5) -> list[Dialogue]:
    """The dialogues to train on. MTRAG's are joined within quarters of each domain, in an order that puts neighbours
    of the stitched dialogues together, so that their conversations can be held out without losing most of the others.
    """
    rng, found, places = random.Random(seed), [], {name: at for at, name in enumerate(order)}
    for name, count in JOINED.items():
        known = sorted(
            (one for one in conversations if one.set == name), key=lambda one: places.get(one.id, len(places))
        )
        bounds = [len(known) * part // FOLDS for part in range(FOLDS + 1)] if name in DOMAINS else [0, len(known)]
        groups = [known[start:end] for start, end in pairwise(bounds)]
        for number in range(count if known else 0):
            group = groups[number % len(groups)]
            parts = rng.sample(group, min(3, len(group)))
            found.append((pair if (number // len(groups)) % 2 else walk)(parts, rng, f"{name}-{number}"))
    return found


def gather(dialogues: Sequence[Dialogue], embedder: Embedder) -> list[Choice]:
    """Every turn after the first of each dialogue."""
    choices: list[Choice] = []
    for dialogue in dialogues:
        decide, parts = labelled(), frozenset(said.part for said in dialogue.turns)
        weight = 1.0 if dialogue.domain in DOMAINS else OTHERS

        def meet(said: Said, thread: Thread, decide: Any = decide, parts: frozenset[str] = parts,
                 weight: float = weight) -> Topic | None:  # fmt: skip
            topic: Topic = decide(said, thread)
            if thread.frames:
                vector = thread.embedder.embed([said.user])[0]
                leave, back = features(said.user, vector, thread.notes, thread.frames, thread.last())
                place = [frame.id for frame in thread.frames].index(topic.frame) if topic.label == "same" else -1
                choices.append(Choice(parts, leave, back, 1 if place < 0 else place + (place > 0), weight))
            return topic

        for _ in play(dialogue, Thread(embedder, resolve), meet):
            pass
    return choices


def fit(choices: Sequence[Choice]) -> TopicTrees:
    """Trees that leave as often as `BOUNDARIES` says, and that return where the label does."""
    left = np.array([one.right != 0 for one in choices])
    weight = np.array([one.weight for one in choices])
    share = weight[left].sum() / weight.sum()
    weight = np.where(left, weight * BOUNDARIES / share, weight * (1 - BOUNDARIES) / (1 - share))
    leaving = _grown(np.array([one.leave for one in choices]), left, weight)
    going = [(row, one.right == at, one.weight) for one in choices if one.right for at, row in enumerate(one.back, 2)]
    rows, right, weights = (np.array(column) for column in zip(*going, strict=True))
    return TopicTrees(leaving, _grown(rows, right, weights))


def cross_validate(
    choices: Sequence[Choice], dialogues: Sequence[Dialogue], embedder: Embedder
) -> tuple[list[Label], list[Sure]]:
    """Decided labels and confidences of every turn, by trees fitted without the dialogue's conversations."""
    labels: list[Label] = []
    sure: list[Sure] = []
    for held in _folds(dialogues):
        apart = {said.part for dialogue in held for said in dialogue.turns}
        trees = fit([one for one in choices if not one.parts & apart])
        for dialogue in held:
            thread = Thread(embedder, resolve, trees)
            for said, label in play(dialogue, thread, lambda *_: None):
                if thread.turn > 1 and thread.heard:
                    labels.append((said.topic, label))
                    right = said.topic == label or (said.topic not in BOUNDARY and label not in BOUNDARY)
                    sure.append((thread.heard.topic.confidence, right))
    return labels, sure


def write(trees: TopicTrees, target: Path = FILE) -> None:
    """Both sets of trees in one file."""
    columns: dict[str, NDArray[Any]] = {}
    for name, one in (("leaving", trees.leaving), ("returning", trees.returning)):
        columns[f"{name}_feature"] = one.feature.astype(np.uint8)
        columns[f"{name}_threshold"] = one.threshold.astype(np.float32)
        columns[f"{name}_child"] = one.child.astype(np.uint16)
        columns[f"{name}_value"] = one.value.astype(np.float32)
        columns[f"{name}_roots"] = one.roots.astype(np.uint16)
        columns[f"{name}_scalars"] = np.array([one.depth, one.baseline], np.float64)
    np.savez_compressed(target, **columns)  # type: ignore[arg-type]  # its stub takes no mapping


def print_reliability(sure: Sequence[Sure], console: Console) -> None:
    """How often decisions of each confidence are right."""
    table = Table("confidence", "turns", "mean", "right", title="reliability of the decisions")
    for low, high, count, claimed, right in reliability(sure):
        table.add_row(f"{low:.1f} to {high:.1f}", str(count), f"{claimed:.3f}", f"{right:.3f}")
    console.print(table)
    console.print(f"expected calibration error: {calibration_error(sure):.3f}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Join, gather, cross-validate, and write if asked."""
    parser = argparse.ArgumentParser(description="Fit the topic trees on joined conversations.")
    parser.add_argument("data", type=Path, help="folder with mtrag/, canard/, qrecc_dev2k/ and ikat2023/")
    parser.add_argument("--home", type=Path, default=Path(".anaphora"))
    parser.add_argument("--write", action="store_true", help="fit on everything and write the trees")
    given = parser.parse_args(arguments)
    console, embedder = Console(), cached_embedder(given.home)
    stitched = list(_named(read_dialogues(given.data / "mtrag" / "stitched.dev.jsonl"), tasks(given.data)))
    order = list(dict.fromkeys(said.part for dialogue in stitched for said in dialogue.turns))
    choices = gather([*join(read_conversations(given.data), order), *stitched], embedder)
    console.print(f"{len(choices):,} turns to learn from; {FOLDS}-fold by conversation on the stitched dialogues:")
    labels, sure = cross_validate(choices, stitched, embedder)
    print_topics(summarize(labels) | {"seam": None}, console)
    print_reliability(sure, console)
    if given.write:
        write(fit(choices))
        console.print(f"wrote {FILE.name}, {FILE.stat().st_size:,} bytes")


def _grown(rows: NDArray[Any], right: NDArray[Any], weight: NDArray[Any]) -> Trees:
    """Boosted trees in the form that `nodes/resolving/scorer.py` walks: leaves point at themselves."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    feature: list[int] = []
    threshold: list[float] = []
    child: list[tuple[int, int]] = []
    value: list[float] = []
    roots: list[int] = []
    depth, baselines = 0, []
    for seed in range(SEEDS):
        made = HistGradientBoostingClassifier(**TREES, random_state=seed)
        made.fit(rows.astype(np.float32), right, sample_weight=weight)
        baselines.append(float(made._baseline_prediction.item()))
        for (tree,) in made._predictors:  # the class offers no public view of its trees
            base = len(feature)
            roots.append(base)
            for at, node in enumerate(tree.nodes):
                leaf = bool(node["is_leaf"])
                feature.append(0 if leaf else int(node["feature_idx"]))
                threshold.append(np.inf if leaf else float(node["num_threshold"]))
                child.append((base + at,) * 2 if leaf else (base + int(node["left"]), base + int(node["right"])))
                value.append(float(node["value"]) / SEEDS if leaf else 0.0)
                depth = max(depth, int(node["depth"]))
    return Trees(
        np.array(feature, np.int32),
        np.array(threshold, np.float32),
        np.array(child, np.int32),
        np.array(value, np.float32),
        np.array(roots, np.int32),
        depth,
        sum(baselines) / SEEDS,
    )


def _folds(dialogues: Sequence[Dialogue]) -> list[list[Dialogue]]:
    """Neighbours of one domain together, because they share conversations."""
    folds: list[list[Dialogue]] = [[] for _ in range(FOLDS)]
    for domain in dict.fromkeys(dialogue.domain for dialogue in dialogues):
        known = [dialogue for dialogue in dialogues if dialogue.domain == domain]
        for at, dialogue in enumerate(known):
            folds[at * FOLDS // len(known)].append(dialogue)
    return folds


def _named(dialogues: Sequence[Dialogue], conversations: dict[str, str]) -> Iterator[Dialogue]:
    """The dialogues with their parts named by the conversation they come from, instead of "a" and "b"."""
    for one in dialogues:
        turns = (Said(said.task, said.user, said.assistant, said.topic, conversations[said.task]) for said in one.turns)
        yield Dialogue(one.id, one.domain, tuple(turns))


if __name__ == "__main__":
    main()
