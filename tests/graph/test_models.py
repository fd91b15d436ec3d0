"""Calls through the real ChatOpenAI client, over HTTP, against a server with faults."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator

import pytest
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel

from graph.fault_server import FaultKind
from graph.models import open_models
from graph.testing import FaultServer, Latency, Scripted
from nodes.model_failures import FailureCode, ModelFailed
from nodes.models import Models, Reply, complete, stream
from stores.errors import SettingsError

PROMPT: list[BaseMessage] = [SystemMessage("Answer."), HumanMessage("one two three four five six")]


class Plan(BaseModel):
    """What the tests ask for."""

    topic: str
    steps: list[str] = []


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with FaultServer() as server:
        yield server


@pytest.fixture
async def models(server: FaultServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Models]:
    monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    async with open_models("openai:answers", "small", headers={"x-team": "docs"}) as models:
        yield models


async def ask(models: Models, schema: type[BaseModel] | None = None, deadline_s: float = 5.0) -> Reply:
    assert models.small is not None
    return await complete(models.small, PROMPT, step="rewrite", deadline_s=deadline_s, max_tokens=50, schema=schema)


async def read(models: Models, deadline_s: float = 5.0, max_tokens: int = 50) -> tuple[str, Reply]:
    assert models.answer is not None
    shown, reply = "", None
    async for chunk in stream(models.answer, PROMPT, step="answer", deadline_s=deadline_s, max_tokens=max_tokens):
        shown, reply = shown + chunk.text, chunk.reply
    assert reply is not None
    return shown, reply


async def test_a_reply_comes_with_its_usage_and_its_cost(models: Models, server: FaultServer) -> None:
    """Tokens are the provider's; headers and the token limit reach the endpoint."""
    reply = await ask(models)
    assert reply.text == "one two three four five six"
    assert reply.usage.input > 0
    assert reply.usage.output > 0
    assert reply.finish_reason == "stop"
    assert reply.calls == 1
    assert server.chats[0].headers["x-team"] == "docs"
    assert server.chats[0].body["max_completion_tokens"] == 50


async def test_a_prefix_sent_before_is_reported_as_cached(models: Models) -> None:
    """The same prompt again costs cached tokens only."""
    await ask(models)
    again = await ask(models)
    assert again.usage.cached == again.usage.input


async def test_a_stream_gives_the_text_piece_by_piece_and_then_the_whole(models: Models, server: FaultServer) -> None:
    """The pieces make up the reply's text, and usage comes with a stream too."""
    shown, reply = await read(models)
    assert shown == reply.text == "one two three four five six"
    assert reply.usage.output > 0
    assert server.chats[0].body["stream_options"] == {"include_usage": True}


async def test_json_is_asked_for_by_schema_and_parsed(models: Models, server: FaultServer) -> None:
    """The endpoint gets the schema, the caller the object."""
    server.reply = lambda request: '```json\n{"topic": "bees", "steps": ["a",],}\n``` as you asked'
    reply = await ask(models, Plan)
    assert reply.value == Plan(topic="bees", steps=["a"])
    assert server.chats[0].schema is not None


async def test_an_endpoint_that_refuses_schemas_is_asked_without_one(models: Models, server: FaultServer) -> None:
    """The refusal costs one request once; later calls leave the schema out from the start."""
    server.fail("400", when=lambda request: "response_format" in request.body)
    server.reply = lambda request: '{"topic": "bees"}'
    assert models.small is not None
    model = models.small.model_copy(update={"model_name": "without-schemas"})
    asked = Models(small=model)
    assert (await ask(asked, Plan)).calls == 2
    assert (await ask(asked, Plan)).calls == 1


@pytest.mark.parametrize(
    ("fault", "code", "calls"),
    [
        ("400", "bad_request", 1),
        ("401", "unauthorized", 1),
        ("403", "unauthorized", 1),
        ("404", "bad_request", 1),
        ("429", "rate_limited", 3),
        ("500", "unavailable", 3),
        ("503", "unavailable", 3),
        ("html", "unreadable", 1),
        ("malformed", "unreadable", 1),
        ("error_text", "unreadable", 1),
        ("empty", "empty", 1),
    ],
)
async def test_each_fault_is_one_typed_failure_and_only_passing_ones_are_tried_again(
    models: Models, server: FaultServer, fault: FaultKind, code: FailureCode, calls: int
) -> None:
    """Whole replies and streams fail alike, in one sentence that holds nothing of what the provider wrote."""
    server.fail(fault, retry_after=0.01)
    for attempt in (ask(models), read(models)):
        server.requests.clear()
        with pytest.raises(ModelFailed) as failure:
            await attempt
        assert failure.value.code == code
        assert failure.value.calls == len(server.chats) == calls
        assert str(failure.value).count(".") >= 1
        assert "secret" not in str(failure.value)
        assert "Traceback" not in str(failure.value)


async def test_a_refused_key_names_the_variable_to_set(models: Models, server: FaultServer) -> None:
    """The sentence of a 401 says what to set."""
    server.fail("401")
    with pytest.raises(ModelFailed, match="set OPENAI_API_KEY"):
        await ask(models)


@pytest.mark.parametrize("fault", ["429", "500", "drop"])
async def test_a_passing_fault_is_survived(models: Models, server: FaultServer, fault: FaultKind) -> None:
    """One bad moment costs one more request."""
    server.fail(fault, times=1, retry_after=0.01)
    reply = await ask(models)
    assert reply.text == "one two three four five six"
    assert reply.calls == 2


async def test_retry_after_is_honoured(models: Models, server: FaultServer) -> None:
    """The second request comes no sooner than the endpoint asked for."""
    server.fail("429", times=1, retry_after=0.4)
    started = time.monotonic()
    await ask(models)
    assert time.monotonic() - started >= 0.4


async def test_a_wait_that_the_deadline_does_not_allow_is_not_begun(models: Models, server: FaultServer) -> None:
    """Asked to wait a minute with two seconds left, the step fails at once."""
    server.fail("429", retry_after=60)
    with pytest.raises(ModelFailed, match="fewer requests"):  # not that it was too late
        await ask(models, deadline_s=2)
    assert len(server.requests) == 1


@pytest.mark.parametrize("fault", ["delay", "500"])
async def test_a_step_never_takes_longer_than_its_deadline(
    models: Models, server: FaultServer, fault: FaultKind
) -> None:
    """Waiting, repeats and pauses between them all count."""
    server.fail(fault, delay_s=10)
    for attempt in (ask(models, deadline_s=0.3), read(models, deadline_s=0.3)):
        async with asyncio.timeout(5):  # of the ten that the endpoint would take
            with pytest.raises(ModelFailed):
                await attempt


@pytest.mark.parametrize(("fault", "code"), [("cut", "cut"), ("drop", "unavailable")])
async def test_a_broken_stream_keeps_its_text_and_is_marked(
    models: Models, server: FaultServer, fault: FaultKind, code: FailureCode
) -> None:
    """Nothing raises; the reply says that it stops before its end, and is not asked for again."""
    server.fail(fault)
    shown, reply = await read(models)
    assert shown == reply.text == "one two three "
    assert reply.interrupted
    assert reply.failure == code
    assert len(server.chats) == 1


async def test_a_stream_that_outlives_its_deadline_is_kept_as_far_as_it_came(
    models: Models, server: FaultServer
) -> None:
    """A slow writer is cut off, its text stays."""
    server.latency = Latency(token_s=0.15)
    shown, reply = await read(models, deadline_s=0.4)
    assert shown.startswith("one ")
    assert reply.interrupted
    assert reply.failure == "timeout"


async def test_a_reply_that_ignores_its_token_limit_is_cut(models: Models, server: FaultServer) -> None:
    """Two million characters never reach the thread."""
    server.fail("huge")
    reply = await ask(models)
    _, streamed = await read(models)
    assert reply.finish_reason == streamed.finish_reason == "length"
    assert len(reply.text) == len(streamed.text) == 600


async def test_reasoning_before_a_reply_is_not_shown(models: Models, server: FaultServer) -> None:
    """A leading think block is dropped from whole replies and streams."""
    server.reply = lambda request: "<think>The user wants five. </think>\nFive it is."
    shown, _ = await read(models)
    assert shown == (await ask(models)).text == "Five it is."


async def test_a_reply_of_tool_calls_alone_counts_as_empty(models: Models, server: FaultServer) -> None:
    """No step uses tools, so such a reply holds nothing to read."""
    server.reply = lambda request: Scripted(tool_calls=[("search", {"q": "x"})])
    with pytest.raises(ModelFailed, match="without any text"):
        await ask(models)


async def test_a_dead_endpoint_is_one_clear_failure(models: Models, server: FaultServer) -> None:
    """Nothing listens any more: the step says so within its deadline."""
    with FaultServer() as gone:
        url = gone.base_url
    async with open_models("openai:x", base_url=url, api_key="k") as dead:
        with pytest.raises(ModelFailed, match="not available"):
            await read(dead, deadline_s=2)


async def test_names_that_cannot_be_opened_say_which_variable_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown provider, a missing package and a missing key are settings mistakes."""
    for variable in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_API_BASE"):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(SettingsError, match=r"ANAPHORA_MODEL .*set OPENAI_API_KEY"):
        async with open_models("openai:gpt"):
            pass
    with pytest.raises(SettingsError, match=r"ANAPHORA_SMALL_MODEL .*langchain-anthropic"):
        async with open_models("", "anthropic:claude"):
            pass
    with pytest.raises(SettingsError, match=r"ANAPHORA_SUMMARY_MODEL .*provider:model"):
        async with open_models("", "", "nowhere:x"):
            pass


async def test_places_without_a_name_stay_empty_and_summaries_use_the_small_model(models: Models) -> None:
    """Nothing is opened that was not asked for."""
    assert models.fallback is None
    assert models.summary is models.small
