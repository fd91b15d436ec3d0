"""The in-memory twin of the passage index, for tests and small sets of passages."""

import sqlite3
import threading
from collections.abc import Callable, Sequence

import numpy as np

from stores.embedder import Embedder
from stores.fusion import nearest, search_both
from stores.lexical import CREATE, LexicalTable
from stores.passage_table import indexed_text, labels_of
from stores.passages import Hit, Passage, Sentences, Vector, Where
from stores.sentences import sentence_spans


class MemoryIndex:
    """A `PassageIndex` in memory: exact vectors by numpy, words by an FTS5 table of its own."""

    def __init__(self, embedder: Embedder, *, with_sentences: bool = True) -> None:
        self._embedder = embedder
        self._with_sentences = with_sentences
        self._lock = threading.RLock()
        self._passages: dict[str, Passage] = {}
        self._rows: dict[str, int] = {}
        self._vectors: dict[str, Vector] = {}
        self._sentences: dict[str, Sentences] = {}
        self._next_row = 1
        self._matrix: tuple[list[str], Vector] | None = None
        self._connection = sqlite3.connect(":memory:", check_same_thread=False)
        self._connection.execute(CREATE)
        self._connection.execute("CREATE TEMP TABLE chosen (row INTEGER PRIMARY KEY)")
        self._words = LexicalTable(self._connection)

    def add(
        self, passages: Sequence[Passage], *, drop: Sequence[str] = (), progress: Callable[[int], None] | None = None
    ) -> None:
        """Insert or replace by id, and remove the ids in `drop`; `progress` is told how many once they are in."""
        latest = list({passage.id: passage for passage in passages}.values())
        vectors = self._embedder.embed([indexed_text(passage) for passage in latest])
        split = [self._split(passage) for passage in latest]
        with self._lock:
            self.delete([*drop, *(passage.id for passage in latest)])
            self._matrix = None
            for passage, vector, sentences in zip(latest, vectors, split, strict=True):
                self._passages[passage.id] = passage
                self._vectors[passage.id] = vector
                if sentences is not None:
                    self._sentences[passage.id] = sentences
                self._rows[passage.id] = self._next_row
                self._next_row += 1
            self._words.put((self._rows[passage.id], indexed_text(passage)) for passage in latest)
        if progress is not None:
            progress(len(latest))

    def dense(self, vector: Vector, k: int, where: Where | None = None) -> list[Hit]:
        """The k nearest by cosine."""
        with self._lock:
            if self._matrix is None:
                self._matrix = list(self._vectors), np.array(list(self._vectors.values()), np.float32)
            ids, matrix = self._matrix
            if where:
                wanted = set(self._matching(where))
                rows = [row for row, identifier in enumerate(ids) if identifier in wanted]
                ids, matrix = [ids[row] for row in rows], matrix[rows]
        return nearest(ids, matrix, vector, k)

    def lexical(self, text: str, k: int, where: Where | None = None) -> list[Hit]:
        """The k best by words."""
        with self._lock:
            by_row = {self._rows[identifier]: identifier for identifier in self._matching(where)}
            allowed = ""
            if where:
                self._connection.execute("DELETE FROM chosen")
                self._connection.executemany("INSERT INTO chosen VALUES (?)", ((row,) for row in by_row))
                allowed = "SELECT row FROM chosen"
            return [Hit(by_row[row], score) for row, score in self._words.search(text, k, allowed)]

    def search(self, text: str, k: int, where: Where | None = None) -> list[Hit]:
        """Both at once, fused by weighted reciprocal rank."""
        return search_both(self, self._embedder, text, k, where)

    def fetch(self, ids: Sequence[str]) -> dict[str, Passage]:
        """Passages by id; unknown ids are left out."""
        with self._lock:
            return {identifier: self._passages[identifier] for identifier in ids if identifier in self._passages}

    def sentences(self, ids: Sequence[str]) -> dict[str, Sentences]:
        """Sentence spans and vectors by passage id; unknown ids are left out."""
        with self._lock:
            return {identifier: self._sentences[identifier] for identifier in ids if identifier in self._sentences}

    def delete(self, ids: Sequence[str]) -> int:
        """Remove by id; returns how many there were."""
        with self._lock:
            there = [identifier for identifier in dict.fromkeys(ids) if identifier in self._passages]
            self._matrix = None
            self._words.drop([self._rows[identifier] for identifier in there])
            for identifier in there:
                del self._passages[identifier], self._rows[identifier], self._vectors[identifier]
                self._sentences.pop(identifier, None)
            return len(there)

    def count(self) -> int:
        """How many passages there are."""
        with self._lock:
            return len(self._passages)

    def labelled(self, name: str) -> list[tuple[str, str, str | int]]:
        """(id, document, value) of every passage that has a value for a label, in the order they were added."""
        with self._lock:
            known = [(passage, labels_of(passage)) for passage in self._passages.values()]
        return [(passage.id, passage.document, labels[name]) for passage, labels in known if name in labels]

    def close(self) -> None:
        """Forget everything."""
        with self._lock:
            self._connection.close()

    def _split(self, passage: Passage) -> Sentences | None:
        if not self._with_sentences:
            return None
        spans = sentence_spans(passage.text)
        return Sentences(spans, self._embedder.embed([passage.text[start:end] for start, end in spans]))

    def _matching(self, where: Where | None) -> list[str]:
        if not where:
            return list(self._passages)
        return [
            identifier
            for identifier, passage in self._passages.items()
            if all(labels_of(passage).get(name) == value for name, value in where.items())
        ]
