"""Kill a worker at random moments of its turns, while Redis fails in between; the next turn must work by itself."""

import random
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import redis

from evals.chaos.ledger import Ledger
from evals.chaos.worker import TOPICS, Place, Worker
from evals.servers import RedisServer

THREADS = 4
GIVE_UP_S = 60.0


@dataclass
class RedisTrouble:
    """What befalls Redis: emptied, out for a while, frozen for a while, restarted empty, or back with older data."""

    server: RedisServer
    faults: Any
    rng: random.Random
    mend: Callable[[], None] | None = None

    def strike(self) -> None:
        """Mend what is broken, or break something."""
        if self.mend is not None:
            mend, self.mend = self.mend, None
            mend()
            return
        name = self.rng.choice(("flush", "stop", "pause", "restart", "rollback"))
        self.faults[name] += 1
        getattr(self, f"_{name}")()

    def _flush(self) -> None:
        self._command("FLUSHALL")

    def _stop(self) -> None:
        self._command("FLUSHALL")
        self.server.stop()
        self.mend = self._start

    def _start(self) -> None:
        self.server.start()

    def _pause(self) -> None:
        self.server.freeze()
        self.mend = self.server.thaw

    def _restart(self) -> None:
        self._command("FLUSHALL")
        self._command("SAVE")
        self.server.stop()
        self.server.start()

    def _rollback(self) -> None:
        """A failover to a replica that was behind: the data of some turns ago comes back."""
        self._command("SAVE")
        self.mend = self._back

    def _back(self) -> None:
        self.server.stop()
        self.server.start()

    def _command(self, name: str) -> None:
        with redis.Redis(port=self.server.port) as client:
            client.execute_command(name)

    def end(self) -> None:
        """Leave Redis working."""
        if self.mend is not None:
            self.mend()
            self.mend = None


@dataclass
class Killing:
    """One setting under fire. `stuck` counts turns that did not work although their worker was left alone."""

    place: Place
    ledger: Ledger
    rng: random.Random
    trouble: RedisTrouble | None = None
    turn_s: float = 0.15
    """About how long a turn takes: learned, so that kills fall into it."""
    stuck: int = 0
    _next: int = 0
    _worker: Worker | None = None
    _waiting: dict[str, tuple[str, str]] = field(default_factory=dict)  # thread -> id, words that had no answer

    def run(self, kills: int) -> None:
        """Kill so many times; after each, the thread's next message is sent to a new worker and must be answered."""
        for _ in range(kills):
            thread = f"t{self.rng.randrange(THREADS)}"
            self._turn(thread, self.rng.uniform(0, 1.1) * self.turn_s)
            self.ledger.faults["kill"] += 1
            self._turn(thread, None)
        if self.trouble:
            self.trouble.end()
        if self._worker:
            self._worker.close()

    def _turn(self, thread: str, dies_after: float | None) -> None:
        """Send one message, the unanswered one again or another; with `dies_after` kill the worker that soon."""
        id_, message = self._message(thread)
        self.ledger.send(id_, thread, message)
        worker = self._worker = self._worker or self._started()
        start = time.monotonic()
        strikes = start + self.rng.uniform(0, self.turn_s) if self.trouble and self.rng.random() < 0.8 else None
        worker.pipe.send(("ask", thread, id_, message))
        running = True
        while True:
            now = time.monotonic()
            if strikes is not None and now >= strikes and self.trouble:
                strikes = None
                self.trouble.strike()
            if dies_after is not None and now >= start + dies_after:
                self._learn(dies_after, running)
                self.ledger.faults["kill in a turn"] += running
                worker.kill()
                self._worker = None
                while self._heard(worker, thread, id_):
                    pass
                return
            if worker.pipe.poll(0.002) and self._heard(worker, thread, id_) == "end":
                if dies_after is None:
                    return
                self._learn(now - start, running=False)
                running = False
            if now > start + GIVE_UP_S or (running and not worker.process.is_alive()):
                self._fail(f"{thread}: {id_} was not answered, after {now - start:.0f} s")
                worker.kill()
                self._worker = None
                return

    def _learn(self, took_s: float, running: bool) -> None:
        if not running or took_s > self.turn_s:
            self.turn_s += 0.2 * (took_s - self.turn_s)

    def _started(self) -> Worker:
        worker = Worker(self.place)
        if not worker.pipe.poll(GIVE_UP_S) or worker.pipe.recv() != ("ready",):
            raise TimeoutError("a worker did not open its stores")
        return worker

    def _message(self, thread: str) -> tuple[str, str]:
        left = self._waiting.pop(thread, None)
        if left and self.rng.random() < 0.5:
            return left
        self._next += 1
        return f"m{self._next}", f"How long is {self.rng.choice(TOPICS)} paid in case {self._next}?"

    def _heard(self, worker: Worker, thread: str, id_: str) -> str:
        """Take one word of the worker: "" when there is none, "end" when the turn is over."""
        with suppress(EOFError, OSError):  # also a word that was cut off
            if not worker.pipe.poll():
                return ""
            what, said_id, said = worker.pipe.recv()
            if what == "failed":
                self._fail(f"{thread}: {said_id} failed: {said}")
                return "end"
            self.ledger.acknowledge(said_id, said if what == "told" else said["answer"])
            self._waiting.pop(thread, None)
            return "end" if what == "done" else "more"
        if id_ not in self.ledger.told:
            self._waiting[thread] = self._waiting.get(thread, (id_, self.ledger.sent[id_][1]))
        return ""

    def _fail(self, what: str) -> None:
        self.stuck += 1
        self.ledger.problems.append(what)


def read_back(place: Place, threads: list[str]) -> dict[str, list[dict[str, Any]]]:
    """The transcripts as a new process sees them."""
    worker = Worker(place)
    found = {}
    worker.pipe.recv()
    for thread in threads:
        worker.pipe.send(("transcript", thread))
        _, _, found[thread] = worker.pipe.recv()
    worker.close()
    return found
