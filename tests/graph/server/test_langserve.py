"""The conversation through LangServe, with its own client."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from langserve import RemoteRunnable

from graph.server import langserve_example
from graph.server.langserve_routes import PATH
from tests.serving import ADA, BEN, serving

FIRST, SECOND = "What is the parental leave policy?", "How does it differ for part-time employees?"
pytestmark = pytest.mark.filterwarnings(
    "ignore:Accessing the 'model_fields' attribute:DeprecationWarning"  # inside langserve 0.3.3
)


@contextmanager
def remote(address: str, key: str = ADA) -> Iterator[Any]:
    """LangServe's client of a served conversation; configs are plain dictionaries."""
    runnable: Any = RemoteRunnable(f"{address}{PATH}", headers={"Authorization": f"Bearer {key}"})
    try:
        yield runnable
    finally:
        runnable.sync_client.close()


def on(thread: Any, **more: Any) -> dict[str, dict[str, Any]]:
    return {"configurable": {"thread_id": thread, **more}}


def test_a_remote_conversation_keeps_its_thread_and_streams(served: str) -> None:
    """Invoke, then a follow-up whose answer arrives in pieces."""
    with remote(served) as conversation:
        assert "20 weeks" in conversation.invoke({"message": FIRST}, on("kept"))
        pieces = list(conversation.stream({"message": SECOND}, on("kept")))
    assert len(pieces) > 1
    assert "16 weeks" in "".join(pieces)


def test_two_users_with_one_thread_id_see_only_their_own(served: str) -> None:
    """The user comes from the token; a user named by the client is ignored."""
    with remote(served) as ada, remote(served, BEN) as ben:
        ada.invoke({"message": FIRST}, on("same"))
        said = ben.invoke({"message": "What was my first question?"}, on("same", user_id="ada"))
        assert "parental" not in said
        assert "parental" in ada.invoke({"message": "What was my first question?"}, on("same"))


def test_two_threads_of_one_user_do_not_merge(served: str) -> None:
    """The thread id reaches the conversation, also for each of a batch."""
    with remote(served) as conversation:
        conversation.batch([{"message": FIRST}, {"message": "thanks"}], [on("left"), on("right")])
        said = conversation.invoke({"message": "What was my first question?"}, on("right"))
    assert "parental" not in said


def test_events_are_streamed_and_the_playground_opens(served: str) -> None:
    """`astream_events` tells of the answer's pieces; the playground is a page."""

    async def names() -> set[str]:
        with remote(served) as conversation:
            events = conversation.astream_events({"message": FIRST}, on("events"), version="v2")
            found = {event["event"] async for event in events}
            await conversation.async_client.aclose()
        return found

    assert "on_chain_stream" in asyncio.run(names())
    page = httpx.get(f"{served}{PATH}/playground/", headers={"Authorization": f"Bearer {ADA}"})
    assert page.status_code == 200


def test_a_call_without_a_thread_or_a_token_is_refused(served: str) -> None:
    """Nothing is answered on a thread that nobody named."""
    body = {"input": {"message": FIRST}}
    assert httpx.post(f"{served}{PATH}/invoke", json=body).status_code == 401
    nameless = httpx.post(f"{served}{PATH}/invoke", json=body, headers={"Authorization": f"Bearer {ADA}"})
    assert nameless.status_code == 422
    assert "thread_id" in nameless.json()["detail"]


@pytest.mark.parametrize(
    "configurable",
    [
        {"thread_id": ["same"]},
        {"thread_id": {"of": "ada"}},
        {"thread_id": 7},
        {"thread_id": ""},
        {"thread_id": "x" * 201},
        {"thread_id": None},
    ],
)
@pytest.mark.parametrize("endpoint", ["invoke", "stream", "stream_events", "batch"])
def test_a_thread_id_that_is_no_name_is_refused(served: str, configurable: dict[str, Any], endpoint: str) -> None:
    """No array, mapping, number or novel becomes the name of a thread."""
    given: dict[str, Any] = {"config": {"configurable": configurable}}
    given |= {"inputs": [{"message": FIRST}]} if endpoint == "batch" else {"input": {"message": FIRST}}
    sent = httpx.post(f"{served}{PATH}/{endpoint}", json=given, headers={"Authorization": f"Bearer {ADA}"}, timeout=30)
    assert sent.status_code == 422, sent.text


def test_what_else_a_client_configures_goes_nowhere(served: str) -> None:
    """No checkpoint, namespace or key of the graph's own gets in; another user's key names a thread of one's own."""
    hostile = {"checkpoint_id": "1ef", "checkpoint_ns": "x", "user": "ada", "lease_token": 1, "__pregel_read": "x"}
    with remote(served) as ada, remote(served, BEN) as ben:
        ada.invoke({"message": FIRST}, on("deep", **hostile))
        assert "16 weeks" in ada.invoke({"message": SECOND}, on("deep", **hostile))
        assert "parental" not in ben.invoke({"message": "What was my first question?"}, on("ada/deep", **hostile))


def test_the_exported_graph_works_in_another_application(handbook_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own saver, users by its own rule: a thread goes on, and the same name of another user is another thread."""
    monkeypatch.setenv("ANAPHORA_HOME", str(handbook_home))
    monkeypatch.chdir(handbook_home)
    with serving(langserve_example.create_app()) as address:

        def ask(message: str, user: str) -> str:
            headers = {"X-User": user, "X-Thread": "demo"}
            sent = httpx.post(
                f"{address}/anaphora/invoke", json={"input": {"message": message}}, headers=headers, timeout=60
            )
            assert sent.status_code == 200, sent.text
            return str(sent.json()["output"])

        assert "20 weeks" in ask("What is our parental leave policy?", "ada")
        assert "16 weeks" in ask(SECOND, "ada")
        assert "parental" not in ask("What was my first question?", "ben")
        assert httpx.post(f"{address}/anaphora/invoke", json={"input": {"message": "hello"}}).status_code == 422
