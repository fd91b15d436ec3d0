"""What every evaluation and benchmark printed last, gathered into one report in Markdown and HTML, with plots.

Each `anaphora eval NAME` and `python -m evals.benchmark NAME` keeps its newest figures under the home folder.
"""

import base64
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from stores.errors import InputError

FOLDER = Path("evals", "results")
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Anaphora: measurements</title>
<style>body{{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}}
table{{border-collapse:collapse;display:block;overflow-x:auto;margin:1rem 0}}
td,th{{border:1px solid #ccc;padding:.2rem .6rem}}
td+td,th+th{{font-variant-numeric:tabular-nums}}img{{max-width:100%}}
@media(prefers-color-scheme:dark){{body{{background:#16181c;color:#e6e6e6}}img{{background:#fff}}}}</style>
{body}</html>
"""


@dataclass(frozen=True)
class Chart:
    """One plot of a result: bars over names, or a line over turns."""

    title: str
    unit: str
    values: Callable[[Mapping[str, Any]], Mapping[str, float] | list[float]]


CHARTS: dict[str, tuple[Chart, ...]] = {
    "retrieval": (
        Chart(
            "nDCG@5, turns after the first", "nDCG@5", lambda r: {k: v["later"]["ndcg@5"] for k, v in r["runs"].items()}
        ),
        Chart("nDCG@5, all turns", "nDCG@5", lambda r: {k: v["all"]["ndcg@5"] for k, v in r["runs"].items()}),
    ),
    "rewriting": (
        Chart(
            "F1 of added terms",
            "F1",
            lambda r: {"ours": r["ours"]["f1"], **{k: v["f1"] for k, v in r["systems"].items()}},
        ),
    ),
    "cases": (
        Chart(
            "Expectations met, by kind", "share", lambda r: {k: v["passed"] / v["total"] for k, v in r["kinds"].items()}
        ),
    ),
    "abstention": (
        Chart(
            "Abstained on, by label",
            "share",
            lambda r: {label.lower(): share for label, share in r["abstained"].items()},
        ),
    ),
    "memory": (Chart("Planted facts answered, by depth in turns", "share", lambda r: r["recall"]),),
    "scenario": (Chart("Last prompt by section", "tokens", lambda r: r["tokens"]),),
    "benchmark-growth": (
        Chart("Checkpoint bytes written in a turn", "bytes", lambda r: list(r["every"]["bytes"])),
        Chart("Prompt tokens of a turn", "tokens", lambda r: list(r["every"]["tokens"])),
    ),
    "benchmark-turn": (Chart("Steps before the answer, p50", "ms", lambda r: r["nodes_ms"]),),
    "benchmark-latency": (
        Chart("Prompt tokens on turn 200", "tokens", lambda r: {k: v["prompt_tokens"]["200"] for k, v in r.items()}),
    ),
    "benchmark-checkpoints": (
        Chart("Bytes of a 200-turn thread", "bytes", lambda r: {k: v["bytes"] for k, v in r["savers"].items() if v}),
    ),
    "benchmark-load": (Chart("One search, p50, by passages", "ms", lambda r: r["search_ms"]),),
}


def keep(name: str, command: str, result: Mapping[str, Any], home: Path) -> None:
    """Keep a result as the newest of its name."""
    folder = home / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    body = {"command": command, "at": datetime.now(UTC).isoformat(timespec="minutes"), "result": result}
    (folder / f"{name}.json").write_text(json.dumps(body, ensure_ascii=False), encoding="utf-8")


def report(home: Path, folder: Path) -> dict[str, Any]:
    """Write `report.md`, `report.html` and the plots into `folder`. Raises `InputError` without any result."""
    kept = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted((home / FOLDER).glob("*.json"))}
    if not kept:
        raise InputError(
            f"Nothing was measured yet with home {home}: run `anaphora eval scenario`, for one, and again."
        )
    folder.mkdir(parents=True, exist_ok=True)
    text = "# Measurements\n\n" + "\n".join(
        part for name, body in kept.items() for part in _section(name, body, folder)
    )
    (folder / "report.md").write_text(text, encoding="utf-8")
    (folder / "report.html").write_text(PAGE.format(body=_html(text, folder)), encoding="utf-8")
    return {"results": sorted(kept), "files": sorted(path.name for path in folder.iterdir())}


def _section(name: str, body: Mapping[str, Any], folder: Path) -> Iterator[str]:
    yield f"## {name}\n\n`{body['command']}`, {body['at']}\n"
    yield from _tables(body["result"])
    for number, chart in enumerate(CHARTS.get(name, ())):
        file = folder / f"{name}-{number}.png"
        _plot(chart, body["result"], file)
        yield f"![{chart.title}]({file.name})\n"


def _tables(result: Mapping[str, Any]) -> Iterator[str]:
    """The figures on their own, then a table for each set of things that have the same figures; lists are left out."""
    alone = {name: value for name, value in result.items() if not _is_set(value)}
    yield _table(["", "value"], [[name, figure] for name, value in alone.items() if (figure := _figure(value))])
    for name, rows in result.items():
        if _is_set(rows):
            leaves = {key: dict(_leaves(row)) for key, row in rows.items()}
            columns = list(dict.fromkeys(column for row in leaves.values() for column in row))
            body = [[key, *(_figure(row.get(column)) for column in columns)] for key, row in leaves.items()]
            yield _table([name, *columns], body)


def _is_set(value: object) -> bool:
    return isinstance(value, Mapping) and bool(value) and all(isinstance(one, Mapping) for one in value.values())


def _leaves(row: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in row.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{before}{name} ")
        elif isinstance(value, bool | int | float):
            yield f"{before}{name}", value


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---", *("--:" for _ in head[1:])], *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines) + "\n" if rows else ""


def _figure(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {shown}" for key, one in value.items() if (shown := _figure(one)))
    return _number(value) if isinstance(value, bool | int | float) else ""


def _number(value: float) -> str:
    return f"{value:,.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else f"{value:,}"


def _plot(chart: Chart, result: Mapping[str, Any], file: Path) -> None:
    from evals.plots import bars, line

    values = chart.values(result)
    if isinstance(values, Mapping):
        bars(values, chart.title, chart.unit, file)
    else:
        line(values, chart.title, chart.unit, file)


def _html(text: str, folder: Path) -> str:
    """The report with its plots inside, so that the page can be sent as one file."""
    from markdown_it import MarkdownIt

    page = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)

    def inlined(match: re.Match[str]) -> str:
        return f'src="data:image/png;base64,{base64.b64encode((folder / match[1]).read_bytes()).decode()}"'

    return re.sub(r'src="([\w-]+\.png)"', inlined, page)
