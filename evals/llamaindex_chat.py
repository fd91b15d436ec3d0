"""LlamaIndex's condense-plus-context chat engine over one of our indexes: for comparison.

Everything is LlamaIndex's as it comes: engine, prompts, memory (in an SQLite file), retriever. What is handed to it is
the vector store (our index behind its interface, so that all compare over the same vectors), the embedder, and a client
for an OpenAI-compatible endpoint, which its own would be if it took the `openai` package that LangChain needs.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from llama_index.core import VectorStoreIndex
from llama_index.core.base.llms.types import (
    ChatMessage,
    ChatResponse,
    CompletionResponse,
    LLMMetadata,
    MessageRole,
)
from llama_index.core.chat_engine import CondensePlusContextChatEngine
from llama_index.core.embeddings import BaseEmbedding
from llama_index.core.llms import CustomLLM
from llama_index.core.memory import Memory
from llama_index.core.schema import TextNode
from llama_index.core.vector_stores.types import BasePydanticVectorStore, VectorStoreQuery, VectorStoreQueryResult
from sqlalchemy.ext.asyncio import AsyncEngine

from stores.embedder import Embedder
from stores.passages import PassageIndex

WINDOW = 128_000
"""Tokens of the model's context, as today's hosted models have; the memory fills it with history."""


class ServedModel(CustomLLM):
    """A chat model behind an OpenAI-compatible endpoint; `client` is the `openai` package's asynchronous one."""

    client: Any
    name: str

    @property
    def metadata(self) -> LLMMetadata:
        """What the engine makes its budget from."""
        return LLMMetadata(context_window=WINDOW, is_chat_model=True, model_name=self.name)

    async def acomplete(self, prompt: str, formatted: bool = False, **_: Any) -> CompletionResponse:  # noqa: ARG002  -- the parent's signature
        """A whole reply to one message."""
        asked: Any = [{"role": "user", "content": prompt}]
        reply = await self.client.chat.completions.create(model=self.name, messages=asked)
        return CompletionResponse(text=reply.choices[0].message.content or "")

    async def astream_chat(self, messages: Sequence[ChatMessage], **_: Any) -> AsyncIterator[ChatResponse]:
        """A reply piece by piece."""
        asked: Any = [{"role": message.role.value, "content": message.content} for message in messages]
        stream = await self.client.chat.completions.create(model=self.name, messages=asked, stream=True)

        async def pieces() -> AsyncIterator[ChatResponse]:
            text = ""
            async for chunk in stream:
                delta = (chunk.choices[0].delta.content or "") if chunk.choices else ""
                text += delta
                said = ChatMessage(role=MessageRole.ASSISTANT, content=text)
                yield ChatResponse(message=said, delta=delta)

        return pieces()

    def complete(self, prompt: str, formatted: bool = False, **_: Any) -> CompletionResponse:
        """Not in use: the engine is asked asynchronously."""
        raise NotImplementedError

    def stream_complete(self, prompt: str, formatted: bool = False, **_: Any) -> Any:
        """Not in use: the engine is asked asynchronously."""
        raise NotImplementedError


class Vectors(BaseEmbedding):
    """One of our embedders."""

    embedder: Any

    def _get_query_embedding(self, query: str) -> list[float]:
        embedder: Embedder = self.embedder
        vector: list[float] = embedder.embed([query])[0].tolist()
        return vector

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._get_query_embedding(text)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return await asyncio.to_thread(self._get_query_embedding, query)


class PassageStore(BasePydanticVectorStore):
    """One of our indexes, for reading."""

    stores_text: bool = True
    index: Any

    @property
    def client(self) -> Any:
        """The index itself."""
        return self.index

    def query(self, query: VectorStoreQuery, **_: Any) -> VectorStoreQueryResult:
        """The nearest passages as nodes."""
        import numpy as np

        index: PassageIndex = self.index
        hits = index.dense(np.asarray(query.query_embedding, np.float32), query.similarity_top_k)
        passages = index.fetch([hit.id for hit in hits])
        kept = [hit for hit in hits if hit.id in passages]
        return VectorStoreQueryResult(
            nodes=[TextNode(id_=hit.id, text=passages[hit.id].text) for hit in kept],
            ids=[hit.id for hit in kept],
            similarities=[hit.score for hit in kept],
        )

    async def aquery(self, query: VectorStoreQuery, **_: Any) -> VectorStoreQueryResult:
        """As `query`, in a thread."""
        return await asyncio.to_thread(self.query, query)

    def add(self, nodes: Any, **_: Any) -> list[str]:
        """Not in use: the index is filled before."""
        raise NotImplementedError

    def delete(self, ref_doc_id: str, **_: Any) -> None:
        """Not in use: the index is filled before."""
        raise NotImplementedError


class EngineChat:
    """A conversation that the engine holds with a memory of its own."""

    def __init__(self, engine: CondensePlusContextChatEngine, stored: Callable[[], int]) -> None:
        self._engine, self._stored = engine, stored
        self.found: tuple[str, ...] = ()

    async def say(self, message: str) -> AsyncIterator[str]:
        """One turn."""
        response = await self._engine.astream_chat(message)
        self.found = tuple(node.node_id for node in response.source_nodes)
        async for piece in response.async_response_gen():
            yield piece

    async def stored(self) -> int:
        """The memory's file."""
        return await asyncio.to_thread(self._stored)


def engines(
    index: PassageIndex,
    embedder: Embedder,
    model: ServedModel,
    passages: int,
    database: AsyncEngine,
    stored: Callable[[], int],
) -> Callable[[str], EngineChat]:
    """Makes conversations by name. `database` is what all are kept in, `stored` tells its size."""
    found = VectorStoreIndex.from_vector_store(PassageStore(index=index), embed_model=Vectors(embedder=embedder))
    retriever = found.as_retriever(similarity_top_k=passages)

    def begin(thread: str) -> EngineChat:
        kept = Memory.from_defaults(session_id=thread, token_limit=WINDOW - 256, async_engine=database)
        return EngineChat(CondensePlusContextChatEngine.from_defaults(retriever, llm=model, memory=kept), stored)

    return begin
