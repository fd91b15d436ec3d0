"""Four ways to hold a conversation over documents, each as one interface over the same index, embedder and models.

*ours* is the graph through the turn runner. *langchain* is its history-aware retriever and retrieval chain, the whole
history in both prompts. *llamaindex* is its condense-plus-context chat engine with its memory. *messages* is the graph
that LangGraph tutorials build: the bare message is searched for, and every message so far goes into the prompt.
"""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from evals.langchain_chain import PASSAGES, DenseRetriever, HistoryChain
from evals.peer_server import ANSWER
from graph.deps import Deps
from graph.turns import Conversations

PACKAGES = {"langchain": ("langchain_classic", "langchain-classic"), "llamaindex": ("llama_index", "llama-index-core")}
_ANSWER = "Answer the question from the following context, in a few sentences. If it is not there, say so.\n\n"
_DATABASE = b"SQLite format 3"


class Chat(Protocol):
    """One conversation. `found` has the ids of the passages that the last turn's answer rests on, best first."""

    @property
    def found(self) -> tuple[str, ...]:
        """Of the last turn."""

    def say(self, message: str) -> AsyncIterator[str]:
        """Stream the answer to a message; the turn is kept when the stream has ended."""

    async def stored(self) -> int:
        """Bytes kept of the conversations so far: the size of what is on disk."""


@dataclass(frozen=True)
class Shared:
    """What all have in common: our opened dependencies, where the models are served, and a folder for files."""

    deps: Deps
    base_url: str
    folder: Path


Begin = Callable[[str], Chat]
Opener = Callable[[Shared, AsyncExitStack], Awaitable[Begin]]


def missing(name: str) -> str:
    """What to install for a system that cannot run as things are, as a sentence; empty when it can."""
    module, package = PACKAGES.get(name, ("", ""))
    if not module or find_spec(module) is not None:
        return ""
    return f"{name} is not measured: {package} is not installed (pip install -c constraints.txt -e '.[peers]')."


def bytes_in(folder: Path) -> int:
    """The size of a folder's files, with nothing waiting in a database's write-ahead log."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    for path in files:
        with path.open("rb") as file:
            is_database = file.read(len(_DATABASE)) == _DATABASE
        if is_database:
            with closing(sqlite3.connect(path)) as database:
                database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return sum(path.stat().st_size for path in files if path.exists())


class OurChat:
    """A thread of the turn runner."""

    def __init__(self, talk: Conversations, thread: str) -> None:
        self._talk, self._thread = talk, thread
        self.found: tuple[str, ...] = ()

    async def say(self, message: str) -> AsyncIterator[str]:
        """One turn."""
        async for event in self._talk.events(message, thread=self._thread):
            if event.name == "token":
                yield event.data["text"]
            elif event.name == "done":
                self.found = tuple(event.data["passages"]["ranked"])

    async def stored(self) -> int:
        """Checkpoints, archive and registry, by the default stores."""
        return await asyncio.to_thread(bytes_in, self._talk.deps.settings.home)


async def _ours(shared: Shared, stack: AsyncExitStack) -> Begin:
    talk = Conversations(shared.deps)
    stack.push_async_callback(talk.aclose)
    return lambda thread: OurChat(talk, thread)


class ChainChat:
    """A history that LangChain's chain goes on with."""

    def __init__(self, chain: HistoryChain) -> None:
        self._chain = chain

    @property
    def found(self) -> tuple[str, ...]:
        """Of the last turn."""
        return self._chain.found

    def say(self, message: str) -> AsyncIterator[str]:
        """One turn."""
        return self._chain.ask(message)

    async def stored(self) -> int:
        """The history as the JSON that LangChain's own histories keep in files and tables."""
        from langchain_core.messages import messages_to_dict

        return len(json.dumps(messages_to_dict(self._chain.history)).encode())


async def _langchain(shared: Shared, _: AsyncExitStack) -> Begin:
    deps, models = shared.deps, shared.deps.models
    answer = models.answer
    assert answer is not None
    return lambda _: ChainChat(HistoryChain(deps.index, deps.embedder, models.small or answer, answer))


async def _llamaindex(shared: Shared, stack: AsyncExitStack) -> Begin:
    from openai import AsyncOpenAI
    from sqlalchemy.ext.asyncio import create_async_engine

    from evals.llamaindex_chat import ServedModel, engines

    folder = shared.folder / "llamaindex"
    folder.mkdir()
    database = create_async_engine(f"sqlite+aiosqlite:///{folder / 'memory.sqlite'}")
    stack.push_async_callback(database.dispose)
    client = await stack.enter_async_context(AsyncOpenAI(base_url=shared.base_url, api_key="none", max_retries=0))
    model = ServedModel(client=client, name=ANSWER)
    deps = shared.deps
    return engines(deps.index, deps.embedder, model, PASSAGES, database, lambda: bytes_in(folder))


class MessagesChat:
    """A thread of a graph that keeps its messages, and the last turn's documents, in its state."""

    def __init__(self, graph: Any, folder: Path, thread: str) -> None:
        self._graph, self._folder = graph, folder
        self._config = {"configurable": {"thread_id": thread}}
        self.found: tuple[str, ...] = ()

    async def say(self, message: str) -> AsyncIterator[str]:
        """One turn."""
        asked = {"messages": [("user", message)]}
        async for mode, part in self._graph.astream(asked, self._config, stream_mode=["messages", "updates"]):
            if mode == "messages":
                yield part[0].text
            elif "retrieve" in part:
                self.found = tuple(document.id for document in part["retrieve"]["context"])

    async def stored(self) -> int:
        """The saver's file."""
        return await asyncio.to_thread(bytes_in, self._folder)


async def _messages(shared: Shared, stack: AsyncExitStack) -> Begin:
    from langchain_core.documents import Document
    from langchain_core.messages import SystemMessage
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
    from langgraph.graph import MessagesState, StateGraph

    class State(MessagesState):
        context: list[Document]

    retriever = DenseRetriever(index=shared.deps.index, embedder=shared.deps.embedder)
    model = shared.deps.models.answer
    assert model is not None

    async def retrieve(state: State) -> dict[str, Any]:
        return {"context": await retriever.ainvoke(state["messages"][-1].text)}

    async def generate(state: State) -> dict[str, Any]:
        told = SystemMessage(_ANSWER + "\n\n".join(document.page_content for document in state["context"]))
        return {"messages": [await model.ainvoke([told, *state["messages"]])]}

    folder = shared.folder / "messages"
    folder.mkdir()
    saver = await stack.enter_async_context(AsyncSqliteSaver.from_conn_string(str(folder / "checkpoints.sqlite")))
    plan = StateGraph(State).add_sequence([retrieve, generate]).set_entry_point("retrieve")
    graph = plan.compile(checkpointer=saver)
    return lambda thread: MessagesChat(graph, folder, thread)


OPENERS: dict[str, Opener] = {
    "ours": _ours,
    "langchain": _langchain,
    "llamaindex": _llamaindex,
    "messages": _messages,
}
