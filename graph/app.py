"""The exported graph, for LangGraph Studio and for anybody's LangServe app.

It has no saver and no store of its own: the server that runs it brings them. Clients are opened once per event loop,
however often the factory is called.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver

from graph.builder import Graph, build_graph
from graph.opened import shared_deps


@asynccontextmanager
async def make_graph() -> AsyncIterator[Graph]:
    """The conversation graph over the documents of `ANAPHORA_HOME`."""
    yield build_graph(await shared_deps())


@asynccontextmanager
async def make_checkpointer() -> AsyncIterator[BaseCheckpointSaver[Any]]:
    """The saver that the settings name (SQLite in `ANAPHORA_HOME`, Redis, Postgres), for LangGraph's server."""
    yield (await shared_deps()).checkpointer
