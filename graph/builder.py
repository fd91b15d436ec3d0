"""The topology: one node table, one edge table."""

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Literal

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.config import get_stream_writer
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore

from nodes.context import Context
from nodes.detect_topic import TopicDetector
from nodes.extract import Extractor
from nodes.generate import Generator
from nodes.model_extract import ModelExtractor
from nodes.model_rewrite import ModelRewriter
from nodes.model_route import ModelRouter
from nodes.model_summary import ModelSummariser
from nodes.rerank import Reranker
from nodes.rerankers import StandIn
from nodes.retrieve import Retriever
from nodes.rewrite import Rewriter
from nodes.route import Router
from nodes.search import Searcher
from nodes.state import InputState, Span, State
from nodes.summarize import Summarizer
from nodes.tracing import span

if TYPE_CHECKING:
    from graph.deps import Deps

Node = Callable[..., Awaitable[dict[str, Any]]]
Graph = CompiledStateGraph[State, Context, InputState, State]


def after_route(state: State) -> Literal["detect_topic", "generate"]:
    """Turns that need no evidence go straight to the answer."""
    return "generate" if state["route"].action in ("social", "transform", "clarify") else "detect_topic"


def after_topic(state: State) -> list[Literal["rewrite", "search"]] | Literal["rerank", "rewrite"]:
    """A reuse ranks what is already cited; a recall only needs its query; the rest searches at once."""
    match state["route"].action:
        case "reuse":
            return "rerank"
        case "recall":
            return "rewrite"
        case _:
            return ["rewrite", "search"]


def timed(name: str, node: Any) -> Node:
    """The node, saying when it starts and noting how long it took."""

    async def run(state: State, config: RunnableConfig, runtime: Runtime[Context]) -> dict[str, Any]:
        get_stream_writer()({"type": "node", "name": name})
        start = time.perf_counter()
        with span(name):
            update: dict[str, Any] = await (node(state, config, runtime) if takes_run(node) else node(state))
        turn = update.get("turn", state.get("turn", 0))
        return {**update, "spans": (Span(turn, name, (time.perf_counter() - start) * 1000),)}

    return run


def takes_run(node: Any) -> bool:
    """Whether a node wants the run's configuration and runtime beside the state."""
    return type(node).__call__.__code__.co_argcount > 2


def build_graph(
    deps: "Deps", checkpointer: BaseCheckpointSaver[Any] | None = None, store: BaseStore | None = None
) -> Graph:
    """The compiled conversation graph over opened dependencies; any saver and store may be given."""
    index, embedder, archive = deps.index, deps.embedder, deps.archive
    small, summary = deps.models.small, deps.models.summary
    within = deps.settings.memory_deadline_s
    stand_in = StandIn(deps.reranker, deps.settings.reranker_deadline_s) if deps.reranker else None
    router = ModelRouter(small, deps.settings.rewrite_deadline_s) if small else None
    rewriter = ModelRewriter(small, deps.settings.rewrite_deadline_s) if small else None
    extractor = ModelExtractor(small, within) if small else None
    summariser = ModelSummariser(summary, within) if summary else None
    nodes: dict[str, Any] = {
        "route": Router(archive, router),
        "detect_topic": TopicDetector(embedder, archive),
        "search": Searcher(index, embedder),
        "rewrite": Rewriter(rewriter),
        "retrieve": Retriever(index, embedder, archive),
        "rerank": Reranker(index, embedder, stand_in),
        "generate": Generator(index, embedder, deps.writer, archive, deps.settings.gap_hours * 3600),
        "extract": Extractor(embedder, archive, extractor),
        "summarize": Summarizer(embedder, archive, index, summariser),
    }
    graph = StateGraph(State, context_schema=Context, input_schema=InputState)
    for name, node in nodes.items():
        graph.add_node(name, timed(name, node))
    graph.add_edge(START, "route")
    graph.add_conditional_edges("route", after_route, ["detect_topic", "generate"])
    graph.add_conditional_edges("detect_topic", after_topic, ["rewrite", "search", "rerank"])
    for start, end in (
        ("rewrite", "retrieve"),
        ("search", "retrieve"),
        ("retrieve", "rerank"),
        ("rerank", "generate"),
        ("generate", "extract"),
        ("extract", "summarize"),
        ("summarize", END),
    ):
        graph.add_edge(start, end)
    return graph.compile(checkpointer=checkpointer, store=store, name="anaphora")
