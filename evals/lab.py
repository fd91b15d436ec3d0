"""Indexes for measurements: exact, in memory, with every vector cached under the home folder by model and text."""

from collections.abc import Sequence
from pathlib import Path

from stores.embedder import Embedder, open_embedder
from stores.memory_index import MemoryIndex
from stores.passages import Sentences
from stores.sentences import sentence_spans
from stores.vector_cache import CachedEmbedder, VectorCache


class CandidateIndex(MemoryIndex):
    """An index that makes the sentence vectors of a passage when they are asked for: a pool has far more passages
    than a measurement ever ranks.
    """

    def __init__(self, embedder: Embedder) -> None:
        super().__init__(embedder, with_sentences=False)
        self._made: dict[str, Sentences] = {}

    def sentences(self, ids: Sequence[str]) -> dict[str, Sentences]:
        """Sentence spans and vectors by passage id; unknown ids are left out."""
        missing = self.fetch([id_ for id_ in ids if id_ not in self._made])
        spans = {id_: sentence_spans(passage.text) for id_, passage in missing.items()}
        texts = [missing[id_].text[start:end] for id_, pairs in spans.items() for start, end in pairs]
        vectors = self._embedder.embed(texts)
        at = 0
        for id_, pairs in spans.items():
            self._made[id_] = Sentences(pairs, vectors[at : at + len(pairs)])
            at += len(pairs)
        return {id_: self._made[id_] for id_ in ids if id_ in self._made}


def cached_embedder(home: Path, name: str = "") -> CachedEmbedder:
    """The embedder of this name over the cache that all measurements of a home folder share."""
    return CachedEmbedder(open_embedder(name), VectorCache(home / "evals" / "vectors.sqlite"))
