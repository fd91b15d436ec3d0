"""OpenTelemetry spans for nodes and model calls, where a process traces; nothing at all where it does not.

Attributes follow the semantic conventions for generative AI (opentelemetry.io, `gen_ai.*`). No prompt and no reply is
put into a span. LangSmith, by its usual variables, traces the same calls through LangChain.
"""

import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping
from contextlib import aclosing, contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec

from nodes.model_reply import Chunk, Reply

if TYPE_CHECKING:
    from opentelemetry.trace import Span

SDK = "opentelemetry.sdk.trace"
P = ParamSpec("P")


@contextmanager
def span(
    name: str, attributes: Mapping[str, str | int] | None = None, *, current: bool = True
) -> "Iterator[Span | None]":
    """A span around a block, under the current one; None where nobody traces. An error is noted by its type alone.

    `current`: spans made inside become its children. Not for generators, which may end in another context.
    """
    if SDK not in sys.modules:  # nobody in this process can have set up tracing
        yield None
        return
    from opentelemetry import trace

    made = trace.get_tracer("anaphora").start_span(name, attributes=attributes)
    try:
        if current:
            with trace.use_span(made, record_exception=False, set_status_on_exception=False):
                yield made
        else:
            yield made
    except Exception as error:
        made.set_attribute("error.type", str(getattr(error, "code", "") or type(error).__name__))
        made.set_status(trace.StatusCode.ERROR)
        raise
    finally:
        made.end()


def traced_call(call: Callable[P, Awaitable[Reply]]) -> Callable[P, Awaitable[Reply]]:
    """The model call in a span that tells its step, model and cost."""

    @wraps(call)
    async def run(*args: P.args, **kwargs: P.kwargs) -> Reply:
        with span(f"chat {kwargs['step']}", {"gen_ai.operation.name": "chat"}) as made:
            reply = await call(*args, **kwargs)
            _note(made, reply)
            return reply

    return run


def traced_stream(call: Callable[P, AsyncGenerator[Chunk, None]]) -> Callable[P, AsyncGenerator[Chunk, None]]:
    """The same for a streamed call; the span lasts until the last chunk."""

    @wraps(call)
    async def run(*args: P.args, **kwargs: P.kwargs) -> AsyncGenerator[Chunk, None]:
        with span(f"chat {kwargs['step']}", {"gen_ai.operation.name": "chat"}, current=False) as made:
            async with aclosing(call(*args, **kwargs)) as chunks:
                async for chunk in chunks:
                    if chunk.reply is not None:
                        _note(made, chunk.reply)
                    yield chunk

    return run


def _note(made: "Span | None", reply: Reply) -> None:
    if made is not None:
        values: dict[str, Any] = {
            "gen_ai.request.model": reply.model,
            "gen_ai.response.finish_reasons": [reply.finish_reason],
            "gen_ai.usage.input_tokens": reply.usage.input,
            "gen_ai.usage.output_tokens": reply.usage.output,
            "anaphora.requests": reply.calls,
        }
        made.set_attributes(values)
