"""The conversation as a LangServe runnable: invoke, stream, stream_events, playground and `RemoteRunnable`.

`thread_id` is a declared config field, because LangServe drops undeclared ones and two conversations would merge. The
user is set by the server from the Authorization header and replaces whatever a client sends.
"""

from collections.abc import AsyncIterator, Callable
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from langchain_core.runnables import ConfigurableFieldSpec, RunnableConfig, RunnableGenerator
from langserve import add_routes
from pydantic import BaseModel, Field

from graph.server.identity import user_of
from graph.server.serving import Serving
from stores.errors import InputError
from stores.threads import LONGEST_ID

PATH = "/langserve"
NAMELESS = "Name the conversation: send config {'configurable': {'thread_id': '...'}}."
ENDPOINTS: Any = [
    "invoke", "batch", "stream", "stream_events", "playground", "input_schema", "output_schema", "config_schema"
]  # fmt: skip


class Ask(BaseModel):
    """What a conversation is asked."""

    message: str = Field(description="what the user says")


class ConversationRunnable(RunnableGenerator[Any, str]):
    """Runs turns through the turn runner; streams the answer's text. Only for asynchronous callers."""

    @property
    def config_specs(self) -> list[ConfigurableFieldSpec]:
        """The fields a caller may set under `configurable`."""
        return [
            ConfigurableFieldSpec(id="thread_id", annotation=str, description="the conversation to go on with"),
            ConfigurableFieldSpec(id="user_id", annotation=str, description="set by the server", default="local"),
        ]


def conversation_runnable(serving: Callable[[], Serving]) -> ConversationRunnable:
    """The conversation of a running server."""

    async def talk(inputs: AsyncIterator[Any], config: RunnableConfig) -> AsyncIterator[str]:
        configurable = config.get("configurable") or {}
        thread = str(configurable.get("thread_id") or "")
        if not thread:
            raise InputError(NAMELESS)
        async for given in inputs:
            message = given["message"] if isinstance(given, dict) else given.message
            user = str(configurable.get("user_id") or "local")
            async for event in serving().events(message, thread=thread, user=user):
                if event.name == "token":
                    yield event.data["text"]

    return ConversationRunnable(talk)  # type: ignore[arg-type]  # the config is handed in too, by name


async def _with_user(config: dict[str, Any], request: Request) -> dict[str, Any]:
    user = await user_of(request)
    thread = (config.get("configurable") or {}).get("thread_id")
    if not thread:
        raise HTTPException(422, NAMELESS)
    if not isinstance(thread, str) or len(thread) > LONGEST_ID:
        raise HTTPException(422, f"The thread_id must be text of 1 to {LONGEST_ID} characters.")
    # nothing else that a client sends gets through: no user, no checkpoint, no callback
    return {"configurable": {"thread_id": thread, "user_id": user}}


def add_langserve(app: FastAPI) -> None:
    """Add the routes under `/langserve`."""

    def serving() -> Serving:
        found: Serving = app.state.serving
        return found

    runnable = conversation_runnable(serving).with_types(input_type=Ask, output_type=str)
    add_routes(
        app,
        runnable,
        path=PATH,
        per_req_config_modifier=_with_user,
        enabled_endpoints=ENDPOINTS,
    )
