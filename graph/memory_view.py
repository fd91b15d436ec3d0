"""What a thread remembers, as plain values for people to look at."""

from collections.abc import Mapping
from typing import Any

from langchain_core.runnables import RunnableConfig

from graph.builder import Graph
from nodes.state import Fact, Frame, Summary
from stores.threads import thread_key


def frame_view(frame: Frame, current: bool) -> dict[str, Any]:
    """A topic: its subject, entities and constraints, and when it was talked about."""
    return {
        "id": frame.id,
        "current": current,
        "subject": frame.subject,
        "entities": list(frame.entities),
        "constraints": {one.slot: one.value for one in reversed(frame.constraints)},
        "cited": list(frame.cited),
        "open_questions": list(frame.open_questions),
        "first_turn": frame.first_turn,
        "last_turn": frame.last_turn,
    }


def fact_view(fact: Fact) -> dict[str, Any]:
    """A fact of the ledger, active or superseded."""
    return {
        "subject": fact.subject,
        "attribute": fact.attribute,
        "value": fact.value,
        "turn": fact.turn,
        "speaker": fact.speaker,
        "active": not (fact.superseded_by or fact.until),
    }


async def memory_of(graph: Graph, *, thread: str, user: str) -> Mapping[str, Any]:
    """The frames (current first), facts and summary of a thread; empty for one without turns."""
    config: RunnableConfig = {"configurable": {"thread_id": thread_key(user, thread)}}
    state = (await graph.aget_state(config)).values
    summary: Summary = state.get("summary", Summary())
    return {
        "frames": [frame_view(frame, n == 0) for n, frame in enumerate(state.get("frames", ()))],
        "facts": [fact_view(fact) for fact in state.get("facts", ())],
        "summary": "\n".join(filter(None, (summary.deep, summary.text))),
        "turns_summarized": summary.upto,
    }
