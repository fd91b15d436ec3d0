"""A ranker of one's own, by the name that a setting gives it."""

from pathlib import Path

import pytest

from graph.deps import open_deps
from graph.reranking import open_reranker
from graph.settings import Settings
from graph.turns import Conversations
from stores.errors import SettingsError
from stores.passages import Passage

SOURCE = '''
from langchain_core.documents.compressor import BaseDocumentCompressor


class Reversed(BaseDocumentCompressor):
    """The last one first."""

    most: int = 1

    def compress_documents(self, documents, query, callbacks=None):
        return sorted(documents, key=lambda one: one.metadata["source"], reverse=True)[: self.most]


made = Reversed(most=2)


def make():
    return Reversed()


def fail():
    raise OSError("the weights are not there")


number = 7
text = str
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A module of the user's own."""
    path = tmp_path / "ranking.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


@pytest.mark.parametrize("attribute", ["made", "make", "Reversed"])
def test_an_object_a_function_and_a_class_can_be_named(file: Path, attribute: str) -> None:
    """Whatever is or makes a compressor."""
    assert type(open_reranker(f"{file}:{attribute}")).__name__ == "Reversed"


def test_a_module_can_be_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that Python finds."""
    monkeypatch.syspath_prepend(str(file.parent))
    assert type(open_reranker("ranking:made")).__name__ == "Reversed"


@pytest.mark.parametrize(
    ("attribute", "says"),
    [
        (":nothing", "has no attribute"),
        (":fail", "the weights are not there"),
        (":number", "not callable"),
        (":text", "is a str"),
        ("", "names no attribute"),
    ],
)
def test_what_cannot_rank_is_a_setting_that_is_wrong(file: Path, attribute: str, says: str) -> None:
    """The message names the variable, its value and what is wrong."""
    with pytest.raises(SettingsError, match="ANAPHORA_RERANKER") as raised:
        open_reranker(f"{file}{attribute}")
    assert says in str(raised.value)


def test_a_module_that_is_not_there_is_named() -> None:
    """A typing mistake."""
    with pytest.raises(SettingsError, match="No module named 'no_such_module'"):
        open_reranker("no_such_module:ranker")


async def test_the_setting_ranks_the_turns_of_a_process(file: Path, tmp_path: Path) -> None:
    """From the setting to a turn's evidence, over stores on disk."""
    settings = Settings(home=tmp_path / "home", reranker=f"{file}:made", _env_file=None)
    async with open_deps(settings) as deps:
        deps.index.add(
            [Passage(name, f"The {name} lamp burns oil.", source=name) for name in ("east", "north", "west")]
        )
        talk = Conversations(deps)
        record = await talk.ask("Which lamp burns oil?", thread="a")
        await talk.aclose()
    assert record["passages"]["ranked"] == ["west", "north"]
