"""`python -m evals.chaos`: is anything lost, doubled or crossed when processes and Redis die?

Kills a worker at random moments of its turns on SQLite alone, on Redis alone, on Redis over Postgres, and on Redis over
Postgres while Redis is emptied, stopped, frozen, restarted and rolled back. Lets four processes send to twenty threads
at once under both policies. Measures a turn with and without Redis. Exit code 1 when anything is wrong.
"""

import argparse
import json
import logging
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from evals.chaos.crowd import crowd
from evals.chaos.killing import Killing, RedisTrouble, read_back
from evals.chaos.ledger import Ledger
from evals.chaos.worker import Place, Worker
from evals.servers import RedisServer, postgres_server, redis_server, valkey_binary

POLICIES: tuple[Literal["reject", "enqueue"], ...] = ("reject", "enqueue")
Result = dict[str, Any]


def killed(place: Place, kills: int, seed: int, server: RedisServer | None = None) -> Result:
    """One setting under fire, and what its threads say afterwards."""
    ledger, rng = Ledger(), random.Random(seed)
    trouble = RedisTrouble(server, ledger.faults, rng) if server else None
    run = Killing(place, ledger, rng, trouble)
    run.run(kills)
    counts: Result = ledger.judge(read_back(place, ledger.threads))
    return {**counts, "stuck": run.stuck, "faults": dict(ledger.faults), "problems": ledger.problems}


def crowded(place: Place, messages: int, threads: int) -> Result:
    """Four processes at once, and what the threads say afterwards."""
    ledger = Ledger()
    crowd(place, ledger, processes=4, messages=messages, threads=threads)
    counts: Result = ledger.judge(read_back(place, ledger.threads))
    return {
        **counts,
        "stuck": messages - counts["acknowledged"],
        "faults": dict(ledger.faults),
        "problems": ledger.problems,
    }


def outage(place: Place, server: RedisServer, turns: int) -> Result:
    """A turn's own time in ms (median) with Redis, and without it after the first turn that met its absence."""

    def timed(worker: Worker, name: str, count: int) -> float:
        times = []
        for number in range(count):
            start = time.perf_counter()
            worker.pipe.send(("ask", name, f"{name}{number}", "How long is study leave paid?"))
            while worker.pipe.recv()[0] != "done":
                pass
            times.append(1000 * (time.perf_counter() - start))
        return round(statistics.median(times), 1)

    worker = Worker(place)
    worker.pipe.recv()
    timed(worker, "warm", 3)
    with_redis = timed(worker, "with", turns)
    server.stop()
    timed(worker, "opens", 1)
    without = timed(worker, "without", turns)
    worker.close()
    server.start()
    return {"with_redis_ms": with_redis, "without_redis_ms": without}


@contextmanager
def fresh(database: Any = None, redis_url: str = "", busy: Literal["reject", "enqueue"] = "enqueue") -> Iterator[Place]:
    """A place with a home, and a database, of its own."""
    with tempfile.TemporaryDirectory(prefix="anaphora-chaos-") as home:
        name = Path(home).name.replace("-", "_").lower()
        if database is not None:
            database.psql(f'CREATE DATABASE "{name}"')
        url = database.get_uri(database=name) if database is not None else ""
        yield Place(Path(home), redis_url=redis_url, database_url=url, busy=busy)


def run(kills: int, messages: int, threads: int, seed: int, *, servers: bool) -> dict[str, Result]:
    """Every setting's result, by name."""
    results: dict[str, Result] = {}
    with fresh() as place:
        results["kills, sqlite"] = killed(place, kills, seed)
    for policy in POLICIES:
        with fresh(busy=policy) as place:
            results[f"crowd, sqlite, {policy}"] = crowded(place, messages, threads)
    if not servers:
        return results
    with redis_server(valkey_binary()) as redis, fresh(redis_url=redis.url) as place:
        # its lease outlives a killed process by some seconds, which the next turn waits for
        results["kills, redis"] = killed(place, max(1, kills // 4), seed + 3)
    with postgres_server() as database:
        with redis_server(valkey_binary()) as redis, fresh(database, redis.url) as place:
            results["kills, redis over postgres"] = killed(place, kills, seed + 1)
        with redis_server(valkey_binary()) as redis, fresh(database, redis.url) as place:
            results["kills, redis failing over postgres"] = killed(place, kills, seed + 2, redis)
        for policy in POLICIES:
            with redis_server(valkey_binary()) as redis, fresh(database, redis.url, policy) as place:
                results[f"crowd, redis over postgres, {policy}"] = crowded(place, messages, threads)
        with redis_server(valkey_binary()) as redis, fresh(database, redis.url) as place:
            results["outage"] = outage(place, redis, 20)
    return results


def summary(results: dict[str, Result]) -> Result:
    """The figures of all settings together."""
    faults: Counter[str] = Counter()
    total: Result = dict.fromkeys(("acknowledged", "lost", "doubled", "crossed", "stuck"), 0)
    for result in results.values():
        faults.update(result.get("faults", {}))
        for name in total:
            total[name] += result.get(name, 0)
    return {**total, "faults": dict(faults), "settings": results}


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m evals.chaos", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--quick", action="store_true", help="a few kills on SQLite, without servers")
    parser.add_argument("--kills", type=int, default=100, help="kills in each setting")
    parser.add_argument("--messages", type=int, default=400, help="messages of a crowd")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    logging.disable(logging.WARNING)  # every outage is expected here
    kills, messages, threads = (5, 24, 5) if given.quick else (given.kills, given.messages, 20)
    found = summary(run(kills, messages, threads, given.seed, servers=not given.quick))
    wrong = sum(found[name] for name in ("lost", "doubled", "crossed", "stuck"))
    if given.json:
        print(json.dumps(found))
    else:
        for name, result in found["settings"].items():
            print(f"{name}: " + ", ".join(f"{k} {v}" for k, v in result.items() if k != "problems"))
            print("".join(f"    {problem}\n" for problem in result.get("problems", ())), end="")
        print({name: value for name, value in found.items() if name != "settings"})
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
