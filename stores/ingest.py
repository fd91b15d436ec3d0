"""Taking files into an index: what is new goes in, what changed is replaced, what is the same costs nothing."""

import hashlib
import os
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Protocol

from stores.chunking import VERSION, TokenCounts, chunk
from stores.document import Document
from stores.embedder import MiniLM
from stores.errors import InputError
from stores.loaders import SUFFIXES, load
from stores.passages import Passage, PassageIndex

MAX_CHARS = 10_000_000  # of a document's text: about 8,500 passages, three minutes of two cores
MAX_BYTES = 200_000_000  # of a file, before it is read
_TOGETHER = 128  # passages of several small files that are written in one go

FileProgress = Callable[[int, int, str], None]


class Index(PassageIndex, Protocol):
    """A `PassageIndex` that documents are taken into."""

    def add(
        self,
        passages: Sequence[Passage],
        *,
        drop: Sequence[str] = (),
        progress: Callable[[int], None] | None = None,
    ) -> None:
        """Insert or replace by id and remove the ids in `drop`, all at once for a reader.

        `progress` is told how many passages each step has made ready.
        """

    def labelled(self, name: str) -> list[tuple[str, str, str | int]]:
        """(id, document, value) of every passage that has a value for a label."""

    def close(self) -> None:
        """Close what was opened."""


@dataclass(frozen=True)
class IngestReport:
    """What was taken in: files looked at, passages added, files unchanged and removed, and what was left out and why.

    `failed` files could not be read; `skipped` ones lay in a folder and are of no kind that is read.
    """

    files: int = 0
    added: int = 0
    unchanged: int = 0
    removed: int = 0
    failed: list[tuple[str, str]] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _File:
    path: Path  # absolute, links resolved: what it is known by
    shown: str  # as answers name it


def ingest(
    paths: Sequence[Path],
    index: Index,
    *,
    prune: bool = False,
    progress: FileProgress | None = None,
    max_chars: int = MAX_CHARS,
    count: TokenCounts | None = None,
) -> IngestReport:
    """Take files and folders into an index. A file that cannot be read is named in the report and the others go in.

    Each file's passages appear at once, so an interrupted run leaves whole files only and the next run goes on from
    there. `prune` removes the passages of files below the given folders, or given by name, that are gone. `progress`
    is told files done, files in all, and what is being read. Raises `StoreUnavailable` when the index cannot be
    written.
    """
    known = _known(index)
    files, failed, skipped = _collect(paths, known if prune else {})
    counting = count or MiniLM().token_counts
    batch = _Batch(index)
    unchanged = 0
    tell = progress or _silent
    for done, file in enumerate(files):
        tell(done, len(files), file.shown)
        before = known.get(str(file.path), {})
        try:
            data = _read(file.path)
            content = hashlib.sha256(VERSION.encode() + data).hexdigest()
            if set(before.values()) == {content}:
                unchanged += 1
                continue
            document = _document(file, data, max_chars)
        except (InputError, OSError) as error:
            failed.append((file.shown, _reason(error)))
            continue
        batch.take(chunk(document, str(file.path), content, counting), before)
        if len(batch.passages) >= _TOGETHER or done == len(files) - 1:
            batch.write(partial(_tell_part, tell, done, len(files), file.shown))
    batch.write(_silent_part)
    removed = _prune(index, paths, known, {str(file.path) for file in files}) if prune else 0
    tell(len(files), len(files), "")
    return IngestReport(len(files), batch.added, unchanged, removed, failed, skipped)


class _Batch:
    """Passages that wait to be written, with the ids that go when they come."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._stale: list[str] = []
        self.passages: list[Passage] = []
        self.added = 0

    def take(self, passages: Sequence[Passage], before: Collection[str]) -> None:
        fresh = {passage.id for passage in passages}
        self._stale.extend(identifier for identifier in before if identifier not in fresh)
        self.added += sum(identifier not in before for identifier in fresh)
        self.passages.extend(passages)

    def write(self, tell: Callable[[int, int], None]) -> None:
        total, written = len(self.passages), 0

        def part(size: int) -> None:
            nonlocal written
            written += size
            tell(written, total)

        if self.passages or self._stale:
            self._index.add(self.passages, drop=self._stale, progress=part)
        self.passages, self._stale = [], []


def _tell_part(tell: FileProgress, done: int, files: int, name: str, written: int, passages: int) -> None:
    tell(done, files, f"{name} ({written} of {passages} passages)")


def _silent_part(written: int, passages: int) -> None:
    """Nobody watches."""


def _document(file: _File, data: bytes, max_chars: int) -> Document:
    document = load(file.shown, file.path.suffix, data)
    if len(document.text) > max_chars:
        raise InputError(
            f"it holds {len(document.text) / 1e6:.2g} million characters of text, and at most {max_chars / 1e6:.2g} "
            "million are taken from one file. Split it, or raise ANAPHORA_MAX_DOCUMENT."
        )
    return document


def _known(index: Index) -> dict[str, dict[str, str]]:
    """Content hashes by passage id by path."""
    known: dict[str, dict[str, str]] = {}
    for identifier, document, path in index.labelled("path"):
        known.setdefault(str(path), {})[identifier] = document
    return known


def _prune(index: Index, paths: Sequence[Path], known: dict[str, dict[str, str]], there: set[str]) -> int:
    roots = [path.resolve() for path in paths]
    folders = [root for root in roots if root.is_dir()]
    gone = [
        name
        for name in known
        if name not in there
        and not Path(name).exists()
        and (Path(name) in roots or any(Path(name).is_relative_to(folder) for folder in folders))
    ]
    index.delete([identifier for name in gone for identifier in known[name]])
    return len(gone)


def _collect(
    paths: Sequence[Path], prunable: Collection[str]
) -> tuple[list[_File], list[tuple[str, str]], list[tuple[str, str]]]:
    """Files to read, each once however it is reached; what cannot be reached; what is of no kind that is read."""
    files: dict[Path, _File] = {}
    failed: list[tuple[str, str]] = []
    skipped: list[tuple[str, str]] = []
    for path in paths:
        if path.is_dir():
            for found in _walk(path, failed):
                shown = found.relative_to(path).as_posix()
                if found.suffix.lower() in SUFFIXES:
                    files.setdefault(found.resolve(), _File(found.resolve(), shown))
                else:
                    skipped.append((shown, f"files that end in {found.suffix or 'nothing'} are not read."))
        elif path.exists():
            files.setdefault(path.resolve(), _File(path.resolve(), path.name))
        elif str(path.resolve()) not in prunable:
            failed.append((str(path), "it does not exist."))
    return list(files.values()), failed, skipped


def _walk(root: Path, failed: list[tuple[str, str]]) -> Iterator[Path]:
    """Files below a folder in the order of their names, links followed, each folder once; hidden ones are left out."""
    visited: set[Path] = set()

    def refused(error: OSError) -> None:
        failed.append((str(error.filename), _reason(error)))

    for folder, names, files in os.walk(root, followlinks=True, onerror=refused):
        here = Path(folder).resolve()
        if here in visited:
            names.clear()
            continue
        visited.add(here)
        names[:] = sorted(name for name in names if not name.startswith("."))
        yield from (Path(folder) / name for name in sorted(files) if not name.startswith("."))


def _read(path: Path) -> bytes:
    if not path.is_file():
        raise InputError("it is not a regular file, or a link to nothing.")
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise InputError(f"the file has {size / 1e6:.0f} MB, and at most {MAX_BYTES / 1e6:.0f} are read. Split it.")
    return path.read_bytes()


def _reason(error: InputError | OSError) -> str:
    if isinstance(error, OSError):
        return f"it cannot be read: {error.strerror or error}."
    return str(error)


def _silent(done: int, total: int, name: str) -> None:
    """Nobody watches."""
