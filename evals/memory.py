"""What a thread still knows after 50, 100 and 200 turns of other things, and what a turn then costs.

Planted facts: five conversations each state eight facts on their first turns; after so many filler turns each fact is
asked for on a branch of its own, so that no question refreshes another. An answer counts when it holds the exact value.

iKAT 2023 (TREC): each personal fact is told on a turn of its own; then the conversation runs with its own answers, and
the facts that the ledger brings to a turn are compared with those that the turn needs.
"""

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evals.driving import CORPORA, Driven, driving, tokens
from evals.metrics import mean, recall
from evals.planted import CONVERSATIONS, FILLER, Planted
from stores.errors import InputError

if TYPE_CHECKING:
    from stores.embedder import Embedder

DEPTHS = (50, 100, 200)
COSTED = (20, 200)
"""Turns whose prompt is counted; both ask the same filler question."""


def memory(
    data: Path | None = None,
    embedder: "Embedder | None" = None,
    *,
    depths: Sequence[int] = DEPTHS,
    conversations: Sequence[Sequence[Planted]] = CONVERSATIONS,
    history: str = "ours",
    costed: Sequence[int] = COSTED,
) -> dict[str, Any]:
    """Run both parts; the second only with `data`, a folder of iKAT 2023 topics.

    Gives recall by depth, `worst` (facts answered in the worst conversation at the last depth), prompt tokens by turn,
    and for iKAT recall@3 and mrr, or None. `history` is the strategy that answers see, `costed` the turns whose prompt
    is counted.

    Raises:
        InputError: the folder holds no topics.
    """
    from stores.embedder import open_embedder

    chosen = embedder or open_embedder()
    planted = asyncio.run(_planted(chosen, depths, conversations, history, costed))
    return {**planted, "ikat": asyncio.run(_ikat(load(data), chosen)) if data else None}


async def _planted(
    embedder: "Embedder",
    depths: Sequence[int],
    conversations: Sequence[Sequence[Planted]],
    history: str,
    costed: Sequence[int],
) -> dict[str, Any]:
    right: dict[int, list[int]] = {depth: [] for depth in depths}
    spent: dict[int, list[int]] = {turn: [] for turn in costed}
    missed: list[dict[str, Any]] = []
    for number, facts in enumerate(conversations):
        async with driving(CORPORA / "regulation", embedder) as make:
            thread = make(f"planted-{number}")
            for fact in facts:
                await thread.ask(fact.stated, history=history)
            await _fill(thread, depths, right, spent, missed, facts, history)
    asked = sum(len(facts) for facts in conversations)
    return {
        "recall": {str(depth): round(sum(counts) / asked, 4) for depth, counts in right.items()},
        "worst": min(right[max(depths)]),
        "tokens": {str(turn): round(mean(costs)) for turn, costs in spent.items() if costs},
        "missed": missed,
    }


async def _fill(
    thread: Driven,
    depths: Sequence[int],
    right: Mapping[int, list[int]],
    spent: Mapping[int, list[int]],
    missed: list[dict[str, Any]],
    facts: Sequence[Planted],
    history: str,
) -> None:
    for depth in range(1, max(depths) + 1):
        turn = len(facts) + depth
        state = await thread.ask(FILLER[turn % len(FILLER)], history=history)
        if turn in spent:
            spent[turn].append(tokens(state))
        if depth in right:
            found = 0
            for fact in facts:
                answer = (await thread.probe(fact.asked, history=history))["answer"]
                found += holds(answer, fact.value)
                if not holds(answer, fact.value):
                    missed.append({"depth": depth, "asked": fact.asked, "value": fact.value, "answer": answer[:200]})
            right[depth].append(found)


def holds(answer: str, value: str) -> bool:
    """Whether an answer holds a value, as whole words in any case."""
    return re.search(rf"(?<!\w){re.escape(value.lower())}(?!\w)", answer.lower()) is not None


def load(data: Path) -> list[dict[str, Any]]:
    """The test topics of iKAT 2023 in a folder; its other topic files where it has no test file.

    Raises:
        InputError: there is none.
    """
    files = sorted(data.glob("*test_topics.json")) or sorted(data.glob("*topics.json"))
    topics = [topic for file in files for topic in json.loads(file.read_text(encoding="utf-8"))]
    if not topics:
        raise InputError(f"{data} holds no iKAT topics: expected files such as 2023_test_topics.json.")
    return topics


async def _ikat(topics: Sequence[Mapping[str, Any]], embedder: "Embedder") -> dict[str, Any]:
    found: list[float] = []
    ranks: list[float] = []
    async with driving(None, embedder) as make:
        for topic in topics:
            thread = make(f"ikat-{topic['number']}")
            told: dict[int, int] = {}  # fact number by the turn that told it
            for number, statement in topic["ptkb"].items():
                told[(await thread.ask(statement, "Noted."))["turn"]] = int(number)
            for turn in topic["turns"]:
                await thread.ask(turn["utterance"], turn["response"] or "I see.")
                needed = set(turn.get("ptkb_provenance") or ())
                if not needed:
                    continue
                assert thread.writer.brief is not None
                ranking = list(dict.fromkeys(told[one.turn] for one in thread.writer.brief.facts if one.turn in told))
                names = [str(number) for number in ranking]
                found.append(recall(names, [str(number) for number in needed], 3))
                ranks.append(next((1 / (at + 1) for at, number in enumerate(ranking) if number in needed), 0.0))
    return {"turns": len(found), "recall@3": round(mean(found), 4), "mrr": round(mean(ranks), 4)}


def print_memory(result: Mapping[str, Any], console: Any) -> None:
    """The result as two short tables."""
    from rich.table import Table

    table = Table("depth in turns", "facts answered", title="Planted facts")
    for depth, share in result["recall"].items():
        table.add_row(depth, f"{share:.1%}")
    console.print(table)
    console.print(f"worst conversation: {result['worst']} of 8; prompt tokens by turn: {result['tokens']}")
    for one in result["missed"]:
        console.print(
            f"  at {one['depth']}: {one['asked']} wanted {one['value']!r}, got {one['answer']!r}", markup=False
        )
    if ikat := result["ikat"]:
        console.print(f"iKAT 2023, {ikat['turns']} turns: recall@3 {ikat['recall@3']:.3f}, MRR {ikat['mrr']:.3f}")
