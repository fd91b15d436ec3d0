"""A conversation over a few passages, in memory, from the first message to the last."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache
from typing import Any

from graph.memory_deps import open_memory_deps
from graph.turns import Conversations
from nodes.extractive import ExtractiveWriter
from nodes.writing import Brief, Written
from stores.embedder import Embedder, open_embedder
from stores.passages import Passage, PassageIndex

Record = Mapping[str, Any]


@cache
def embedder() -> Embedder:
    """The bundled one, opened once."""
    return open_embedder()


class PromptedWriter:
    """The writer without a model, but for answers that are laid in its mouth."""

    def __init__(self, index: PassageIndex) -> None:
        self._plain = ExtractiveWriter(index)
        self.say: str | None = None

    async def write(self, brief: Brief) -> AsyncIterator[str | Written]:
        """Stream the answer that was laid in, or the quoted one."""
        written = self._plain.compose(brief)
        if self.say is not None:
            written = replace(written, text=self.say, answerable=True)
        yield written.text
        yield written


class Talk:
    """One thread."""

    def __init__(self, conversations: Conversations, writer: PromptedWriter) -> None:
        self._conversations, self._writer = conversations, writer
        self.records: list[Record] = []

    async def say(self, message: str, answer: str | None = None) -> Record:
        """Send a message; `answer` is what the assistant says to it, where the story needs that."""
        self._writer.say = answer
        record = await self._conversations.ask(message, thread="journey")
        self.records.append(record)
        return record


@asynccontextmanager
async def talk_over(texts: Mapping[str, str] | Sequence[str]) -> AsyncIterator[Talk]:
    """A new thread over these passages, by id or numbered p1, p2, …"""
    named = texts if isinstance(texts, Mapping) else {f"p{n}": text for n, text in enumerate(texts, 1)}
    passages = [Passage(id_, text, source=f"{id_}.md", end=len(text)) for id_, text in named.items()]
    writers: list[PromptedWriter] = []

    def prompted(index: PassageIndex) -> PromptedWriter:
        writers.append(PromptedWriter(index))
        return writers[0]

    async with open_memory_deps(passages, embedder=embedder(), writer=prompted) as deps:
        conversations = Conversations(deps)
        yield Talk(conversations, writers[0])
        await conversations.aclose()


def top(record: Record) -> list[str]:
    """The first three passages that the answer rests on."""
    return list(record["passages"]["ranked"][:3])


def terms_of(record: Record) -> str:
    """The resolved query, lower case."""
    return str(record["query"]).lower()
