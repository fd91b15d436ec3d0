"""Vectors in Chroma, on a folder or on a server, kept true to the passages in SQLite."""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

import numpy as np
from filelock import FileLock, Timeout

from stores.errors import SettingsError, StoreUnavailable
from stores.passage_table import PassageTable
from stores.passages import Hit, Vector

if TYPE_CHECKING:
    import httpx
    from chromadb import Collection
    from chromadb.api import ClientAPI
    from chromadb.config import Settings

BATCH = 5000  # Chroma takes at most 5,461 in one call
WRITE_SECONDS = 600.0
CONNECT_SECONDS, ANSWER_SECONDS = 5.0, 30.0
_SPARE = 16  # vectors asked for beyond k, in case some belong to no passage

T = TypeVar("T")


class ChromaVectors:
    """The Chroma collection of one index, opened at the first need and once more after it failed. Thread-safe."""

    def __init__(self, folder: Path, url: str, table: PassageTable) -> None:
        self._folder = folder
        self._url = url
        self._table = table
        self._lock = threading.RLock()
        self._one_writer = threading.RLock()
        self._owner = FileLock(folder / "owner.lock", thread_local=False)
        self._writer = FileLock(folder / "write.lock", thread_local=False)
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="chroma")
        self._opening: Future[Collection] | None = None
        self._client: ClientAPI | None = None
        self._sessions: list[httpx.Client] = []
        if url and (urlsplit(url).scheme not in {"http", "https"} or not urlsplit(url).hostname):
            raise SettingsError(f"ANAPHORA_CHROMA_URL={url} is not a URL: write it as http://host:port.")

    def begin(self) -> None:
        """Start to open the collection in the background, unless another process owns it."""
        if self.owned():
            with self._lock:
                if self._opening is None:
                    self._opening = self._executor.submit(self._open)

    def owned(self) -> bool:
        """Whether this process may use Chroma: always with a server, else once it holds the folder's lock."""
        if self._url or self._owner.is_locked:
            return True
        with self._lock, suppress(Timeout):
            self._owner.acquire(blocking=False)
            (self._folder / "owner.pid").write_text(str(os.getpid()))
        return self._owner.is_locked

    def ready(self) -> bool:
        """Whether the collection has been opened, or has failed to."""
        opening = self._opening
        return opening is not None and opening.done()

    def require_owner(self) -> None:
        """Raise `StoreUnavailable` unless this process may write."""
        if self.owned():
            return
        try:
            who = f"Process {(self._folder / 'owner.pid').read_text()}"
        except OSError:
            who = "Another process"
        raise StoreUnavailable(
            f"{who} has the index in {self._folder} open, and one process at a time may add to it. End that one first, "
            "or start a Chroma server (`chroma run`) and set ANAPHORA_CHROMA_URL for both."
        )

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Keep every other writer of the folder out, in this process and in others."""
        with self._one_writer, self._alone():
            yield

    def put(self, pairs: Sequence[tuple[str, Vector]]) -> None:
        """Store vectors by key."""
        for start in range(0, len(pairs), BATCH):
            part = pairs[start : start + BATCH]
            matrix = np.array([vector for _, vector in part], np.float32)
            self._ask(partial(_upsert, keys=[key for key, _ in part], vectors=matrix))

    def drop(self, keys: Sequence[str]) -> None:
        """Remove vectors by key."""
        for start in range(0, len(keys), BATCH):
            self._ask(partial(_delete, keys=keys[start : start + BATCH]))

    def nearest(self, vector: Vector, k: int) -> list[Hit]:
        """The k passages nearest by cosine, approximately (HNSW)."""
        wanted = k + _SPARE
        query = np.asarray(vector, np.float32)
        while True:
            found = self._ask(partial(_query, vector=query, k=wanted))
            ids = self._table.ids_by_key([key for key, _ in found])
            hits = [Hit(ids[key], 1.0 - distance) for key, distance in found if key in ids]
            if len(hits) >= k or len(found) < wanted:
                return hits[:k]
            wanted *= 2

    def close(self) -> None:
        """Close Chroma and give the folder up."""
        self._executor.shutdown(wait=True)
        self._forget()
        self._owner.release()

    def _ask(self, question: Callable[["Collection"], T]) -> T:
        """The collection's answer; a collection that fails is opened again once, for a server that was restarted."""
        try:
            return question(self._collection())
        except StoreUnavailable:
            raise
        except Exception:  # noqa: BLE001  -- Chroma, its HTTP client and its Rust core each raise their own
            self._forget()
        collection = self._collection()
        try:
            return question(collection)
        except Exception as error:
            raise self._unavailable(error) from error

    def _collection(self) -> "Collection":
        self.require_owner()
        self.begin()
        opening = self._opening
        assert opening is not None
        try:
            return opening.result()
        except StoreUnavailable:
            self._forget()
            raise
        except Exception as error:
            self._forget()
            raise self._unavailable(error) from error

    def _open(self) -> "Collection":
        import chromadb
        from chromadb.config import Settings

        settings = Settings(anonymized_telemetry=False)
        if self._url:
            client, self._sessions = _connect(self._url, settings)
        else:
            client = chromadb.PersistentClient(self._folder / "chroma", settings)
        self._client = client
        collection = client.get_or_create_collection(
            self._table.name, embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
        )
        if collection.count() != self._table.count():
            with self._alone():
                self._repair(collection)
        return collection

    def _repair(self, collection: "Collection") -> None:
        """Remove vectors that no passage names, and put back those that are missing."""
        wanted, there = set(self._table.keys()), set(collection.get(include=[])["ids"])
        extra, missing = sorted(there - wanted), sorted(wanted - there)
        for start in range(0, len(extra), BATCH):
            _delete(collection, extra[start : start + BATCH])
        for start in range(0, len(missing), BATCH):
            found = self._table.vectors_by_key(missing[start : start + BATCH])
            _upsert(collection, list(found), np.array(list(found.values()), np.float32))

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """With a server, other processes write too: keep them out. On a folder the owner is alone already."""
        if not self._url:
            yield
            return
        try:
            self._writer.acquire(timeout=WRITE_SECONDS)
        except Timeout as error:
            message = (
                f"Another process has been writing to the index in {self._folder} for 10 minutes. Try again later."
            )
            raise StoreUnavailable(message) from error
        try:
            yield
        finally:
            self._writer.release()

    def _forget(self) -> None:
        with self._lock:
            client, sessions = self._client, self._sessions
            self._client, self._sessions, self._opening = None, [], None
        with suppress(Exception):
            if client is not None:
                client.close()  # type: ignore[attr-defined]  # the interface does not declare it
        for session in sessions:
            session.close()

    def _unavailable(self, error: Exception) -> StoreUnavailable:
        where = f"the Chroma server at {self._url}" if self._url else f"Chroma in {self._folder / 'chroma'}"
        advice = (
            "Start it" if self._url else "If it is damaged, remove that folder: it is filled again from passages.db"
        )
        return StoreUnavailable(f"{where[0].upper()}{where[1:]} failed: {type(error).__name__}: {error}. {advice}.")


def _connect(url: str, settings: "Settings") -> tuple["ClientAPI", list["httpx.Client"]]:
    """A client of a Chroma server, with the HTTP sessions that it neither gives a timeout nor closes by itself."""
    import chromadb
    import httpx

    address = urlsplit(url)
    secure = address.scheme == "https"
    port = address.port or (443 if secure else 80)
    root = f"{address.scheme}://{address.hostname}:{port}"
    httpx.get(f"{root}/api/v2/heartbeat", timeout=CONNECT_SECONDS).raise_for_status()
    client = chromadb.HttpClient(str(address.hostname), port, ssl=secure, settings=settings)
    # the client and the administrative client within it have a session each, and no public name for it
    owners: tuple[Any, Any] = client, client._admin_client  # type: ignore[attr-defined]
    sessions: list[httpx.Client] = [owner._server._session for owner in owners]
    for session in sessions:
        session.timeout = httpx.Timeout(ANSWER_SECONDS)
    return client, sessions


def _upsert(collection: "Collection", keys: list[str], vectors: Vector) -> None:
    collection.upsert(ids=keys, embeddings=vectors)


def _delete(collection: "Collection", keys: Sequence[str]) -> None:
    collection.delete(ids=list(keys))


def _query(collection: "Collection", vector: Vector, k: int) -> list[tuple[str, float]]:
    """(key, cosine distance) of the nearest, nearest first."""
    answer: Any = collection.query(query_embeddings=vector[None, :], n_results=k, include=["distances"])
    return list(zip(answer["ids"][0], answer["distances"][0], strict=True))
