"""Doubles for tests and demonstrations that need no key and no network: a scripted chat model, a hashing embedder and
an OpenAI-compatible server with faults (`FaultServer`).
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any

import numpy as np
from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from pydantic import Field, PrivateAttr

from graph.fault_server import Fault, FaultServer, Latency
from graph.openai_wire import Request, Scripted, hashed_vector, instance_of, pieces
from stores.passages import Vector

__all__ = ["Fault", "FaultServer", "HashingEmbedder", "Latency", "Request", "Scripted", "ScriptedModel", "instance_of"]

Line = str | AIMessage | Exception


class ScriptedModel(BaseChatModel):
    """A chat model that says what it is told to.

    `replies` is a list, used in order (running out raises `LookupError`), or a function of the prompt's messages. A
    reply may be an exception, which is raised. Prompts are kept in `seen`, the call's keyword arguments in `options`.
    """

    replies: Sequence[Line] | Callable[[list[BaseMessage]], Line] = ()
    delay_s: float = 0.0
    """Seconds before the first token."""
    token_s: float = 0.0
    """Seconds between two streamed tokens."""
    cut_after: int | None = None
    """Streams end after this many tokens, without a finish reason."""
    seen: list[list[BaseMessage]] = Field(default_factory=list)
    options: list[dict[str, Any]] = Field(default_factory=list)
    _next: int = PrivateAttr(default=0)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _say(self, messages: list[BaseMessage], stop: list[str] | None, options: dict[str, Any]) -> AIMessage:
        self.seen.append(list(messages))
        self.options.append(options)
        if callable(self.replies):
            line = self.replies(list(messages))
        elif self._next < len(self.replies):
            line = self.replies[self._next]
            self._next += 1
        else:
            raise LookupError(f"the script holds {len(self.replies)} replies and this is call {len(self.seen)}")
        if isinstance(line, Exception):
            raise line
        message = AIMessage(line) if isinstance(line, str) else line
        for mark in stop or ():
            message = message.model_copy(update={"content": str(message.content).partition(mark)[0]})
        sent = sum(len(str(m.content)) for m in messages) // 4
        said = max(1, len(str(message.content)) // 4)
        usage = UsageMetadata(input_tokens=sent, output_tokens=said, total_tokens=sent + said)
        return message.model_copy(
            update={
                "usage_metadata": message.usage_metadata or usage,
                "response_metadata": {"finish_reason": "stop", **message.response_metadata},
            }
        )

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002  -- the parent's signature
        **kwargs: Any,
    ) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=self._say(messages, stop, kwargs))])

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,  # noqa: ARG002  -- the parent's signature
        **kwargs: Any,
    ) -> ChatResult:
        await asyncio.sleep(self.delay_s)
        return ChatResult(generations=[ChatGeneration(message=self._say(messages, stop, kwargs))])

    def _chunks(self, message: AIMessage) -> Iterator[ChatGenerationChunk]:
        parts = pieces(str(message.content))
        whole = self.cut_after is None or self.cut_after >= len(parts)
        for part in parts[: self.cut_after]:
            yield ChatGenerationChunk(message=AIMessageChunk(content=part))
        if whole:
            last = AIMessageChunk(
                content="",
                tool_call_chunks=[],
                usage_metadata=message.usage_metadata,
                response_metadata=message.response_metadata,
            )
            yield ChatGenerationChunk(message=last)

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        for chunk in self._chunks(self._say(messages, stop, kwargs)):
            if run_manager:
                run_manager.on_llm_new_token(str(chunk.message.content), chunk=chunk)
            yield chunk

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        await asyncio.sleep(self.delay_s)
        for i, chunk in enumerate(self._chunks(self._say(messages, stop, kwargs))):
            if i:
                await asyncio.sleep(self.token_s)
            if run_manager:
                await run_manager.on_llm_new_token(str(chunk.message.content), chunk=chunk)
            yield chunk


class HashingEmbedder(Embeddings):
    """Unit vectors of hashed stems: deterministic, no files; texts that share words lie close.

    Both LangChain's `Embeddings` and an `Embedder` of `stores/embedder.py`.
    """

    def __init__(self, dims: int = 256) -> None:
        if not 64 <= dims <= 384:
            raise ValueError(f"dims is {dims}: choose 64 to 384")
        self.dims = self.dim = dims
        self.id = f"hashing-{dims}"

    def embed(self, texts: Sequence[str]) -> Vector:
        """The vectors as an array, shape [len(texts), dim]."""
        return np.asarray(self.embed_documents(list(texts)), np.float32).reshape(len(texts), self.dims)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector a text, in order."""
        return [hashed_vector(text, self.dims) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """The vector of one text; the same as `embed_documents` gives."""
        return hashed_vector(text, self.dims)
