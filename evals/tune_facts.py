"""`python -m evals.tune_facts --data DIR`: the weights by which facts of the ledger are chosen, cross-validated.

DIR holds the topics of iKAT 2023. Each conversation is played once, as in `evals/memory.py`, and every turn that needs
personal facts is kept with what the choice rests on. Then the weights are chosen on all topics but one and judged on
that one, topic by topic; conversations on one topic stay together. Beside that: today's weights, and the best for all.
"""

import argparse
import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from evals.driving import Driven, driving
from evals.memory import load
from evals.metrics import mean, recall
from nodes.ledger import is_active, said
from nodes.reaching_back import EXCHANGE
from nodes.relevance import WEIGHING, Weighing, current, facts_that_matter
from nodes.state import Fact
from nodes.topics import unpack
from stores.embedder import Embedder, open_embedder
from stores.passages import Vector

GRID = tuple(
    Weighing(last, topic, shared)
    for last, topic, shared in product((0.0, 0.1, 0.2, 0.3, 0.5), (0.0, 0.25, 0.5, 0.75, 1.0), (0.0, 0.1, 0.2, 0.4))
)
BEST = 3


@dataclass(frozen=True)
class Item:
    """One turn that needs facts: `needed` are the turns that told them."""

    topic: str
    query: str
    facts: tuple[Fact, ...]
    vectors: Vector
    question: Vector
    last: Vector
    subject: Vector | None
    needed: frozenset[int]
    until: int  # the last turn that told one


async def _items(topics: Sequence[Mapping[str, Any]], embedder: Embedder) -> list[Item]:
    found: list[Item] = []
    async with driving(None, embedder) as make:
        for topic in topics:
            found += await _of_topic(topic, make(f"ikat-{topic['number']}"), embedder)
    return found


async def _of_topic(topic: Mapping[str, Any], thread: Driven, embedder: Embedder) -> list[Item]:
    book: dict[int, Fact] = {}
    told: dict[int, int] = {}
    found: list[Item] = []
    for number, statement in topic["ptkb"].items():
        state = await thread.ask(statement, "Noted.")
        told[int(number)] = state["turn"]
        book |= {fact.id: fact for fact in state["facts"]}
    for turn in topic["turns"]:
        before = thread.state["notes"][-1]
        state = await thread.ask(turn["utterance"], turn["response"] or "I see.")
        needed = frozenset(told[number] for number in turn.get("ptkb_provenance") or () if number in told)
        active = tuple(fact for fact in current(tuple(book.values())) if is_active(fact))
        if needed and active:
            resolution = state.get("resolution")
            query = resolution.query if resolution else state["route"].question
            texts = [query, f"{before.asked} {before.answered}"[:EXCHANGE], *(said(fact) for fact in active)]
            vectors = embedder.embed(texts)
            frames = state["frames"]
            subject = unpack(frames[0].vector) if frames and frames[0].vector else None
            name = str(topic["number"]).split("-")[0]
            found.append(
                Item(name, query, active, vectors[2:], vectors[0], vectors[1], subject, needed, max(told.values()))
            )
        book |= {fact.id: fact for fact in state["facts"]}
    return found


def score(item: Item, weighing: Weighing) -> float:
    """Recall@3 of one turn under these weights."""
    ranked = facts_that_matter(
        item.query, item.facts, item.vectors, question=item.question, last=item.last, topic=item.subject,
        weighing=weighing,
    )  # fmt: skip
    turns = list(dict.fromkeys(str(fact.turn) for fact in ranked if fact.turn <= item.until))
    return recall(turns, [str(turn) for turn in item.needed], 3)


def crossvalidated(items: Sequence[Item], grid: Sequence[Weighing] = GRID) -> dict[str, Any]:
    """Recall@3 of today's weights, of the best for all, and of those chosen without the topic they are judged on."""
    table = np.array([[score(item, weighing) for item in items] for weighing in grid])
    names = np.array([item.topic for item in items])
    outside: list[float] = []
    chosen: list[Weighing] = []
    for name in dict.fromkeys(names.tolist()):
        best = int(table[:, names != name].mean(axis=1).argmax())
        chosen.append(grid[best])
        outside += table[best, names == name].tolist()
    order = np.argsort(-table.mean(axis=1))[:BEST]
    return {
        "turns": len(items),
        "topics": len(chosen),
        "today": round(mean([score(item, WEIGHING) for item in items]), 4),
        "without": {part: round(_without(items, part), 4) for part in ("last", "topic", "shared")},
        "best": [(grid[at], round(float(table[at].mean()), 4)) for at in order],
        "crossvalidated": round(mean(outside), 4),
        "chosen": sorted({(one.last, one.topic, one.shared) for one in chosen}),
    }


def _without(items: Sequence[Item], part: str) -> float:
    return mean([score(item, replace(WEIGHING, **{part: 0.0})) for item in items])


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of iKAT 2023 topics")
    topics = load(parser.parse_args().data)
    result = crossvalidated(asyncio.run(_items(topics, open_embedder())))
    console = Console()
    for name, value in result.items():
        console.print(f"{name}: {value}", markup=False)


if __name__ == "__main__":
    main()
