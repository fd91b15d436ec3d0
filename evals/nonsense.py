"""Helper models that keep to the asked form and are wrong: what a weak, confused or hostile model may say.

    anaphora eval model --cases FILE --nonsense     # every kind beside the rules alone

None of them may cost more than chance would of what the rules hold. A kind is a function of what the prompt holds, so
that it gives the same replies each time.
"""

import json
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nodes.prompts import EXTRACT, REWRITE, ROUTE
from nodes.values import names_in
from stores.words import terms, words

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage
    from rich.console import Console

    from stores.embedder import Embedder

ELSEWHERE = "What does the Zanzibar treaty of 1890 say about Heligoland fishing quotas?"
HUNGARIAN = "Mennyibe kerül ez a szolgáltatás havonta, és mit tartalmaz?"
_POINTING = re.compile(
    r"\b(?:it|its|they|them|their|he|him|his|she|her|this|that|these|those|one|there)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Asked:
    """What a helper's prompt holds."""

    step: str
    message: str
    turns: tuple[tuple[str, str], ...]

    @property
    def last(self) -> tuple[str, str]:
        """The newest earlier turn."""
        return self.turns[-1] if self.turns else ("", "")

    @property
    def names(self) -> list[str]:
        """Names in the conversation, oldest first."""
        return list(dict.fromkeys(name for turn in self.turns for text in turn for name in names_in(text)))

    @property
    def said(self) -> list[str]:
        """Content words of the conversation that the message does not hold."""
        own = set(words(self.message))
        told = " ".join(text for turn in self.turns for text in turn)
        return [word for word in dict.fromkeys(words(told)) if word not in own and terms(word)]


def asked_in(messages: "list[BaseMessage]") -> Asked:
    """What a helper was asked."""
    text = messages[-1].text
    steps = {REWRITE: "rewrite", EXTRACT: "extract", ROUTE: "route"}
    turns = re.findall(r"User: (.*?)\nAssistant: (.*?)(?=\nUser: |\n</)", text, re.DOTALL)
    message = text.rpartition("<message>\n")[2].removesuffix("\n</message>").strip() if "<message>" in text else ""
    step = steps.get(messages[0].text, "summary")
    return Asked(step, message or (turns[0][0] if turns else ""), tuple(turns))


Kind = Callable[[Asked], str]


def rewrite(resolution: Callable[[Asked], str], **more: Any) -> Kind:
    """A helper whose rewrites are made like this, and that extracts nothing."""

    def reply(asked: Asked) -> str:
        if asked.step == "rewrite":
            given = {name: value(asked) if callable(value) else value for name, value in more.items()}
            return json.dumps({"resolution": resolution(asked), "alternatives": [], "topic": "same", **given})
        if asked.step == "route":
            return json.dumps({"action": "retrieve"})
        return json.dumps({"facts": []}) if asked.step == "extract" else asked.turns[0][1] or "Nothing."

    return reply


def route(action: str) -> Kind:
    """A helper that takes every message for the same thing."""
    rest = rewrite(lambda asked: asked.message)
    return lambda asked: json.dumps({"action": action, "correction": True}) if asked.step == "route" else rest(asked)


def extract(record: Callable[[Asked], Mapping[str, Any]]) -> Kind:
    """A helper that notes this of every turn."""
    rest = rewrite(lambda asked: asked.message)
    return lambda asked: json.dumps(record(asked)) if asked.step == "extract" else rest(asked)


def named(at: int) -> Callable[[Asked], str]:
    """The message with one name of the conversation in the place of its pronoun, or behind it."""

    def made(asked: Asked) -> str:
        name = asked.names[at] if asked.names else "nobody"
        text, count = _POINTING.subn(name, asked.message, count=1)
        return text if count else f"{asked.message.rstrip('?')} {name}?"

    return made


def _stuffed(asked: Asked) -> str:
    return " ".join([*asked.said[: max(0, 24 - len(words(asked.message)))], asked.message])


def _tail(asked: Asked) -> str:
    return " ".join([asked.message, *asked.said[-8:]])


def _halved(asked: Asked) -> str:
    kept = asked.message.split()
    return " ".join(kept[: max(1, (len(kept) + 1) // 2)])


def _first_sentence(asked: Asked) -> str:
    return re.split(r"(?<=[.!?])\s", asked.last[1])[0]


def _tokens(asked: Asked) -> list[str]:
    return [word for word in re.findall(r"[^\W_]+", f"{asked.message} {asked.last[1]}") if len(word) > 2]


def _everything(asked: Asked) -> dict[str, Any]:
    """Every word is an entity, a fact of the user's, one of the documents' and a constraint."""
    said = _tokens(asked)
    roles = (("name", "name", "user"), ("city", "fact", "user"), ("price", "number", "document"))
    facts = [
        {"subject": "user", "attribute": attribute, "value": value, "kind": kind, "speaker": speaker}
        for value, (attribute, kind, speaker) in zip(said, roles * 4, strict=False)
    ]
    slots = _slotted(said, "year", "office", "plan", "city")
    return {"facts": facts, "entities": said[:12], "constraints": slots, "topics": said[:4]}


def _slotted(values: list[str], *slots: str) -> list[dict[str, str]]:
    return [{"slot": slot, "value": value} for slot, value in zip(slots, values, strict=False)]


def _swapped_facts(asked: Asked) -> dict[str, Any]:
    """What the user asks is taken for what they state, and replaces what they stated."""
    return {
        "facts": [
            {"subject": "user", "attribute": attribute, "value": asked.message[:120], "kind": kind, "speaker": "user"}
            for attribute, kind in (("name", "name"), ("budget", "decision"), ("allergy", "fact"))
        ],
        "constraints": [{"slot": "year", "value": asked.message[:60]}],
        "entities": [asked.message[:80]],
    }


def _made_up(asked: Asked) -> list[dict[str, str]]:
    return [
        {"slot": slot, "value": value} for slot, value in zip(("year", "plan", "office"), _tokens(asked), strict=False)
    ]


KINDS: Mapping[str, Kind] = {
    "echo": rewrite(lambda asked: asked.message),
    "echo with every flag": rewrite(
        lambda asked: asked.message, topic="return", correction=True, constraints=_made_up
    ),
    "elsewhere": rewrite(lambda _: ELSEWHERE, alternatives=[ELSEWHERE]),
    "another language": rewrite(lambda _: HUNGARIAN, alternatives=[HUNGARIAN]),
    "the last question again": rewrite(lambda asked: asked.last[0]),
    "the last question added": rewrite(lambda asked: f"{asked.message} {asked.last[0]}"),
    "the last answer": rewrite(_first_sentence),
    "the last answer asked": rewrite(lambda asked: f"{asked.message.rstrip('?.')} {_first_sentence(asked)[:-1]}?"),
    "the oldest name": rewrite(named(0)),
    "the oldest name, always a return": rewrite(named(0), topic="return"),
    "the newest name, always a switch": rewrite(named(-1), topic="switch"),
    "stuffed": rewrite(_stuffed, alternatives=lambda asked: [" ".join(asked.said[:20]), " ".join(asked.said[-20:])]),
    "stuffed from the end": rewrite(_tail),
    "a heap with a word from nowhere": rewrite(lambda asked: " ".join([asked.message, *asked.said[:3], "zanzibar"])),
    "halved": rewrite(_halved),
    "shuffled": rewrite(lambda asked: " ".join([*reversed(asked.message.split()), *asked.names[:1]])),
    "always a switch": rewrite(_tail, topic="switch"),
    "always a correction": rewrite(named(0), correction=True, constraints=_made_up),
    "everything is a fact": extract(_everything),
    "questions are facts": extract(_swapped_facts),
    **{f"always {action}": route(action) for action in ("reuse", "transform", "recall", "social", "clarify")},
    "prose": lambda _: "Sure! Here is what I think about it: it depends.",
}  # fmt: skip


def model_of(kind: str) -> "BaseChatModel":
    """A model that talks nonsense of one kind."""
    from graph.testing import ScriptedModel

    reply = KINDS[kind]
    return ScriptedModel(replies=lambda messages: reply(asked_in(messages)))


def nonsense(
    file: Path,
    kinds: Sequence[str] = (),
    *,
    embedder: "Embedder | None" = None,
    console: "Console | None" = None,
) -> dict[str, Any]:
    """The cases by rules and with a model of each kind (all without `kinds`): what each changed, and how races went."""
    from evals.cases import checks_of, played, report
    from evals.model import changed, difference, races_of
    from graph.settings import Settings
    from nodes.models import Models
    from stores.embedder import open_embedder

    chosen = embedder or open_embedder("")
    rules = played(file, chosen, console=console)
    found: dict[str, Any] = {}
    for kind in kinds or KINDS:

        @asynccontextmanager
        async def opened(kind: str = kind) -> AsyncIterator[Models]:
            model = model_of(kind)
            yield Models(small=model, summary=model)

        model = played(file, chosen, models=opened, settings=Settings(_env_file=None), console=console)
        found[kind] = {
            "difference": difference(checks_of(model), checks_of(rules)),
            "changed": changed(checks_of(model), checks_of(rules)),
            "races": races_of(model),
        }
    return {"rules": report(rules)["expectations"], "kinds": found}


def print_nonsense(result: Mapping[str, Any], console: "Console") -> None:
    """A line a kind."""
    from rich.table import Table

    table = Table("a model that says", "expectations", "± se", "better", "worse", "asked", "used")
    for kind, found in result["kinds"].items():
        gained, races = found["difference"], found["races"]
        figures = (f"{gained['expectations']:+d}", f"{gained['se']:.1f}", gained["better"], gained["worse"])
        table.add_row(kind, *map(str, (*figures, races["asked"], races["used"])))
    console.print(table)
    console.print(f"by rules: {result['rules']['passed']} of {result['rules']['total']}")
