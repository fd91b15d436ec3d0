"""Conversations played through language, routing and references alone, as the graph would without documents."""

from dataclasses import dataclass

from nodes.language import detect
from nodes.references import Reference, refer
from nodes.routing.router import route_message
from nodes.state import Fact, Route, TurnNote

DULL = "It is described in the guide [1]."


@dataclass(frozen=True)
class Heard:
    """What one message was taken for, and the query made of it."""

    route: Route
    query: str
    reference: Reference | None

    @property
    def low(self) -> str:
        return self.query.lower()


def converse(*turns: str | tuple[str, str], facts: tuple[Fact, ...] = ()) -> list[Heard]:
    """Play messages, each alone or with the assistant's answer to it; returns what was made of every one."""
    notes: list[TurnNote] = []
    heard: list[Heard] = []
    language = ""
    for number, turn in enumerate(turns, 1):
        message, answer = turn if isinstance(turn, tuple) else (turn, DULL)
        language = detect(message, language)
        route = route_message(message, notes=notes[-6:], frames=(), facts=facts, language=language)
        found = None
        if route.action in ("retrieve", "reuse"):
            found = refer(route.question, route=route, notes=notes[-6:], frames=(), facts=facts, language=language)
        query = found.query if found else route.question
        heard.append(Heard(route, query, found))
        notes.append(
            TurnNote(number, str(number), route.action, query, 1, asked=message, answered=answer, language=language)
        )
    return heard


def last(*turns: str | tuple[str, str], facts: tuple[Fact, ...] = ()) -> Heard:
    """What was made of the last message."""
    return converse(*turns, facts=facts)[-1]
