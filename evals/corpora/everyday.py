"""`python -m evals.corpora.everyday`: everyday first questions to the example documents, answered without a model.

Each line of `everyday.jsonl` is asked on a thread of its own. `says` are the values or words of which a right answer
quotes one; without any, the documents do not say. `half` is "tuning", or "held out" for those that no rule or
threshold was chosen on.
"""

import argparse
import asyncio
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from evals.driving import CORPORA, driving

if TYPE_CHECKING:
    from stores.embedder import Embedder

QUESTIONS = CORPORA / "everyday.jsonl"
OUTCOMES = ("right", "wrong quote", "wrongly abstained", "rightly abstained", "quoted beside the point")


def outcome(says: Iterable[str], answer: str, answerable: bool) -> str:
    """What an answer is: one of `OUTCOMES`, the last two where the documents do not say."""
    known = [value.casefold() for value in says]
    if not known:
        return OUTCOMES[4] if answerable else OUTCOMES[3]
    if not answerable:
        return OUTCOMES[2]
    return OUTCOMES[0] if any(value in answer.casefold() for value in known) else OUTCOMES[1]


async def ask_all(rows: Iterable[Mapping[str, Any]], embedder: "Embedder") -> list[dict[str, Any]]:
    """The rows with each question's `answer` and `outcome`."""
    asked = []
    by_corpus: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        by_corpus.setdefault(row["corpus"], []).append(row)
    for corpus, questions in by_corpus.items():
        async with driving(CORPORA / corpus, embedder) as make:
            for number, row in enumerate(questions):
                state = await make(f"{corpus}-{number}").ask(row["question"])
                answer, answerable = state["answer"], state["answerable"]
                asked.append({**row, "answer": answer, "outcome": outcome(row["says"], answer, answerable)})
    return asked


def main() -> None:
    """Ask, and print how many answers were what."""
    from stores.embedder import open_embedder

    parser = argparse.ArgumentParser(prog="python -m evals.corpora.everyday", description=__doc__.partition("\n")[0])
    parser.add_argument("--half", choices=("tuning", "held out"), help="only these questions")
    parser.add_argument("--show", action="store_true", help="print the answers that went wrong")
    chosen = parser.parse_args()
    lines = QUESTIONS.read_text(encoding="utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if chosen.half in {None, row["half"]}]
    asked = asyncio.run(ask_all(rows, open_embedder()))
    if chosen.show:
        for row in asked:
            if row["outcome"] not in {"right", "rightly abstained"}:
                print(f"{row['outcome']}: {row['question']} -> {row['answer']}")
    for half in dict.fromkeys(row["half"] for row in asked):
        counts = Counter(row["outcome"] for row in asked if row["half"] == half)
        print(f"{half}: " + ", ".join(f"{name} {counts[name]}" for name in OUTCOMES))


if __name__ == "__main__":
    main()
