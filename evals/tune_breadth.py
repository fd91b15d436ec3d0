"""`python -m evals.tune_breadth --data DIR [--home DIR]`: how many candidates the ranking deserves, on MTRAG.

For each pair of (an opening question's, a late and specific one's) candidates it prints nDCG@5 and recall@5 of
*fused+rerank* where nothing was seen before, over the headline domains, and over the others, on which nothing was
chosen. `nodes.retrieval` holds the chosen pair.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from evals.conversing import CITED, Searches, Thread
from evals.lab import CandidateIndex, cached_embedder
from evals.metrics import mean, ndcg, recall
from evals.mtrag import HEADLINE, Domain, domains, load
from nodes.ranking import carried_of, views_of
from nodes.resolver import resolve
from nodes.retrieval import BROAD, NARROW, breadth_of, plan_queries, run_queries
from stores.embedder import Embedder

PAIRS = ((20, 12), (30, 16), (40, 24), (50, 30), (60, 40))
Scores = dict[tuple[int, int], list[tuple[float, float]]]  # by pair: nDCG@5 and recall@5 of each query


def measure(domain: Domain, embedder: Embedder) -> Scores:
    """Every judged query of a domain under every pair, each after its own conversation."""
    index = CandidateIndex(embedder)
    index.add(domain.passages)
    found: Scores = {pair: [] for pair in PAIRS}
    for name in track(list(domain.conversations), domain.name, console=Console(stderr=True), transient=True):
        judged = {query.turn: query for query in domain.queries if query.conversation == name}
        thread, searches = Thread(embedder, resolve), Searches(index, embedder)
        for turn, said in enumerate(domain.conversations[name][: max(judged)], start=1):
            query = judged.get(turn)
            message = query.text if query else said.asked
            heard = thread.hear(message)
            ours = searches.retrieve(thread, heard)
            if query:
                notes, frames, meant = thread.notes, thread.frames, ours.heard.resolution
                plan = plan_queries(heard.resolution, route=heard.route, topic=heard.topic, notes=notes, frames=frames)
                deep = run_queries(replace(plan, breadth=max(map(max, PAIRS))), ours.raw, index, embedder)
                carried = carried_of(heard.route, heard.topic, notes, frames)
                views = views_of(message, meant, heard.topic)
                for pair in PAIRS:
                    hits = deep[: breadth_of(heard.route, notes, pair)]
                    ranked = searches.rank(meant.query, hits, carried, searches.seen, notes, views)
                    ids = [one.id for one in ranked]
                    found[pair].append((ndcg(ids, query.relevant, 5), recall(ids, query.relevant, 5)))
            thread.finish(message, said.answered, ours.heard, tuple(one.id for one in ours.evidence[:CITED]))
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print."""
    parser = argparse.ArgumentParser(description="Choose how many candidates are ranked, on MTRAG.")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--split", default="dev")
    parser.add_argument("--home", type=Path, default=Path(".anaphora"))
    given = parser.parse_args(arguments)
    embedder = cached_embedder(given.home)
    found = {name: measure(load(given.data, given.split, name), embedder) for name in domains(given.data, given.split)}
    table = Table("candidates", "headline nDCG@5", "recall@5", "other domains nDCG@5", "recall@5")
    for pair in PAIRS:
        cells = []
        for headline in (True, False):
            rows = [row for name, scores in found.items() if (name in HEADLINE) is headline for row in scores[pair]]
            cells += [f"{mean([row[at] for row in rows]):.4f}" if rows else "-" for at in (0, 1)]
        table.add_row(f"{pair[0]} to {pair[1]}{' (today)' if pair == (BROAD, NARROW) else ''}", *cells)
    Console().print(table)


if __name__ == "__main__":
    main()
