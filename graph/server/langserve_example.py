"""Somebody else's LangServe application around the exported graph, with a saver and users of its own.

    uvicorn --factory graph.server.langserve_example:create_app

A client names its thread in a header, since LangServe hands on only such config fields as the graph declares:

    RemoteRunnable("http://localhost:8000/anaphora", headers={"X-User": "ada", "X-Thread": "demo"})

Nothing here checks who a client is: put that in the place of the `X-User` header.
"""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from langchain_core.messages import HumanMessage
from langchain_core.runnables import RunnableConfig, RunnableGenerator
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langserve import add_routes
from pydantic import BaseModel

from graph.app import make_graph
from graph.builder import Graph
from nodes.state import STATE_TYPES
from stores.serde import make_serde
from stores.threads import thread_key

ENDPOINTS: Any = ["invoke", "stream", "stream_events", "playground", "input_schema", "output_schema"]


class Ask(BaseModel):
    """What the conversation is asked."""

    message: str


async def _identified(_: dict[str, Any], request: Request) -> dict[str, Any]:
    """The config of one request: what the client sent is dropped, and the thread's key made from user and thread."""
    user, thread = request.headers.get("x-user"), request.headers.get("x-thread")
    if not user or not thread:
        raise HTTPException(422, "Name yourself and the conversation: send X-User and X-Thread.")
    return {"configurable": {"thread_id": thread_key(user, thread), "user": user}}


def create_app(saver: BaseCheckpointSaver[Any] | None = None) -> FastAPI:
    """The application. The saver's serializer must know the types of the state."""
    kept = saver or InMemorySaver(serde=make_serde(STATE_TYPES))
    opened: dict[str, Graph] = {}

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            graph = await stack.enter_async_context(make_graph())
            opened["graph"] = graph.copy({"checkpointer": kept})
            yield

    async def talk(inputs: AsyncIterator[Any], config: RunnableConfig) -> AsyncIterator[str]:
        async for given in inputs:
            message = given["message"] if isinstance(given, dict) else given.message
            run: RunnableConfig = {"configurable": config.get("configurable", {})}
            parts: Any = opened["graph"].astream({"messages": [HumanMessage(message)]}, run, stream_mode="custom")
            async for part in parts:
                if part["type"] == "token":
                    yield part["text"]

    app = FastAPI(title="An application with Anaphora in it", lifespan=lifespan)
    runnable: Any = RunnableGenerator(talk).with_types(input_type=Ask, output_type=str)  # type: ignore[arg-type]  # config too
    add_routes(app, runnable, path="/anaphora", per_req_config_modifier=_identified, enabled_endpoints=ENDPOINTS)
    return app
