"""What a running turn tells its caller: routed, topic, resolved, retrieved, token…, answer, remembered, done."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

EventName = Literal["routed", "topic", "resolved", "retrieved", "token", "answer", "remembered", "done"]


@dataclass(frozen=True)
class Event:
    """One event of a turn. `data` holds plain JSON values; those of `done` are the whole turn record."""

    name: EventName
    data: Mapping[str, Any]
