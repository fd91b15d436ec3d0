"""Each passage index keeps the contract, and the twin agrees with the one on disk."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stores.chroma_index import ChromaIndex
from stores.ingest import Index
from stores.memory_index import MemoryIndex
from stores.passages import Passage
from tests.contracts.passage_index import EMBEDDER, PassageIndexContract, vector


class TestMemoryIndex(PassageIndexContract):
    @pytest.fixture
    def index(self) -> Iterator[Index]:
        index = MemoryIndex(EMBEDDER)
        yield index
        index.close()


class TestChromaInAFolder(PassageIndexContract):
    @pytest.fixture
    def index(self, tmp_path: Path) -> Iterator[Index]:
        index = ChromaIndex(tmp_path / "index", EMBEDDER)
        yield index
        index.close()


class TestChromaOnAServer(PassageIndexContract):
    @pytest.fixture
    def index(self, tmp_path: Path, chroma_url: str) -> Iterator[Index]:
        index = ChromaIndex(tmp_path / "index", EMBEDDER, url=chroma_url)
        yield index
        index.close()


WORDS = st.lists(st.sampled_from(["leave", "weeks", "office", "trip", "meal", "paid", "form"]), min_size=1, max_size=6)
STEPS = st.lists(
    st.tuples(st.sampled_from(["add", "delete"]), st.integers(0, 5), WORDS.map(" ".join)), min_size=1, max_size=12
)


@settings(max_examples=15, deadline=None)
@given(steps=STEPS, query=WORDS.map(" ".join))
def test_the_twin_agrees_with_the_index_on_disk(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int, str]], query: str
) -> None:
    """After any sequence of additions and deletions both hold the same passages and find the same."""
    twin, disk = MemoryIndex(EMBEDDER), ChromaIndex(tmp_path_factory.mktemp("index"), EMBEDDER)
    try:
        for step, number, text in steps:
            for index in (twin, disk):
                if step == "add":
                    index.add([Passage(f"p{number}", text, metadata={"parity": number % 2})])
                else:
                    index.delete([f"p{number}"])
        ids = [f"p{number}" for number in range(6)]
        assert twin.fetch(ids) == disk.fetch(ids)
        assert twin.count() == disk.count()
        assert twin.lexical(query, 9) == disk.lexical(query, 9)
        for where in (None, {"parity": 1}):
            ours, theirs = (index.dense(vector(query), 9, where) for index in (twin, disk))
            assert {hit.id: pytest.approx(hit.score, abs=2e-3) for hit in ours} == {hit.id: hit.score for hit in theirs}
    finally:
        twin.close()
        disk.close()
