"""summarize (after the answer): folds the turns that leave the window into the summary, and archives the turn.

Reads: everything of the turn. Writes: notes, messages (removals), summary, notices, calls. Can fail with
`StoreUnavailable` (the archive); a summariser that fails changes nothing.
"""

import asyncio
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import RemoveMessage
from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from nodes.context import Context, context_of
from nodes.folding import DEADLINE_S, fold
from nodes.model_summary import ModelSummariser
from nodes.reading import archive_of, last_message, message_id_of, text_of, thread_of
from nodes.record import archived_turn
from nodes.resolver import read_ahead
from nodes.state import Resolution, State, Summary, TurnNote
from stores.archive import Archive
from stores.embedder import Embedder
from stores.passages import PassageIndex

ASKED, ANSWERED = 400, 1200


@dataclass(frozen=True)
class Summarizer:
    """The last node of a turn. Folds with the model's summariser where there is one."""

    embedder: Embedder
    archive: Archive | None = None
    index: PassageIndex | None = None
    model: ModelSummariser | None = None

    async def __call__(self, state: State, config: RunnableConfig, runtime: Runtime[Context]) -> dict[str, Any]:
        """Close the turn."""
        note = note_of(state)
        writer = self.model.of_turn(state["turn"], note.language) if self.model else None
        folded = await fold(
            state.get("summary", Summary()),
            (*state.get("notes", ()), note),
            state.get("facts", ()),
            window=context_of(runtime, config).window,
            frames=state.get("frames", ()),
            documents=await self._documents(state),
            summariser=writer,
            deadline_s=max(DEADLINE_S, self.model.deadline_s) if self.model else DEADLINE_S,
        )
        update: dict[str, Any] = {
            "notes": folded.notes,
            "summary": folded.summary,
            "messages": removals(state, folded.notes),
            "notices": folded.notices,
            "calls": tuple(writer.calls) if writer else (),
        }
        closed: State = {
            **state,
            "notices": (*state.get("notices", ()), *folded.notices),
            "calls": (*state.get("calls", ()), *update["calls"]),
        }
        await self._store(closed, config, runtime, note)
        read_ahead(note)  # while nobody waits
        return update

    async def _documents(self, state: State) -> tuple[str, ...]:
        """The documents that the newest topics rest on, by name."""
        ids = [id_ for frame in state.get("frames", ())[:2] for id_ in frame.cited]
        if not ids or self.index is None:
            return ()
        found = await asyncio.to_thread(self.index.fetch, ids)
        return tuple(dict.fromkeys(found[id_].source for id_ in ids if id_ in found and found[id_].source))

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
