"""Conversation cases, each played through the real graph on a thread and an index of its own: what was decided and
what was retrieved, never the prose. One key of one turn is one expectation.
"""

import asyncio
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evals.playing import Case, Decided, play
from stores.errors import InputError

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from graph.settings import Settings
    from nodes.models import Models
    from stores.embedder import Embedder

OpenModels = Callable[[], "AbstractAsyncContextManager[Models]"]
Played = list[tuple[Case, list[Decided]]]
KEYS = (
    "action", "topic", "correction", "query_has", "query_not", "unchanged", "top3_any", "top3_none", "answerable",
)  # fmt: skip
ACTIONS = ("retrieve", "reuse", "transform", "recall", "social", "clarify")
_UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]")
_FINAL = " \t\n.?!。？！…¿¡"


@dataclass(frozen=True)
class Check:
    """One expectation and whether it held."""

    case: str
    kind: str
    turn: int
    user: str
    key: str
    expected: Any
    found: Any
    passed: bool
    why: str

    def failure(self) -> dict[str, Any]:
        """The expectation as it is reported when it does not hold."""
        return {
            "id": self.case, "kind": self.kind, "turn": self.turn, "user": self.user, "key": self.key,
            "expected": self.expected, "found": self.found, "why": self.why,
        }  # fmt: skip


def load(file: Path) -> list[Case]:
    """Read a file of cases, one JSON object a line. Raises `InputError` for what is no such file."""
    found: list[Case] = []
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InputError(f"{file} cannot be read ({error.strerror}): name a JSONL file of conversations.") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            documents = tuple((str(one["id"]), str(one["text"])) for one in row["documents"])
            found.append(Case(str(row["id"]), str(row["kind"]), documents, tuple(row["turns"])))
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"{file}, line {number} is no conversation case ({error!r}).") from None
    return found


def _holds(term: str, query: str) -> bool:
    low = query.lower()
    if _UNSPACED.search(term):
        return term in low
    return re.search(rf"(?<!\w){re.escape(term)}", low) is not None


def _plain(text: str) -> str:
    return text.strip().lower().strip(_FINAL)


def judge(case: Case, number: int, decided: Decided) -> list[Check]:
    """Every expectation of one turn against what was decided."""
    turn = case.turns[number - 1]
    found: list[Check] = []
    for key, expected in turn.get("expect", {}).items():
        if key not in KEYS:
            raise InputError(f"case {case.id}, turn {number}: {key!r} is no expectation (known: {', '.join(KEYS)}).")
        value, passed = _judged(key, expected, turn["user"], decided)
        found.append(Check(case.id, case.kind, number, turn["user"], key, expected, value, passed, decided.reason))
    return found


def _judged(key: str, expected: Any, user: str, decided: Decided) -> tuple[Any, bool]:
    match key:
        case "query_has":
            return decided.query, all(_holds(term, decided.query) for term in expected)
        case "query_not":
            return decided.query, not any(_holds(term, decided.query) for term in expected)
        case "unchanged":
            return decided.query, (_plain(decided.query) == _plain(user)) is bool(expected)
        case "top3_any":
            return list(decided.top3), bool(set(expected) & set(decided.top3))
        case "top3_none":
            return list(decided.top3), not set(expected) & set(decided.top3)
        case _:
            value = getattr(decided, key)
            return value, value == expected


async def _play_all(
    loaded: Sequence[Case], embedder: "Embedder", models: OpenModels | None, settings: "Settings | None", console: Any
) -> Played:
    from contextlib import nullcontext

    from rich.console import Console
    from rich.progress import Progress

    played: Played = []
    with Progress(console=console or Console(stderr=True), transient=True) as progress:
        task = progress.add_task("conversations", total=len(loaded))
        async with models() if models else nullcontext() as opened:
            for case in loaded:
                played.append((case, await play(case, embedder, opened, settings)))
                progress.advance(task)
    return played


def played(
    file: Path,
    embedder: "Embedder | None" = None,
    *,
    models: OpenModels | None = None,
    settings: "Settings | None" = None,
    console: Any = None,
) -> Played:
    """Play every conversation of a file.

    Args:
        file: one case a line.
        embedder: in place of the bundled one.
        models: opens models that help to decide; none do without it.
        settings: for the graph: how long such a model may take.
        console: where progress is shown; standard error without it.

    Raises:
        InputError: the file cannot be read or holds no cases.
    """
    from stores.embedder import open_embedder

    return asyncio.run(_play_all(load(file), embedder or open_embedder(""), models, settings, console))


def cases(file: Path, embedder: "Embedder | None" = None) -> dict[str, Any]:
    """Play every conversation of a file by rules; shares and failures as in the command's JSON. Raises as `played`."""
    return report(played(file, embedder))


def checks_of(conversations: Played) -> list[Check]:
    """Every expectation of played conversations, in order."""
    return [check for case, turns in conversations for n, one in enumerate(turns, 1) for check in judge(case, n, one)]


def report(conversations: Played) -> dict[str, Any]:
    """Shares and failures as in the command's JSON."""
    checks = checks_of(conversations)
    pairs = [
        (case.turns[n]["expect"]["action"], one.action)
        for case, turns in conversations for n, one in enumerate(turns) if "action" in case.turns[n].get("expect", {})
    ]  # fmt: skip
    return {
        "expectations": _share(checks),
        "kinds": _by(checks, lambda check: check.kind),
        "keys": _by(checks, lambda check: check.key),
        "turns": _by(checks, lambda check: str(check.turn)),
        "router": router(pairs),
        "failures": [check.failure() for check in checks if not check.passed],
    }


def router(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """The confusion matrix over (expected, chosen) actions, with macro recall over those expected, and accuracy."""
    counts = Counter(pairs)
    total = sum(counts.values())
    rows = {name: {found: counts[name, found] for found in ACTIONS if counts[name, found]} for name in ACTIONS}
    recalls = [row.get(name, 0) / sum(row.values()) for name, row in rows.items() if row]
    return {
        "confusion": rows,
        "macro_recall": round(sum(recalls) / len(recalls), 4) if recalls else None,
        "accuracy": round(sum(counts[name, name] for name in ACTIONS) / total, 4) if total else None,
        "always_retrieve": round(sum(rows["retrieve"].values()) / total, 4) if total else None,
    }


def _share(checks: Sequence[Check]) -> dict[str, int]:
    return {"passed": sum(check.passed for check in checks), "total": len(checks)}


def _by(checks: Sequence[Check], group: Any) -> dict[str, dict[str, int]]:
    grouped: dict[str, list[Check]] = defaultdict(list)
    for check in checks:
        grouped[group(check)].append(check)
    return {name: _share(grouped[name]) for name in sorted(grouped)}


def print_cases(result: Mapping[str, Any], console: Any) -> None:
    """Passes by kind, by key and by turn, the router's confusion matrix, and each failure with its reason."""
    from rich.table import Table

    for title, name in (("kind", "kinds"), ("key", "keys"), ("turn", "turns")):
        table = Table(title, "passed", "total", "share")
        rows = sorted(result[name].items(), key=lambda row: (int(row[0]) if row[0].isdigit() else 0, row[0]))
        for label, share in rows:
            table.add_row(label, str(share["passed"]), str(share["total"]), f"{share['passed'] / share['total']:.0%}")
        console.print(table)
    matrix = Table("expected \\ chosen", *ACTIONS)
    for label, row in result["router"]["confusion"].items():
        matrix.add_row(label, *(str(row.get(action, "")) for action in ACTIONS))
    console.print(matrix)
    measured = result["router"]
    console.print(
        f"router: macro recall {measured['macro_recall']}, accuracy {measured['accuracy']} "
        f"(always retrieve: {measured['always_retrieve']})"
    )
    for failure in result["failures"]:
        console.print(
            f"{failure['id']} turn {failure['turn']} ({failure['kind']}) {failure['user'][:80]!r}: {failure['key']} "
            f"wants {failure['expected']!r}, found {failure['found']!r} [{failure['why']}]",
            markup=False,
        )
    share = result["expectations"]
    console.print(f"{share['passed']} of {share['total']} expectations hold ({share['passed'] / share['total']:.1%})")
