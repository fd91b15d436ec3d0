"""The count of what is lost: that it counts right, and a short run of the real thing."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import evals
from evals.chaos.ledger import Ledger


def record(turn: int, id_: str, answer: str = "yes") -> dict[str, Any]:
    return {"turn": turn, "message_id": id_, "message": f"words of {id_}", "answer": answer}


def ledger(*ids: str, thread: str = "t") -> Ledger:
    """Messages that were all answered with yes, in this order."""
    found = Ledger()
    for id_ in ids:
        found.send(id_, thread, f"words of {id_}")
        found.acknowledge(id_, "yes")
    return found


def counts(found: Ledger, records: list[dict[str, Any]], thread: str = "t") -> tuple[int, int, int]:
    judged = found.judge({thread: records})
    return judged["lost"], judged["doubled"], judged["crossed"]


def test_a_thread_that_says_what_was_acknowledged_is_in_order() -> None:
    """A message that nobody heard back from may be there or not."""
    found = ledger("a", "b")
    found.send("c", "t", "words of c")
    assert counts(found, [record(1, "a"), record(2, "b")]) == (0, 0, 0)
    assert counts(found, [record(1, "a"), record(2, "b"), record(3, "c", "whatever")]) == (0, 0, 0)


def test_what_is_wrong_is_counted() -> None:
    assert counts(ledger("a", "b"), [record(1, "a")]) == (1, 0, 0)
    assert counts(ledger("a"), [record(1, "a"), record(2, "a")]) == (0, 1, 0)
    assert counts(ledger("a", "b"), [record(1, "b"), record(2, "a")]) == (0, 0, 1)
    assert counts(ledger("a", "b"), [record(1, "a"), record(3, "b")]) == (0, 0, 1)
    assert counts(ledger("a"), [record(1, "a", "no")]) == (0, 0, 1)
    assert counts(ledger("a"), [record(1, "a")], thread="u")[2] == 1


def test_nothing_is_lost_in_a_short_run() -> None:
    """Five kills and a small crowd on SQLite, as `python -m evals.chaos --quick` does it."""
    done = subprocess.run(
        [sys.executable, "-m", "evals.chaos", "--quick", "--json"],
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
        cwd=Path(evals.__file__).parents[1],
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout)
    assert (found["lost"], found["doubled"], found["crossed"], found["stuck"]) == (0, 0, 0, 0)
    assert found["faults"]["kill"] == 5
    assert found["acknowledged"] >= 48
