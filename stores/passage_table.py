"""Passages in SQLite: the authority on which passages there are, their texts, words, vectors and sentences.

A vector index beside it (Chroma) holds a copy of the vectors under `key`s that are made anew at every write: a vector
counts once a row here names its key, so a write that was interrupted leaves nothing that a reader could see.
"""

import json
import sqlite3
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from stores.errors import SettingsError
from stores.lexical import CREATE, LexicalTable
from stores.passages import Hit, Passage, Sentences, Vector, Where
from stores.sentences import unpack
from stores.sqlite_file import SqliteFile, in_parts

FORMAT = "1"
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS passages (
    row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, key TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL, source TEXT NOT NULL, heading TEXT NOT NULL, page INTEGER,
    start INTEGER NOT NULL, "end" INTEGER NOT NULL, document TEXT NOT NULL, metadata TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS labels (name TEXT, value, row INTEGER, PRIMARY KEY (name, value, row)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS labels_row ON labels (row);
CREATE TABLE IF NOT EXISTS vectors (row INTEGER PRIMARY KEY, vector BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS sentences (row INTEGER PRIMARY KEY, spans BLOB NOT NULL, vectors BLOB NOT NULL);
{CREATE};
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """One passage as it is written: with its unit vector and its sentences packed by `stores.sentences.pack`."""

    passage: Passage
    vector: Vector
    sentences: tuple[bytes, bytes] | None
    key: str


def new_key() -> str:
    """A key for a vector that no other write ever had."""
    return uuid.uuid4().hex


def indexed_text(passage: Passage) -> str:
    """What is embedded and searched for a passage: its heading path, unless the text begins with it, and its text."""
    path = passage.heading.split(" > ") if passage.heading else []
    if path and passage.text.startswith(path[-1]):
        path = path[:-1]
    return f"{' > '.join(path)}\n{passage.text}" if path else passage.text


def labels_of(passage: Passage) -> dict[str, str | int]:
    """What a `Where` can ask of a passage."""
    own: dict[str, str | int] = {"source": passage.source, "document": passage.document}
    if passage.page is not None:
        own["page"] = passage.page
    return {**passage.metadata, **own}


class PassageTable:
    """The passages of one index in one SQLite file. Thread-safe.

    Raises `SettingsError` when the file was made with another embedding model, `StoreUnavailable` when it cannot be
    used.
    """

    def __init__(self, path: Path, model: str) -> None:
        self._folder = path.parent
        self._file = SqliteFile(path, _SCHEMA)
        self._check("format", FORMAT, "the format")
        self._check("model", model, "the embedding model")
        self.name = self._about("name", f"anaphora-{uuid.uuid4().hex[:12]}")

    def write(self, entries: Sequence[Entry], drop: Sequence[str] = ()) -> list[str]:
        """Insert or replace entries and remove the ids in `drop`, all at once; returns the keys no longer in use."""
        latest = list({entry.passage.id: entry for entry in entries}.values())
        with self._transaction() as writer:
            for dim in {len(entry.vector) for entry in latest}:
                stored = _kept(writer, "dim", str(dim))
                if stored != str(dim):
                    raise self._mismatch("vectors of length", stored, dim)
            stale = _remove(writer, [*(entry.passage.id for entry in latest), *drop])
            words = LexicalTable(writer)
            for entry in latest:
                row = _insert(writer, entry.passage, entry.key)
                vector = np.asarray(entry.vector, np.float16).tobytes()
                writer.execute("INSERT INTO vectors VALUES (?, ?)", (row, vector))
                if entry.sentences is not None:
                    writer.execute("INSERT INTO sentences VALUES (?, ?, ?)", (row, *entry.sentences))
                words.put([(row, indexed_text(entry.passage))])
        return stale

    def require_dim(self, dim: int) -> None:
        """Raise `SettingsError` unless vectors of this length are searched here."""
        with self._file.reader() as reader:
            row = reader.execute("SELECT value FROM about WHERE name = 'dim'").fetchone()
        if row and row[0] != str(dim):
            raise self._mismatch("vectors of length", row[0], dim)

    def delete(self, ids: Sequence[str]) -> list[str]:
        """Remove passages; returns the keys of those that there were."""
        with self._transaction() as writer:
            return _remove(writer, ids)

    def fetch(self, ids: Sequence[str]) -> dict[str, Passage]:
        """Passages by id; unknown ids are left out."""
        columns = 'id, text, source, heading, page, start, "end", document, metadata'
        found: dict[str, Passage] = {}
        for *values, metadata in self._file.select(f"SELECT {columns} FROM passages WHERE id IN", ids):  # noqa: S608  -- ours
            identifier, text, source, heading, page, start, end, document = values
            found[identifier] = Passage(
                identifier, text, source, heading, page, start, end, document, json.loads(metadata)
            )
        return {identifier: found[identifier] for identifier in ids if identifier in found}

    def packed(self, ids: Sequence[str]) -> dict[str, tuple[Vector, tuple[bytes, bytes] | None]]:
        """The stored vector and packed sentences by passage id."""
        query = (
            "SELECT id, vector, spans, sentences.vectors FROM passages JOIN vectors USING (row)"
            " LEFT JOIN sentences USING (row) WHERE id IN"
        )
        return {
            identifier: (_vector(blob), None if spans is None else (spans, vectors))
            for identifier, blob, spans, vectors in self._file.select(query, ids)
        }

    def sentences(self, ids: Sequence[str]) -> dict[str, Sentences]:
        """Sentence spans and vectors by passage id."""
        query = "SELECT id, spans, vectors FROM passages JOIN sentences USING (row) WHERE id IN"
        return {identifier: unpack(spans, vectors) for identifier, spans, vectors in self._file.select(query, ids)}

    def lexical(self, text: str, k: int, where: Where | None) -> list[Hit]:
        """The k best passages by words."""
        allowed, arguments = _allowed(where)
        with self._file.reader() as reader:
            found = LexicalTable(reader).search(text, k, allowed, arguments)
        rows = [row for row, _ in found]
        ids: dict[int, str] = dict(self._file.select("SELECT row, id FROM passages WHERE row IN", rows))
        return [Hit(ids[row], score) for row, score in found if row in ids]

    def vectors(self, where: Where | None = None) -> tuple[list[str], Vector]:
        """Ids and vectors, float32 of shape [n, dim], of all passages or of those that match."""
        allowed, arguments = _allowed(where)
        condition = f"WHERE row IN ({allowed})" if allowed else ""
        with self._file.reader() as reader:
            rows = reader.execute(
                f"SELECT id, vector FROM passages JOIN vectors USING (row) {condition}",  # noqa: S608  -- ours
                arguments,
            ).fetchall()
        joined = np.frombuffer(b"".join(blob for _, blob in rows), np.float16).astype(np.float32)
        return [identifier for identifier, _ in rows], joined.reshape(len(rows), -1) if rows else joined.reshape(0, 0)

    def vectors_by_key(self, keys: Sequence[str]) -> dict[str, Vector]:
        """Vectors by the key under which a vector index holds them."""
        query = "SELECT key, vector FROM passages JOIN vectors USING (row) WHERE key IN"
        return {key: _vector(blob) for key, blob in self._file.select(query, keys)}

    def ids_by_key(self, keys: Sequence[str]) -> dict[str, str]:
        """Passage ids by key; keys that no passage has (any more) are left out."""
        return dict(self._file.select("SELECT key, id FROM passages WHERE key IN", keys))

    def keys(self) -> list[str]:
        """The keys of all passages."""
        with self._file.reader() as reader:
            return [key for (key,) in reader.execute("SELECT key FROM passages")]

    def count(self) -> int:
        """How many passages there are."""
        with self._file.reader() as reader:
            return int(reader.execute("SELECT count(*) FROM passages").fetchone()[0])

    def generation(self) -> int:
        """A number that grows with every write of any process."""
        with self._file.reader() as reader:
            row = reader.execute("SELECT value FROM about WHERE name = 'generation'").fetchone()
        return int(row[0]) if row else 0

    def labelled(self, name: str) -> Iterator[tuple[str, str, str | int]]:
        """(id, document, value) of every passage that has a value for a label, in the order they were added."""
        with self._file.reader() as reader:
            query = "SELECT id, document, value FROM labels JOIN passages USING (row) WHERE name = ? ORDER BY row"
            rows = reader.execute(query, (name,)).fetchall()
        return iter(rows)

    def close(self) -> None:
        """Close every connection; the file can be opened again."""
        self._file.close()

    def _check(self, name: str, value: str, what: str) -> None:
        stored = self._about(name, value)
        if stored != value:
            self.close()
            raise self._mismatch(what, repr(stored), repr(value))

    def _mismatch(self, what: str, stored: object, given: object) -> SettingsError:
        return SettingsError(
            f"The index in {self._folder} was made with {what} {stored}, and {given} is in use now. Set "
            f"ANAPHORA_EMBEDDINGS as it was, or remove {self._folder} and run `anaphora ingest` to rebuild it."
        )

    def _about(self, name: str, value: str) -> str:
        """The stored value of a name; `value` is stored when there is none."""
        with self._file.transaction() as writer:
            return _kept(writer, name, value)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._file.transaction() as writer:
            yield writer
            writer.execute(
                "INSERT INTO about VALUES ('generation', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1"
            )


def _insert(writer: sqlite3.Connection, passage: Passage, key: str) -> int:
    metadata = json.dumps(dict(passage.metadata), ensure_ascii=False)
    place = (passage.source, passage.heading, passage.page, passage.start, passage.end, passage.document)
    cursor = writer.execute(
        "INSERT INTO passages VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (passage.id, key, passage.text, *place, metadata),
    )
    row = cursor.lastrowid
    assert row is not None
    labels = [(name, value, row) for name, value in labels_of(passage).items()]
    writer.executemany("INSERT INTO labels VALUES (?, ?, ?)", labels)
    return row


def _remove(writer: sqlite3.Connection, ids: Sequence[str]) -> list[str]:
    found = list(in_parts(writer, "SELECT row, key FROM passages WHERE id IN", ids))
    rows = [(row,) for row, _ in found]
    LexicalTable(writer).drop(row for row, _ in found)
    for table in ("vectors", "sentences", "labels", "passages"):
        writer.executemany(f"DELETE FROM {table} WHERE row = ?", rows)  # noqa: S608  -- ours
    return [key for _, key in found]


def _kept(writer: sqlite3.Connection, name: str, value: str) -> str:
    """The stored value of a name; `value` is stored when there is none."""
    writer.execute("INSERT OR IGNORE INTO about VALUES (?, ?)", (name, value))
    return str(writer.execute("SELECT value FROM about WHERE name = ?", (name,)).fetchone()[0])


def _allowed(where: Where | None) -> tuple[str, list[str | int]]:
    """A subquery of the rows that match, with its arguments; "" when everything does."""
    pairs = list((where or {}).items())
    one = "SELECT row FROM labels WHERE name = ? AND value = ?"
    return " INTERSECT ".join([one] * len(pairs)), [part for pair in pairs for part in pair]


def _vector(blob: bytes) -> Vector:
    return np.frombuffer(blob, np.float16).astype(np.float32)
