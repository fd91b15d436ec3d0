"""Prometheus metrics of turns, read off their records."""

from collections.abc import Mapping
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class TurnMetrics:
    """Counters and histograms of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.turns = Counter("anaphora_turns", "Finished turns", ["action", "topic"], registry=self.registry)
        self.failed = Counter(
            "anaphora_turns_failed", "Turns that ended in an error", ["error"], registry=self.registry
        )
        self.node = Histogram(
            "anaphora_node_seconds", "Time of a node", ["node"], buckets=BUCKETS, registry=self.registry
        )
        self.tokens = Counter("anaphora_prompt_tokens", "Prompt tokens", ["section"], registry=self.registry)
        self.passages = Counter("anaphora_passages", "Passages used as evidence", ["origin"], registry=self.registry)
        self.notices = Counter("anaphora_notices", "What was degraded", ["code"], registry=self.registry)
        self.running = Gauge("anaphora_turns_running", "Turns running now", registry=self.registry)

    def count(self, record: Mapping[str, Any]) -> None:
        """Count one finished turn."""
        self.turns.labels(record["action"], record["topic"] or "none").inc()
        for node, ms in record["ms"].items():
            self.node.labels(node).observe(ms / 1000)
        for section, n in record["tokens"].items():
            self.tokens.labels(section).inc(n)
        for origin in ("new", "carried", "demoted"):
            self.passages.labels(origin).inc(len(record["passages"][origin]))
        for notice in record["notices"]:
            self.notices.labels(notice["code"]).inc()
