"""What a process remembers of archived items, so that searching a thread reads each of them once.

An item is kept by thread and key with its vector and its stems. Nothing here is the truth: what a search finds is read
again from the store, and an item that has changed there makes the process forget the thread.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from langgraph.store.base import BaseStore
from numpy.typing import NDArray

from stores.passages import Vector
from stores.words import stem, terms, words

ITEMS = 50_000  # of all threads, about a kilobyte each
WORDS_WEIGHT = 0.5


@dataclass(frozen=True)
class Trace:
    """What is kept of one item."""

    mark: str
    language: str
    stems: frozenset[str]
    vector: NDArray[np.int8] | None


class Recollection:
    """The traces of one store's threads; those used longest ago are forgotten first. Thread-safe."""

    def __init__(self, most: int = ITEMS) -> None:
        self._most = most
        self._threads: OrderedDict[str, dict[str, Trace]] = OrderedDict()
        self._lock = threading.Lock()

    def known(self, thread: str) -> dict[str, Trace]:
        """The traces of a thread by key; a copy."""
        with self._lock:
            if thread not in self._threads:
                return {}
            self._threads.move_to_end(thread)
            return dict(self._threads[thread])

    def add(self, thread: str, traces: Iterable[tuple[str, Trace]]) -> None:
        """Remember items of a thread."""
        with self._lock:
            self._threads.setdefault(thread, {}).update(traces)
            self._threads.move_to_end(thread)
            while len(self._threads) > 1 and sum(map(len, self._threads.values())) > self._most:
                self._threads.popitem(last=False)

    def forget(self, thread: str) -> int:
        """Forget a thread; how many traces of it there were."""
        with self._lock:
            return len(self._threads.pop(thread, ()))


_of_stores: WeakKeyDictionary[BaseStore, Recollection] = WeakKeyDictionary()
_making = threading.Lock()


def recollection_of(store: BaseStore) -> Recollection:
    """The recollection that all archives over one store share."""
    with _making:
        return _of_stores.setdefault(store, Recollection())


def trace(text: str, language: str, mark: str, packed: str) -> Trace:
    """What to keep of an item; `packed` is its vector as `pack_hex` made it, or ""."""
    stems = frozenset(stem(word, language) for word in words(text))
    return Trace(mark, language, stems, np.frombuffer(bytes.fromhex(packed), np.int8) if packed else None)


def pack_hex(vector: Vector | None) -> str:
    """A unit vector as int8 in hexadecimal digits, two a dimension."""
    return np.rint(np.clip(vector, -1, 1) * 127).astype(np.int8).tobytes().hex() if vector is not None else ""


def scores(traces: Sequence[Trace], text: str, vector: Vector) -> Vector:
    """Cosine to a unit vector plus half of the share of the text's words, each weighed by how rare it is among them."""
    wanted = {language: frozenset(terms(text, language)) for language in {one.language for one in traces}}
    weights = {
        language: {term: np.log(1 + len(traces) / (1 + sum(term in one.stems for one in traces))) for term in held}
        for language, held in wanted.items()
    }
    found = np.zeros(len(traces), np.float32)
    for at, one in enumerate(traces):
        if one.vector is not None and one.vector.shape == vector.shape:
            found[at] = one.vector.astype(np.float32) @ vector / 127
        rare = weights[one.language]
        total = sum(rare.values())
        if total:
            found[at] += WORDS_WEIGHT * sum(rare[term] for term in rare.keys() & one.stems) / total
    return found
