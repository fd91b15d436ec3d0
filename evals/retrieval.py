"""`anaphora eval retrieval`: what a conversation's messages find, with and without their resolution.

Each query is searched in its own domain, after the conversation's own earlier turns. Runs: *fts5* and *dense* alone,
*raw* (both, fused), *resolved* (the resolution alone), *fused* (with the bare message's results), their reranked forms,
and the same with the data's reference rewrite in place of the resolution.
"""

import hashlib
import inspect
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from evals.conversing import CITED, Heard, Ranked, Resolve, Searches, Thread
from evals.lab import CandidateIndex, cached_embedder
from evals.metrics import mean, ndcg, paired, precision, recall, standard_error
from evals.mtrag import HEADLINE, Domain, Query, domains, load
from nodes.resolver import resolve as by_rules
from nodes.retrieval import BROAD
from nodes.state import Resolution
from stores.embedder import Embedder
from stores.passages import Hit

RUNS = (
    "fts5", "dense", "raw", "resolved", "fused", "raw+rerank", "fused+rerank",
    "reference", "reference+rerank", "reference+fused", "reference+fused+rerank",
)  # fmt: skip
METRICS = ("ndcg@5", "recall@5", "recall@20", "precision@3")
LOSS = 0.05  # a query is worse than raw when it loses more nDCG@5 than this
SHOWN = 5  # passages an answer rests on, for novelty
STALE = 0.3  # the alarm: less than this share of a turn's passages is new, on average
BASELINES = {"fts5": 0.169, "dense": 0.263, "raw": 0.280, "reference": 0.311}  # nDCG@5 on the development part
TOLERANCE = 0.005

Row = dict[str, Any]


def retrieval(data: Path, split: str, home: Path) -> dict[str, Any]:
    """Every run over the domains of a split, by the rules. Raises as `measured`."""
    return report(measured(data, split, home), split)


def measured(
    data: Path,
    split: str,
    home: Path,
    *,
    embeddings: str = "",
    only: Sequence[str] = (),
    resolve: Resolve | None = None,
    console: Console | None = None,
) -> list[Row]:
    """Every query of a split under every run. What the rules found is kept: finished conversations of the same code and
    data are not done again. With another resolver nothing is, since a model may say something else the next time.

    Raises:
        InputError: the folder does not hold the split.
    """
    names = [name for name in domains(data, split) if not only or name in only]
    embedder = cached_embedder(home, embeddings)
    resolver: Resolve = resolve or by_rules
    rows: list[Row] = []
    with Progress(console=console or Console(stderr=True), transient=True) as progress:
        for name in names:
            domain = load(data, split, name)
            kept = home / "evals" / "retrieval" / f"{split}.{name}.{_mark(domain, embedder, resolver)}.jsonl"
            rows += _measure(domain, embedder, resolver, None if resolve else kept, progress)
    return rows


def report(rows: Sequence[Row], split: str) -> dict[str, Any]:
    """The figures of measured queries, in the shape that scripts rely on."""
    headline = headlined(rows)
    domain_names = dict.fromkeys(row["domain"] for row in rows)
    result: dict[str, Any] = {
        "split": split,
        "queries": len(headline),
        "runs": _runs(headline),
        "worse_than_raw": _worse(headline),
        "paired": {
            f"{ours} - {theirs}": paired_runs(headline, ours, headline, theirs)
            for ours, theirs in (
                ("fused", "raw"), ("fused+rerank", "raw+rerank"), ("reference+fused", "raw"), ("resolved", "raw"),
                ("fused", "reference+fused"), ("fused+rerank", "reference+fused+rerank"),
            )
        },
        "by_turn": _by_turn(headline),
        "carried": _carried(headline),
        "domains": {
            name: {"queries": len(own), "runs": _runs(own), "worse_than_raw": _worse(own)}
            for name in domain_names
            for own in [[row for row in rows if row["domain"] == name]]
        },
    }  # fmt: skip
    if split == "dev" and len(headline) == 356:
        result["self_check"] = {
            run: {"expected": value, "found": found, "within": abs(found - value) <= TOLERANCE}
            for run, value in BASELINES.items()
            for found in [result["runs"][run]["all"]["ndcg@5"]]
        }
    return result


def headlined(rows: Sequence[Row]) -> list[Row]:
    """The queries of the headline domains; all where none of these was measured."""
    return [row for row in rows if row["domain"] in HEADLINE] or list(rows)


def _measure(domain: Domain, embedder: Embedder, resolver: Resolve, kept: Path | None, progress: Progress) -> list[Row]:
    done = {row["conversation"]: row["rows"] for row in (_lines(kept) if kept else ())}
    waiting = [id_ for id_ in domain.conversations if id_ not in done]
    rows = [row for id_ in domain.conversations for row in done.get(id_, ())]
    if not waiting:
        return rows
    task = progress.add_task(f"{domain.name}: {len(domain.passages)} passages", total=None)
    index = CandidateIndex(embedder)
    index.add(domain.passages)
    progress.update(task, description=domain.name, total=len(domain.conversations), completed=len(done))
    for id_ in waiting:
        found = _converse(domain, id_, index, embedder, resolver)
        if kept:
            kept.parent.mkdir(parents=True, exist_ok=True)
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"conversation": id_, "rows": found}) + "\n")
        rows += found
        progress.advance(task)
    return rows


def _converse(domain: Domain, id_: str, index: CandidateIndex, embedder: Embedder, resolver: Resolve) -> list[Row]:
    """Play one conversation and measure its judged turns."""
    judged = {query.turn: query for query in domain.queries if query.conversation == id_}
    thread, searches, rows, shown = Thread(embedder, resolver), Searches(index, embedder), [], set[str]()
    for turn, said in enumerate(domain.conversations[id_][: max(judged)], start=1):
        query = judged.get(turn)
        message = query.text if query else said.asked
        heard = thread.hear(message)
        ours = searches.retrieve(thread, heard)
        top = {one.id for one in ours.evidence[:SHOWN]}
        if query:
            reference = searches.retrieve(thread, heard, Resolution(query.rewrite, standalone=query.rewrite == message))
            rows.append(
                _row(query, heard, ours, reference, searches, index) | {"novelty": len(top - shown) / max(1, len(top))}
            )
        shown |= top
        searches.show(ours.evidence, SHOWN)
        thread.finish(message, said.answered, ours.heard, tuple(one.id for one in ours.evidence[:CITED]))
    return rows


def _row(query: Query, heard: Heard, ours: Ranked, reference: Ranked, searches: Searches, index: CandidateIndex) -> Row:
    lists: dict[str, Iterable[Hit | Any]] = {
        "fts5": index.lexical(query.text, 20),
        "dense": index.dense(heard.vector, 20),
        "raw": ours.raw,
        "resolved": ours.resolved,
        "fused": ours.fused,
        "raw+rerank": searches.rank(query.text, ours.raw[:BROAD]),
        "fused+rerank": ours.evidence,
        "reference": reference.resolved,
        "reference+rerank": searches.rank(query.rewrite, reference.resolved[:BROAD]),
        "reference+fused": reference.fused,
        "reference+fused+rerank": reference.evidence,
    }
    top = [one.id for one in ours.evidence[:3]]
    return {
        "id": query.id,
        "domain": query.domain,
        "conversation": query.conversation,
        "turn": query.turn,
        "query": ours.heard.resolution.query,
        "topic": heard.topic.label,
        "runs": {run: _scores([one.id for one in hits], query) for run, hits in lists.items()},
        "carried": len(ours.carried),
        "carried_used": len(set(ours.carried) & set(top)),
        "carried_right": len(set(ours.carried) & set(top) & query.relevant.keys()),
    }


def _scores(ids: Sequence[str], query: Query) -> list[float]:
    found = (ndcg(ids, query.relevant, 5), recall(ids, query.relevant, 5), recall(ids, query.relevant, 20))
    return [round(value, 6) for value in (*found, precision(ids, query.relevant, 3))]


def _runs(rows: Sequence[Row]) -> dict[str, Any]:
    parts = {
        "all": rows,
        "first": [row for row in rows if row["turn"] == 1],
        "later": [row for row in rows if row["turn"] > 1],
    }
    return {run: {part: _means(own, run) for part, own in parts.items()} for run in RUNS}


def _means(rows: Sequence[Row], run: str) -> dict[str, float]:
    columns = [[row["runs"][run][at] for row in rows] for at in range(len(METRICS))]
    means = {name: round(mean(column), 4) for name, column in zip(METRICS, columns, strict=True)}
    return {**means, "n": len(rows), "ndcg@5_se": round(standard_error(columns[0]), 4)}


def _column(rows: Sequence[Row], run: str) -> list[float]:
    return [row["runs"][run][0] for row in rows]


def _worse(rows: Sequence[Row]) -> float:
    pairs = zip(_column(rows, "fused"), _column(rows, "raw"), strict=True)
    return round(mean([float(ours < raw - LOSS) for ours, raw in pairs]), 4)


def paired_runs(rows: Sequence[Row], run: str, others: Sequence[Row], other: str) -> dict[str, Any]:
    """nDCG@5 of one run minus that of another, over the same queries."""
    found = paired(_column(rows, run), _column(others, other))
    return {
        "ndcg@5": round(found.difference, 4),
        "se": round(found.error, 4),
        "better": found.better,
        "worse": found.worse,
        "clear": found.clear,
    }


def _by_turn(rows: Sequence[Row]) -> dict[str, Any]:
    by_turn: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        by_turn[row["turn"]].append(row)
    return {
        str(turn): {
            "n": len(own),
            "raw": round(mean(_column(own, "raw")), 4),
            "fused": round(mean(_column(own, "fused")), 4),
            "fused+rerank": round(mean(_column(own, "fused+rerank")), 4),
            "precision@3": round(mean([row["runs"]["fused+rerank"][3] for row in own]), 4),
            "novelty": round(mean([row["novelty"] for row in own]), 4),
            "alarm": turn > 1 and mean([row["novelty"] for row in own]) < STALE,
        }
        for turn, own in sorted(by_turn.items())
    }


def _carried(rows: Sequence[Row]) -> dict[str, float]:
    """How often a carried passage ends among the first three, and how often it belongs there."""
    carried, used, right = (sum(row[name] for row in rows) for name in ("carried", "carried_used", "carried_right"))
    return {
        "carried": carried,
        "in_top3": round(used / carried, 4) if carried else 0.0,
        "relevant_of_those": round(right / used, 4) if used else 0.0,
    }


def _mark(domain: Domain, embedder: Embedder, resolver: Resolve) -> str:
    """A fingerprint of what a measurement depends on: the model, the data and the code of this project's two layers."""
    digest = hashlib.sha256(f"{embedder.id} {resolver.__module__} {resolver.__qualname__}".encode())
    digest.update(repr((domain.queries, [passage.id for passage in domain.passages])).encode())
    here = Path(inspect.getfile(mean)).parent
    for folder in (here, here.parent / "nodes", here.parent / "stores"):
        for path in sorted(folder.rglob("*")):
            if path.suffix in {".py", ".json", ".npz"}:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _lines(path: Path) -> list[Mapping[str, Any]]:
    if not path.is_file():
        return []
    lines = path.read_text(encoding="utf-8").split("\n")[:-1]  # a line without its end was cut by a crash
    return [json.loads(line) for line in lines if line]


def print_retrieval(result: Mapping[str, Any], console: Console) -> None:
    """The figures as tables."""
    table = Table(title=f"retrieval, {result['split']}, {result['queries']} queries")
    for column in ("run", "nDCG@5", "± se", "R@5", "R@20", "P@3", "first nDCG@5", "later nDCG@5"):
        table.add_column(column, justify="left" if column == "run" else "right")
    for run in RUNS:
        of = result["runs"][run]
        values = (of["all"]["ndcg@5"], of["all"]["ndcg@5_se"], *(of["all"][name] for name in METRICS[1:]))
        table.add_row(run, *(f"{v:.3f}" for v in (*values, of["first"]["ndcg@5"], of["later"]["ndcg@5"])))
    console.print(table)
    console.print(f"worse than raw (fused loses more than {LOSS}): {result['worse_than_raw']:.1%} of queries")
    for name, found in result["paired"].items():
        console.print(
            f"{name}: {found['ndcg@5']:+.4f} ± {found['se']:.4f} ({found['better']} up, {found['worse']} down)"
        )
    for run, check in result.get("self_check", {}).items():
        state = "ok" if check["within"] else "NOT REPRODUCED"
        console.print(f"self-check {run}: {check['found']:.3f}, expected {check['expected']:.3f}: {state}")
    turns = Table("turn", "n", "raw", "fused", "fused+rerank", "P@3", "novelty", title="by turn")
    for turn, own in result["by_turn"].items():
        figures = [f"{own[name]:.3f}" for name in ("raw", "fused", "fused+rerank", "precision@3", "novelty")]
        turns.add_row(turn, str(own["n"]), *figures, style="red" if own["alarm"] else None)
    console.print(turns)
    used = result["carried"]
    console.print(
        f"carried: {used['carried']}, in the top 3 {used['in_top3']:.1%}, relevant {used['relevant_of_those']:.1%}"
    )
