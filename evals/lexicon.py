"""`python -m evals.lexicon --data DIR`: the resolver's word statistics, rarity and behaviour of the commonest stems.

Counted over running text (the passages of the MTRAG collections) without any labels: a stem that follows "the" or "of"
behaves like a noun, one that follows "to" or "they" like a verb. Each figure is one byte.
"""

import argparse
import gzip
import json
import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from nodes.resolving.lexicon import FILE
from nodes.resolving.text import read

SIZE = 4000  # stems kept, the most widespread first
EVERY = 4  # one passage in so many is read
COLLECTIONS = ("clapnq", "cloud", "fiqa", "govt")
COLUMNS = ("rarity", "noun", "verb", "last", "name", "of")


def passages(data: Path, every: int = EVERY) -> list[str]:
    """The text of one passage in `every` of each collection under `data`/mtrag."""
    found: list[str] = []
    for name in COLLECTIONS:
        with gzip.open(data / "mtrag" / name / "corpus.jsonl.gz", "rt", encoding="utf-8") as lines:
            found.extend(json.loads(line)["text"] for n, line in enumerate(lines) if n % every == 0)
    return found


def count(texts: list[str]) -> tuple[list[str], np.ndarray]:
    """Stems, and one row of bytes for each in the order of `COLUMNS`; 255 stands for 1 (for rarity: 16 nats)."""
    documents: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    marks: dict[str, Counter[str]] = {name: Counter() for name in COLUMNS[1:]}
    for passage in texts:
        text = read.__wrapped__(passage)
        documents.update(text.first.keys())
        for at, word in enumerate(text.words):
            if not word.stem:
                continue
            seen[word.stem] += 1
            left, right = text.before(at), text.after(at)
            marks["noun"][word.stem] += left in {"det", "prep"} and text.words[at - 1].low != "to"
            marks["verb"][word.stem] += left in {"aux", "pron", "wh"} or (
                left == "prep" and text.words[at - 1].low == "to"
            )
            marks["last"][word.stem] += right != "content"
            after = text.words[at + 1].low if right == "prep" else ""
            marks["of"][word.stem] += after in {"of", "for", "in", "between", "to", "on"} if after else 0
            marks["name"][word.stem] += word.surface[0].isupper() and not word.opens
    stems = [stem for stem, _ in documents.most_common(SIZE) if not stem.isdigit()]
    table = np.zeros((len(stems), len(COLUMNS)), np.uint8)
    for row, stem in enumerate(stems):
        rarity = math.log(len(texts) / documents[stem]) / 16
        rates = [(marks[name][stem] + 0.5) / (seen[stem] + 2) for name in COLUMNS[1:]]
        table[row] = [round(255 * min(1.0, max(0.0, value))) for value in (rarity, *rates)]
    return stems, table


def write(data: Path, target: Path) -> int:
    """Count, and write the table; returns the number of stems."""
    stems, table = count(passages(data))
    np.savez_compressed(target, stems=np.frombuffer("\n".join(stems).encode(), np.uint8), table=table)
    return len(stems)


def main(arguments: Sequence[str] | None = None) -> None:
    """Count the passages of the folder that holds mtrag/."""
    parser = argparse.ArgumentParser(description="Count the resolver's word statistics.")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--target", type=Path, default=FILE)
    given = parser.parse_args(arguments)
    print(f"{write(given.data, given.target)} stems in {given.target.name}")


if __name__ == "__main__":
    main()
