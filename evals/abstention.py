"""`anaphora eval abstention`: when the writer without a model says that the documents do not hold it, and at what cost.

Every labelled question of MTRAG's human conversations is searched in its own domain after the conversation's own
earlier turns, and its evidence weighed as the extractive writer weighs it. A question labelled UNANSWERABLE is *caught*
when the writer abstains; one labelled ANSWERABLE or PARTIAL is *lost*. Conversational turns ask nothing of documents.

Cross-validated by conversation: the threshold that loses at most `COST` of the answerable questions of four fifths is
tried on the last fifth.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from evals.conversing import CITED, Searches, Thread
from evals.lab import CandidateIndex, cached_embedder
from evals.metrics import mean
from evals.mtrag import corpus, domains, labelled
from nodes import resolver
from nodes.compression import compress
from nodes.generate import excerpt_text
from nodes.sentence_scores import score_sentences
from nodes.support import ENOUGH, is_supported, support
from nodes.writing import Brief, Excerpt, Numbering
from stores.embedder import Embedder

LABELS = ("ANSWERABLE", "PARTIAL", "UNANSWERABLE")
COST = 0.06  # of the answerable and partly answerable questions, at most, when a threshold is chosen
FOLDS = 5
PASSAGES = 5  # what an answer rests on by default
STEPS = [round(0.3 + 0.02 * step, 2) for step in range(31)]

Row = dict[str, Any]


def abstention(data: Path, split: str, home: Path, *, embeddings: str = "", console: Console | None = None) -> Row:
    """What the writer abstains on, by label, at its own threshold and at others.

    Raises:
        InputError: the folder does not hold the split.
    """
    names, embedder = domains(data, split), cached_embedder(home, embeddings)
    rows: list[Row] = []
    with Progress(console=console or Console(stderr=True), transient=True) as progress:
        for name in names:
            conversations = labelled(data, split, name)
            index = CandidateIndex(embedder)
            index.add(list(corpus(data / name)))
            for id_, turns in progress.track(conversations.items(), description=name):
                rows += _converse(id_, turns, index, embedder)
    return report(rows)


def _converse(id_: str, turns: Sequence[Mapping[str, str]], index: CandidateIndex, embedder: Embedder) -> list[Row]:
    thread, searches = Thread(embedder, resolver.resolve), Searches(index, embedder)
    rows = []
    for number, turn in enumerate(turns, 1):
        message = turn["user"]
        heard = thread.hear(message)
        found = searches.retrieve(thread, heard)
        heard = found.heard
        query, shown = heard.resolution.query, found.evidence[:PASSAGES]
        ids = [one.id for one in shown]
        passages, sentences, vector = index.fetch(ids), index.sentences(ids), embedder.embed([query])[0]
        kept = [compress(one, passages[one.id], sentences.get(one.id), vector, query) for one in shown]
        excerpts = tuple(
            Excerpt(passages[one.id], excerpt_text(passages[one.id], one.spans), one.score, spans=one.spans)
            for one in kept
        )
        brief = Brief(
            number, message, heard.route, heard.resolution, vector, excerpts, Numbering({}, 1), own=heard.vector
        )
        asked, quotes = score_sentences(brief, sentences)
        rows.append(
            {
                "conversation": id_,
                "label": turn["answerability"],
                "support": support(asked, quotes, query),
                "answered": is_supported(asked, quotes, query),
            }
        )
        searches.show(found.evidence, PASSAGES)
        thread.finish(message, turn["agent"], heard, tuple(one.id for one in found.evidence[:CITED]))
    return rows


def report(rows: Sequence[Row]) -> Row:
    """Shares of each label that the writer abstains on; what other thresholds would catch and lose; held-out shares."""
    rows = [row for row in rows if row["label"] in LABELS]
    return {
        "questions": {label: sum(row["label"] == label for row in rows) for label in LABELS},
        "threshold": ENOUGH,
        "abstained": {label: _share(not row["answered"] for row in rows if row["label"] == label) for label in LABELS},
        "curve": {str(step): _at(rows, step) for step in STEPS},
        "held_out": _held_out(rows),
    }


def _at(rows: Sequence[Row], threshold: float) -> dict[str, float]:
    caught = _share(row["support"] < threshold for row in rows if row["label"] == "UNANSWERABLE")
    return {"caught": caught, "lost": _share(row["support"] < threshold for row in rows if row["label"] in LABELS[:2])}


def _held_out(rows: Sequence[Row]) -> Row:
    order = sorted({row["conversation"] for row in rows})
    fold = {id_: place % FOLDS for place, id_ in enumerate(order)}
    chosen, tried = [], []
    for number in range(FOLDS):
        rest = [row for row in rows if fold[row["conversation"]] != number]
        threshold = max((step for step in STEPS if _at(rest, step)["lost"] <= COST), default=STEPS[0])
        chosen.append(threshold)
        own = [row for row in rows if fold[row["conversation"]] == number]
        tried += [{**row, "support": row["support"] - threshold} for row in own]
    return {"thresholds": chosen, **_at(tried, 0.0)}


def _share(marks: Iterable[bool]) -> float:
    return round(mean([float(mark) for mark in marks]), 4)


def print_abstention(result: Mapping[str, Any], console: Console) -> None:
    """The figures as tables."""
    table = Table("label", "questions", "abstained", title=f"abstention at {result['threshold']}")
    for label in LABELS:
        table.add_row(label.lower(), str(result["questions"][label]), f"{result['abstained'][label]:.1%}")
    console.print(table)
    curve = Table("threshold", "caught", "lost")
    for threshold, found in result["curve"].items():
        if float(threshold) * 100 % 10 < 1:
            curve.add_row(threshold, f"{found['caught']:.1%}", f"{found['lost']:.1%}")
    console.print(curve)
    held = result["held_out"]
    console.print(
        f"held out, thresholds {', '.join(map(str, held['thresholds']))} chosen to lose at most {COST:.0%}: "
        f"{held['caught']:.1%} caught, {held['lost']:.1%} lost"
    )
