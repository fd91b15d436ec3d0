"""`anaphora eval topics`: where a conversation leaves its topic and where it comes back."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from evals.conversing import Searches, Thread
from evals.dialogues import BOUNDARY, Dialogue, Said, play, read_dialogues
from evals.lab import CandidateIndex, cached_embedder
from evals.metrics import f1, mean, ndcg, paired, standard_error
from evals.mtrag import corpus, qrels
from nodes.resolver import resolve
from stores.embedder import Embedder

Label = tuple[str, str]  # what the data says, what was decided


def topics(
    data: Path, home: Path = Path(".anaphora"), *, embeddings: str = "", console: Console | None = None
) -> dict[str, Any]:
    """Precision, recall and F1 of leaving the topic, and of coming back to one, each turn decided after our own
    decisions on the turns before; the first message of a dialogue is not counted.

    `seam` is nDCG@5 on the first judged message after a boundary, with parking and for the bare message; it needs the
    passages and judgements of the file's folder, and is None without them.

    Raises:
        InputError: the file holds no dialogues.
    """
    dialogues = read_dialogues(data)
    embedder = cached_embedder(home, embeddings)
    judged = _judgements(data, dialogues)
    labels: list[Label] = []
    seams: list[tuple[float, float]] = []
    with Progress(console=console or Console(stderr=True), transient=True) as progress:
        task = progress.add_task("dialogues", total=len(dialogues))
        indexes: dict[str, CandidateIndex] = {}
        for dialogue in dialogues:
            if dialogue.domain in judged and dialogue.domain not in indexes:
                indexes = {dialogue.domain: _index(data.parent / dialogue.domain, embedder)}  # one at a time in memory
            played = _play(dialogue, embedder, indexes.get(dialogue.domain), judged.get(dialogue.domain, {}))
            labels += played[0]
            seams += played[1]
            progress.advance(task)
    return summarize(labels) | {"seam": _seam(seams)}


def summarize(labels: Sequence[Label]) -> dict[str, Any]:
    """The figures of decided labels."""
    left = [gold in BOUNDARY for gold, _ in labels]
    said = [found in BOUNDARY for _, found in labels]
    both = sum(a and b for a, b in zip(left, said, strict=True))
    precision, recall = both / max(1, sum(said)), both / max(1, sum(left))
    back = sum(gold == "return" for gold, _ in labels)
    said_back = sum(found == "return" for _, found in labels)
    right_back = sum(gold == found == "return" for gold, found in labels)
    return {
        "turns": len(labels),
        "boundary": {
            "precision": round(precision, 4), "recall": round(recall, 4), "f1": round(f1(precision, recall), 4)
        },
        "return": {
            "precision": round(right_back / max(1, said_back), 4), "recall": round(right_back / max(1, back), 4)
        },
        "false_per_100": round(100 * (sum(said) - both) / max(1, len(labels)), 2),
    }  # fmt: skip


def _play(
    dialogue: Dialogue, embedder: Embedder, index: CandidateIndex | None, judged: Mapping[str, Mapping[str, int]]
) -> tuple[list[Label], list[tuple[float, float]]]:
    thread, searches = Thread(embedder, resolve), Searches(index, embedder) if index else None
    labels: list[Label] = []
    seams: list[tuple[float, float]] = []
    for said, label in play(dialogue, thread, lambda *_: None):
        if thread.heard and said.topic in BOUNDARY and searches and said.task in judged:
            found = searches.retrieve(thread, thread.heard)
            relevant = judged[said.task]
            ours, raw = [hit.id for hit in found.fused], [hit.id for hit in found.raw]
            seams.append((ndcg(ours, relevant, 5), ndcg(raw, relevant, 5)))
        labels.append((said.topic, label))
    return labels[1:], seams


def _judgements(data: Path, dialogues: Sequence[Dialogue]) -> dict[str, dict[str, dict[str, int]]]:
    """By domain, for those whose passages and judgements lie beside the file; the split is the file's name's middle."""
    split = data.name.split(".")[1] if data.name.count(".") > 1 else ""
    files = {
        domain: (data.parent / domain / "corpus.jsonl.gz", data.parent / domain / f"qrels.{split}.tsv")
        for domain in {dialogue.domain for dialogue in dialogues}
        if domain
    }
    return {
        name: qrels(judged) for name, (passages, judged) in files.items() if passages.is_file() and judged.is_file()
    }


def _index(folder: Path, embedder: Embedder) -> CandidateIndex:
    index = CandidateIndex(embedder)
    index.add(list(corpus(folder)))
    return index


def _seam(seams: Sequence[tuple[float, float]]) -> dict[str, float] | None:
    if not seams:
        return None
    ours, raw = [pair[0] for pair in seams], [pair[1] for pair in seams]
    return {
        "ndcg@5": round(mean(ours), 4),
        "raw_ndcg@5": round(mean(raw), 4),
        "n": len(seams),
        "se": round(standard_error(ours), 4),
        "difference_se": round(paired(ours, raw).error, 4),
    }


def print_topics(result: Mapping[str, Any], console: Console) -> None:
    """The figures as a table."""
    table = Table("", "precision", "recall", "F1", title=f"topics, {result['turns']} turns after the first")
    left, back = result["boundary"], result["return"]
    table.add_row("leaves the topic", f"{left['precision']:.3f}", f"{left['recall']:.3f}", f"{left['f1']:.3f}")
    table.add_row("returns to one", f"{back['precision']:.3f}", f"{back['recall']:.3f}", "")
    console.print(table)
    console.print(f"false switches per 100 turns: {result['false_per_100']:.2f}")
    if seam := result["seam"]:
        console.print(
            f"first message after a seam, {seam['n']} judged: nDCG@5 {seam['ndcg@5']:.3f} ± {seam['se']:.3f}, "
            f"bare message {seam['raw_ndcg@5']:.3f}"
        )


__all__ = ["Said", "print_topics", "summarize", "topics"]
