"""Any LangChain document compressor or cross-encoder in the place of the built-in ranking.

It is given the resolution and the turn's candidates, and what it answers is the order, the choice (a filter may leave
passages out) and, where it shortens texts, the parts that are kept. Demoting what the thread has seen stays ours. When
it fails, is late or answers with something else, the built-in ranking takes its place and a notice says so.
"""

import asyncio
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from langchain_core.cross_encoders import BaseCrossEncoder
from langchain_core.documents import Document
from langchain_core.documents.compressor import BaseDocumentCompressor

from nodes.race import Rest
from nodes.ranking import SEEN_PENALTY, standard
from nodes.state import Evidence, Notice
from stores.passages import Passage

ID, SCORE = "passage_id", "relevance_score"
"""Metadata of the documents: the passage's id, which a compressor passes on, and the score that most of them add."""

Ranker = BaseDocumentCompressor | BaseCrossEncoder
Spans = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Judged:
    """A passage as a compressor ranked it. `spans`: the parts that it kept, in characters; none for the whole."""

    id: str
    score: float
    spans: Spans = ()


@dataclass(frozen=True)
class StandIn:
    """Ranks in the built-in ranking's place, within a deadline; three failures in a row give it a minute's rest."""

    ranker: Ranker
    deadline_s: float = 5.0
    rest: Rest = field(default_factory=Rest)

    async def judge(
        self, query: str, passages: Sequence[Passage], turn: int
    ) -> tuple[tuple[Judged, ...] | None, tuple[Notice, ...]]:
        """The passages it keeps, best first; None with a notice when it cannot say."""
        name = type(self.ranker).__name__
        if not passages:
            return (), ()
        if self.rest.resting:
            return None, (Notice(turn, "reranker_resting", f"{name} failed repeatedly; the built-in ranking alone."),)
        try:
            judged = await asyncio.wait_for(self._judged(query, passages), self.deadline_s)
        except TimeoutError:
            detail = f"{name} did not rank within {self.deadline_s:g} s; the built-in ranking did."
            notice = Notice(turn, "reranker_timeout", detail)
        except Exception as error:  # noqa: BLE001  -- every compressor raises its own
            detail = f"{name}: {type(error).__name__}: {error}"[:300]
            notice = Notice(turn, "reranker_failed", f"{detail}; the built-in ranking took its place.")
        else:
            self.rest.note(failed=False)
            return judged, ()
        self.rest.note(failed=True)
        return None, (notice,)

    async def _judged(self, query: str, passages: Sequence[Passage]) -> tuple[Judged, ...]:
        if isinstance(self.ranker, BaseCrossEncoder):
            pairs = [(query, text_of(passage)) for passage in passages]
            scores = [float(score) for score in await asyncio.to_thread(self.ranker.score, pairs)]
            return by_score(passages, scores)
        documents = [document_of(passage) for passage in passages]
        found = await self.ranker.acompress_documents(documents, query)
        return read_back(found, {passage.id: passage for passage in passages})


def text_of(passage: Passage) -> str:
    """What a cross-encoder reads: the headings above a passage and its text."""
    return f"{passage.heading}\n{passage.text}" if passage.heading else passage.text


def document_of(passage: Passage) -> Document:
    """A passage as LangChain's document, with its place and its metadata."""
    place = {"source": passage.source, "heading": passage.heading, ID: passage.id}
    return Document(passage.text, id=passage.id, metadata={**passage.metadata, **place})


def by_score(passages: Sequence[Passage], scores: Sequence[float]) -> tuple[Judged, ...]:
    """Passages by falling score. Raises `ValueError` unless there is one number for each."""
    if len(scores) != len(passages) or not all(map(math.isfinite, scores)):
        raise ValueError(f"{len(scores)} scores for {len(passages)} passages: one finite number each is needed")
    found = [Judged(passage.id, score) for passage, score in zip(passages, scores, strict=True)]
    return tuple(sorted(found, key=lambda one: -one.score))


def read_back(documents: Sequence[Document], passages: Mapping[str, Passage]) -> tuple[Judged, ...]:
    """The passages that a compressor's documents stand for, in its order; several pieces of one passage count once.

    A document that names no passage of the turn is left out; text that is not the passage's own keeps all of it.
    Raises `ValueError` when none of the documents is known.
    """
    scores: dict[str, float] = {}
    pieces: dict[str, list[tuple[int, int]]] = {}
    for place, document in enumerate(documents):
        id_ = str(document.metadata.get(ID, document.id))
        if id_ not in passages:
            continue
        scores.setdefault(id_, score_of(document, place))
        text, part = passages[id_].text, document.page_content.strip()
        start = text.find(part) if part and part != text.strip() else -1
        if start >= 0:
            pieces.setdefault(id_, []).append((start, start + len(part)))
    if documents and not scores:
        raise ValueError(f"none of its {len(documents)} documents carries the {ID} it was given")
    return tuple(Judged(id_, score, merged(pieces.get(id_, ()))) for id_, score in scores.items())


def score_of(document: Document, place: int) -> float:
    """The score that a compressor gave, else minus its place."""
    given = document.metadata.get(SCORE)
    return float(given) if isinstance(given, int | float) and math.isfinite(given) else -float(place)


def merged(pieces: Sequence[tuple[int, int]]) -> Spans:
    """Spans in order, overlapping ones as one."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(pieces):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return tuple(found)


def evidence_of(
    judged: Sequence[Judged], carried: Sequence[Evidence], demoted: Collection[str], most: int
) -> tuple[Evidence, ...]:
    """The best `most` in the order judged, but for what the thread has seen, which goes down as in our own ranking."""
    turns = {one.id: one.turn for one in carried}
    places = standard(-np.arange(len(judged), dtype=np.float32))  # its order, however it scores
    places -= SEEN_PENALTY * np.array([one.id in demoted for one in judged], np.float32)
    return tuple(
        Evidence(
            judged[at].id,
            round(judged[at].score, 4),
            "carried" if judged[at].id in turns else "new",
            turns.get(judged[at].id, 0),
            judged[at].spans,
            judged[at].id in demoted,
        )
        for at in np.argsort(-places, kind="stable")[:most].tolist()
    )
