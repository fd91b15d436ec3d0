"""Documents go in once, change in one step, and a file that cannot be read keeps no other out."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from stores.chroma_index import ChromaIndex
from stores.ingest import MAX_CHARS, Index, IngestReport, ingest
from stores.memory_index import MemoryIndex
from tests.contracts.passage_index import EMBEDDER

HANDBOOK = Path(__file__).parents[2] / "evals" / "corpora" / "handbook"
RULE = "# {0}\n\nThe {0} rule says that the office pays the {0} within ten days of the request by an employee.\n"


def count(texts: Sequence[str]) -> list[int]:
    """A token count that needs no model."""
    return [len(text) // 4 for text in texts]


@pytest.fixture
def index() -> Iterator[Index]:
    index = MemoryIndex(EMBEDDER)
    yield index
    index.close()


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """Three small documents, one in a folder of its own."""
    folder = tmp_path / "docs"
    (folder / "deep").mkdir(parents=True)
    for name in ("leave", "travel", "deep/meals"):
        (folder / f"{name}.md").write_text(RULE.format(name.split("/")[-1]))
    return folder


def run(index: Index, *paths: Path, prune: bool = False, max_chars: int = MAX_CHARS) -> IngestReport:
    return ingest(paths, index, prune=prune, count=count, max_chars=max_chars)


def sources(index: Index) -> list[str]:
    return sorted(str(source) for _, _, source in index.labelled("source"))


def test_a_folder_goes_in_with_sources_below_it(index: Index, docs: Path) -> None:
    """Answers name a file by its place in the folder."""
    report = run(index, docs)
    assert report == IngestReport(files=3, added=3)
    assert sources(index) == ["deep/meals.md", "leave.md", "travel.md"]
    hit = index.search("meals rule", 1)[0]
    passage = index.fetch([hit.id])[hit.id]
    assert (passage.source, passage.heading) == ("deep/meals.md", "meals")
    assert passage.metadata == {"path": str((docs / "deep" / "meals.md").resolve())}


def test_the_second_time_costs_nothing(index: Index, docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also from another working folder, through a link, or named file by file."""
    run(index, docs)
    before = index.labelled("document")
    monkeypatch.chdir(docs)
    (docs.parent / "link").symlink_to(docs)
    for paths in ([docs], [Path()], [Path("../docs/leave.md"), docs, docs], [docs.parent / "link"]):
        report = run(index, *paths)
        assert (report.files, report.added, report.unchanged, report.removed) == (3, 0, 3, 0)
    assert index.labelled("document") == before


def test_a_changed_file_replaces_its_passages(index: Index, docs: Path) -> None:
    """What stayed keeps its id; what is gone is found no more."""
    long = "\n\n".join(f"## Part {i}\n\n" + f"Sentence {i} about the office and its many rules. " * 6 for i in range(4))
    (docs / "leave.md").write_text(f"# Leave\n\n{long}")
    run(index, docs)
    old = {identifier for identifier, _, source in index.labelled("source") if source == "leave.md"}
    (docs / "leave.md").write_text(f"# Leave\n\n{long.replace('Sentence 2', 'Changed 2')}")
    report = run(index, docs)
    new = {identifier for identifier, _, source in index.labelled("source") if source == "leave.md"}
    assert (report.added, report.unchanged) == (1, 2)
    assert len(old) == len(new) == 4
    assert len(old & new) == 3
    assert len({document for _, document, source in index.labelled("source") if source == "leave.md"}) == 1


def test_a_removed_file_goes_with_prune_only(index: Index, docs: Path) -> None:
    """And only below the folders that are named."""
    elsewhere = docs.parent / "elsewhere"
    shutil.copytree(docs, elsewhere)
    run(index, docs, elsewhere)
    (docs / "leave.md").unlink()
    shutil.rmtree(docs / "deep")
    (elsewhere / "leave.md").unlink()
    assert run(index, docs).removed == 0
    assert index.count() == 6
    assert run(index, docs, prune=True).removed == 2
    assert sources(index) == ["deep/meals.md", "leave.md", "travel.md", "travel.md"]
    assert run(index, elsewhere / "leave.md", prune=True) == IngestReport(removed=1)
    assert index.count() == 3


def test_a_folder_that_is_away_is_not_pruned(index: Index, docs: Path) -> None:
    """A drive that is not mounted is no reason to forget what was on it."""
    run(index, docs)
    docs.rename(docs.parent / "moved")
    report = run(index, docs, prune=True)
    assert report.failed == [(str(docs), "it does not exist.")]
    assert index.count() == 3


def test_each_hostile_file_gets_its_sentence_and_keeps_no_other_out(index: Index, docs: Path) -> None:
    """Empty, cut off, binary, too long, gone, unreadable: named with a reason. Latin-1 goes in."""
    pdf = (HANDBOOK / "money" / "travel.pdf").read_bytes()
    (docs / "cut.pdf").write_bytes(pdf[: len(pdf) // 2])
    (docs / "empty.md").touch()
    (docs / "binary.md").write_bytes(bytes(range(256)) * 99)
    (docs / "latin.txt").write_bytes(
        "Das Büro überträgt nicht genommene Tage für höchstens drei Monate.".encode("latin-1")
    )
    (docs / "long.txt").write_text("The office pays. " * 2000)
    (docs / "nowhere.md").symlink_to(docs / "nothing")
    (docs / "loop").symlink_to(docs)
    os.mkfifo(docs / "pipe.md")
    (docs / "photo.jpg").write_bytes(b"\xff\xd8")
    (docs / ".hidden.md").write_text("# Secret")
    report = run(index, docs, docs / "missing.md", max_chars=30_000)
    assert (report.files, report.added, report.unchanged) == (10, 4, 0)
    too_long = "it holds 0.034 million characters of text, and at most 0.03 million are taken from one file."
    no_file = "it is not a regular file, or a link to nothing."
    assert dict(report.failed) == {
        "binary.md": "the file holds binary data, not text. Give it the ending that says what it is.",
        "cut.pdf": "the PDF is cut off: it has no end-of-file mark. Get the whole file again.",
        "empty.md": "the file is empty.",
        "long.txt": f"{too_long} Split it, or raise ANAPHORA_MAX_DOCUMENT.",
        "nowhere.md": no_file,
        "pipe.md": no_file,
        str(docs / "missing.md"): "it does not exist.",
    }
    assert report.skipped == [("photo.jpg", "files that end in .jpg are not read.")]
    assert index.lexical("überträgt", 1)
    assert "Secret" not in str(index.fetch([hit.id for hit in index.lexical("secret", 9)]))


def test_an_unreadable_file_is_named(index: Index, docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's own words say why. (Root may read anything, so the refusal is made here.)"""

    def refuses(path: Path) -> bytes:
        if path.name == "leave.md":
            raise PermissionError(13, "Permission denied", str(path))
        with path.open("rb") as file:
            return file.read()

    monkeypatch.setattr(Path, "read_bytes", refuses)
    report = run(index, docs)
    assert report.failed == [("leave.md", "it cannot be read: Permission denied.")]
    assert report.added == 2


def test_a_file_that_becomes_unreadable_keeps_what_it_had(index: Index, docs: Path) -> None:
    run(index, docs)
    (docs / "leave.md").write_bytes(b"")
    assert run(index, docs, prune=True).failed == [("leave.md", "the file is empty.")]
    assert "leave.md" in sources(index)


def test_two_files_of_the_same_text_are_two_sources(index: Index, docs: Path) -> None:
    shutil.copy(docs / "leave.md", docs / "copy.md")
    assert run(index, docs).added == 4
    assert run(index, docs).unchanged == 4


def test_offsets_lead_back_to_the_text(index: Index) -> None:
    """Every passage of the handbook, of every kind of file, is the span of its document that it says."""
    from stores.loaders import load

    run(index, HANDBOOK)
    ids = [identifier for identifier, _, _ in index.labelled("path")]
    assert len(ids) > 100
    for passage in index.fetch(ids).values():
        path = Path(str(passage.metadata["path"]))
        document = load(passage.source, path.suffix, path.read_bytes())
        assert document.text[passage.start : passage.end] == passage.text


def test_progress_is_told_file_by_file(index: Index, docs: Path) -> None:
    told: list[tuple[int, int, str]] = []
    ingest([docs], index, count=count, progress=lambda *step: told.append(step))
    assert [step[:2] for step in told if step[2].endswith(".md")] == [(0, 3), (1, 3), (2, 3)]
    assert ("(3 of 3 passages)" in told[-2][2], told[-1]) == (True, (3, 3, ""))


def test_a_run_that_is_killed_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """Killed again and again in the middle; the run that ends leaves what a run without trouble leaves."""
    docs = tmp_path / "docs"
    docs.mkdir()
    for number in range(15):
        text = "\n\n".join(f"# Part {number}.{i}\n\n" + f"Rule {number} {i} pays the office. " * 15 for i in range(20))
        (docs / f"{number:02}.md").write_text(text)
    home = tmp_path / "index"
    for steps in (3, 9, 12):
        command = [sys.executable, "-m", "tests.stores.index_worker", str(home), "ingest", str(docs)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for _ in range(1 + steps):
                assert process.stdout.readline()
            process.send_signal(signal.SIGKILL)
    killed, plain = ChromaIndex(home, EMBEDDER), MemoryIndex(EMBEDDER)
    done = killed.count()
    assert done < 300
    assert done % 20 == 0
    report = run(killed, docs)
    assert report.unchanged == done // 20
    assert run(plain, docs).added == killed.count() == 300
    assert sorted(killed.labelled("document")) == sorted(plain.labelled("document"))
    assert killed.lexical("rule office", 999) == plain.lexical("rule office", 999)
    assert sorted(killed._vectors._collection().get(include=[])["ids"]) == sorted(killed._table.keys())
    assert run(killed, docs).unchanged == 15
    killed.close()
