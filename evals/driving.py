"""A conversation driven turn by turn through the graph in memory, with forks for questions that must leave no trace."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nodes.context import Context
from nodes.writing import Brief, Writer, Written
from stores.embedder import Embedder
from stores.passages import PassageIndex

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver

    from graph.builder import Graph

State = Mapping[str, Any]
CORPORA = Path(__file__).parent / "corpora"


class Listening:
    """Another writer, heard: keeps its last brief, and replaces its words by those in `say` while that is set."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self.say: str | None = None
        self.brief: Brief | None = None

    async def write(self, brief: Brief) -> AsyncIterator[str | Written]:
        """Stream the words in `say`, or the other writer's own."""
        self.brief = brief
        if self.say is not None:
            yield self.say
            yield Written(self.say)
            return
        async for piece in self._writer.write(brief):
            yield piece


class Driven:
    """One thread. `ask` goes on from its newest turn; `probe` asks on a branch that is left behind."""

    def __init__(
        self, graph: "Graph", index: PassageIndex, writer: Listening, thread: str, context: Context | None = None
    ) -> None:
        self._graph, self._index, self._thread, self._context = graph, index, thread, context or Context()
        self._tip: Any = {"configurable": {"thread_id": thread}}
        self._asked = 0
        self.writer = writer
        self.state: State = {}

    async def ask(self, message: str, answer: str | None = None, **context: Any) -> State:
        """Run one turn, with a given answer or the writer's own."""
        self.state = await self._run(message, answer, context)
        self._tip = (await self._graph.aget_state({"configurable": {"thread_id": self._thread}})).config
        return self.state

    async def probe(self, message: str, **context: Any) -> State:
        """Run one turn from the newest one, and forget it."""
        return await self._run(message, None, context)

    def headings(self, state: State) -> list[str]:
        """The headings of the passages that a turn's answer cites."""
        found = self._index.fetch([source.id for source in state["cited"]])
        return [passage.heading for passage in found.values()]

    async def _run(self, message: str, answer: str | None, context: Mapping[str, Any]) -> State:
        from langchain_core.messages import HumanMessage

        self.writer.say = answer
        self._asked += 1
        said = HumanMessage(message, id=f"{self._thread}-{self._asked}")
        known = replace(self._context, **context)
        return await self._graph.ainvoke({"messages": [said]}, self._tip, context=known)


@asynccontextmanager
async def driving(
    documents: Path | None, embedder: Embedder, checkpointer: "BaseCheckpointSaver[Any] | None" = None
) -> AsyncIterator[Callable[..., Driven]]:
    """Makes threads over one folder of documents (None: over none): `make(thread, context)`. In memory by default."""
    import asyncio

    from graph.builder import build_graph
    from graph.memory_deps import open_memory_deps
    from nodes.extractive import ExtractiveWriter
    from stores.ingest import ingest

    heard: list[Listening] = []

    def listening(index: PassageIndex) -> Listening:
        heard.append(Listening(ExtractiveWriter(index)))
        return heard[0]

    async with open_memory_deps(embedder=embedder, writer=listening, checkpointer=checkpointer) as deps:
        if documents is not None:
            await asyncio.to_thread(ingest, [documents], deps.index)
        graph = build_graph(deps, deps.checkpointer, deps.store)
        yield lambda thread, context=None: Driven(graph, deps.index, heard[0], thread, context)


def tokens(state: State) -> int:
    """Prompt tokens of a turn, all sections together."""
    return sum(cost for _, cost in state["tokens"])
