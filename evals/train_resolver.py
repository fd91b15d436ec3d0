"""`python -m evals.train_resolver --data DIR`: trains the resolver's scorers, cross-validates them and writes them.

Three boosted-tree models of a few kilobytes: `dependence` (does a message lean on its context?), `terms` (which terms
does a message that leans mean?) and `context` (which terms may any message miss? those of the wider query).
DIR holds canard/ and qrecc_dev2k/; TREC CAsT is never trained on. `--check` does not write: it scores each source with
scorers trained on the others, and each third of the conversations with scorers trained on the rest. Some
minutes of work; one thread (`OMP_NUM_THREADS=1`) is quickest on a busy machine. See nodes/resolving/WEIGHTS.md.
"""

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from evals.metrics import f1
from evals.resolver_data import Conversation, Exchange, conversations, past_of, variants
from evals.resolver_examples import Asked, Examples, Rows, asked, candidates, messages, standalone
from nodes.resolver import DEPENDENT, MOST, UNPOINTED, WIDE
from nodes.resolving import features
from nodes.resolving.choosing import foremost, likely
from nodes.resolving.message import NAMES as MESSAGE_NAMES
from nodes.resolving.message import look
from nodes.resolving.past import Past
from nodes.resolving.scorer import FOLDER, Trees
from nodes.resolving.text import read
from nodes.resolving.wording import phrases, worded

Score = Callable[[Rows], NDArray[np.float64]]
Mask = NDArray[np.bool_]
MESSAGE = {"max_leaf_nodes": 5, "max_iter": 200, "min_samples_leaf": 40}
TERMS = {"max_leaf_nodes": 6, "max_iter": 200, "min_samples_leaf": 60}
CONTEXT = {"max_leaf_nodes": 8, "max_iter": 150, "min_samples_leaf": 60}
MORE = {  # what can only speak for leaning on the context, or for a term
    "says_he", "says_she", "says_it", "says_they", "says_this", "says_these", "says_ones", "possessive", "more",
    "opener", "free", "headless", "relation_last", "the_seen", "query_last", "asked_last", "query_share", "asked_share",
    "streak", "added_last", "added_share", "noun", "run_query", "run_streak", "run_added", "number_fit", "person_fit",
    "before_message", "known", "frame", "focus", "focus_fresh", "answer_count", "user_said",
}  # fmt: skip
LESS = {
    "names", "unseen_names", "attached", "attached_new", "holds_last", "holds_most", "rarest_attached",
    "rarest_unseen", "unseen", "asked_ago", "query_ago", "answer_ago", "focus_ago", "verb", "digit",
}  # fmt: skip


def fit(examples: Examples, names: Sequence[str], *, keep: Mask | None = None, **given: Any) -> Trees:
    """Boosted trees that a single feature of `MORE` can only push up, one of `LESS` only down."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    chosen = np.ones(len(examples.y), bool) if keep is None else keep
    model = HistGradientBoostingClassifier(
        learning_rate=0.08, l2_regularization=5.0, max_features=0.3, max_bins=64, random_state=0, early_stopping=False,
        monotonic_cst=[int(name in MORE) - int(name in LESS) for name in names], **given,
    )  # fmt: skip
    model.fit(examples.x[chosen], examples.y[chosen], sample_weight=examples.weight[chosen])
    return exported(model)


def exported(model: Any) -> Trees:
    """A fitted scikit-learn model as arrays."""
    feature: list[int] = []
    threshold: list[float] = []
    child: list[tuple[int, int]] = []
    value: list[float] = []
    roots: list[int] = []
    for (tree,) in model._predictors:
        start = len(feature)
        roots.append(start)
        for at, node in enumerate(tree.nodes):
            leaf = bool(node["is_leaf"])
            feature.append(0 if leaf else int(node["feature_idx"]))
            threshold.append(0.0 if leaf else float(node["num_threshold"]))
            child.append((start + at, start + at) if leaf else (start + int(node["left"]), start + int(node["right"])))
            value.append(float(node["value"]) if leaf else 0.0)
    depth = max(int(tree.nodes["depth"].max()) for (tree,) in model._predictors)
    return Trees(
        np.array(feature, np.int32), np.array(threshold, np.float32), np.array(child, np.int32),
        np.array(value, np.float32), np.array(roots, np.int32), depth, float(np.ravel(model._baseline_prediction)[0]),
    )  # fmt: skip


def store(trees: Trees, target: Path) -> None:
    """Write a model as small as it loads."""
    np.savez_compressed(
        target, feature=trees.feature.astype(np.uint8), threshold=trees.threshold, child=trees.child.astype(np.uint16),
        value=trees.value.astype(np.float16), roots=trees.roots.astype(np.uint16), depth=trees.depth,
        baseline=trees.baseline,
    )  # fmt: skip


def fold(key: str, folds: int) -> int:
    """Which fold a conversation belongs to, the same on every machine."""
    return zlib.crc32(key.encode()) % folds


def resolved(one: Conversation, terms_of: Score) -> list[str]:
    """The queries of a conversation when the scorer resolves the messages that lean on their context."""
    made: list[str] = []
    for turn, exchange in enumerate(one.turns):
        past = past_of(one, turn, made)
        leans = exchange.dependent if exchange.rewrite is not None else bool(look(read(exchange.asked), past).pronouns)
        made.append(rewritten(exchange, past, terms_of) if turn and leans else exchange.asked)
    return made


def rewritten(exchange: Exchange, past: Past, terms_of: Score) -> str:
    """A message in the words that the scorer makes of it."""
    message = look(read(exchange.asked), past)
    stems = features.candidates(message, past)
    if not stems:
        return exchange.asked
    scores = terms_of(features.rows(message, past, stems)).tolist()
    chosen = foremost(dict(zip(stems, scores, strict=True)), past, MOST)
    return worded(message.text, phrases(chosen, past))


@dataclass(frozen=True)
class Lessons:
    """The examples of the three scorers."""

    messages: Examples
    terms: Examples
    context: Examples
    asked: list[Asked]  # what a check scores: the data's own messages, with their answers


def prepare(every: Sequence[Conversation]) -> Lessons:
    """Make the examples. Earlier queries in them were made by scorers that did not see the conversation."""
    many = list(variants(every))
    first = candidates(item for item in asked(many) if item.dependent)
    halves = [fit(first, features.NAMES, keep=_not_in(first, 2, half), **TERMS | {"max_iter": 100}) for half in (0, 1)]
    queries = [resolved(one, halves[fold(one.key, 2)].score) for one in many]
    plain = [one for at, one in enumerate(many) if at % 3 == 0]
    own = [item for at, item in enumerate(many) if at % 3 < 2]
    heard = asked(own, [query for at, query in enumerate(queries) if at % 3 < 2])
    return Lessons(
        messages(every),
        candidates(item for item in asked(many, queries) if item.dependent),
        candidates([*heard, *standalone(heard, [one.turns[0].asked for one in every])]),
        asked(plain, queries[::3]),
    )


def train(lessons: Lessons, keep: Callable[[Examples], Mask] | None = None) -> dict[str, Trees]:
    """The three scorers, of all examples or of those to keep."""
    mine = {"dependence": lessons.messages, "terms": lessons.terms, "context": lessons.context}
    names = {"dependence": MESSAGE_NAMES}
    sizes = {"dependence": MESSAGE, "terms": TERMS, "context": CONTEXT}
    return {
        name: fit(examples, names.get(name, features.NAMES), keep=keep(examples) if keep else None, **sizes[name])
        for name, examples in mine.items()
    }


def check(lessons: Lessons, models: dict[str, Trees], chosen: Callable[[str], bool]) -> dict[str, float]:
    """Scores on the chosen conversations.

    Leaning (area under the curve); the share of messages that lack nothing, asked or made, to which nothing is added;
    precision, recall and F1 of what is added to the others; and the recall of the wider query. Rules are left out.
    """
    from sklearn.metrics import roc_auc_score

    own = lessons.messages
    keep = np.array([chosen(key) for key in own.key])
    area = roc_auc_score(own.y[keep], models["dependence"].score(own.x[keep]))
    heard = [item for item in lessons.asked if chosen(item.conversation.key)]
    alone = [item for item in heard if not item.dependent]
    alone += standalone(heard, [one.turns[0].asked for one in {item.conversation for item in heard}])
    left = sum(not _added(item, models)[0] for item in alone)
    both = got = wanted = wide = 0
    for item in heard:
        if item.dependent:
            found, near = _added(item, models)
            both, got = both + len(found & item.lacking), got + len(found)
            wanted, wide = wanted + len(item.lacking), wide + len(near & item.lacking)
    precision, recall = both / max(1, got), both / max(1, wanted)
    return {
        "leaning": float(area), "left alone": left / max(1, len(alone)), "precision": precision, "recall": recall,
        "f1": f1(precision, recall), "wide recall": wide / max(1, wanted),
    }  # fmt: skip


def _added(item: Asked, models: dict[str, Trees]) -> tuple[set[str], set[str]]:
    """The stems that the scorers add to a message as `resolve` does, and those of the wider query."""
    message = look(read(item.text), item.past)
    stems = features.candidates(message, item.past)
    if not stems:
        return set(), set()
    rows = features.rows(message, item.past, stems)
    meant, near = (dict(zip(stems, models[name].score(rows).tolist(), strict=True)) for name in ("terms", "context"))
    wide = set(likely(near, WIDE, MOST))
    leaning = float(models["dependence"].score(np.array([message.features], np.float32))[0])
    least = DEPENDENT if message.points or message.pronouns else UNPOINTED
    return set(foremost(meant, item.past, MOST)) if leaning >= least else set(), wide


def _not_in(examples: Examples, folds: int, at: int) -> Mask:
    return np.array([fold(key, folds) != at for key in examples.key])


def _source(key: str) -> str:
    return key.split(" ", maxsplit=1)[0]


def cross_validate(lessons: Lessons) -> dict[str, dict[str, float]]:
    """Each source by scorers trained on the others, and the mean over thirds of the conversations."""
    result: dict[str, dict[str, float]] = {}
    for source in ("canard", "quac", "nq"):
        models = train(lessons, lambda of, left=source: of.source != left)  # type: ignore[misc]  # bound at once
        result[f"{source}, trained on the others"] = check(lessons, models, lambda key, own=source: _source(key) == own)  # type: ignore[misc]  # bound at once
    parts: list[dict[str, float]] = []
    for at in range(3):
        models = train(lessons, lambda of, left=at: _not_in(of, 3, left))  # type: ignore[misc]  # bound at once
        parts.append(check(lessons, models, lambda key, own=at: fold(key, 3) == own))  # type: ignore[misc]  # bound at once
    result["thirds of the conversations"] = {name: sum(part[name] for part in parts) / 3 for name in parts[0]}
    return result


def main(
    data: Annotated[Path, typer.Option(help="folder that holds canard/ and qrecc_dev2k/")],
    check_only: Annotated[bool, typer.Option("--check", help="cross-validate and write nothing")] = False,
) -> None:
    """Train the resolver's scorers."""
    console = Console()
    lessons = prepare(conversations(data))
    if check_only:
        rows = cross_validate(lessons)
        table = Table("", *next(iter(rows.values())))
        for name, row in rows.items():
            table.add_row(name, *(f"{value:.3f}" for value in row.values()))
        console.print(table)
        return
    for name, trees in train(lessons).items():
        target = FOLDER / f"{name}.npz"
        store(trees, target)
        console.print(f"{name}: {len(trees.roots)} trees, {target.stat().st_size / 1000:.1f} kB")


if __name__ == "__main__":
    typer.run(main)
