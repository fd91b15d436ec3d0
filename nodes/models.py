"""How nodes call a model: one deadline for the whole step, our own retries, bounded replies, typed failures.

`complete` gives a whole reply (parsed, where a schema is asked for), `stream` gives it piece by piece. Both raise
`ModelFailed` and nothing else; a stream that has already given text ends with a reply marked `interrupted` instead.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.runnables import RunnableConfig
from pydantic import BaseModel
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt, stop_before_delay
from tenacity.wait import wait_random_exponential

from nodes.json_reply import parse_reply
from nodes.model_failures import FailureCode, ModelFailed, code_of, failed, named, passes, retry_after
from nodes.model_reply import Chunk, Reply, Usage
from nodes.reasoning import Visible, is_error_text, without_reasoning
from nodes.tracing import traced_call, traced_stream

__all__ = ["Chunk", "ModelFailed", "Models", "Reply", "Usage", "complete", "stream"]

ATTEMPTS = 3
CHARS_PER_TOKEN = 12
"""Above any real tokenizer's mean; a reply longer than its token limit times this ignores the limit and is cut."""
NOSTREAM = "nostream"
"""LangGraph's tag for calls whose tokens are not the reader's (`langgraph.constants.TAG_NOSTREAM`)."""
_BACKOFF = wait_random_exponential(multiplier=0.3, max=4)
_LIMITS = ("max_tokens", "max_output_tokens", "num_predict", "max_new_tokens")
_REPORTING = frozenset({
    "openai-chat", "azure-openai-chat", "scripted", "anthropic-chat", "chat-ollama", "mistralai-chat", "groq-chat",
})  # fmt: skip
"""Models that always say why a reply ended, so that silence means it was cut."""
_REASONS = ("finish_reason", "stop_reason", "done_reason", "stopReason")
_OPENAI = frozenset({"openai-chat", "azure-openai-chat"})
_plain: set[str] = set()  # models that refused a reply schema once: asked by prompt alone from then on

Result = TypeVar("Result")


@dataclass(frozen=True)
class Models:
    """The models of a run: answers, helpers (rewriting, extraction), summaries, and the second choice for answers."""

    answer: BaseChatModel | None = None
    small: BaseChatModel | None = None
    summary: BaseChatModel | None = None
    fallback: BaseChatModel | None = None


@traced_call
async def complete(
    model: BaseChatModel,
    messages: Sequence[BaseMessage],
    *,
    step: str,
    deadline_s: float,
    max_tokens: int,
    schema: type[BaseModel] | None = None,
) -> Reply:
    """One reply, hidden from the reader's token stream. The step never takes longer than `deadline_s`.

    Raises:
        ModelFailed: no usable reply in time.
    """
    clock = _Clock(deadline_s)
    options = _options(model, max_tokens, schema)

    async def ask() -> AIMessage:
        clock.calls += 1
        return await model.ainvoke(list(messages), _config(step, shown=False), **options)

    try:
        async with asyncio.timeout(deadline_s):
            try:
                message = await _retried(ask, deadline_s)
            except Exception as error:
                if "extra_body" not in options or code_of(error) != "bad_request":
                    raise
                options.pop("extra_body")
                message = await _retried(ask, clock.left_s)
                _plain.add(named(model).name)
        ending = _Ending()
        ending.add(message)
        reply = _reply(_no_error(without_reasoning(message.text), model, step), ending, model, clock, step, max_tokens)
        return replace(reply, value=_parsed(reply, schema, step)) if schema else reply
    except Exception as error:  # noqa: BLE001  -- providers raise what they like; it becomes one typed failure
        raise failed(error, model, step, deadline_s, clock.calls, clock.ms) from None


@traced_stream
async def stream(
    model: BaseChatModel,
    messages: Sequence[BaseMessage],
    *,
    step: str,
    deadline_s: float,
    max_tokens: int,
    first_token_s: float | None = None,
    shown: bool = True,
) -> AsyncGenerator[Chunk, None]:
    """The reply piece by piece; the last chunk holds the whole of it.

    Only what has given no text yet is tried again. `first_token_s` bounds the wait for the first text, `deadline_s` the
    whole; `shown` lets LangGraph show the tokens to the reader as they come.

    Raises:
        ModelFailed: no text at all.
    """
    clock, ending, visible = _Clock(deadline_s), _Ending(), Visible()
    options = _options(model, max_tokens, None)
    parts: list[str] = []

    async def opened() -> tuple[AsyncGenerator[AIMessageChunk], str]:
        """Read up to the first text, so that a repeat never repeats what was shown."""
        clock.calls += 1
        pieces = model.astream(list(messages), _config(step, shown=shown), **options)
        assert isinstance(pieces, AsyncGenerator)
        async for piece in pieces:
            ending.add(piece)
            if text := visible.feed(piece.text):
                return pieces, _no_error(text, model, step)
        return pieces, _no_error(visible.flush(), model, step)

    try:
        async with asyncio.timeout(min(deadline_s, first_token_s or deadline_s)):
            pieces, text = await _retried(opened, deadline_s)
    except Exception as error:  # noqa: BLE001  -- providers raise what they like; it becomes one typed failure
        raise failed(error, model, step, first_token_s or deadline_s, clock.calls, clock.ms) from None
    clock.first_ms = clock.ms
    async with aclosing(pieces):
        while True:
            if text:
                parts.append(text)
                yield Chunk(text)
            try:
                async with asyncio.timeout(clock.left_s):
                    piece = await anext(pieces, None)
            except Exception as error:  # noqa: BLE001  -- whatever a provider raises, the text so far is kept
                ending.failure = code_of(error)
                break
            if piece is None or sum(map(len, parts)) > max_tokens * CHARS_PER_TOKEN:
                break
            ending.add(piece)
            text = piece.text
    yield Chunk(reply=_reply("".join(parts), ending, model, clock, step, max_tokens))


class _Clock:
    """Counts the requests and the time of one step."""

    def __init__(self, deadline_s: float) -> None:
        self.started = time.monotonic()
        self.deadline_s = deadline_s
        self.first_ms = 0.0
        self.calls = 0

    @property
    def ms(self) -> float:
        return (time.monotonic() - self.started) * 1000

    @property
    def left_s(self) -> float:
        return max(0.0, self.deadline_s - self.ms / 1000)


class _Ending:
    """What the pieces of a reply say beside its text: why it ended and what it cost."""

    def __init__(self) -> None:
        self.reason = ""
        self.usage = Usage()
        self.failure: FailureCode | None = None

    def add(self, piece: AIMessage) -> None:
        told = piece.response_metadata
        self.reason = self.reason or next((str(told[name]) for name in _REASONS if told.get(name)), "")
        if used := piece.usage_metadata:
            cached = used.get("input_token_details", {}).get("cache_read") or 0
            was = self.usage
            self.usage = Usage(
                was.input + used["input_tokens"], was.output + used["output_tokens"], was.cached + cached
            )


def _reply(text: str, ending: _Ending, model: BaseChatModel, clock: _Clock, step: str, max_tokens: int) -> Reply:
    name = named(model).name
    limit = max_tokens * CHARS_PER_TOKEN
    failure, reason = ending.failure, ending.reason
    if failure is None and not reason and len(text) <= limit and model._llm_type in _REPORTING:
        failure = "cut"
    if not text.strip():
        spent = " before its token limit" if reason == "length" else ""
        sentence = f"The model {name!r} ended without any text{spent}."
        error = ModelFailed(failure or "empty", step, sentence, tokens=(ending.usage.input, ending.usage.output))
        raise failed(error, model, step, clock.deadline_s, clock.calls, clock.ms)
    if failure is not None:
        reason = "interrupted"
    elif len(text) > limit:
        text, reason = text[:limit], "length"
    return Reply(text, reason or "stop", ending.usage, clock.ms, clock.first_ms, clock.calls, name, failure=failure)


def _parsed(reply: Reply, schema: type[BaseModel], step: str) -> BaseModel:
    try:
        return parse_reply(reply.text, schema)
    except ValueError as error:
        sentence = f"The model {reply.model!r} did not keep to the asked form: {error}."
        raise ModelFailed("unreadable", step, sentence, tokens=(reply.usage.input, reply.usage.output)) from None


def _no_error(text: str, model: BaseChatModel, step: str) -> str:
    if is_error_text(text):
        raise ModelFailed("unreadable", step, f"The model {named(model).name!r} sent an error message as its reply.")
    return text


async def _retried(ask: Callable[[], Awaitable[Result]], deadline_s: float) -> Result:
    """Try again what may pass: after the wait that the endpoint asks for, else a growing random one, if time allows."""

    def wait(state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        asked = retry_after(error) if error else None
        return _BACKOFF(state) if asked is None else asked

    stop = stop_after_attempt(ATTEMPTS) | stop_before_delay(deadline_s)
    retrying = AsyncRetrying(retry=retry_if_exception(passes), wait=wait, stop=stop, reraise=True)
    return await retrying(ask)


def _options(model: BaseChatModel, max_tokens: int, schema: type[BaseModel] | None) -> dict[str, Any]:
    fields = type(model).model_fields
    options: dict[str, Any] = {name: max_tokens for name in _LIMITS if name in fields}
    if schema is not None and model._llm_type in _OPENAI and named(model).name not in _plain:
        form = {"name": schema.__name__, "schema": schema.model_json_schema()}
        # not as `response_format`: LangChain then parses by itself, and raises on a reply that was cut at its limit
        asked = {"response_format": {"type": "json_schema", "json_schema": form}}
        options["extra_body"] = {**(getattr(model, "extra_body", None) or {}), **asked}
    return options


def _config(step: str, *, shown: bool) -> RunnableConfig:
    return RunnableConfig(run_name=step, tags=[] if shown else [NOSTREAM])
