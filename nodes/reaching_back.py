"""What a turn brings back of the thread: facts that matter for it, and when to search the earlier turns."""

import asyncio
import re
from collections.abc import Sequence

import numpy as np
from langchain_core.runnables import RunnableConfig

from nodes.answering_facts import asks_for_old
from nodes.ledger import from_json, is_active, said
from nodes.reading import reach_of, thread_of
from nodes.relevance import current, facts_that_matter
from nodes.state import Fact, Frame, Resolution, Route, State, Topic, TurnNote
from nodes.topics import unpack
from nodes.values import names_in
from stores.archive import Archive, Reach
from stores.embedder import SMALL_CALL, Embedder
from stores.passages import Vector
from stores.words import terms

OLD_FACTS = 6
EXCHANGE = 1600  # characters of the last exchange that say what the turn is about
_BACK = re.compile(
    r"\b(?:earlier|previously|before|already|mentioned|discussed|talked about|you (?:said|told)|i (?:said|told)|"
    r"we (?:said|agreed|decided)|last time|again|antes|mencion\w+|dijiste|dije|hablamos|avant|déjà|mentionné\w*|"
    r"vous avez dit|vorhin|früher|erwähnt\w*|schon|gesagt)\b",
    re.IGNORECASE,
)
_OWN = re.compile(r"\b(?:my|our|mi|mis|nuestr[oa]s?|mon|ma|mes|notre|nos|mein\w{0,2}|unser\w{0,2})\b", re.IGNORECASE)


def reaches_back(
    route: Route, topic: Topic | None, resolution: Resolution, notes: Sequence[TurnNote], frames: Sequence[Frame]
) -> bool:
    """Whether the archive is searched: for a recall, on a return, or for a reference that nothing nearer explains."""
    if route.action == "recall" or (topic is not None and topic.label == "return"):
        return True
    if not notes:
        return False
    if _BACK.search(route.question) or _OWN.search(route.question):
        return True
    if not resolution.standalone and not resolution.added:
        return True
    near = " ".join((*(f"{note.asked} {note.answered}" for note in notes), *(frame.subject for frame in frames[:1])))
    known = set(terms(near, route.language))
    return any(not set(terms(name, route.language)) & known for name in names_in(route.question))


async def facts_for(
    state: State, config: RunnableConfig, archive: Archive | None, embedder: Embedder, query: str
) -> tuple[Fact, ...]:
    """The active facts of the ledger and of the archive that matter for a query, best first."""
    held, notes, frames = state.get("facts", ()), state.get("notes", ()), state.get("frames", ())
    language = state["route"].language
    question = await _embedded(embedder, query)
    known = list(held)
    gone = sorted(set(range(1, state.get("next_fact", 1))) - {fact.id for fact in held})
    if gone and archive is not None and thread_of(config):
        known += [from_json(body) for body in await archive.facts(reach_of(state, config), gone, query, question)]
    active = [fact for fact in current(known, language) if is_active(fact)]
    ended = _taken_back(state["route"], known)
    if not active:
        return ended
    last = await _embedded(embedder, f"{notes[-1].asked} {notes[-1].answered}"[:EXCHANGE]) if notes else None
    matter = facts_that_matter(
        query,
        active,
        await asyncio.to_thread(_remembered, embedder, [said(fact) for fact in active]),
        question=question,
        last=last,
        topic=unpack(frames[0].vector) if frames and frames[0].vector else None,
        language=language,
    )
    return (*matter, *ended)


def _taken_back(route: Route, known: Sequence[Fact]) -> tuple[Fact, ...]:
    """For a question about an old value, the user's facts that hold no longer, those corrected last first."""
    if not asks_for_old(route.question, route.language):
        return ()
    ended = [fact for fact in known if fact.superseded_by and fact.speaker == "user"]
    return tuple(sorted(ended, key=lambda fact: (-fact.superseded_by, -fact.id))[:OLD_FACTS])


def _remembered(embedder: Embedder, texts: Sequence[str]) -> Vector:
    """Vectors of texts seen before, in calls small enough for the embedder to remember them."""
    parts = [embedder.embed(texts[at : at + SMALL_CALL]) for at in range(0, len(texts), SMALL_CALL)]
    return np.concatenate(parts)


async def told_in(
    facts: Sequence[Fact], notes: Sequence[TurnNote], archive: Archive | None, reach: Reach
) -> dict[int, str]:
    """The messages in which a user stated these facts, by turn."""
    turns = {fact.turn for fact in facts if fact.speaker == "user"}
    told = {note.turn: note.asked for note in notes if note.turn in turns}
    if archive is not None:
        for item in await archive.at(reach, sorted(turns - told.keys())):
            told[item["turn"]] = item["message"]
    return told


async def _embedded(embedder: Embedder, text: str) -> Vector:
    vector: Vector = (await asyncio.to_thread(embedder.embed, [text]))[0]
    return vector
