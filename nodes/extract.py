"""extract (after the answer has streamed): entities, constraints and cited passages of the current frame, and facts.

Reads: route, topic, resolution, answer, answerable, cited, frames, facts, at. Writes: frames, facts, new_facts,
next_fact, calls, notices. Can fail with `StoreUnavailable` (facts that the state has no room for go to the archive);
what cannot be extracted is left out, and a model's failure is a notice.
"""

import asyncio
from dataclasses import dataclass
from typing import Any

import numpy as np
from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from nodes.context import Context
from nodes.facts import Draft, answer_facts, user_facts
from nodes.frames import update_frame
from nodes.ledger import as_json, restated, said, settle
from nodes.model_extract import Extracted, ModelExtractor
from nodes.reading import archive_of, last_message, text_of, thread_of
from nodes.state import Fact, State
from nodes.topics import remember_answer
from stores.archive import Archive
from stores.embedder import Embedder
from stores.passages import Vector

ANSWERED = 1200  # characters of an answer that are embedded
SILENT = ("social", "transform", "recall", "clarify")


@dataclass(frozen=True)
class Extractor:
    """Remembers what a turn settled, by rules and, where there is one, by a model too."""

    embedder: Embedder
    archive: Archive | None = None
    model: ModelExtractor | None = None

    async def __call__(self, state: State, config: RunnableConfig, runtime: Runtime[Context]) -> dict[str, Any]:
        """Update frame and ledger."""
        route, turn = state["route"], state["turn"]
        asked = await self._ask(state)
        settled = settle(
            state.get("facts", ()),
            (*drafts_of(state), *asked.drafts),
            turn=turn,
            next_id=state.get("next_fact", 1),
            at=state.get("at", ""),
            language=route.language,
            corrected=turn - 1 if route.correction else 0,
        )
        await self._keep(state, config, runtime, settled.evicted)
        new = [fact for fact in settled.facts if fact.id in settled.changed]
        if new:
            # the next turn ranks facts before it answers: their vectors are remembered now
            await asyncio.to_thread(self.embedder.embed, [said(fact) for fact in new])
        update: dict[str, Any] = {
            "facts": settled.facts, "new_facts": settled.changed, "next_fact": settled.next_id,
            "calls": asked.calls, "notices": asked.notices,
        }  # fmt: skip
        resolution = state.get("resolution")
        if is_about_something(state):
            frames = update_frame(
                state["frames"],
                route=route,
                query=query_of(state),
                answer=state.get("answer", ""),
                cited=tuple(source.id for source in state.get("cited", ())),
                turn=turn,
                answerable=state.get("answerable", True),
                entities=asked.entities,
                fixed=(*asked.fixed, *(resolution.fixed if resolution else ())),
            )
            update["frames"] = remember_answer(frames, await self._vector_of_answer(state))
        return update

    async def _vector_of_answer(self, state: State) -> Vector | None:
        """What was answered, to find what a later message is about; None for an answer that found nothing."""
        answer = state.get("answer", "")[:ANSWERED]
        if not answer or not state.get("answerable", True):
            return None
        vectors = await asyncio.to_thread(self.embedder.embed, [answer])
        return np.asarray(vectors[0], np.float32)

    async def _ask(self, state: State) -> Extracted:
        if self.model is None or not is_about_something(state):
            return Extracted()
        answer = state.get("answer", "") if state.get("answerable", True) else ""
        subject = state["frames"][0].subject
        message, language = text_of(last_message(state)), state["route"].language
        return await self.model.extract(message, answer, subject=subject, turn=state["turn"], language=language)

    async def _keep(
        self, state: State, config: RunnableConfig, runtime: Runtime[Context], facts: tuple[Fact, ...]
    ) -> None:
        archive, thread = archive_of(runtime, self.archive), thread_of(config)
        if not facts or archive is None or not thread:
            return
        texts = [said(fact) for fact in facts]
        vectors = await asyncio.to_thread(self.embedder.embed, texts)
        await archive.put_facts(thread, state["branch"], [as_json(fact) for fact in facts], texts, vectors)


def is_about_something(state: State) -> bool:
    """Whether the turn belongs to a topic and asked something of the documents."""
    return state["route"].action not in SILENT and state.get("topic") is not None and bool(state.get("frames"))


def query_of(state: State) -> str:
    """What the turn asked, as it was understood."""
    resolution = state.get("resolution")
    return resolution.query if resolution else state["route"].question


def drafts_of(state: State) -> tuple[Draft, ...]:
    """What the message states, and what its answer took from documents, by rules."""
    route, facts, language = state["route"], state.get("facts", ()), state["route"].language
    if route.action == "transform":
        return ()
    stated = user_facts(text_of(last_message(state)), language) or restated(facts, route, state["turn"])
    if not state.get("answerable", True) or not state.get("cited"):
        return stated
    frames = state.get("frames", ())
    subject = frames[0].subject if frames else ""
    return (*stated, *answer_facts(state.get("answer", ""), query_of(state), subject, language))
