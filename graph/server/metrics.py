"""Prometheus metrics of turns, read off their records.

Several workers write to the folder that `PROMETHEUS_MULTIPROC_DIR` names, and each of them tells of all.
"""

import os
from collections.abc import Mapping
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
SHARES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


class TurnMetrics:
    """Counters and histograms of one process."""

    def __init__(self) -> None:
        self.registry = kept = CollectorRegistry()
        self.turns = Counter("anaphora_turns", "Finished turns", ["action", "topic"], registry=kept)
        self.failed = Counter("anaphora_turns_failed", "Turns that ended in an error", ["error"], registry=kept)
        self.refused = Counter("anaphora_turns_refused", "Turns over a user's limits", registry=kept)
        self.answer = Histogram("anaphora_answer_seconds", "Time to the answer", buckets=SECONDS, registry=kept)
        self.node = Histogram("anaphora_node_seconds", "Time of a node", ["node"], buckets=SECONDS, registry=kept)
        self.tokens = Counter("anaphora_prompt_tokens", "Prompt tokens", ["section"], registry=kept)
        self.passages = Counter("anaphora_passages", "Passages used as evidence", ["origin"], registry=kept)
        self.novelty = Histogram(
            "anaphora_novelty_share", "New passages among those of a turn", buckets=SHARES, registry=kept
        )
        self.degradations = Counter("anaphora_degradations", "What was degraded", ["code"], registry=kept)
        self.running = Gauge("anaphora_turns_running", "Turns running now", registry=kept, multiprocess_mode="livesum")

    def count(self, record: Mapping[str, Any]) -> None:
        """Count one finished turn."""
        self.turns.labels(record["action"], record["topic"] or "none").inc()
        for node, ms in record["ms"].items():
            self.node.labels(node).observe(ms / 1000)
        for section, n in record["tokens"].items():
            self.tokens.labels(section).inc(n)
        used = {origin: len(record["passages"][origin]) for origin in ("new", "carried", "demoted")}
        for origin, n in used.items():
            self.passages.labels(origin).inc(n)
        if total := sum(used.values()):
            self.novelty.observe(used["new"] / total)
        for notice in record["notices"]:
            self.degradations.labels(notice["code"]).inc()

    def text(self) -> bytes:
        """The metrics as Prometheus reads them: of this process, or of all workers."""
        if not os.environ.get(FOLDER):
            return generate_latest(self.registry)
        every = CollectorRegistry()
        MultiProcessCollector(every)  # type: ignore[no-untyped-call]  # prometheus-client has no types here
        return generate_latest(every)
