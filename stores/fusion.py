"""Several rankings into one."""

from collections.abc import Sequence

import numpy as np

from stores.embedder import Embedder
from stores.passages import Hit, PassageIndex, Vector, Where

# measured on the development part of MTRAG: a dense ranking counts twice a lexical one, and ranks fall off quickly
RANK_OFFSET = 10
DENSE_WEIGHT, LEXICAL_WEIGHT = 2.0, 1.0
DEPTH = 60  # how far down either leg is read before fusion


def fuse(lists: Sequence[tuple[float, Sequence[Hit]]], k: int = RANK_OFFSET) -> list[Hit]:
    """Weighted reciprocal rank fusion: score = sum over lists of weight / (k + rank), rank from 1.

    After Cormack, Clarke and Buettcher (SIGIR 2009), with a weight a list. Equal scores keep the order in which their
    ids first came. An id that a list names twice counts at its best rank.
    """
    scores: dict[str, float] = {}
    for weight, hits in lists:
        for rank, identifier in enumerate(dict.fromkeys(hit.id for hit in hits), start=1):
            scores[identifier] = scores.get(identifier, 0.0) + weight / (k + rank)
    return [Hit(identifier, score) for identifier, score in sorted(scores.items(), key=lambda item: -item[1])]


def search_both(index: PassageIndex, embedder: Embedder, text: str, k: int, where: Where | None) -> list[Hit]:
    """The k best by the dense and the lexical leg of an index, fused."""
    if not text.strip() or k <= 0:
        return []
    depth = max(DEPTH, k)
    dense = index.dense(embedder.embed([text])[0], depth, where)
    return fuse([(DENSE_WEIGHT, dense), (LEXICAL_WEIGHT, index.lexical(text, depth, where))])[:k]


def nearest(ids: Sequence[str], vectors: Vector, query: Vector, k: int) -> list[Hit]:
    """The k ids whose vectors ([n, dim], unit) have the largest dot product with the query ([dim]), best first."""
    if not ids or k <= 0:
        return []
    # row by row, since BLAS shares one product between threads, and on busy cores these wait for each other
    scores = np.vecdot(vectors, np.asarray(query, np.float32))
    some = np.argpartition(-scores, k - 1)[:k] if k < len(ids) else np.arange(len(ids))
    return [Hit(ids[row], float(scores[row])) for row in some[np.argsort(-scores[some], kind="stable")]]
