"""A real model over HTTP: weak and slow, but its streams, limits and JSON are those of a real server."""

import pytest
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel

from graph.models import open_models
from nodes.models import Reply, complete, stream

pytestmark = [pytest.mark.model, pytest.mark.timeout(240)]
PROMPT: list[BaseMessage] = [SystemMessage("Be brief."), HumanMessage("Name a fruit.")]
DEADLINE_S = 100.0


class Fruit(BaseModel):
    """What the model is asked for."""

    ripe: bool


async def test_it_completes_within_its_token_limit(model_url: str) -> None:
    """Text, reason and usage come from the server."""
    async with open_models("openai:smollm2", base_url=model_url) as models:
        assert models.answer is not None
        reply = await complete(models.answer, PROMPT, step="test", deadline_s=DEADLINE_S, max_tokens=8)
    assert reply.text.strip()
    assert reply.finish_reason in {"stop", "length"}
    assert 0 < reply.usage.output <= 8
    assert reply.usage.input > 10


async def test_it_streams_what_it_says(model_url: str) -> None:
    """The pieces make up the reply."""
    shown, reply = [], Reply("")
    async with open_models("openai:smollm2", base_url=model_url) as models:
        assert models.answer is not None
        async for chunk in stream(models.answer, PROMPT, step="test", deadline_s=DEADLINE_S, max_tokens=8):
            shown.append(chunk.text)
            reply = chunk.reply or reply
    assert "".join(shown) == reply.text
    assert len(shown) > 2
    assert reply.usage.output > 0


async def test_its_json_keeps_to_a_schema(model_url: str) -> None:
    """The server holds even a weak model to the form."""
    async with open_models("openai:smollm2", base_url=model_url) as models:
        assert models.answer is not None
        reply = await complete(models.answer, PROMPT, step="test", deadline_s=DEADLINE_S, max_tokens=40, schema=Fruit)
    assert isinstance(reply.value, Fruit)
