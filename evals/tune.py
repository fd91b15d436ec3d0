"""`python -m evals.tune --data DIR [--home DIR] [--draws N]`: choose the fusion's weights on a split of MTRAG.

Each query keeps a pool of passages with their cosines to the message, the resolution, the alternative and the topic's
answers, and its lexical rankings, so that a choice of weights is scored in microseconds. Weights are drawn at random;
what is printed is the best draws, the mean by value of each weight, today's weights, and what choosing on four fifths
of the conversations (or on the other domains) gives on the rest.
"""

import argparse
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from evals.conversing import CITED, Heard, Searches, Thread
from evals.lab import CandidateIndex, cached_embedder
from evals.metrics import ndcg
from evals.mtrag import HEADLINE, Domain, Query, load
from evals.retrieval import LOSS
from nodes.resolver import dependence, resolve
from nodes.retrieval import DEPTH, LEAST, WEIGHTS, Weights
from nodes.topics import unpack
from stores.embedder import Embedder
from stores.fusion import DENSE_WEIGHT, RANK_OFFSET
from stores.passages import Hit

POOLED = 150  # nearest passages of each vector that are kept for mixing
FOLDS = 5
ALLOWED = 0.06  # share of queries that may lose; more costs half its excess in nDCG

Floats = NDArray[np.float64]
GRID: dict[str, tuple[object, ...]] = {
    "lists": (0.6, 0.8, 1.0, 1.2, 1.5),
    "leaning": (0.5, 0.75, 1.0, 1.5, 2.0),
    "lexical": tuple((a, b) for a in (0.0, 0.25, 0.5, 1.0) for b in (0.5, 1.0, 1.25, 1.5, 2.0)),
    "shares": tuple((a, b) for a in (0.0, 0.5, 1.0) for b in (0.0, 0.5, 1.0, 1.5)),
    "completed": (0.0, 0.5, 0.8),
    "answers": (0.0, 0.3, 0.5, 0.8, 1.0),
}


@dataclass(frozen=True)
class Item:
    """One judged query: gains and scores of its pool of passages, all arrays in the same order."""

    query: Query
    ids: list[str]
    bare: Floats  # the bare message's fused scores
    cosines: Floats  # [pool, 4]: to the message, the resolution, the alternative, the answers
    words: Floats  # [2, pool]: reciprocal ranks by the resolution's and the alternative's words
    leaning: float
    completed: bool
    doubt: float  # the factor of a message that begins a topic; 1 within one
    raw: float  # nDCG@5 of the bare message


def gather(domain: Domain, embedder: Embedder) -> list[Item]:
    """The judged queries of a domain, each after its own conversation."""
    index = CandidateIndex(embedder)
    index.add(domain.passages)
    ids = [passage.id for passage in domain.passages]
    matrix = embedder.embed([passage.text for passage in domain.passages])
    items = []
    for name in track(list(domain.conversations), domain.name, console=Console(stderr=True), transient=True):
        judged = {query.turn: query for query in domain.queries if query.conversation == name}
        thread, searches = Thread(embedder, resolve), Searches(index, embedder)
        for turn, said in enumerate(domain.conversations[name][: max(judged)], start=1):
            message = judged[turn].text if turn in judged else said.asked
            before = thread.notes
            heard = thread.hear(message)
            found = searches.retrieve(thread, heard)
            heard = found.heard
            if turn in judged:
                leaning = dependence(message, before)
                items.append(_item(judged[turn], heard, thread, found.raw, leaning, index, embedder, ids, matrix))
            thread.finish(message, said.answered, heard, tuple(one.id for one in found.evidence[:CITED]))
    return items


def ranking(item: Item, weights: Weights) -> list[str]:
    """The ids that `nodes.retrieval` puts first, with these weights."""
    leaning = (max(item.leaning, weights.completed) if item.completed else item.leaning) * item.doubt
    count = weights.lists * leaning**weights.leaning if leaning else 0.0
    scores = item.bare
    if count >= LEAST and item.query.turn > 1:
        near = item.cosines @ np.array([1.0, *weights.shares, weights.answers * leaning])
        lexical = weights.lexical[0] * item.words[0] + weights.lexical[1] * item.words[1]
        scores = scores + count * (DENSE_WEIGHT * _reciprocal(near) + lexical)
    return [item.ids[at] for at in np.argsort(-scores, kind="stable")[:5]]


def evaluate(items: Sequence[Item], weights: Weights) -> Floats:
    """nDCG@5 of every query."""
    return np.array([ndcg(ranking(item, weights), item.query.relevant, 5) for item in items])


def objective(scores: Floats, raw: Floats) -> float:
    """Mean nDCG@5, less half of what the share of losing queries is above the allowed one."""
    return float(scores.mean() - 0.5 * max(0.0, (scores < raw - LOSS).mean() - ALLOWED))


def held_out(table: Floats, raw: Floats, groups: Sequence[str]) -> Floats:
    """Scores of each group's queries by the draw that is best on all the others."""
    names = np.array(groups)
    result = np.zeros(len(raw))
    for name in set(groups):
        rest = names != name
        best = int(np.argmax([objective(row[rest], raw[rest]) for row in table]))
        result[~rest] = table[best][~rest]
    return result


def main(arguments: Sequence[str] | None = None) -> None:
    """Gather, draw, print."""
    parser = argparse.ArgumentParser(description="Choose the fusion's weights on MTRAG.")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--split", default="dev")
    parser.add_argument("--home", type=Path, default=Path(".anaphora"))
    parser.add_argument("--draws", type=int, default=600)
    given = parser.parse_args(arguments)
    console, embedder = Console(), cached_embedder(given.home)
    items = [item for name in HEADLINE for item in gather(load(given.data, given.split, name), embedder)]
    raw = np.array([item.raw for item in items])
    later = np.array([item.query.turn > 1 for item in items])

    def line(name: str, scores: Floats) -> str:
        lost = (scores < raw - LOSS).mean()
        return f"{name}: nDCG@5 {scores.mean():.4f}, later turns {scores[later].mean():.4f}, losing {lost:.1%}"

    console.print(line("bare message", raw))
    console.print(line("today's weights", evaluate(items, WEIGHTS)))
    rng = random.Random(1)
    draws = [_draw(rng) for _ in range(given.draws)]
    table = np.array([evaluate(items, draw) for draw in track(draws, "draws", console=Console(stderr=True))])
    values = np.array([objective(row, raw) for row in table])
    for at in np.argsort(-values)[:5]:
        console.print(line(str(draws[at]), table[at]))
    for name, options in GRID.items():
        means = {str(value): values[[getattr(draw, name) == value for draw in draws]].mean() for value in options}
        console.print(name, {value: round(float(mean), 4) for value, mean in means.items()})
    folds = {name: str(at % FOLDS) for at, name in enumerate(sorted({item.query.conversation for item in items}))}
    by: dict[str, Callable[[Item], str]] = {
        "conversations": lambda item: folds[item.query.conversation],
        "domains": lambda item: item.query.domain,
    }
    for name, group in by.items():
        console.print(line(f"chosen on other {name}", held_out(table, raw, [group(item) for item in items])))


def _draw(rng: random.Random) -> Weights:
    drawn = {name: rng.choice(options) for name, options in GRID.items()}
    return replace(WEIGHTS, **drawn)  # type: ignore[arg-type]  # each option has its field's type


def _item(
    query: Query,
    heard: Heard,
    thread: Thread,
    raw: Sequence[Hit],
    leaning: float,
    index: CandidateIndex,
    embedder: Embedder,
    ids: Sequence[str],
    matrix: NDArray[np.float32],
) -> Item:
    meant = heard.resolution.query
    wide = heard.resolution.alternatives[0] if heard.resolution.alternatives else meant
    answers = unpack(thread.frames[0].answers) if thread.frames[0].answers else np.zeros(embedder.dim, np.float32)
    vectors = np.array([*embedder.embed([query.text, meant, wide]), answers])
    cosines = matrix @ vectors.T
    lexical = [[hit.id for hit in index.lexical(text, DEPTH)] for text in (meant, wide)]
    rows = {name: row for row, name in enumerate(ids)}
    pool = {rows[hit.id] for hit in raw} | {rows[name] for names in lexical for name in names}
    for column in (*cosines.T, cosines.sum(axis=1), cosines[:, :3].sum(axis=1)):
        pool |= set(np.argpartition(-column, POOLED)[:POOLED].tolist())
    chosen = sorted(pool)
    names = [ids[row] for row in chosen]
    scores = {hit.id: hit.score for hit in raw}
    words = [{name: 1 / (RANK_OFFSET + rank) for rank, name in enumerate(found, start=1)} for found in lexical]
    return Item(
        query,
        names,
        np.array([scores.get(name, 0.0) for name in names]),
        cosines[chosen].astype(float),
        np.array([[found.get(name, 0.0) for name in names] for found in words]),
        leaning,
        meant != query.text,
        1 - heard.topic.confidence if heard.topic.label == "switch" else 1.0,
        ndcg([hit.id for hit in raw], query.relevant, 5),
    )


def _reciprocal(near: Floats) -> Floats:
    """Reciprocal ranks of the best `DEPTH`, 0 for the others."""
    found = np.zeros(len(near))
    order = np.argsort(-near, kind="stable")[:DEPTH]
    found[order] = 1 / (RANK_OFFSET + 1 + np.arange(len(order)))
    return found


if __name__ == "__main__":
    main()
