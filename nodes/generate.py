"""generate: writes the answer from the evidence, streams it, and numbers its sources once for the whole thread.

Reads: everything before it. Writes: messages (the answer), answer, answerable, cited, sources, next_source, tokens,
notices, calls. Can fail with `StoreUnavailable`; a model's failure is a notice.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableConfig
from langgraph.config import get_stream_writer
from langgraph.runtime import Runtime

from nodes.answer_prompt import prompt_for_answer
from nodes.context import Context, context_of
from nodes.counting import TokenMeter
from nodes.history import seen_by
from nodes.reaching_back import facts_for, told_in
from nodes.reading import archive_of, last_message, message_id_of, reach_of, text_of, thread_of
from nodes.resuming import RECENT, RESUME_AFTER, is_resumed, resumed_note, resumed_notice
from nodes.state import Resolution, Source, State, Summary, TurnNote
from nodes.writing import Brief, Excerpt, Numbering, Remembered, Writer, Written
from stores.archive import Archive
from stores.embedder import Embedder
from stores.passages import Passage, PassageIndex

SOURCES = 32
FIRST = 6  # of the oldest turns are looked at for the first question: a thread may begin with greetings
TOLD = 3  # of the facts that matter most, the words they were stated in are looked up


def excerpt_text(passage: Passage, spans: tuple[tuple[int, int], ...]) -> str:
    """What compression kept of a passage; the whole of it where nothing was cut."""
    if not spans:
        return passage.text
    return " […] ".join(passage.text[start:end].strip() for start, end in spans)


@dataclass(frozen=True)
class Generator:
    """Answers the message."""

    index: PassageIndex
    embedder: Embedder
    writer: Writer
    archive: Archive | None = None
    gap_s: float = RESUME_AFTER

    async def __call__(self, state: State, config: RunnableConfig, runtime: Runtime[Context]) -> dict[str, Any]:
        """Write and stream one answer."""
        brief = await self._brief(state, config, runtime)
        stream = get_stream_writer()
        written = Written("")
        async for piece in self.writer.write(brief):
            if isinstance(piece, Written):
                written = piece
            else:
                stream({"type": "token", "text": piece})
        first_cited = {source.id: source for source in state.get("sources", ())}
        turn = state["turn"]
        cited = tuple(
            first_cited.get(id_) or Source(brief.numbering.number(id_), id_, turn)
            for id_ in dict.fromkeys(written.cited)
        )
        fresh = tuple(source for source in reversed(cited) if source.id not in first_cited)
        message_id, notes = message_id_of(last_message(state), turn), state.get("notes", ())
        resumed = (resumed_notice(state["gap"], notes, turn),) if brief.resumed else ()
        sources = (*fresh, *state.get("sources", ()))[:SOURCES]
        return {
            "messages": [AIMessage(written.text, id=f"{message_id}.answer")],
            "answer": written.text,
            "answerable": written.answerable,
            "cited": cited,
            "sources": sources,
            "next_source": max([state.get("next_source", 1), *(source.n + 1 for source in cited)]),
            "tokens": written.tokens or prompt_for_answer(brief, TokenMeter()).tokens,
            "notices": (*resumed, *written.notices),
            "calls": written.calls,
        }

    async def _brief(self, state: State, config: RunnableConfig, runtime: Runtime[Context]) -> Brief:
        route, message = state["route"], text_of(last_message(state))
        resolution = state.get("resolution") or Resolution(route.question)
        evidence = state.get("evidence", ())
        passages = await asyncio.to_thread(self.index.fetch, [one.id for one in evidence]) if evidence else {}
        asked = [resolution.query, route.question]
        vectors = await asyncio.to_thread(self.embedder.embed, asked) if evidence else (None, None)
        excerpts = tuple(
            Excerpt(
                passages[one.id], excerpt_text(passages[one.id], one.spans), one.score, one.origin, one.turn, one.spans
            )
            for one in evidence
            if one.id in passages
        )
        remembered, opening, known = await self._past(state, config, runtime, [one.passage.id for one in excerpts])
        notes, context, gap = state.get("notes", ()), context_of(runtime, config), state.get("gap", 0.0)
        archive = archive_of(runtime, self.archive) if thread_of(config) else None
        reach, resumed = reach_of(state, config), is_resumed(gap, notes, self.gap_s)
        facts = await facts_for(state, config, archive, self.embedder, resolution.query)
        transcript = await archive.turns(reach) if archive and context.history == "full" else []
        brief = Brief(
            turn=state["turn"],
            message=message,
            route=route,
            resolution=resolution,
            vector=vectors[0],
            own=vectors[1],
            excerpts=excerpts,
            numbering=Numbering(known, state.get("next_source", 1)),
            notes=notes[-RECENT:] if resumed else notes,
            summary=state.get("summary", Summary()),
            facts=facts,
            told=await told_in(facts[:TOLD], notes, archive, reach),
            remembered=remembered,
            opening=opening,
            sources=state.get("cited", ()),
            resumed=resumed_note(gap, notes) if resumed else "",
            now=state.get("at", ""),
            prompt_tokens=context.prompt_tokens,
            history=context.history,
            transcript=tuple(remembered_of(item) for item in transcript),
        )
        return seen_by(brief)

    async def _past(
        self, state: State, config: RunnableConfig, runtime: Runtime[Context], ids: list[str]
    ) -> tuple[tuple[Remembered, ...], TurnNote | None, dict[str, int]]:
        """Recalled turns, the thread's first turn, and the numbers that sources already have."""
        known = {source.id: source.n for source in state.get("sources", ())}
        notes = state.get("notes", ())
        opening = _first_question(notes) if notes and notes[0].turn == 1 else None
        archive, thread = archive_of(runtime, self.archive), thread_of(config)
        if archive is None or not thread:
            return (), opening, known
        reach = reach_of(state, config)
        older = [id_ for id_ in ids if id_ not in known]
        if older and state.get("next_source", 1) > SOURCES:
            known.update(await archive.source_numbers(reach, older))
        if opening is None and state["route"].action == "recall":
            opening = _first_question(
                [
                    TurnNote(one["turn"], "", one["action"], "", 0, asked=one["message"], answered=one["answer"])
                    for one in await archive.turns(reach, first=FIRST)
                ]
            )
        items = [await archive.get(thread, place.branch, place.upto) for place in state.get("recalled", ())]
        return tuple(remembered_of(item) for item in items if item), opening, known


def _first_question(notes: Sequence[TurnNote]) -> TurnNote | None:
    """The first of these turns that asked something; the first of all where none did."""
    return next((note for note in notes if note.action != "social"), notes[0] if notes else None)


def remembered_of(item: Mapping[str, Any]) -> Remembered:
    """An archived turn as evidence from the conversation."""
    return Remembered(item["turn"], item["message"], item["answer"], item["at"])
