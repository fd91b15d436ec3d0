"""What a model said, as values: a whole reply with its cost, and the pieces of a streamed one."""

from dataclasses import dataclass, field

from pydantic import BaseModel

from nodes.model_failures import FailureCode
from nodes.state import Call


@dataclass(frozen=True)
class Usage:
    """Tokens as the provider reported them; zero where it did not. `cached` is part of `input`."""

    input: int = 0
    output: int = 0
    cached: int = 0


@dataclass(frozen=True)
class Reply:
    """What a model said. `finish_reason` is the provider's, `length` when cut at our limit, or `interrupted`."""

    text: str
    finish_reason: str = "stop"
    usage: Usage = field(default_factory=Usage)
    ms: float = 0.0
    first_ms: float = 0.0  # until the first text
    calls: int = 1  # requests made, repeats included
    model: str = ""
    value: BaseModel | None = None  # the parsed reply, where a schema was asked for
    failure: FailureCode | None = None  # why it was interrupted

    @property
    def interrupted(self) -> bool:
        """Whether the reply stops before its end."""
        return self.finish_reason == "interrupted"

    def call(self, turn: int, step: str) -> Call:
        """The reply's cost, for the turn's record."""
        return Call(turn, step, round(self.ms, 1), (self.usage.input, self.usage.output), self.model)


@dataclass(frozen=True)
class Chunk:
    """A piece of a streamed reply; the last one holds the whole `reply` and no text."""

    text: str = ""
    reply: Reply | None = None
