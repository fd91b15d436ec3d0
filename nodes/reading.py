"""What nodes read of the state and the run: the message, the reach into the past, the clock, the archive."""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from langchain_core.messages import AnyMessage, HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from nodes.context import Context
from nodes.state import Frame, State, Topic
from stores.archive import ROOT, Archive, Reach
from stores.errors import InputError


def last_message(state: State) -> HumanMessage:
    """The user message of this turn. Raises `InputError` when there is none."""
    for message in reversed(state.get("messages", [])):
        if isinstance(message, HumanMessage):
            return message
    raise InputError("The input holds no user message: send {'messages': [{'role': 'user', 'content': '...'}]}.")


def text_of(message: AnyMessage) -> str:
    """The words of a message, whatever its content is made of."""
    return str(message.text)


def thread_of(config: RunnableConfig | None) -> str:
    """The stored key of the thread; "" when the graph runs without one."""
    return str(((config or {}).get("configurable") or {}).get("thread_id", ""))


def reach_of(state: State, config: RunnableConfig | None) -> Reach:
    """The turns that this run may see: those of its branch and of the branches it descends from."""
    past = tuple((part.branch, part.upto) for part in state.get("lineage", ()))
    return Reach(thread_of(config), (*past, (state.get("branch", ROOT), state.get("turn", 1) - 1)))


def archive_of(runtime: Runtime[Context] | None, given: Archive | None) -> Archive | None:
    """The archive of the run: over the store that the graph or its server brings, else the one handed in."""
    store = getattr(runtime, "store", None)
    return Archive(store) if store is not None else given


def current_frame(state: State) -> Frame | None:
    """The frame of the current topic, if any topic has begun."""
    frames = state.get("frames", ())
    return frames[0] if frames else None


def kept_topic(state: State) -> Topic | None:
    """The topic of a turn that needs none: the current one stays."""
    frame = current_frame(state)
    return Topic("same", frame.id, reason="no topic needed") if frame else None


def clock(context: Context) -> datetime:
    """Now, or what the context says is now."""
    if context.now:
        given = datetime.fromisoformat(context.now)
        return given if given.tzinfo else given.replace(tzinfo=UTC)
    return datetime.now(UTC)


def message_id_of(message: AnyMessage, turn: int) -> str:
    """The message's id, or one made of its words and turn where the caller gave none."""
    return message.id or hashlib.sha256(f"{turn}\x00{message.text}".encode()).hexdigest()[:32]


def seconds_between(earlier: str, now: datetime) -> float:
    """Seconds since an ISO time; 0 when there is none."""
    return max(0.0, (now - datetime.fromisoformat(earlier)).total_seconds()) if earlier else 0.0


def metadata_of(config: RunnableConfig | None) -> Mapping[str, Any]:
    """What the run's configuration holds under `configurable`."""
    return (config or {}).get("configurable") or {}
