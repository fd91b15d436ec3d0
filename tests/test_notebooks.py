"""The notebooks run from top to bottom, with no key, and are kept without outputs."""

import os
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


def opened(path: Path) -> nbformat.NotebookNode:
    """A notebook as it is kept."""
    found: nbformat.NotebookNode = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)  # type: ignore[no-untyped-call]  # nbformat has no types here
    return found


@pytest.fixture(autouse=True)
def nothing_configured(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel inherits the environment: no setting and no key of whoever runs the tests."""
    for name in os.environ:
        if name.startswith(("ANAPHORA_", "OPENAI_")):
            monkeypatch.delenv(name)


def test_there_are_four() -> None:
    """A conversation, the inside of a turn, threads in Redis, measurements."""
    assert [path.stem[:2] for path in NOTEBOOKS] == ["01", "02", "03", "04"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    """Every cell runs, and none says anything on standard error."""
    notebook = opened(path)
    NotebookClient(notebook, timeout=100, resources={"metadata": {"path": str(path.parent)}}).execute()
    said = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert said
    assert not [output.text for output in said if output.get("name") == "stderr"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path: Path) -> None:
    """What it prints is made where it is read."""
    cells = [cell for cell in opened(path).cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in cells)
    assert max(len(cell.source.splitlines()) for cell in cells) <= 16
