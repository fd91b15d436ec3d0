"""Vectors kept by model and text, for measurements that embed the same corpora again and again."""

import hashlib
import sqlite3
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from stores.embedder import Embedder
from stores.passages import Vector

_ASKED_AT_ONCE = 500  # ids in one statement; SQLite's oldest limit on variables is 999


def text_key(text: str) -> str:
    """The SHA-256 of a text's UTF-8 bytes, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class VectorCache:
    """A SQLite file of float16 vectors by (model id, SHA-256 of the text). Thread-safe; close it when done."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._connection = sqlite3.connect(path, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=NORMAL")
        self._connection.execute(
            "CREATE TABLE IF NOT EXISTS vectors (model TEXT, text TEXT, vector BLOB, PRIMARY KEY (model, text))"
            " WITHOUT ROWID"
        )
        self._connection.commit()

    def get_many(self, model: str, keys: Sequence[str]) -> dict[str, Vector]:
        """Float32 vectors by text key; unknown keys are left out."""
        found: dict[str, Vector] = {}
        with self._lock:
            for start in range(0, len(keys), _ASKED_AT_ONCE):
                part = keys[start : start + _ASKED_AT_ONCE]
                marks = ",".join("?" * len(part))
                rows = self._connection.execute(
                    f"SELECT text, vector FROM vectors WHERE model = ? AND text IN ({marks})",  # noqa: S608  -- marks only
                    (model, *part),
                )
                found |= {key: np.frombuffer(blob, np.float16).astype(np.float32) for key, blob in rows}
        return found

    def put_many(self, model: str, vectors: Mapping[str, Vector] | Iterable[tuple[str, Vector]]) -> None:
        """Insert or replace vectors by text key, in one transaction."""
        pairs = vectors.items() if isinstance(vectors, Mapping) else vectors
        rows = [(model, key, np.asarray(vector, np.float16).tobytes()) for key, vector in pairs]
        with self._lock, self._connection:
            self._connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)

    def count(self, model: str) -> int:
        """How many vectors of one model there are."""
        with self._lock:
            row = self._connection.execute("SELECT count(*) FROM vectors WHERE model = ?", (model,)).fetchone()
        return int(row[0])

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()


class CachedEmbedder:
    """An `Embedder` that asks another only for texts the cache does not have, and keeps what it answers."""

    def __init__(self, embedder: Embedder, cache: VectorCache, save_every: int = 1024) -> None:
        self._embedder = embedder
        self._cache = cache
        self._save_every = save_every
        self.id = embedder.id

    @property
    def dim(self) -> int:
        """The length of its vectors."""
        return self._embedder.dim

    def embed(self, texts: Sequence[str]) -> Vector:
        """Unit vectors in the order of the texts: float32, shape [len(texts), dim]."""
        if not texts:
            return self._embedder.embed(texts)
        keys = [text_key(text) for text in texts]
        found = self._cache.get_many(self.id, list(dict.fromkeys(keys)))
        # by length, so that every saved part is made of batches with little padding
        missing = sorted(
            {key: text for key, text in zip(keys, texts, strict=True) if key not in found}.items(), key=_length
        )
        for start in range(0, len(missing), self._save_every):
            part = missing[start : start + self._save_every]
            vectors = self._embedder.embed([text for _, text in part])
            made = {key: vector for (key, _), vector in zip(part, vectors, strict=True)}
            self._cache.put_many(self.id, made)
            found |= made
        return np.array([found[key] for key in keys], np.float32)


def _length(item: tuple[str, str]) -> int:
    return len(item[1])
