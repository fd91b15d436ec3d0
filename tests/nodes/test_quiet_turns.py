"""Turns that need no evidence leave the topic as it was."""

import asyncio
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from langchain_core.messages import HumanMessage

from graph.builder import build_graph
from graph.memory_deps import open_memory_deps
from graph.testing import HashingEmbedder
from nodes.context import Context
from nodes.ranking import carried_of
from nodes.state import Route, Topic
from stores.passages import Passage

PASSAGES = [
    Passage("bond", "The Two-Year Bond pays 4.3 percent in 2023. Closing it early costs 120 days of interest."),
    Passage("saver", "The Everyday Saver pays 2.1 percent and can be emptied at any time."),
    Passage("pool", "The riverside pool opens at seven. A swim costs 5.20 pounds for adults."),
    Passage("probe", "The Kestrel probe was launched in 2022. Its budget was 265 million crowns."),
]
QUESTIONS = (
    "What does the Two-Year Bond pay in 2023?", "What is the penalty for closing it early?", "And the Everyday Saver?",
    "When does the riverside pool open?", "How much is a swim?", "When was the Kestrel probe launched?", "its budget?",
    "no, I meant the Two-Year Bond",
)  # fmt: skip
QUIET = {
    "social": ("thanks!", "👍", "Hello", "ok great", "谢谢", "merci beaucoup"),
    "transform": ("make it shorter", "as a table", "in Spanish please", "kürzer bitte", "say that again"),
    "recall": ("What was my first question?", "what have I asked so far", "What did you say about the pool?"),
}


def kept(state: dict[str, Any]) -> dict[str, Any]:
    """What a quiet turn must not change: every frame with its constraints, and the passages that would be carried."""
    frames, notes = state.get("frames", ()), state.get("notes", ())
    topic = Topic("same", frames[0].id) if frames else None
    return {"frames": tuple(frames), "carried": carried_of(Route("retrieve", ""), topic, notes, frames)}


async def play(turns: list[tuple[str, str]]) -> list[tuple[str, dict[str, Any], dict[str, Any], Any]]:
    """Play a thread; returns for each turn its kind, what was kept before and after it, and the route."""
    async with open_memory_deps(PASSAGES, embedder=HashingEmbedder()) as deps:
        graph = build_graph(deps, deps.checkpointer, deps.store)
        config: Any = {"configurable": {"thread_id": "quiet"}}
        before: dict[str, Any] = {}
        played = []
        for number, (kind, message) in enumerate(turns):
            given_: Any = {"messages": [HumanMessage(message, id=str(number))]}
            state = await graph.ainvoke(given_, config, context=Context(window=16))
            played.append((kind, kept(before), kept(state), state["route"]))
            before = state
        return played


questions = st.tuples(st.just("question"), st.sampled_from(QUESTIONS))
quiet = st.one_of(*(st.tuples(st.just(kind), st.sampled_from(messages)) for kind, messages in QUIET.items()))


@settings(max_examples=8)
@given(st.lists(st.one_of(questions, quiet), min_size=2, max_size=7))
@example([("question", QUESTIONS[0]), ("transform", "as a table"), ("transform", "as a table")])
@example([("question", QUESTIONS[0]), ("transform", "in Spanish please"), ("transform", "in Spanish please")])
def test_a_quiet_turn_changes_neither_frame_nor_constraints_nor_carried_passages(turns: list[tuple[str, str]]) -> None:
    """For any thread: social turns, restatements and recalls are heard as such and leave no trace on the topic."""
    begun = False
    for kind, before, after, route in asyncio.run(play(turns)):
        if kind == "question":
            begun = begun or route.action == "retrieve"
            continue
        assert route.action == kind or (kind == "transform" and not begun and route.action == "clarify")
        assert after == before
