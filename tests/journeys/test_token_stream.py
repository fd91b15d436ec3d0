"""What a reader's token stream holds while models help: the answer, once, and nothing of the helpers."""

import json
from collections.abc import AsyncIterator
from typing import Any

from langchain_core.messages import HumanMessage
from langchain_core.runnables import RunnableConfig

from graph.builder import build_graph
from graph.memory_deps import open_memory_deps
from graph.testing import HashingEmbedder, ScriptedModel
from nodes.models import Models
from stores.passages import Passage

PASSAGES = [Passage("heron", "The Heron probe was launched in 2019. Its budget is 410 crowns.", source="heron.md")]


async def test_helpers_stay_out_of_langgraphs_message_stream() -> None:
    """In LangGraph's own message mode, as Studio reads it, and in the graph's token events."""
    helper = ScriptedModel(
        replies=lambda seen: (
            json.dumps({"resolution": "What is the Heron probe's budget?"})
            if "for a search engine" in seen[0].text
            else "{}"
        )
    )
    answer = ScriptedModel(replies=lambda seen: "Its budget is 410 crowns [1].")
    models = Models(answer=answer, small=helper, summary=helper)
    async with open_memory_deps(PASSAGES, embedder=HashingEmbedder(), models=models) as deps:
        graph = build_graph(deps, deps.checkpointer, deps.store)
        config: RunnableConfig = {"configurable": {"thread_id": "t"}}
        for question in ("When was the Heron probe launched?", "And what is its budget?"):
            shown, tokens = "", ""
            parts: AsyncIterator[Any] = graph.astream(
                {"messages": [HumanMessage(question)]}, config, stream_mode=["messages", "custom"], durability="sync"
            )
            async for mode, part in parts:
                if mode == "messages":
                    shown += part[0].text
                elif part["type"] == "token":
                    tokens += part["text"]
            assert shown == tokens == "Its budget is 410 crowns [1]."
    assert len(helper.seen) == 3
