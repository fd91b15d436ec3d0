"""What is particular to the index on disk: crashes, lost folders, other processes, servers that go away."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np
import pytest

from evals.servers import ChromaServer, chroma_server
from stores import chroma_index
from stores.chroma_index import ChromaIndex
from stores.errors import SettingsError, StoreUnavailable
from stores.passages import Passage
from tests.contracts.passage_index import EMBEDDER, HANDBOOK, HashingEmbedder, vector


class CrashError(Exception):
    """Raised where a process would have died."""


@contextmanager
def opened(folder: Path, url: str = "") -> Iterator[ChromaIndex]:
    index = ChromaIndex(folder, EMBEDDER, url=url)
    try:
        yield index
    finally:
        index.close()


def dense_ids(index: ChromaIndex) -> set[str]:
    return {hit.id for hit in index.dense(vector("parental leave trip meal"), 50)}


def test_an_index_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    """Everything, with the same ranking, before and after Chroma has been opened."""
    with opened(tmp_path) as index:
        index.add(HANDBOOK)
        before = index.search("parental leave", 2)
    with opened(tmp_path) as index:
        assert index.search("parental leave", 2) == before
        index._vectors._collection()
        assert index.search("parental leave", 2) == before
        assert index.sentences(["leave"])


def test_opening_costs_nothing_before_the_first_search(tmp_path: Path) -> None:
    """A prompt can appear at once: Chroma's 1.5 s import waits for `warm` or for the first need."""
    program = (
        "import sys, pathlib; from stores.chroma_index import ChromaIndex; from stores.embedder import MiniLM;"
        "index = ChromaIndex(pathlib.Path(sys.argv[1]), MiniLM()); index.count();"
        "assert not {'chromadb', 'onnxruntime', 'nupunkt', 'langchain'} & set(sys.modules); index.close()"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=True)


def test_a_small_index_is_searched_without_chroma_until_it_is_warm(tmp_path: Path) -> None:
    """The same passages either way; only the warm process holds the folder's lock."""
    with opened(tmp_path) as index:
        index.add(HANDBOOK)
    with opened(tmp_path) as reader, opened(tmp_path) as index:
        everything = {passage.id for passage in HANDBOOK}
        assert (dense_ids(reader), reader.describe()["vectors"]) == (everything, "SQLite")
        index.warm()
        index._vectors._collection()
        assert (dense_ids(index), index.describe()["vectors"]) == (everything, "Chroma")
        assert dense_ids(reader) == everything


def test_a_large_index_is_searched_by_chroma(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chroma_index, "EXACT_UP_TO", 3)
    with opened(tmp_path) as index:
        index.add(HANDBOOK)
    with opened(tmp_path) as index:
        assert len(dense_ids(index)) == 4
        assert index.describe()["vectors"] == "Chroma"


def test_a_crash_between_chroma_and_sqlite_leaves_nothing_visible(tmp_path: Path) -> None:
    """Vectors that no passage names are skipped, removed at the next opening, and never double a passage."""
    with opened(tmp_path) as index:
        index.add(HANDBOOK[:2])

        def dies(*_: object) -> list[str]:
            raise CrashError

        index._table.write = dies  # type: ignore[assignment,method-assign]  # the process dies at this point
        with pytest.raises(CrashError):
            index.add([*HANDBOOK[1:], Passage("x", "parental leave")])
        assert dense_ids(index) == {"leave", "uk"}
    with opened(tmp_path) as index:
        assert dense_ids(index) == {"leave", "uk"}
        assert index._vectors._collection().count() == 2
        index.add(HANDBOOK)
        assert dense_ids(index) == {passage.id for passage in HANDBOOK}
        assert index._vectors._collection().count() == 4


def test_a_crash_before_old_vectors_are_removed_leaves_none(tmp_path: Path) -> None:
    """A replaced passage is searched by its new vector only, at once and after opening again."""
    with opened(tmp_path) as index:
        index.add([Passage("a", "trips by train")])

        def dies(_: object) -> None:
            raise CrashError

        index._vectors.drop = dies  # type: ignore[assignment,method-assign]  # the process dies at this point
        with pytest.raises(CrashError):
            index.add([Passage("a", "meals in the evening")])
        hits = index.dense(vector("trips by train"), 5)
        assert [hit.id for hit in hits] == ["a"]
        assert hits[0].score < 0.5
    with opened(tmp_path) as index:
        assert index._vectors._collection().count() == 1


def test_a_lost_chroma_folder_is_filled_again_without_embedding(tmp_path: Path) -> None:
    with opened(tmp_path) as index:
        index.add(HANDBOOK)
    shutil.rmtree(tmp_path / "chroma")
    embedder = HashingEmbedder()
    index = ChromaIndex(tmp_path, embedder)
    assert dense_ids(index) == {passage.id for passage in HANDBOOK}
    assert embedder.texts == 0
    index.close()


def test_a_passage_that_stays_is_not_embedded_again(tmp_path: Path) -> None:
    """Its place may change; only a new text or heading costs."""
    embedder = HashingEmbedder()
    index = ChromaIndex(tmp_path, embedder)
    index.add(HANDBOOK)
    embedder.texts = 0
    moved = [Passage(p.id, p.text, "moved.md", p.heading, start=p.start + 10, end=p.end + 10) for p in HANDBOOK]
    index.add([*moved[:3], Passage("meals", "Breakfast is included.", heading="Travel")])
    assert embedder.texts == 2
    assert index.fetch(["uk"])["uk"].source == "moved.md"
    assert len(index.sentences([passage.id for passage in HANDBOOK])) == 4
    index.close()


def test_more_passages_than_chroma_takes_at_once_go_in_together(tmp_path: Path) -> None:
    index = ChromaIndex(tmp_path, EMBEDDER, with_sentences=False)
    told: list[int] = []
    index.add([Passage(f"p{i}", f"passage {i}") for i in range(5600)], progress=told.append)
    assert index.count() == sum(told) == 5600
    assert index._vectors._collection().count() == 5600
    assert index.dense(EMBEDDER.embed(["passage 5599"])[0], 1)
    assert index.delete([f"p{i}" for i in range(5600)]) == 5600
    index.close()


def test_another_model_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with opened(tmp_path) as index:
        index.add(HANDBOOK)
    with pytest.raises(SettingsError, match=r"made with the embedding model 'hashing', and 'other' is in use.*ingest"):
        ChromaIndex(tmp_path, HashingEmbedder("other"))
    with opened(tmp_path) as index:
        assert index.count() == 4


def test_the_same_model_with_other_dimensions_is_refused(tmp_path: Path) -> None:
    """A provider's model that changed its size without changing its name."""
    with opened(tmp_path) as index:
        index.add(HANDBOOK)
    smaller = ChromaIndex(tmp_path, HashingEmbedder(dim=64))
    for use in (lambda: smaller.search("leave", 3), lambda: smaller.add([PLAIN])):
        with pytest.raises(SettingsError, match="vectors of length 256, and 64 is in use"):
            use()
    smaller.close()


PLAIN = Passage("plain", "Something else.")


def test_a_second_process_reads_and_is_told_why_it_may_not_write(tmp_path: Path) -> None:
    """The first process owns the index; the second sees what it added, and takes over when it ends."""
    with worker(tmp_path, "hold") as first, opened(tmp_path) as index:
        assert [hit.id for hit in index.search("kept by the other", 5)] == ["theirs"]
        assert index.describe()["vectors"] == "SQLite"
        with pytest.raises(
            StoreUnavailable, match=f"Process {first.pid} has the index in .* open.*ANAPHORA_CHROMA_URL"
        ):
            index.add(HANDBOOK)
        with pytest.raises(StoreUnavailable, match="End that one first"):
            index.delete(["theirs"])
        first.kill()
        first.wait()
        index.add(HANDBOOK)
        assert len(dense_ids(index)) == 5


def test_a_reader_sees_what_the_owner_adds(tmp_path: Path) -> None:
    with opened(tmp_path) as index:
        index.add(HANDBOOK[:1])
        with worker(tmp_path, "write") as second:
            said = second.communicate(timeout=60)[0]
        assert "has the index" in said
        assert "['leave']" in said
        other = ChromaIndex(tmp_path, EMBEDDER)
        assert dense_ids(other) == {"leave"}
        index.add(HANDBOOK[1:])
        assert len(dense_ids(other)) == 4
        other.close()


def test_processes_share_an_index_through_a_server(tmp_path: Path, chroma_url: str) -> None:
    """Both write, both see everything."""
    with opened(tmp_path, chroma_url) as index:
        index.add(HANDBOOK)
        with worker(tmp_path, "hold", "", chroma_url):
            assert index.count() == 5
            assert len(dense_ids(index)) == 5
            index.delete(["theirs"])
        assert len(dense_ids(index)) == 4


def test_two_folders_on_one_server_do_not_mix(tmp_path: Path, chroma_url: str) -> None:
    with opened(tmp_path / "a", chroma_url) as one, opened(tmp_path / "b", chroma_url) as other:
        one.add(HANDBOOK[:2])
        other.add(HANDBOOK[2:])
        assert dense_ids(one) == {"leave", "uk"}
        assert dense_ids(other) == {"trips", "meals"}


@pytest.fixture(scope="module")
def own_server() -> Iterator[ChromaServer]:
    with chroma_server() as server:
        yield server


def test_a_server_that_comes_back_empty_is_filled_again(tmp_path: Path, own_server: ChromaServer) -> None:
    """While it is away there is one sentence, and the words are still searched."""
    with opened(tmp_path, own_server.url) as index:
        index.add(HANDBOOK)
        own_server.stop()
        with pytest.raises(StoreUnavailable, match=rf"The Chroma server at {own_server.url} failed.*Start it"):
            index.dense(vector("leave"), 3)
        with pytest.raises(StoreUnavailable):
            index.add([PLAIN])
        assert index.lexical("parental leave", 1)
        assert index.count() == 4
        own_server.empty()
        own_server.start()
        assert len(dense_ids(index)) == 4


def test_an_index_moves_from_a_folder_to_a_server(tmp_path: Path, chroma_url: str) -> None:
    """Setting the URL is all it takes: vectors are copied from SQLite."""
    with opened(tmp_path) as index:
        index.add(HANDBOOK)
    with opened(tmp_path, chroma_url) as index:
        assert len(dense_ids(index)) == 4


@pytest.mark.parametrize("url", ["localhost:8000", "chroma", "http://"])
def test_a_malformed_url_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(SettingsError, match=r"ANAPHORA_CHROMA_URL=.*http://host:port"):
        ChromaIndex(tmp_path, EMBEDDER, url=url)


def test_a_file_that_is_no_index_is_named(tmp_path: Path) -> None:
    (tmp_path / "passages.db").write_bytes(b"not a database" * 100)
    with pytest.raises(StoreUnavailable, match=r"passages\.db cannot be used: file is not a database"):
        ChromaIndex(tmp_path, EMBEDDER)


def test_filters_stay_exact_among_many(tmp_path: Path) -> None:
    """The rows that match are compared exactly, however few they are."""
    index = ChromaIndex(tmp_path, EMBEDDER, with_sentences=False)
    index.add([Passage(f"p{i}", f"word{i} text", metadata={"group": i % 100}) for i in range(500)])
    hits = index.dense(vector("word142"), 3, {"group": 42})
    assert hits[0].id == "p142"
    assert np.isclose(hits[0].score, float(vector("word142") @ vector("word142 text")), atol=2e-3)
    index.close()


@contextmanager
def worker(folder: Path, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """A process of `index_worker` that has said it is ready, where its command says so."""
    command = [sys.executable, "-m", "tests.stores.index_worker", str(folder), *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            if arguments[0] != "write":
                assert process.stdout.readline() == "ready\n"
            yield process
        finally:
            with suppress(ProcessLookupError):
                process.kill()
