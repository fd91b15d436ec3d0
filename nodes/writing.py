"""What an answer is written from, and the seam behind which any writer stands."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from nodes.context import History
from nodes.state import Call, Fact, Notice, Origin, Resolution, Route, Source, Summary, TurnNote
from stores.passages import Passage, Vector


@dataclass(frozen=True)
class Excerpt:
    """A passage in front of the writer: `text` is what compression kept of it."""

    passage: Passage
    text: str
    score: float
    origin: Origin = "new"
    turn: int = 0
    spans: tuple[tuple[int, int], ...] = ()  # of the kept sentences, into `passage.text`


@dataclass(frozen=True)
class Remembered:
    """An earlier turn of the thread brought back as evidence from the conversation."""

    turn: int
    asked: str
    answered: str
    at: str = ""


class Numbering:
    """Source numbers of a thread: a passage keeps its number, a new one gets the next."""

    def __init__(self, known: dict[str, int], following: int) -> None:
        self._numbers = dict(known)
        self.following = following
        self.used: dict[str, int] = {}

    def number(self, passage_id: str) -> int:
        """The number of a passage, giving it the next free one the first time."""
        if passage_id not in self._numbers:
            self._numbers[passage_id] = self.following
            self.following += 1
        self.used[passage_id] = self._numbers[passage_id]
        return self._numbers[passage_id]

    @property
    def known(self) -> dict[str, int]:
        """The numbers given so far, by passage id."""
        return dict(self._numbers)

    def passage(self, number: int) -> str | None:
        """The id that a number stands for in this thread, among those known here."""
        return next((passage for passage, n in self._numbers.items() if n == number), None)


@dataclass(frozen=True)
class Brief:
    """Everything an answer is written from."""

    turn: int
    message: str
    route: Route
    resolution: Resolution
    vector: Vector | None  # of the resolution
    excerpts: tuple[Excerpt, ...]
    numbering: Numbering
    notes: tuple[TurnNote, ...] = ()  # the window, oldest first
    summary: Summary = field(default_factory=Summary)
    facts: tuple[Fact, ...] = ()  # those that matter for this turn
    told: Mapping[int, str] = field(default_factory=dict)  # the user's words by turn, for the first of the facts
    remembered: tuple[Remembered, ...] = ()
    opening: TurnNote | None = None  # the thread's very first turn, for recall
    sources: tuple[Source, ...] = ()  # the sources of the answer before
    resumed: str = ""  # how long ago and about what, after a gap
    own: Vector | None = None  # of the message itself
    now: str = ""
    prompt_tokens: int = 6000  # hard cap for the whole prompt
    history: History = "ours"  # what of the conversation the prompt holds
    transcript: tuple[Remembered, ...] = ()  # every turn so far, oldest first; only for `full`


@dataclass(frozen=True)
class Written:
    """A finished answer. `text` is what the reader sees; the tokens streamed before it make up the same text."""

    text: str
    answerable: bool = True
    cited: tuple[str, ...] = ()  # passage ids in order of first use
    tokens: tuple[tuple[str, int], ...] = ()  # prompt tokens by section
    calls: tuple[Call, ...] = ()
    notices: tuple[Notice, ...] = ()


class Writer(Protocol):
    """Writes an answer: yields pieces of text as they come, and a `Written` last."""

    def write(self, brief: Brief) -> AsyncIterator[str | Written]:
        """Stream an answer to a brief. Never raises for what a model does; degrades and says so in a notice."""


def pieces(text: str, size: int = 24) -> Sequence[str]:
    """A ready text cut at word ends into pieces for streaming; joined they are the text."""
    parts: list[str] = []
    rest = text
    while rest:
        cut = rest.find(" ", size) + 1
        if cut <= 0:
            cut = len(rest)
        parts.append(rest[:cut])
        rest = rest[cut:]
    return parts
