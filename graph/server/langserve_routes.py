"""The conversation as a LangServe runnable: invoke, stream, stream_events, playground and `RemoteRunnable`.

`thread_id` is a declared config field, because LangServe drops undeclared ones and two conversations would merge. The
user is set by the server from the Authorization header and replaces whatever a client sends.
"""

from collections.abc import AsyncIterator, Callable
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from langchain_core.runnables import ConfigurableFieldSpec, RunnableConfig, RunnableSerializable
from langserve import add_routes
from pydantic import BaseModel, Field

from graph.server.serving import Serving, user_of
from stores.errors import InputError

PATH = "/langserve"
ENDPOINTS: Any = [
    "invoke", "batch", "stream", "stream_events", "playground", "input_schema", "output_schema", "config_schema"
]  # fmt: skip


class Ask(BaseModel):
    """What a conversation is asked."""

    message: str = Field(description="what the user says")


class ConversationRunnable(RunnableSerializable[dict[str, Any], str]):
    """Runs turns through the turn runner; streams the answer's text."""

    serving: Callable[[], Serving] = Field(exclude=True, repr=False)

    @property
    def config_specs(self) -> list[ConfigurableFieldSpec]:
        """The fields a caller may set under `configurable`."""
        return [
            ConfigurableFieldSpec(id="thread_id", annotation=str, description="the conversation to go on with"),
            ConfigurableFieldSpec(id="user_id", annotation=str, description="set by the server", default="local"),
        ]

    def invoke(self, input: dict[str, Any], config: RunnableConfig | None = None, **kwargs: Any) -> str:
        """Not for synchronous callers: the conversation lives on the server's event loop."""
        raise InputError("Call the conversation asynchronously: use ainvoke, astream, or RemoteRunnable over HTTP.")

    async def ainvoke(self, input: dict[str, Any], config: RunnableConfig | None = None, **kwargs: Any) -> str:
        """Run one turn and give the answer."""
        return "".join([piece async for piece in self.astream(input, config, **kwargs)])

    async def astream(
        self,
        input: dict[str, Any],
        config: RunnableConfig | None = None,
        **_: Any,
    ) -> AsyncIterator[str]:
        """Run one turn and stream the answer."""
        configurable = (config or {}).get("configurable") or {}
        thread = str(configurable.get("thread_id") or "")
        if not thread:
            raise InputError("Name the conversation: send config {'configurable': {'thread_id': '...'}}.")
        message = input["message"] if isinstance(input, dict) else input.message
        user = str(configurable.get("user_id") or "local")
        async for event in self.serving().events(message, thread=thread, user=user):
            if event.name == "token":
                yield event.data["text"]


async def _with_user(config: dict[str, Any], request: Request) -> dict[str, Any]:
    configurable = dict(config.get("configurable") or {})
    configurable["user_id"] = await user_of(request)
    if not configurable.get("thread_id"):
        raise HTTPException(422, "Name the conversation: send config {'configurable': {'thread_id': '...'}}.")
    return {**config, "configurable": configurable}


def add_langserve(app: FastAPI) -> None:
    """Add the routes under `/langserve`."""

    def serving() -> Serving:
        found: Serving = app.state.serving
        return found

    runnable = ConversationRunnable(serving=serving).with_types(input_type=Ask, output_type=str)  # type: ignore[arg-type]  # a model of the dict
    add_routes(
        app,
        runnable,
        path=PATH,
        per_req_config_modifier=_with_user,
        enabled_endpoints=ENDPOINTS,
    )
