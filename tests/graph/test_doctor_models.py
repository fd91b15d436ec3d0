"""The doctor asks each configured model for a word."""

from pathlib import Path

import pytest

from graph.doctor import check
from graph.settings import Settings
from graph.store_checks import Row
from graph.testing import FaultServer


def rows(home: Path, **given: str) -> dict[str, Row]:
    return {row.name: row for row in check(Settings(_env_file=None, home=home, **given))}  # type: ignore[arg-type]  # texts


def test_models_that_answer_say_how_fast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One row each, with its part."""
    with FaultServer() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        found = rows(tmp_path, model="openai:large", small_model="openai:small")
    assert found["model"].ok
    assert found["model"].says.startswith("answers: openai:large, replied in 0.")
    assert found["small model"].says.startswith("helps: openai:small")


def test_a_refused_key_names_the_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And a missing one does too."""
    with FaultServer(key="right") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "wrong")
        found = rows(tmp_path, model="openai:large")
    assert not found["model"].ok
    assert "set OPENAI_API_KEY" in found["model"].says
    for variable in ("OPENAI_BASE_URL", "OPENAI_API_BASE", "OPENAI_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    assert "set OPENAI_API_KEY" in rows(tmp_path, model="openai:large")["model"].says


def test_without_a_model_nothing_is_wrong(tmp_path: Path) -> None:
    """Answers are quotes then."""
    assert rows(tmp_path)["model"].ok
