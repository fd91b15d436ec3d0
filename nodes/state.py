"""The graph's state: what a checkpoint holds. Ids and scores, never passage text; bounded on every turn.

Values are frozen dataclasses; `STATE_TYPES` is the exact list that a serializer may load. A field that a later
node reads lives here, so that a turn killed after any node finds what it needs.
"""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeVar

from langchain_core.messages import AnyMessage
from langgraph.graph.message import add_messages
from typing_extensions import TypedDict

Action = Literal["retrieve", "reuse", "transform", "recall", "social", "clarify"]
TopicLabel = Literal["new", "same", "switch", "return"]
Origin = Literal["new", "carried", "archive"]
Speaker = Literal["user", "assistant", "document"]


@dataclass(frozen=True)
class Route:
    """What the message asks for. `question` is the message without courtesies and cue clauses."""

    action: Action
    question: str
    correction: bool = False
    replaced: tuple[str, ...] = ()  # what the user corrected away ("not 2022")
    wanted: tuple[str, ...] = ()  # what they want instead ("2023")
    reply_to: str = ""  # the user question that this message fills a slot of
    language: str = "en"  # ISO 639-1
    form: str = ""  # for transform: shorter, longer, list, table, simpler, language, ...
    target: str = ""  # for transform: the language asked for; for recall: first, last, about, who, ...
    cue: Literal["", "switch", "return"] = ""  # "now, ...", "back to ...": what the words themselves say
    confidence: float = 1.0
    reason: str = ""


@dataclass(frozen=True)
class Topic:
    """The topic decision of a turn and the frame it made current."""

    label: TopicLabel
    frame: int
    confidence: float = 1.0
    reason: str = ""


@dataclass(frozen=True)
class Constraint:
    """A slot the thread has settled on for a topic: year=2023, office=UK, employment=part-time."""

    slot: str
    value: str
    turn: int


@dataclass(frozen=True)
class Frame:
    """What one topic of the thread is about. `frames[0]` is the current one, the others are parked, newest first."""

    id: int
    subject: str
    entities: tuple[str, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    cited: tuple[str, ...] = ()  # passage ids, newest first
    open_questions: tuple[str, ...] = ()
    terms: tuple[tuple[str, float], ...] = ()  # stems with weights
    vector: bytes = b""  # of what was asked, newer turns weighing more: int8, unit length times 127
    answers: bytes = b""  # of what was answered, likewise; empty until the topic has an answer
    first_turn: int = 0
    last_turn: int = 0


@dataclass(frozen=True)
class AddedTerm:
    """A term of the resolution that the message did not hold. `source`: "turn 3 user", "turn 3 answer", "frame", ..."""

    term: str
    source: str


@dataclass(frozen=True)
class Resolution:
    """The self-contained query made from a message."""

    query: str
    added: tuple[AddedTerm, ...] = ()
    alternatives: tuple[str, ...] = ()
    standalone: bool = True
    by: Literal["message", "rules", "model"] = "message"
    fixed: tuple[tuple[str, str], ...] = ()  # constraints that a model read out of the message: slot and value
    correction: bool = False  # a model says that the user takes something back
    guessed: bool = False  # nothing in the message says that it leans on what was added
    ruled: str = ""  # what the rules made of the message, where a model's query is used: searched as well


@dataclass(frozen=True)
class Candidate:
    """A passage found for this turn, with its fused score."""

    id: str
    score: float


@dataclass(frozen=True)
class Evidence:
    """A passage the answer may rest on: which sentences of it (character spans) and where it came from."""

    id: str
    score: float
    origin: Origin = "new"
    turn: int = 0  # the turn it was first cited in, for carried ones
    spans: tuple[tuple[int, int], ...] = ()  # kept by compression; empty means the whole passage
    seen: bool = False  # demoted: an earlier turn has already used it


@dataclass(frozen=True)
class Source:
    """A source number of this thread: [n] means passage `id` on every turn."""

    n: int
    id: str
    turn: int


@dataclass(frozen=True)
class TurnNote:
    """What later turns need of an earlier one in the window; the words themselves are in `messages`."""

    turn: int
    message_id: str
    action: Action
    query: str  # the resolved query
    frame: int
    cited: tuple[str, ...] = ()
    asked: str = ""  # the user's words, at most 400 characters
    answered: str = ""  # the answer's words, at most 1,200 characters
    answerable: bool = True
    at: str = ""  # ISO time
    language: str = "en"


@dataclass(frozen=True)
class Fact:
    """Something settled in the thread. Active while `superseded_by` is 0 and `until` is empty."""

    id: int
    subject: str
    attribute: str
    value: str
    turn: int
    speaker: Speaker
    kind: str = "fact"  # fact, number, date, name, definition, decision, constraint
    since: str = ""  # ISO date, where known
    until: str = ""
    superseded_by: int = 0
    source: int = 0  # source number, for what a document said


@dataclass(frozen=True)
class Summary:
    """The folded turns of the thread up to and including `upto`."""

    text: str = ""
    upto: int = 0
    deep: str = ""
    deep_upto: int = 0


@dataclass(frozen=True)
class Notice:
    """Something that was degraded or worth knowing, as data."""

    turn: int
    code: str
    detail: str


@dataclass(frozen=True)
class Call:
    """A model call: tokens are (input, output) as the provider reported them, or our count."""

    turn: int
    step: str
    ms: float
    tokens: tuple[int, int] = (0, 0)
    model: str = ""


@dataclass(frozen=True)
class Span:
    """How long a node took, in milliseconds."""

    turn: int
    node: str
    ms: float


@dataclass(frozen=True)
class Lineage:
    """A branch this thread descends from: its turns up to and including `upto` are its past."""

    branch: str
    upto: int


Entry = TypeVar("Entry", Notice, Call, Span)


def of_latest_turn(old: tuple[Entry, ...] | list[Entry], new: tuple[Entry, ...] | list[Entry]) -> tuple[Entry, ...]:
    """Reducer: gather the entries of the newest turn and forget those of the turns before it."""
    entries = (*old, *new)
    latest = max((entry.turn for entry in entries), default=0)
    return tuple(entry for entry in entries if entry.turn == latest)


class InputState(TypedDict):
    """What a caller sends: one new user message."""

    messages: Annotated[list[AnyMessage], add_messages]


class State(InputState, total=False):
    """Everything a checkpoint holds; beside each group, the node that owns it."""

    # route: also clears the last turn's working values
    turn: int
    at: str  # ISO time of this turn
    gap: float  # seconds since the turn before
    branch: str
    lineage: tuple[Lineage, ...]
    route: Route
    # detect_topic (subjects and parking), extract (entities, constraints, cited)
    topic: Topic | None
    frames: tuple[Frame, ...]
    # rewrite
    resolution: Resolution | None
    # search
    found: tuple[Candidate, ...]
    # retrieve
    candidates: tuple[Candidate, ...]
    queries: tuple[str, ...]
    recalled: tuple[Lineage, ...]  # archived turns that join as evidence: branch and turn, best first
    # rerank
    evidence: tuple[Evidence, ...]
    seen: tuple[str, ...]  # passage ids already used, newest first, bounded
    # generate
    answer: str
    answerable: bool
    cited: tuple[Source, ...]  # the sources of this turn's answer
    sources: tuple[Source, ...]  # the newest numbers of the thread; older ones are in the archive
    next_source: int
    tokens: tuple[tuple[str, int], ...]  # prompt tokens by section
    # extract
    facts: tuple[Fact, ...]
    new_facts: tuple[int, ...]  # ids of the facts this turn added or changed
    next_fact: int
    # summarize
    notes: tuple[TurnNote, ...]  # the window, oldest first
    summary: Summary
    # any node
    notices: Annotated[tuple[Notice, ...], of_latest_turn]
    calls: Annotated[tuple[Call, ...], of_latest_turn]
    spans: Annotated[tuple[Span, ...], of_latest_turn]


STATE_TYPES: tuple[type, ...] = (
    Route, Topic, Constraint, Frame, AddedTerm, Resolution, Candidate, Evidence, Source, TurnNote, Fact, Summary,
    Notice, Call, Span, Lineage,
)  # fmt: skip
