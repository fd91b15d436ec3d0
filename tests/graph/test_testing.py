"""The doubles that ship: a scripted model, a hashing embedder, and the server's side of the API."""

import json
from collections.abc import Iterator

import httpx
import numpy as np
import pytest
from langchain_core.messages import HumanMessage
from langchain_openai import ChatOpenAI, OpenAIEmbeddings
from pydantic import BaseModel, SecretStr

from graph.testing import FaultServer, HashingEmbedder, Latency, Scripted, ScriptedModel, instance_of


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with FaultServer(key="secret") as server:
        yield server


def client(server: FaultServer, key: str = "secret") -> ChatOpenAI:
    return ChatOpenAI(model="m", base_url=server.base_url, api_key=SecretStr(key), max_retries=0, stream_usage=True)


async def test_a_scripted_model_says_its_lines_in_order() -> None:
    """Whole or streamed, with usage; what it saw is kept, and running out is an error."""
    model = ScriptedModel(replies=["one", "two words"])
    assert (await model.ainvoke("a")).text == "one"
    pieces = [piece async for piece in model.astream("b")]
    assert "".join(piece.text for piece in pieces) == "two words"
    assert len(pieces) > 2
    assert [messages[-1].text for messages in model.seen] == ["a", "b"]
    with pytest.raises(LookupError, match="holds 2 replies"):
        await model.ainvoke("c")


def test_a_scripted_model_answers_by_a_function_and_raises_what_it_is_told_to() -> None:
    """The synchronous face works alike; stop words cut the reply."""
    model = ScriptedModel(replies=lambda seen: seen[-1].text.upper() if seen[-1].text else ValueError("empty"))
    assert model.invoke("bees END more", stop=["END"]).text == "BEES "
    assert "".join(piece.text for piece in model.stream("bees")) == "BEES"
    with pytest.raises(ValueError, match="empty"):
        model.invoke("")


async def test_a_scripted_stream_can_be_cut() -> None:
    """Without a finish reason, as a broken one ends."""
    model = ScriptedModel(replies=["one two three"], cut_after=2)
    pieces = [piece async for piece in model.astream("a")]
    assert "".join(piece.text for piece in pieces) == "one two "
    assert not any(piece.response_metadata.get("finish_reason") for piece in pieces)


def test_hashed_vectors_of_texts_that_share_words_lie_close() -> None:
    """Unit length, the same every time, a different dimension on request."""
    embedder = HashingEmbedder(128)
    bees, hive, tax = embedder.embed(["Bees dance in the hive", "the bee danced", "Income tax rates"])
    assert bees @ hive > 0.5 > bees @ tax
    assert np.allclose(np.linalg.norm(embedder.embed(["", "x"]), axis=1), 1)
    assert embedder.embed_query("Bees dance in the hive") == pytest.approx(bees.tolist(), abs=1e-6)
    with pytest.raises(ValueError, match="choose 64 to 384"):
        HashingEmbedder(32)


async def test_tools_and_schemas_get_what_they_ask_for(server: FaultServer) -> None:
    """LangChain's own structured output works against the server."""

    class Trip(BaseModel):
        """Where to."""

        city: str
        days: int

    tool = await client(server).bind_tools([Trip]).ainvoke([HumanMessage("plan")])
    assert tool.tool_calls[0]["name"] == "Trip"
    server.reply = lambda request: json.dumps({"city": "Oslo", "days": 3})
    assert await client(server).with_structured_output(Trip).ainvoke("plan") == Trip(city="Oslo", days=3)
    server.reply = lambda request: Scripted(tool_calls=[("Trip", {"city": "Bergen", "days": 1})])
    assert await client(server).with_structured_output(Trip, method="function_calling").ainvoke("plan") == Trip(
        city="Bergen", days=1
    )


def test_embeddings_come_as_floats_or_packed(server: FaultServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The OpenAI client asks for base64; both agree."""
    monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    embeddings = OpenAIEmbeddings(model="e", check_embedding_ctx_length=False)
    packed = embeddings.embed_query("bees")
    body = {"model": "e", "input": "bees"}
    plain = httpx.post(f"{server.base_url}/embeddings", json=body, headers={"authorization": "Bearer secret"}).json()
    assert packed == pytest.approx(plain["data"][0]["embedding"], abs=1e-6)


def test_a_wrong_key_and_a_wrong_path_are_refused(server: FaultServer) -> None:
    """As the real service does."""
    with pytest.raises(Exception, match="401"):
        client(server, "wrong").invoke("a")
    found = httpx.get(f"{server.base_url}/nothing", headers={"authorization": "Bearer secret"})
    assert found.status_code == 404
    listed = httpx.get(f"{server.base_url}/models", headers={"authorization": "Bearer secret"})
    assert listed.json()["data"][0]["id"] == "any"


async def test_faults_come_and_go_while_it_runs(server: FaultServer) -> None:
    """For so many requests, for those that are picked, or until healed."""
    server.fail("500", times=1, when=lambda request: "bees" in request.prompt)
    assert (await client(server).ainvoke("ants")).text == "ants"
    with pytest.raises(Exception, match="500"):
        await client(server).ainvoke("bees")
    assert (await client(server).ainvoke("bees")).text == "bees"
    server.fail("empty")
    assert (await client(server).ainvoke("bees")).text == ""
    server.heal()
    assert (await client(server).ainvoke("bees")).text == "bees"


async def test_latencies_may_depend_on_the_request(server: FaultServer) -> None:
    """And a client that leaves does not disturb the next one."""
    server.latency = lambda request: Latency(token_s=5.0 if "slow" in request.prompt else 0.0)
    async for piece in client(server).astream("slow one"):
        if piece.text:
            break
    assert (await client(server).ainvoke("fast one")).text == "fast one"


def test_the_plainest_instance_of_a_schema() -> None:
    """Nested, referenced, optional and enumerated parts."""
    schema = {
        "type": "object",
        "properties": {
            "a": {"$ref": "#/$defs/A"},
            "b": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            "c": {"type": "array", "items": {"type": "string"}},
            "d": {"default": 7},
            "e": {"const": "x"},
        },
        "$defs": {"A": {"enum": ["first", "second"]}},
    }
    assert instance_of(schema) == {"a": "first", "b": 0, "c": [], "d": 7, "e": "x"}
