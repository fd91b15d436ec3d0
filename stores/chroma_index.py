"""The passage index on disk: Chroma for vectors, SQLite for everything else.

SQLite (`passage_table.py`) is the authority and also keeps each vector. Chroma is told first and SQLite commits
second, so a crash between leaves only vectors that no row names: readers skip them, the next opening removes them. A
Chroma folder that was lost is filled again from SQLite without embedding anything.

Chroma on a folder serves one process only: readers in other processes miss and resurrect passages. So the first
process that writes, or that calls `warm`, owns the folder's Chroma until it closes the index, by a file lock that a
crash releases. Any other process on the folder searches the vectors in SQLite, exactly, sees what the owner adds, and
may not write: it gets `StoreUnavailable` with what to do. A process that only reads does the same while the index is
small, because that is as quick as Chroma and needs neither its lock nor the 1.5 s of its import. With the URL of a
Chroma server (`chroma run`), any number of processes on one folder read and write.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from stores.chroma_vectors import ChromaVectors
from stores.embedder import Embedder
from stores.fusion import nearest, search_both
from stores.passage_table import Entry, PassageTable, indexed_text, new_key
from stores.passages import Hit, Passage, Sentences, Vector, Where
from stores.sentences import pack, sentence_spans

EXACT_UP_TO = 20_000  # passages: 31 MB of vectors, 1 ms of CPU a search
EMBEDDED_AT_ONCE = 128  # passages, with their sentences about 1,400 texts

Progress = Callable[[int], None]


class ChromaIndex:
    """A `PassageIndex` in a folder. Opening it costs milliseconds, because Chroma is opened later.

    `url` is a Chroma server's (`http://host:port`). `with_sentences=False` leaves sentences out, for texts that are
    never quoted.
    """

    def __init__(self, folder: Path, embedder: Embedder, *, url: str = "", with_sentences: bool = True) -> None:
        self.folder = folder
        self._embedder = embedder
        self._url = url
        self._with_sentences = with_sentences
        self._table = PassageTable(folder / "passages.db", embedder.id)
        self._vectors = ChromaVectors(folder, url, self._table)
        self._matrix: tuple[int, list[str], Vector] | None = None

    def warm(self) -> None:
        """Begin to open Chroma in a thread, for a process that will write or search much; returns at once."""
        self._vectors.begin()

    def add(self, passages: Sequence[Passage], *, drop: Sequence[str] = (), progress: Progress | None = None) -> None:
        """Insert or replace by id, and remove the ids in `drop`; readers see all of it or nothing.

        A passage whose text and heading are stored already is not embedded again. `progress` is told after each part
        how many passages it held.
        """
        latest = list({passage.id: passage for passage in passages}.values())
        self._vectors.require_owner()
        entries = list(self._entries(latest, progress))
        for dim in {len(entry.vector) for entry in entries}:
            self._table.require_dim(dim)
        with self._vectors.writing():
            self._vectors.put([(entry.key, entry.vector) for entry in entries])
            self._vectors.drop(self._table.write(entries, drop))

    def dense(self, vector: Vector, k: int, where: Where | None = None) -> list[Hit]:
        """The k nearest by cosine."""
        if k <= 0:
            return []
        self._table.require_dim(len(vector))
        if where:
            # exact over the rows that match: Chroma's own filter takes 144 ms at 100,000 passages
            return nearest(*self._table.vectors(where), vector, k)
        if self._url or self._vectors.ready() or (self._table.count() > EXACT_UP_TO and self._vectors.owned()):
            self._matrix = None
            return self._vectors.nearest(vector, k)
        matrix, generation = self._matrix, self._table.generation()
        if matrix is None or matrix[0] != generation:
            matrix = self._matrix = (generation, *self._table.vectors())
        return nearest(matrix[1], matrix[2], vector, k)

    def lexical(self, text: str, k: int, where: Where | None = None) -> list[Hit]:
        """The k best by words."""
        return self._table.lexical(text, k, where)

    def search(self, text: str, k: int, where: Where | None = None) -> list[Hit]:
        """Both at once, fused by weighted reciprocal rank."""
        return search_both(self, self._embedder, text, k, where)

    def fetch(self, ids: Sequence[str]) -> dict[str, Passage]:
        """Passages by id; unknown ids are left out."""
        return self._table.fetch(ids)

    def sentences(self, ids: Sequence[str]) -> dict[str, Sentences]:
        """Stored sentence spans and vectors by passage id; unknown ids are left out."""
        return self._table.sentences(ids)

    def delete(self, ids: Sequence[str]) -> int:
        """Remove by id; returns how many there were."""
        self._vectors.require_owner()
        with self._vectors.writing():
            stale = self._table.delete(ids)
            self._vectors.drop(stale)
        return len(stale)

    def count(self) -> int:
        """How many passages there are."""
        return self._table.count()

    def labelled(self, name: str) -> list[tuple[str, str, str | int]]:
        """(id, document, value) of every passage that has a value for a label, in the order they were added."""
        return list(self._table.labelled(name))

    def describe(self) -> dict[str, str | int]:
        """What `doctor` shows: passages, model, folder, and who holds the vectors."""
        holder = self._url or ("Chroma" if self._vectors.ready() else "SQLite")
        return {"passages": self.count(), "model": self._embedder.id, "folder": str(self.folder), "vectors": holder}

    def close(self) -> None:
        """Close the files and give up ownership."""
        self._vectors.close()
        self._table.close()

    def _entries(self, passages: Sequence[Passage], progress: Progress | None) -> Iterator[Entry]:
        for start in range(0, len(passages), EMBEDDED_AT_ONCE):
            part = passages[start : start + EMBEDDED_AT_ONCE]
            ids = [passage.id for passage in part]
            there, packed = self._table.fetch(ids), self._table.packed(ids)
            fresh: list[Passage] = []
            for passage in part:
                stored = there.get(passage.id)
                if stored is None or indexed_text(stored) != indexed_text(passage) or passage.id not in packed:
                    fresh.append(passage)
                else:
                    yield Entry(passage, *packed[passage.id], new_key())
            yield from self._embedded(fresh)
            if progress is not None:
                progress(len(part))

    def _embedded(self, passages: Sequence[Passage]) -> Iterator[Entry]:
        """Entries made anew; passages and sentences are embedded in one call, so that batches hold texts of one
        length.
        """
        spans = [sentence_spans(passage.text) if self._with_sentences else () for passage in passages]
        texts = [indexed_text(passage) for passage in passages]
        for passage, each in zip(passages, spans, strict=True):
            texts.extend(passage.text[start:end] for start, end in each)
        vectors = self._embedder.embed(texts)
        used = len(passages)
        for passage, vector, each in zip(passages, vectors, spans, strict=False):
            sentences = Sentences(each, vectors[used : used + len(each)])
            used += len(each)
            yield Entry(passage, vector, pack(sentences) if self._with_sentences else None, new_key())
