"""What a crash or a failure left half done, put in order before the next turn.

A turn whose answer may have been seen is completed. One that had not come so far leaves no trace but its message,
kept and marked. The same message again goes on where it was.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, Literal

from langchain_core.messages import HumanMessage, RemoveMessage
from langchain_core.runnables import RunnableConfig
from langgraph.graph import START
from langgraph.types import StateSnapshot

from graph.builder import Graph
from nodes.context import Context
from stores.errors import Busy, StoreUnavailable

log = logging.getLogger(__name__)

Flush = Callable[[], Awaitable[None]]
Settled = Literal["nothing", "completed", "dropped", "same"]

BEGUN = frozenset({"generate", "extract", "summarize"})
ANSWERED = BEGUN - {"generate"}
EMPTY: dict[str, Any] = {"turn": 0, "at": "", "topic": None, "frames": (), "seen": ()}
"""What nodes before generate own, as it was before a thread's first turn."""
LONGEST_TURN = 50


async def settle(graph: Graph, config: RunnableConfig, message_id: str, context: Context, flush: Flush) -> Settled:
    """Complete or drop the turn that was left half done; `same` when it is this very message's, which then goes on.

    `flush` makes the newest checkpoint durable. Raises what a node raises while a turn is completed whose answer was
    already given, `Busy` and `StoreUnavailable`.
    """
    state = await graph.aget_state(config)
    if not state.tasks:
        return "nothing"
    if _stage(state) == {START}:  # the input is stored, and not yet taken into the state
        await graph.ainvoke(None, config, context=context, interrupt_before=["route"], durability="sync")
        state = await graph.aget_state(config)
        if not state.tasks:
            return "nothing"
    asked, stage = _asked(state), _stage(state)
    if asked is not None and asked.id == message_id:
        return "same"
    failed = any(task.error for task in state.tasks)  # and its caller was told so
    if stage & ANSWERED or (stage & BEGUN and not failed):
        try:
            await _complete(graph, config, context, flush)
        except (Busy, StoreUnavailable):
            raise
        except Exception:
            state = await graph.aget_state(config)
            if _stage(state) & ANSWERED:
                raise
            log.warning("A turn that a crash left half done failed again before its answer: dropped.", exc_info=True)
        else:
            return "completed"
    await _drop(graph, config, state, asked)
    return "dropped"


async def _complete(graph: Graph, config: RunnableConfig, context: Context, flush: Flush) -> None:
    """Go on to the end. The archive comes after the answer's checkpoint is durable, as in any other turn."""
    await flush()
    async for event in graph.astream(None, config, context=context, stream_mode="custom", durability="sync"):
        if event.get("name") == "extract":
            await flush()


async def _drop(graph: Graph, config: RunnableConfig, state: StateSnapshot, asked: HumanMessage | None) -> None:
    """Go back to where the turn began. The marked message has another id, so that it can be sent again."""
    values: dict[str, Any] = {}
    if asked is not None:
        mark = {"dropped": True, "id": asked.id}
        values["messages"] = [HumanMessage(asked.content, id=f"dropped.{asked.id}", additional_kwargs=mark)]
    before = await _before(graph, config, state)
    if before is None:
        notes = state.values.get("notes", ())
        removed = [RemoveMessage(id=asked.id)] if asked is not None and asked.id else []
        values = {**({"turn": notes[-1].turn} if notes else EMPTY), "messages": [*removed, *values.get("messages", ())]}
    await graph.aupdate_state(before or config, values, as_node="summarize")


async def _before(graph: Graph, config: RunnableConfig, state: StateSnapshot) -> RunnableConfig | None:
    """The nearest ancestor that leaves nothing to do; None at a thread's first turn, or when it was pruned.

    A tiered saver keeps not every step, so a turn's first one may be missing from the chain.
    """
    for _ in range(LONGEST_TURN):
        if state.parent_config is None:
            return None
        place = _at(config, state.parent_config)
        state = await graph.aget_state(place)
        if state.metadata is None:
            return None
        if not state.tasks:
            return place
    return None


def _at(config: RunnableConfig, place: RunnableConfig) -> RunnableConfig:
    return {**config, "configurable": {**config["configurable"], **place["configurable"]}}


def _stage(state: StateSnapshot) -> set[str]:
    """The nodes that were running."""
    return {task.name for task in state.tasks}


def _asked(state: StateSnapshot) -> HumanMessage | None:
    """The message of the turn that was left."""
    for message in reversed(state.values.get("messages", [])):
        if isinstance(message, HumanMessage):
            return message
    return None
