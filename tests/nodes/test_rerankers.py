"""LangChain compressors and cross-encoders in the place of the built-in ranking, through whole turns."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from langchain_classic.retrievers.document_compressors import CrossEncoderReranker, DocumentCompressorPipeline
from langchain_core.callbacks import Callbacks
from langchain_core.cross_encoders import BaseCrossEncoder
from langchain_core.documents import Document
from langchain_core.documents.compressor import BaseDocumentCompressor
from langchain_text_splitters import RecursiveCharacterTextSplitter
from pydantic import Field

from graph.memory_deps import open_memory_deps
from graph.settings import Settings
from graph.testing import HashingEmbedder
from graph.turns import Conversations
from nodes.rerankers import Judged, Ranker, StandIn, evidence_of, merged, read_back
from nodes.state import Evidence
from stores.passages import Passage

BOAT = (
    "The ferry to Norre leaves at nine. It carries forty cars. Bicycles travel free of charge on weekdays. "
    "Dogs stay on the upper deck. The kiosk sells soup and rye bread. Lost property is kept for thirty days. "
    "In a storm the ferry to Norre waits in the harbour. The captain decides. Tickets stay valid for the next day."
)
TEXTS = {
    "boat": BOAT,
    "fares": "The ferry to Norre costs 12 crowns for adults and 5 crowns for children.",
    "island": "Norre has two villages and a lighthouse that the ferry passes.",
    "winter": "In winter the ferry to Norre sails twice a day and the lighthouse of Norre is closed.",
}


class Longest(BaseDocumentCompressor):
    """Ranks by length, longest first, and keeps what was asked."""

    most: int = 10
    asked: list[str] = Field(default_factory=list)

    def compress_documents(
        self,
        documents: Sequence[Document],
        query: str,
        callbacks: Callbacks | None = None,
    ) -> Sequence[Document]:
        """The longest documents."""
        self.asked.append(query)
        return sorted(documents, key=lambda document: -len(document.page_content))[: self.most]


class Picking(Longest):
    """Keeps the sentences that hold a word, and no document without one."""

    word: str

    def compress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        """One document a sentence."""
        del query, callbacks
        return [
            Document(f"{sentence.strip()}.", metadata=document.metadata)
            for document in documents
            for sentence in document.page_content.split(".")
            if self.word in sentence
        ]


class Broken(Longest):
    """Fails."""

    def compress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        """Nothing but an error of its own."""
        del documents, callbacks
        self.asked.append(query)
        raise KeyError("no such endpoint")


class Endless(Longest):
    """Answers never."""

    async def acompress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        """Wait for what never comes."""
        del query, callbacks
        await asyncio.Event().wait()
        return documents


class Forgetful(Longest):
    """Answers with documents of its own."""

    def compress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        """Documents that nobody gave it."""
        del documents, query, callbacks
        return [Document("What is this?")]


class WordCount(BaseCrossEncoder):
    """Scores a pair by how often the passage says one word."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.pairs: list[tuple[str, str]] = []

    def score(self, text_pairs: list[tuple[str, str]]) -> list[float]:
        """One number a pair."""
        self.pairs += text_pairs
        return [float(text.lower().count(self.word)) for _, text in text_pairs]


@asynccontextmanager
async def talking(ranker: Ranker, **given: Any) -> AsyncIterator[Conversations]:
    """A turn runner over the ferry's passages, with a ranker of one's own."""
    passages = [Passage(id_, text, source=f"{id_}.md", heading="Ferry") for id_, text in TEXTS.items()]
    settings = Settings(_env_file=None, **given)
    async with open_memory_deps(passages, embedder=HashingEmbedder(), settings=settings) as deps:
        talk = Conversations(replace(deps, reranker=ranker))
        yield talk
        await talk.aclose()


def ranked(record: Mapping[str, Any]) -> list[str]:
    return list(record["passages"]["ranked"])


async def test_a_compressor_orders_the_evidence_and_is_asked_the_resolution() -> None:
    """It is given what was meant, not the bare follow-up; its order is the evidence's."""
    longest = Longest()
    async with talking(longest) as talk:
        first = await talk.ask("What does the ferry to Norre cost?", thread="a")
        await talk.ask("And in winter?", thread="a")
    assert ranked(first) == sorted(TEXTS, key=lambda id_: -len(TEXTS[id_]))
    assert first["notices"] == []
    assert "ferry" in longest.asked[1].lower()


async def test_a_compressor_that_chooses_leaves_passages_out() -> None:
    """Two are kept, so the answer rests on two."""
    async with talking(Longest(most=2)) as talk:
        record = await talk.ask("What does the ferry to Norre cost?", thread="a")
    assert ranked(record) == ["boat", "winter"]


async def test_the_sentences_that_a_compressor_keeps_are_the_ones_quoted() -> None:
    """A shortened document becomes spans of its passage."""
    async with talking(Picking(word="storm")) as talk:
        record = await talk.ask("What does the ferry to Norre do in a storm?", thread="a")
    assert ranked(record) == ["boat"]
    assert "waits in the harbour" in record["answer"]
    assert "soup" not in record["answer"]


async def test_langchains_cross_encoder_reranker_stands_in() -> None:
    """The compressor that wraps a cross-encoder and keeps the best."""
    async with talking(CrossEncoderReranker(model=WordCount("lighthouse"), top_n=2)) as talk:
        record = await talk.ask("Does the ferry pass a lighthouse on Norre?", thread="a")
    assert set(ranked(record)) == {"island", "winter"}


async def test_a_cross_encoder_stands_in_by_itself() -> None:
    """It reads each passage under its headings, and ranks all of them."""
    counting = WordCount("norre")
    async with talking(counting) as talk:
        record = await talk.ask("Where is Norre?", thread="a")
    assert {ranked(record)[0], ranked(record)[1]} == {"boat", "winter"}
    assert len(ranked(record)) == 4
    assert counting.pairs[0][0] == "Where is Norre?"
    assert all(text.startswith("Ferry\n") for _, text in counting.pairs)


async def test_a_pipeline_that_splits_documents_stands_in() -> None:
    """Pieces are gathered under their passage again."""
    splitter = RecursiveCharacterTextSplitter(chunk_size=60, chunk_overlap=0, separators=[". "])
    pipeline = DocumentCompressorPipeline(transformers=[splitter, Longest(most=3)])
    async with talking(pipeline) as talk:
        record = await talk.ask("What does the ferry to Norre cost?", thread="a")
    assert 1 <= len(ranked(record)) <= 3
    assert record["notices"] == []


@pytest.mark.parametrize(
    ("ranker", "code"),
    [(Broken(), "reranker_failed"), (Endless(), "reranker_timeout"), (Forgetful(), "reranker_failed")],
)
async def test_when_it_fails_the_built_in_ranking_answers_with_a_notice(ranker: Ranker, code: str) -> None:
    """The turn goes on as if nothing had been configured, and its record says why."""
    async with talking(ranker, reranker_deadline_s=0.05) as talk:
        record = await talk.ask("What does the ferry to Norre cost?", thread="a")
    assert "12 crowns" in record["answer"]
    assert [notice["code"] for notice in record["notices"]] == [code]
    assert type(ranker).__name__ in record["notices"][0]["detail"]


async def test_one_that_keeps_failing_is_left_alone_for_a_while() -> None:
    """After three failures in a row it is not asked, and the record still says so."""
    broken = Broken()
    stand_in = StandIn(broken)
    codes = []
    for turn in range(1, 6):
        judged, notices = await stand_in.judge("q", [Passage("a", "text")], turn)
        assert judged is None
        codes.append(notices[0].code)
    assert codes == ["reranker_failed"] * 3 + ["reranker_resting"] * 2
    assert len(broken.asked) == 3


async def test_scores_that_are_no_numbers_count_as_a_failure() -> None:
    """A cross-encoder whose model gave nonsense."""

    class Lost(WordCount):
        """Scores nothing."""

        def score(self, text_pairs: list[tuple[str, str]]) -> list[float]:
            """Not a number, for each."""
            return [float("nan") for _ in text_pairs]

    judged, notices = await StandIn(Lost("")).judge("q", [Passage("a", "text")], 1)
    assert judged is None
    assert notices[0].code == "reranker_failed"


async def test_nothing_to_rank_asks_nobody() -> None:
    """No candidates, no call."""
    longest = Longest()
    assert await StandIn(longest).judge("q", [], 1) == ((), ())
    assert longest.asked == []


def test_what_the_thread_has_seen_goes_down_in_its_order_too() -> None:
    """Of neighbours the seen one comes second, but it is not lost; a carried passage keeps its turn."""
    others = [Judged(f"other {n}", -1.0) for n in range(9)]
    judged = [Judged("seen", 0.9), Judged("fresh", 0.8), Judged("carried", 0.1), *others]
    found = evidence_of(judged, [Evidence("carried", 0.0, "carried", 3)], {"seen"}, 3)
    assert [(one.id, one.origin, one.turn, one.seen) for one in found] == [
        ("fresh", "new", 0, False),
        ("seen", "new", 0, True),
        ("carried", "carried", 3, False),
    ]


def test_a_rewritten_text_keeps_the_whole_passage() -> None:
    """Words that the passage does not hold cannot be cited."""
    passages = {"a": Passage("a", "The ferry leaves at nine.")}
    found = read_back([Document("A ferry goes.", metadata={"passage_id": "a", "relevance_score": 0.7})], passages)
    assert found == (Judged("a", 0.7),)


def test_pieces_that_touch_are_one_span() -> None:
    """In order, whatever order they came in."""
    assert merged([(10, 20), (0, 5), (18, 30), (5, 7)]) == ((0, 7), (10, 30))
