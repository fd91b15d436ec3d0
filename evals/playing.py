"""Conversation cases played through the real graph, each on a thread and an index of its own."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graph.settings import Settings
    from nodes.models import Models
    from nodes.writing import Brief, Writer, Written
    from stores.embedder import Embedder
    from stores.passages import PassageIndex


@dataclass(frozen=True)
class Case:
    """One conversation with what is expected of its turns."""

    id: str
    kind: str
    documents: tuple[tuple[str, str], ...]
    turns: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class Decided:
    """What the system did with one message. `top3` are the first passages used as evidence."""

    action: str
    topic: str | None
    correction: bool
    query: str
    top3: tuple[str, ...]
    answerable: bool
    reason: str
    by: str = "message"
    """What made the query: the message itself, rules or a model."""
    asked: tuple[str, ...] = ()
    """Helper steps that a model was asked for."""
    notices: tuple[tuple[str, str], ...] = ()
    """Codes and details of what was degraded."""


class ScriptedWriter:
    """Another writer, whose words are replaced by those in `say` while it is set: what it cites stays."""

    def __init__(self, writer: "Writer") -> None:
        self._writer = writer
        self.say: str | None = None

    async def write(self, brief: "Brief") -> "AsyncIterator[str | Written]":
        """Stream the scripted answer, or the other writer's own."""
        async for piece in self._writer.write(brief):
            if self.say is None:
                yield piece
            elif not isinstance(piece, str):
                yield self.say
                yield replace(piece, text=self.say, answerable=True)


async def play(
    case: Case, embedder: "Embedder", models: "Models | None" = None, settings: "Settings | None" = None
) -> list[Decided]:
    """Run a conversation through the graph: a thread of its own, in memory, over the case's documents alone.

    `models` help to decide; answers are extractive all the same.
    """
    from langchain_core.messages import HumanMessage

    from graph.builder import build_graph
    from graph.memory_deps import open_memory_deps
    from nodes.context import Context
    from nodes.extractive import ExtractiveWriter
    from stores.passages import Passage

    decided: list[Decided] = []
    passages = [Passage(id_, text, source=id_, end=len(text)) for id_, text in case.documents]
    writers: list[ScriptedWriter] = []

    def scripted(index: "PassageIndex") -> ScriptedWriter:
        writers.append(ScriptedWriter(ExtractiveWriter(index)))
        return writers[0]

    async with open_memory_deps(passages, embedder=embedder, writer=scripted, models=models, settings=settings) as deps:
        graph = build_graph(deps, deps.checkpointer, deps.store)
        for number, turn in enumerate(case.turns, 1):
            writers[0].say = turn.get("assistant")
            config: Any = {"configurable": {"thread_id": case.id}}
            message = HumanMessage(turn["user"], id=f"{case.id}-{number}")
            state = await graph.ainvoke({"messages": [message]}, config, context=Context())
            decided.append(_decided(state))
    return decided


def _decided(state: Mapping[str, Any]) -> Decided:
    route, topic, resolution, turn = state["route"], state.get("topic"), state.get("resolution"), state["turn"]
    reasons = [route.reason, topic.reason if topic else ""]
    return Decided(
        action=route.action,
        topic=topic.label if topic else None,
        correction=route.correction,
        query=resolution.query if resolution else route.question,
        top3=tuple(one.id for one in state.get("evidence", ()))[:3],
        answerable=state.get("answerable", True),
        reason="; ".join(reason for reason in reasons if reason),
        by=resolution.by if resolution else "message",
        asked=tuple(call.step for call in state.get("calls", ()) if call.turn == turn),
        notices=tuple((one.code, one.detail) for one in state.get("notices", ()) if one.turn == turn),
    )
