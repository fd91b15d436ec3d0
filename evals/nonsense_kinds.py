"""What wrong helper models say: a kind of nonsense is a function of what the prompt holds, the same each time.

Many are what a model of 135 million parameters said when it was asked: an answer, a bare word or date, a piece of the
prompt, the example out of the instructions, a remark about the task, the same words over and over.
"""

import json
import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nodes.prompts import EXTRACT, REWRITE, ROUTE
from nodes.values import names_in
from stores.words import terms, words

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

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

    @property
    def asked_before(self) -> list[str]:
        """Content words of the last question that the message does not hold."""
        own = set(words(self.message))
        return [word for word in dict.fromkeys(words(self.last[0])) if word not in own and terms(word)]


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


def _behind(words_of: Callable[[Asked], list[str]]) -> Callable[[Asked], str]:
    """The message with these words behind it."""
    return lambda asked: " ".join([asked.message.rstrip("?."), *words_of(asked)]) + "?"


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


def _mislabelled(asked: Asked) -> dict[str, Any]:
    """Every value of the turn under the label of another, as the user's own and as the documents'."""
    labels, values = asked.said or _tokens(asked), [*re.findall(r"\w*\d\w*", " ".join(asked.last)), *asked.names]
    pairs = zip(values, [*reversed(labels), *labels] * 3, strict=False)
    return {
        "facts": [
            {"subject": "user", "attribute": label, "value": value, "kind": "decision", "speaker": speaker}
            for value, label in list(pairs)[:6] for speaker in ("user", "document")
        ],
        "entities": [" ".join(labels[at : at + 3]) for at in range(0, 12, 3)],
    }  # fmt: skip


def _invented_facts(asked: Asked) -> dict[str, Any]:
    """Nothing of what was said, and nobody who said it."""
    names = [*asked.names, "user"]
    facts = [
        {"subject": name, "attribute": attribute, "value": value, "kind": "number", "speaker": "user"}
        for name in names[:3] for attribute, value in (("budget", "9,999 EUR"), ("deadline", "1 May 1999"))
    ]  # fmt: skip
    return {"facts": facts, "entities": ["Zanzibar", "Heligoland"], "constraints": {"year": "1890", "city": "Zanzibar"}}


def summary(made: Callable[[Asked], str]) -> Kind:
    """A helper whose summaries are made like this."""
    rest = rewrite(lambda asked: asked.message)
    return lambda asked: made(asked) if asked.step == "summary" else rest(asked)


def _invented_summary(asked: Asked) -> str:
    names = " and ".join(asked.names[:2]) or "The user"
    return f"{names} settled on 9,999 EUR. {asked.last[1]} The user decided to move to Zanzibar on 1 May 1999."


def _swapped_summary(asked: Asked) -> str:
    """What was answered last under what was asked first."""
    answers = [answer for _, answer in asked.turns]
    return "\n".join(f"- {q} {a}" for (q, _), a in zip(asked.turns, answers[::-1], strict=True)) or "Nothing."


BARE = ("true", "no", "same", "2023", "...", "2023-07-24T13:27:32", "1.1.3.1", "not available", "single", "[1]", "None")
REMARKS = (
    "This message is incomplete.",
    "The answer is not a question, it is a reply to the original question.",
    "I'm sorry, but I need more of the conversation to answer that.",
    "You make the last message of a conversation understandable on its own, for a search engine.",
    "the message as one complete question or phrase, in the message's own language, at most 25 words",
    "No response from the user to the question, as requested.",
)


def _one_of(texts: tuple[str, ...]) -> Callable[[Asked], str]:
    return lambda asked: texts[zlib.crc32(asked.message.encode()) % len(texts)]


def _answer(asked: Asked) -> str:
    return f"The answer is that {_first_sentence(asked)[:1].lower()}{_first_sentence(asked)[1:]}"


def _answered(asked: Asked) -> str:
    """The message with what was said last in its place, as a statement."""
    return f"{asked.message.rstrip('?.')} is {' '.join(asked.last[1].split()[:6])}"


def _over_and_over(asked: Asked) -> str:
    name = (asked.names or ["the same"])[-1]
    return ", ".join([name] * 30)


def _among(names: tuple[str, ...]) -> Kind:
    """Another of these kinds for each message."""
    return lambda asked: KINDS[names[zlib.crc32(asked.message.encode()) % len(names)]](asked)


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
    "stuffed from the end": rewrite(_behind(lambda asked: asked.said[-6:])),
    "a heap with a word from nowhere": rewrite(lambda asked: " ".join([asked.message, *asked.said[:3], "zanzibar"])),
    "halved": rewrite(_halved),
    "shuffled": rewrite(lambda asked: " ".join([*reversed(asked.message.split()), *asked.names[:1]])),
    "always a switch": rewrite(_behind(lambda asked: asked.said[-2:]), topic="switch"),
    "always a correction": rewrite(named(0), correction=True, constraints=_made_up),
    "the newest name with the example's flags": rewrite(named(-1), constraints=[{"slot": "year", "value": "2023"}],
                                                        correction=True, topic="return"),
    "a name from the middle": rewrite(lambda asked: named(len(asked.names) // 2)(asked)),
    "the newest name behind": rewrite(lambda asked: f"{asked.message.rstrip('?.')} of {(asked.names or ['it'])[-1]}?"),
    "two names": rewrite(lambda asked: f"{named(0)(asked).rstrip('?')} and {(asked.names or ['it'])[-1]}?"),
    "the last question for an alternative": rewrite(named(-1), alternatives=lambda asked: [asked.last[0]]),
    "the question before the last": rewrite(lambda asked: asked.turns[0][0] if asked.turns else asked.message),
    "the last question's words behind": rewrite(_behind(lambda asked: asked.asked_before[:3])),
    "the first words behind": rewrite(_behind(lambda asked: asked.said[:2])),
    "names alone": rewrite(lambda asked: ", ".join(asked.names[-3:]) or "nothing"),
    "an answer": rewrite(_answer),
    "an answer in the message's words": rewrite(_answered),
    "another language about the newest name": rewrite(
        lambda asked: f"¿Qué es lo que {(asked.names or ['eso'])[-1]} tiene con eso?"
    ),
    "a bare word": rewrite(_one_of(BARE), alternatives=["...", "..."], correction=True),
    "remarks and instructions": rewrite(_one_of(REMARKS)),
    "over and over": rewrite(_over_and_over),
    "cut in the middle": lambda asked: KINDS["the oldest name"](asked)[:-20],
    "everything is a fact": extract(_everything),
    "questions are facts": extract(_swapped_facts),
    "facts under wrong labels": extract(_mislabelled),
    "invented facts": extract(_invented_facts),
    "an invented summary": summary(_invented_summary),
    "a summary of the wrong answers": summary(_swapped_summary),
    "a summary about the task": summary(lambda _: "The conversation was summarised as asked, in plain sentences."),
    **{f"always {action}": route(action)
       for action in ("retrieve", "reuse", "transform", "recall", "social", "clarify")},
    "prose": lambda _: "Sure! Here is what I think about it: it depends.",
    "something else each time": _among((
        "the newest name behind", "the oldest name", "a bare word", "an answer", "stuffed", "two names",
        "everything is a fact", "facts under wrong labels", "an invented summary", "always recall",
    )),
}  # fmt: skip
