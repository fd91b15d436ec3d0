"""A small conversation graph for the tests of the tiers: a turn is three steps, and says what it was told so far."""

import operator
from typing import Annotated, Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.config import get_stream_writer
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.graph.state import CompiledStateGraph
from typing_extensions import TypedDict

from stores.flushing import DEFERRED
from stores.tiered_saver import TieredSaver


class Talk(TypedDict, total=False):
    messages: Annotated[list[AnyMessage], add_messages]
    turns: int
    log: Annotated[list[str], operator.add]
    unchanged: list[str]


async def understand(state: Talk) -> dict[str, Any]:
    return {"turns": state.get("turns", 0) + 1, **({} if "unchanged" in state else {"unchanged": ["kept"]})}


async def generate(state: Talk) -> dict[str, Any]:
    said = [str(m.content) for m in state["messages"] if isinstance(m, HumanMessage)]
    return {"messages": [AIMessage(f"{state['turns']}: {' '.join(said)}")]}


async def extract(state: Talk) -> dict[str, Any]:
    get_stream_writer()("extract")
    return {"log": [str(state["messages"][-1].content)]}


def talk_graph(saver: BaseCheckpointSaver[Any]) -> CompiledStateGraph[Talk, None, Talk, Talk]:
    graph = StateGraph(Talk)
    graph.add_node("understand", understand)
    graph.add_node("generate", generate)
    graph.add_node("extract", extract)
    for start, end in ((START, "understand"), ("understand", "generate"), ("generate", "extract"), ("extract", END)):
        graph.add_edge(start, end)
    return graph.compile(checkpointer=saver)


def config_of(thread: str, **configurable: Any) -> RunnableConfig:
    return {"configurable": {"thread_id": thread, **configurable}}


async def turn(
    saver: BaseCheckpointSaver[Any], thread: str, text: str, *, token: int | None = None, crash: str = ""
) -> str:
    """A turn as the runner does it: deferred under a lease, flushed before its answer counts and at its end.

    With `crash` it stops dead when that node is about to run, as a killed process would.
    """
    graph = talk_graph(saver)
    config = config_of(thread, **({DEFERRED: True, "lease_token": token} if token else {}))
    interrupt = [crash] if crash else None
    sent: Any = {"messages": [HumanMessage(text, id=f"{thread}-{text}")]}
    stream = graph.astream(sent, config, stream_mode="custom", durability="sync", interrupt_before=interrupt)
    async for _ in stream:
        if isinstance(saver, TieredSaver):
            await saver.flush(config)
    if crash:
        return ""
    if isinstance(saver, TieredSaver):
        await saver.flush(config)
    return str((await graph.aget_state(config)).values["messages"][-1].content)


async def said(saver: BaseCheckpointSaver[Any], thread: str) -> list[str]:
    """The messages of a thread's newest checkpoint."""
    state = await talk_graph(saver).aget_state(config_of(thread))
    assert not state.values or state.values["unchanged"] == ["kept"]
    return [str(message.content) for message in state.values.get("messages", [])]
