"""summarize (after the answer): folds the turns that leave the window into the summary and archives the turn.

Reads: everything of the turn. Writes: notes, messages (removals), summary, notices. Can fail with `StoreUnavailable`
(the archive); a summariser that fails changes nothing.
"""

import asyncio
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import RemoveMessage
from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from nodes.context import Context, context_of
from nodes.memory import fold
from nodes.reading import archive_of, last_message, message_id_of, text_of, thread_of
from nodes.record import archived_turn
from nodes.state import Resolution, State, Summary, TurnNote
from stores.archive import Archive
from stores.embedder import Embedder

ASKED, ANSWERED = 400, 1200


@dataclass(frozen=True)
class Summarizer:
    """The last node of a turn."""

    embedder: Embedder
    archive: Archive | None = None

    async def __call__(self, state: State, config: RunnableConfig, runtime: Runtime[Context]) -> dict[str, Any]:
        """Close the turn."""
        note = note_of(state)
        notes = (*state.get("notes", ()), note)
        window = context_of(runtime, config).window
        kept, leaving = notes[-window:], notes[:-window]
        summary = fold(state.get("summary", Summary()), leaving, state.get("facts", ()))
        await self._store(state, config, runtime, note)
        return {"notes": kept, "summary": summary, "messages": removals(state, kept)}

    async def _store(self, state: State, config: RunnableConfig, runtime: Runtime[Context], note: TurnNote) -> None:
        archive, thread = archive_of(runtime, self.archive), thread_of(config)
        if archive is None or not thread:
            return
        vector = (await asyncio.to_thread(self.embedder.embed, [f"{note.query}\n{note.answered}"]))[0]
        message = text_of(last_message(state))
        await archive.put(thread, state["branch"], state["turn"], archived_turn(state, message, note), vector)


def note_of(state: State) -> TurnNote:
    """What later turns need of this one."""
    message, turn = last_message(state), state["turn"]
    topic, resolution = state.get("topic"), state.get("resolution") or Resolution(state["route"].question)
    return TurnNote(
        turn=turn,
        message_id=message_id_of(message, turn),
        action=state["route"].action,
        query=resolution.query[:ASKED],
        frame=topic.frame if topic else 0,
        cited=tuple(source.id for source in state.get("cited", ())),
        asked=text_of(message)[:ASKED],
        answered=state.get("answer", "")[:ANSWERED],
        answerable=state.get("answerable", True),
        at=state.get("at", ""),
        language=state["route"].language,
    )


def removals(state: State, kept: tuple[TurnNote, ...]) -> list[RemoveMessage]:
    """Removal marks for the messages of turns that have left the window; they are in the archive."""
    ids = [message.id for message in state["messages"]]
    first = kept[0].message_id
    before = ids[: ids.index(first)] if first in ids else []
    return [RemoveMessage(id=id_) for id_ in before if id_]
