"""The report over everything that was measured."""

import json
from pathlib import Path

import pytest

from evals.benchmark.__main__ import main
from evals.report import keep, report
from stores.errors import InputError


def test_a_report_has_every_newest_result_with_its_command_and_plot(tmp_path: Path) -> None:
    """Figures that belong together share a table; the page holds its plots itself, and asks nothing of the network."""
    kinds = {"pronoun": {"passed": 3, "total": 4}, "ordinal": {"passed": 2, "total": 2}}
    keep("cases", "anaphora eval cases OLD", {"expectations": {"passed": 0, "total": 6}, "kinds": kinds}, tmp_path)
    keep("cases", "anaphora eval cases FILE", {"expectations": {"passed": 5, "total": 6}, "kinds": kinds}, tmp_path)
    keep("unknown", "anaphora eval unknown", {"share": 0.25, "note": "<script>"}, tmp_path)
    result = report(tmp_path, tmp_path / "out")
    assert result == {"results": ["cases", "unknown"], "files": ["cases-0.png", "report.html", "report.md"]}
    text = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert "`anaphora eval cases FILE`" in text
    assert "OLD" not in text
    assert "| kinds | passed | total |\n| --- | --: | --: |\n| pronoun | 3 | 4 |\n| ordinal | 2 | 2 |" in text
    assert "| share | 0.25 |" in text
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert 'src="data:image/png;base64,' in page
    assert "http" not in page


def test_a_report_of_nothing_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Nothing was measured yet"):
        report(tmp_path, tmp_path / "out")


def test_a_benchmark_keeps_its_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a benchmark printed is what the report gathers."""
    monkeypatch.setenv("ANAPHORA_HOME", str(tmp_path))
    assert main(["growth", "--turns", "20", "--json"]) == 0
    kept = json.loads((tmp_path / "evals" / "results" / "benchmark-growth.json").read_text(encoding="utf-8"))
    assert kept["command"] == "python -m evals.benchmark growth --turns 20 --json"
    assert kept["result"]["bytes_per_turn"]["20"] > 0
