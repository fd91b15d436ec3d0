"""The conversation through LangServe, with its own client."""

import asyncio

import httpx
import pytest
from langserve import RemoteRunnable

from graph.server.langserve_routes import PATH
from tests.serving import ADA, BEN

FIRST, SECOND = "What is the parental leave policy?", "How does it differ for part-time employees?"
pytestmark = pytest.mark.filterwarnings(
    "ignore:Accessing the 'model_fields' attribute:DeprecationWarning"  # inside langserve 0.3.3
)


def remote(address: str, key: str) -> RemoteRunnable[dict[str, str], str]:
    return RemoteRunnable(f"{address}{PATH}", headers={"Authorization": f"Bearer {key}"})


def on(thread: str, **more: str) -> dict[str, dict[str, str]]:
    return {"configurable": {"thread_id": thread, **more}}


def test_a_remote_conversation_keeps_its_thread_and_streams(served: str) -> None:
    """Invoke, then a follow-up whose answer arrives in pieces."""
    conversation = remote(served, ADA)
    assert "20 weeks" in conversation.invoke({"message": FIRST}, on("kept"))  # type: ignore[arg-type]  # plain dict config
    pieces = list(conversation.stream({"message": SECOND}, on("kept")))  # type: ignore[arg-type]  # plain dict config
    assert len(pieces) > 1
    assert "16 weeks" in "".join(pieces)


def test_two_users_with_one_thread_id_see_only_their_own(served: str) -> None:
    """The user comes from the token; a user named by the client is ignored."""
    remote(served, ADA).invoke({"message": FIRST}, on("same"))  # type: ignore[arg-type]  # plain dict config
    said = remote(served, BEN).invoke({"message": "What was my first question?"}, on("same", user_id="ada"))  # type: ignore[arg-type]  # plain dict config
    assert "parental" not in said


def test_two_threads_of_one_user_do_not_merge(served: str) -> None:
    """The thread id reaches the conversation."""
    conversation = remote(served, ADA)
    conversation.invoke({"message": FIRST}, on("left"))  # type: ignore[arg-type]  # plain dict config
    said = conversation.invoke({"message": "What was my first question?"}, on("right"))  # type: ignore[arg-type]  # plain dict config
    assert "parental" not in said


def test_events_are_streamed_and_the_playground_opens(served: str) -> None:
    """`astream_events` tells of the answer's pieces; the playground is a page."""

    async def names() -> set[str]:
        events = remote(served, ADA).astream_events({"message": FIRST}, on("events"), version="v2")  # type: ignore[arg-type]  # plain dict config
        return {event["event"] async for event in events}

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
