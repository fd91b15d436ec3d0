"""Passages and the one interface every passage index has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]
Where = Mapping[str, str | int]  # equality on metadata (or source, page): every pair must hold


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk of a document. `start` and `end` are character offsets into the extracted text of `source`."""

    id: str
    text: str
    source: str = ""
    heading: str = ""  # the heading path, outermost first, joined by " > "
    page: int | None = None  # 1-based, for formats that have pages
    start: int = 0
    end: int = 0
    document: str = ""  # content hash of the document it was cut from
    metadata: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage id with its score; higher is better, and scores compare within one result only."""

    id: str
    score: float


@dataclass(frozen=True, slots=True)
class Sentences:
    """The sentences of one passage: character spans into its text, and one unit vector each ([n, dim], float32)."""

    spans: tuple[tuple[int, int], ...]
    vectors: Vector


class PassageIndex(Protocol):
    """Vectors and words over one set of passages. Blocking: callers in async code use a thread.

    Raises `SettingsError` when opened with another embedding model than it was made with, `StoreUnavailable`
    when its server does not answer.
    """

    def add(self, passages: Sequence[Passage]) -> None:
        """Insert or replace by id; embeds texts and sentences. Atomic per call as far as a reader can see."""

    def dense(self, vector: Vector, k: int, where: Where | None = None) -> list[Hit]:
        """The k nearest by cosine to a unit vector of shape [dim]."""

    def lexical(self, text: str, k: int, where: Where | None = None) -> list[Hit]:
        """The k best by words (BM25 over stems; character bigrams for scripts without spaces)."""

    def search(self, text: str, k: int, where: Where | None = None) -> list[Hit]:
        """Both at once, fused by weighted reciprocal rank."""

    def fetch(self, ids: Sequence[str]) -> dict[str, Passage]:
        """Passages by id; unknown ids are left out."""

    def sentences(self, ids: Sequence[str]) -> dict[str, Sentences]:
        """Stored sentence spans and vectors by passage id; unknown ids are left out."""

    def delete(self, ids: Sequence[str]) -> int:
        """Remove by id; returns how many there were."""

    def count(self) -> int:
        """How many passages there are."""
