"""Ten turns over real HTTP while the model's endpoint fails in each way it can: every turn is answered."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from langchain_core.runnables import RunnableConfig

from graph.fault_server import FaultKind
from graph.memory_deps import open_memory_deps
from graph.models import open_models
from graph.openai_wire import Request
from graph.settings import Settings
from graph.testing import FaultServer, HashingEmbedder
from graph.turns import Conversations
from nodes.context import Context
from stores.passages import Passage
from stores.threads import thread_key

PASSAGES = [
    Passage("heron", "The Heron probe was launched in 2019 to study the icy moon Ysolde.", source="heron.md"),
    Passage(
        "budget", "The Heron mission had a budget of 410 million crowns and a reserve of 8 percent.", source="b.md"
    ),
    Passage("kestrel", "The Kestrel probe was launched in 2022 to visit the asteroid Brannock.", source="kestrel.md"),
    Passage("talvik", "The Talvik Institute operates the Heron probe and employs 730 people.", source="talvik.md"),
]
TURNS = [
    "When was the Heron probe launched?",
    "And what was its budget?",
    "thanks!",
    "Who operates it?",
    "Our budget code is 4471-B.",
    "How many people work at that institute?",
    "make it shorter",
    "Now, when was the Kestrel probe launched?",
    "What does it visit?",
    "Back to Heron: what does it study?",
]
ERRORS = ("secret", "Traceback", "Internal Server Error", "zxqv", "Please sign in", "magyarul")


def reply(request: Request) -> str:
    """What a sound model says to each kind of request."""
    system, text = request.messages[0][1], request.last
    if "for a search engine" in system:
        message = text.split("<message>\n")[1].split("\n</message>")[0]
        return json.dumps({"resolution": f"{message} Heron probe", "alternatives": [], "topic": "same"})
    if "one finished turn" in system:
        return json.dumps({"facts": [], "entities": ["Heron"], "constraints": [], "topics": []})
    if "summary of a" in system:
        return "The Heron probe was launched in 2019; its budget was 410 million crowns."
    if "small talk" in system:
        return "With pleasure."
    if "restate" in system:
        return "Launched in 2019 [1]."
    return "The documents hold it: the Heron probe was launched in 2019 [1]."


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with FaultServer(reply) as server:
        yield server


@asynccontextmanager
async def conversations(server: FaultServer, patience: float = 1.0) -> AsyncIterator[Conversations]:
    soon, later = 0.3 * patience, 0.5 * patience
    settings = Settings(
        _env_file=None, window=2, rewrite_deadline_s=soon, answer_deadline_s=later, memory_deadline_s=soon
    )
    async with (
        open_models("openai:m", "openai:s", base_url=server.base_url, api_key="k") as models,
        open_memory_deps(PASSAGES, embedder=HashingEmbedder(), settings=settings, models=models) as deps,
    ):
        talk = Conversations(deps)
        yield talk
        await talk.aclose()


async def talk(conversations: Conversations) -> list[dict[str, Any]]:
    context = Context(window=2)
    return [dict(await conversations.ask(text, thread="t", context=context)) for text in TURNS]


async def test_a_sound_model_answers_each_turn(server: FaultServer) -> None:
    """The baseline: cited prose, no notice of a failure, at most two calls before the answer."""
    async with conversations(server, patience=30) as open_conversations:
        records = await talk(open_conversations)
    assert [record["turn"] for record in records] == list(range(1, 11))
    assert records[0]["answer"].endswith("[1].")
    assert records[2]["answer"] == "With pleasure."
    assert records[6]["answer"] == "Launched in 2019 [1]."
    for record in records:
        assert not [one for one in record["notices"] if one["code"].startswith("model_")]
        before = [call for call in record["calls"] if call["step"] in ("rewrite", "route", "answer")]
        assert len(before) <= (1 if record["action"] in ("social", "transform") or record["turn"] == 1 else 2)


@pytest.mark.parametrize(
    "fault",
    ["401", "404", "429", "500", "delay", "cut", "drop", "malformed", "html", "garbage", "error_text", "empty", "huge",
     "wrong_language"],
)  # fmt: skip
async def test_each_fault_leaves_every_turn_answered(server: FaultServer, fault: FaultKind) -> None:
    """An answer each turn, degradations as data, and nothing of an error in what later turns read."""
    server.fail(fault, retry_after=0.01, delay_s=5)
    async with conversations(server) as open_conversations:
        records = await talk(open_conversations)
        config: RunnableConfig = {"configurable": {"thread_id": thread_key("local", "t")}}
        state = (await open_conversations.graph.aget_state(config)).values
    assert [record["turn"] for record in records] == list(range(1, 11))
    assert all(record["answer"].strip() for record in records)
    assert any(record["notices"] for record in records)
    kept = f"{state['summary']} {state['facts']}"
    assert not [mark for mark in ERRORS if mark in kept]
    prompts = "\n".join(request.prompt for request in server.chats)
    assert not [mark for mark in ("secret", "Traceback", "Internal Server Error", "sign in") if mark in prompts]
    if fault == "401":
        assert "set OPENAI_API_KEY" in records[0]["notices"][0]["detail"]
