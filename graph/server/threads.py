"""Threads and their turns over HTTP."""

import json
import uuid
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Response
from sse_starlette import EventSourceResponse, ServerSentEvent

from graph.events import Event
from graph.memory_view import memory_of
from graph.server.errors import problem_of, problems
from graph.server.identity import user_of
from graph.server.markup import to_html
from graph.server.openapi import stream_of
from graph.server.schemas import Memory, NewThread, NewTurn, Receipt, Rename, Thread, Threads, Transcript
from graph.server.serving import Serving, serving_of
from stores.errors import NotFound

router = APIRouter(prefix="/threads", tags=["threads"])
User = Annotated[str, Depends(user_of)]
Server = Annotated[Serving, Depends(serving_of)]
ThreadId = Annotated[str, Path(min_length=1, max_length=200)]
EVENTS = (
    "routed, topic, resolved, retrieved, token..., answer, remembered, done (the turn record), or error (a problem)"
)
RECORD = {"schema": {"$ref": "#/components/schemas/TurnRecord"}}


@router.post("", status_code=201, responses=problems())
async def create_thread(serving: Server, user: User, body: NewThread | None = None) -> Thread:
    """Begin a thread; its id is random."""
    return await _begun(serving, user, str(uuid.uuid4()), body.title if body else "")


@router.get("", responses=problems())
async def list_threads(serving: Server, user: User) -> Threads:
    """The user's threads, the one used last first."""
    entries = await serving.conversations.registry.all(user)
    return Threads(threads=[Thread(**entry) for entry in entries])


@router.get("/{thread}", responses=problems(404))
async def show_thread(serving: Server, user: User, thread: ThreadId) -> Transcript:
    """A thread with the records of its turns."""
    entry = await _entry(serving, user, thread)
    records = await serving.conversations.transcript(thread=thread, user=user) if entry.turns else []
    return Transcript.model_validate({**entry.model_dump(), "records": [with_html(record) for record in records]})


@router.get("/{thread}/memory", responses=problems(404))
async def show_memory(serving: Server, user: User, thread: ThreadId) -> Memory:
    """A thread's topics, facts and summary, as the next turn will find them."""
    await _entry(serving, user, thread)
    return Memory(**await memory_of(serving.conversations.graph, thread=thread, user=user))


@router.patch("/{thread}", responses=problems(404))
async def rename_thread(serving: Server, user: User, thread: ThreadId, body: Rename) -> Thread:
    """Give a thread another title."""
    await _entry(serving, user, thread)
    await serving.conversations.registry.rename(user, thread, body.title)
    return await _entry(serving, user, thread)


@router.get("/{thread}/export", responses=problems(404))
async def export_thread(serving: Server, user: User, thread: ThreadId, response: Response) -> Transcript:
    """A thread's turn records as a file to keep."""
    response.headers["Content-Disposition"] = 'attachment; filename="thread.json"'
    return await show_thread(serving, user, thread)


@router.post("/{thread}/reset", responses=problems(404, 409))
async def reset_thread(serving: Server, user: User, thread: ThreadId) -> Receipt:
    """Erase all turns of a thread and what it remembers; id and title stay."""
    entry = await _entry(serving, user, thread)
    erased = await serving.conversations.delete(thread=thread, user=user)
    await _begun(serving, user, thread, entry.title)
    return Receipt(erased=erased)


@router.delete("/{thread}", responses=problems(404, 409))
async def delete_thread(serving: Server, user: User, thread: ThreadId) -> Receipt:
    """Erase a thread from every store, with a receipt."""
    return Receipt(erased=await serving.conversations.delete(thread=thread, user=user))


@router.post(
    "/{thread}/turns",
    response_model=None,
    responses={
        **problems(404, 409, 429),
        200: {"content": {"application/json": RECORD, "text/event-stream": stream_of(EVENTS)}},
    },
)
async def run_turn(
    serving: Server,
    user: User,
    thread: ThreadId,
    body: NewTurn,
    accept: Annotated[str, Header()] = "application/json",
    idempotency_key: Annotated[str | None, Header(min_length=1, max_length=200)] = None,
) -> Response | dict[str, Any]:
    """Run one turn: server-sent events when accepted, else the turn record. The same key gives the same turn."""
    await _entry(serving, user, thread)
    events = serving.events(body.message, thread=thread, user=user, message_id=idempotency_key)
    if "text/event-stream" in accept:
        # the first event is awaited here, so that a refused turn has its HTTP status
        first = await anext(events)
        return EventSourceResponse(_sse(first, events), ping=15)
    record: dict[str, Any] = {}
    async for event in events:
        if event.name == "done":
            record = with_html(event.data)
    return record


async def _sse(first: Event, events: AsyncIterator[Event]) -> AsyncIterator[ServerSentEvent]:
    yield sent(first.name, first.data)
    try:
        async for event in events:
            yield sent(event.name, with_html(event.data) if event.name == "done" else event.data)
    except Exception as error:  # noqa: BLE001  -- the status line is out: the stream tells
        yield sent("error", problem_of(error))


def sent(name: str, data: Mapping[str, Any]) -> ServerSentEvent:
    """One event with its data in JSON."""
    return ServerSentEvent(json.dumps(data, ensure_ascii=False), event=name)


def with_html(record: Mapping[str, Any]) -> dict[str, Any]:
    """A turn record with its answer as safe HTML beside it."""
    return {**record, "html": to_html(record["answer"])}


async def _begun(serving: Serving, user: str, thread: str, title: str) -> Thread:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    await serving.conversations.registry.touch(user, thread, at=now, turns=0, title=title)
    return await _entry(serving, user, thread)


async def _entry(serving: Serving, user: str, thread: str) -> Thread:
    entry = await serving.conversations.registry.get(user, thread)
    if entry is None:
        raise NotFound(f"There is no thread {thread!r}: create one with POST /threads.")
    return Thread(**entry)
