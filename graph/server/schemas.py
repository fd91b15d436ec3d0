"""Bodies of requests and responses."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Title = Annotated[str, Field(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]


class Strict(BaseModel):
    """A request body that takes no unknown fields."""

    model_config = ConfigDict(extra="forbid")


class NewThread(Strict):
    """What a thread may be created with."""

    title: Title = Field(default="", description="empty: the first message becomes the title")


class Rename(Strict):
    """A thread's new title."""

    title: Title = Field(min_length=1)


class NewTurn(Strict):
    """One user message."""

    # that it says something is checked by the turn runner, whose sentence is the better one
    message: str = Field(
        min_length=1, description="what the user says", json_schema_extra={"pattern": r"^[^\x00]*\S[^\x00]*$"}
    )


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


class Place(BaseModel):
    """Where a passage stands; page from 1 where there are pages."""

    source: str
    heading: str
    page: int | None


class Cited(Place):
    """A numbered source: [n] means this passage on every turn of the thread. `turn` cited it first."""

    n: int
    id: str
    start: int
    end: int
    turn: int


class Added(BaseModel):
    """A term that the message did not hold, and where it came from: "turn 1 user", "frame", ..."""

    model_config = ConfigDict(populate_by_name=True)

    term: str
    origin: str = Field(alias="from")


class Used(BaseModel):
    """Ids of the passages an answer rests on: found now, kept from earlier, used before; `ranked` best first."""

    new: list[str]
    carried: list[str]
    demoted: list[str]
    ranked: list[str] = []


class Told(BaseModel):
    """Something that was degraded or worth knowing."""

    code: str
    detail: str


class TurnRecord(BaseModel):
    """All there is to know about a finished turn: how it was understood, what it rests on, and what it cost."""

    model_config = ConfigDict(extra="allow")

    thread: str
    turn: int
    user: str
    message: str
    action: str = Field(description="retrieve, reuse, transform, recall, social or clarify")
    topic: str | None = Field(description="new, same, switch or return; null where the message has none")
    correction: bool
    query: str = Field(description="what was searched for: the message made self-contained")
    added: list[Added]
    queries: list[str]
    passages: Used
    places: dict[str, Place] = Field(default={}, description="where the passages stand, by id")
    scores: dict[str, float] = Field(default={}, description="of the passages, by id; they compare within a turn")
    answer: str = Field(description="Markdown")
    html: str = Field(description="the answer as safe HTML")
    sources: list[Cited]
    facts: list[dict[str, Any]]
    tokens: dict[str, int] = Field(description="prompt tokens by section")
    calls: list[dict[str, Any]] = Field(description="model calls: step, ms and tokens")
    ms: dict[str, float] = Field(description="milliseconds by node")
    notices: list[Told]


class Transcript(Thread):
    """A thread with the records of its turns."""

    records: list[TurnRecord]


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


class PassageText(Place):
    """A passage; `start` and `end` are character offsets into the document's text."""

    id: str
    start: int
    end: int
    text: str


class PassageInPlace(PassageText):
    """A passage with the passages of its document before and after it, in order."""

    before: list[PassageText]
    after: list[PassageText]


class Memory(BaseModel):
    """What a thread remembers now."""

    frames: list[dict[str, Any]]
    facts: list[dict[str, Any]]
    summary: str
    turns_summarized: int


class Refused(BaseModel):
    """A file that was not taken in, and why."""

    file: str
    reason: str


class Ingested(BaseModel):
    """What an upload did: files looked at, passages added, files unchanged, files left out."""

    files: int
    added: int
    unchanged: int
    failed: list[Refused]


class Health(BaseModel):
    """The process is up."""

    status: Literal["ok"]


class Readiness(BaseModel):
    """Whether turns can be run: "ok", or what is wrong, for every store."""

    status: Literal["ready", "unready"]
    checks: dict[str, str]


class Problem(BaseModel):
    """Problem details (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str = Field(description="what happened, which value, what to do")
