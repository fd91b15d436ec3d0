"""A LangChain retriever stands in for the passage index."""

import pytest
from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langchain_core.vectorstores import InMemoryVectorStore

from graph.testing import HashingEmbedder
from stores.errors import InputError, StoreUnavailable
from stores.passages import PassageIndex
from stores.retriever_index import RetrieverIndex
from tests.contracts.passage_index import EMBEDDER, HANDBOOK, vector

DOCUMENTS = [
    Document(
        "Leave lasts 20 weeks. It is paid.", id="leave", metadata={"source": "a.md", "page": 2, "heading": "Leave"}
    ),
    Document("Trips are booked early or late.", metadata={"source": "b.md", "score": 0.5}),
    Document("Leave is asked for early.", metadata={"source": "b.md"}),
]


class WordRetriever(BaseRetriever):
    """Documents that share a word with the question."""

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        if query == "broken":
            raise ConnectionError("no answer")
        words = set(query.lower().split())
        return [document for document in DOCUMENTS if words & set(document.page_content.lower().split())]


@pytest.fixture
def index() -> RetrieverIndex:
    return RetrieverIndex(WordRetriever(), EMBEDDER)


def test_it_is_searched_like_an_index(index: RetrieverIndex) -> None:
    """By words, in the retriever's order, at most k; with filters; without a dense leg."""
    standing_in: PassageIndex = index
    hits = standing_in.search("leave trips", 9)
    assert hits[0].id == "leave"
    assert [hit.score for hit in hits] == [1, 1 / 2, 1 / 3]
    assert index.lexical("leave", 1) == hits[:1]
    assert [hit.id for hit in index.search("leave", 9, {"page": 2})] == ["leave"]
    assert len(index.search("leave early", 9, {"source": "b.md"})) == 2
    assert index.dense(vector("leave"), 9) == index.search(" ", 9) == index.search("leave", 0) == []


def test_what_was_found_can_be_fetched_and_quoted(index: RetrieverIndex) -> None:
    """Ids are stable also where the document has none; metadata that is no text or number is left out."""
    hits = index.search("leave trips", 9)
    found = index.fetch([*(hit.id for hit in hits), "nobody"])
    assert [passage.text for passage in found.values()] == [document.page_content for document in DOCUMENTS]
    leave = found["leave"]
    assert (leave.source, leave.heading, leave.page, leave.end) == ("a.md", "Leave", 2, 33)
    assert "score" not in found[hits[1].id].metadata
    assert index.search("leave trips", 9) == hits
    assert index.sentences(["leave", "nobody"])["leave"].spans == ((0, 21), (22, 33))
    assert index.count() == 3


def test_what_an_earlier_process_cited_comes_from_the_vector_store() -> None:
    store = InMemoryVectorStore(HashingEmbedder())
    store.add_documents(DOCUMENTS[:1])
    index = RetrieverIndex(store.as_retriever(), EMBEDDER)
    assert index.fetch(["leave", "nobody"])["leave"].text == DOCUMENTS[0].page_content


def test_it_cannot_be_written_to(index: RetrieverIndex) -> None:
    with pytest.raises(InputError, match="only searched: add"):
        index.add(HANDBOOK)
    with pytest.raises(InputError, match="only searched: delete"):
        index.delete(["leave"])


def test_a_retriever_that_fails_is_named(index: RetrieverIndex) -> None:
    with pytest.raises(StoreUnavailable, match="The retriever WordRetriever failed: ConnectionError: no answer"):
        index.search("broken", 3)
