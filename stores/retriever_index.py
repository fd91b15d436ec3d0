"""Any LangChain retriever in the place of the passage index: search only."""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever

from stores.embedder import Embedder
from stores.errors import InputError, StoreUnavailable
from stores.passages import Hit, Passage, Sentences, Vector, Where
from stores.sentences import sentence_spans

_KEPT = 10_000  # documents seen last


class RetrieverIndex:
    """A `PassageIndex` over documents that a retriever finds, kept in memory by id so that they can be cited again.

    The retriever's own ranking is the lexical leg; there are no vectors to search, so the dense leg is empty. `where`
    is applied to what comes back. Documents without an id get one from their source and text. A document that an
    earlier process cited is fetched from the retriever's vector store if it has one with `get_by_ids`, else it is
    unknown until it is found again.
    """

    def __init__(self, retriever: BaseRetriever, embedder: Embedder) -> None:
        self._retriever = retriever
        self._embedder = embedder
        self._lock = threading.Lock()
        self._passages: OrderedDict[str, Passage] = OrderedDict()

    def add(self, passages: Sequence[Passage]) -> None:
        """Refused."""
        del passages
        raise InputError("A retriever is only searched: add documents to the store that it searches.")

    def delete(self, ids: Sequence[str]) -> int:
        """Refused."""
        del ids
        raise InputError("A retriever is only searched: delete documents from the store that it searches.")

    def dense(self, vector: Vector, k: int, where: Where | None = None) -> list[Hit]:
        """Nothing: a retriever takes words."""
        del vector, k, where
        return []

    def lexical(self, text: str, k: int, where: Where | None = None) -> list[Hit]:
        """What the retriever finds, in its order; the score is one over the rank."""
        if not text.strip() or k <= 0:
            return []
        try:
            found = self._retriever.invoke(text)
        except Exception as error:  # every retriever raises its own
            name, what = type(self._retriever).__name__, f"{type(error).__name__}: {error}"
            raise StoreUnavailable(f"The retriever {name} failed: {what}. Check the store that it searches.") from error
        passages = [passage for passage in map(_passage, found) if _matches(passage, where)]
        self._keep(passages)
        ids = list(dict.fromkeys(passage.id for passage in passages))[:k]
        return [Hit(identifier, 1 / rank) for rank, identifier in enumerate(ids, start=1)]

    def search(self, text: str, k: int, where: Where | None = None) -> list[Hit]:
        """The same as `lexical`."""
        return self.lexical(text, k, where)

    def fetch(self, ids: Sequence[str]) -> dict[str, Passage]:
        """Documents found before, by id; unknown ids are left out."""
        with self._lock:
            unknown = [identifier for identifier in ids if identifier not in self._passages]
        store: Any = getattr(self._retriever, "vectorstore", None)
        if unknown and store is not None:
            with suppress(NotImplementedError):  # an optional method of LangChain's vector stores
                self._keep([_passage(document) for document in store.get_by_ids(unknown)])
        with self._lock:
            return {identifier: self._passages[identifier] for identifier in ids if identifier in self._passages}

    def sentences(self, ids: Sequence[str]) -> dict[str, Sentences]:
        """Sentences of documents found before, embedded now."""
        passages = self.fetch(ids)
        spans = {identifier: sentence_spans(passage.text) for identifier, passage in passages.items()}
        texts = [passages[identifier].text[start:end] for identifier in spans for start, end in spans[identifier]]
        vectors = self._embedder.embed(texts)
        made: dict[str, Sentences] = {}
        used = 0
        for identifier, each in spans.items():
            made[identifier] = Sentences(each, vectors[used : used + len(each)])
            used += len(each)
        return made

    def count(self) -> int:
        """How many documents have been found so far."""
        with self._lock:
            return len(self._passages)

    def close(self) -> None:
        """Nothing is open."""

    def _keep(self, passages: Sequence[Passage]) -> None:
        with self._lock:
            for passage in passages:
                self._passages[passage.id] = passage
                self._passages.move_to_end(passage.id)
            while len(self._passages) > _KEPT:
                self._passages.popitem(last=False)


def _passage(document: Document) -> Passage:
    metadata = document.metadata
    source, page = str(metadata.get("source", "")), metadata.get("page")
    text = document.page_content
    made = hashlib.blake2b(f"{source}\0{text}".encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()
    return Passage(
        id=document.id or made,
        text=text,
        source=source,
        heading=str(metadata.get("heading", "")),
        page=page if isinstance(page, int) else None,
        end=len(text),
        metadata={str(name): value for name, value in metadata.items() if isinstance(value, str | int)},
    )


def _matches(passage: Passage, where: Where | None) -> bool:
    known = {**passage.metadata, "source": passage.source, "page": passage.page}
    return all(known.get(name) == value for name, value in (where or {}).items())
