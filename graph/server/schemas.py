"""Bodies of requests and responses."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Strict(BaseModel):
    """A request body that takes no unknown fields."""

    model_config = ConfigDict(extra="forbid")


class NewThread(Strict):
    """What a thread may be created with."""

    title: str = Field(default="", max_length=80)


class Rename(Strict):
    """A thread's new title."""

    title: str = Field(min_length=1, max_length=80)


class NewTurn(Strict):
    """One user message."""

    message: str = Field(min_length=1, description="what the user says")


class Thread(BaseModel):
    """A thread of the user."""

    thread: str
    title: str
    created: str
    updated: str
    turns: int


class Threads(BaseModel):
    """The user's threads, the one used last first."""

    threads: list[Thread]


class Transcript(Thread):
    """A thread with the records of its turns."""

    records: list[dict[str, Any]]


class Receipt(BaseModel):
    """What an erasure removed, by kind."""

    erased: dict[str, int]


class Document(BaseModel):
    """A document in the index."""

    source: str
    passages: int


class Documents(BaseModel):
    """The documents in the index."""

    documents: list[Document]


class PassageText(BaseModel):
    """A passage and its place: character offsets into the document's text, page from 1 where there are pages."""

    id: str
    source: str
    heading: str
    page: int | None
    start: int
    end: int
    text: str


class Memory(BaseModel):
    """What a thread remembers now."""

    frames: list[dict[str, Any]]
    facts: list[dict[str, Any]]
    summary: str
    turns_summarized: int


class Ingested(BaseModel):
    """What an upload did."""

    files: int
    added: int
    unchanged: int
    failed: list[dict[str, str]]


class Health(BaseModel):
    """Whether the server can answer."""

    status: Literal["ok", "starting"]


class Problem(BaseModel):
    """Problem details (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
