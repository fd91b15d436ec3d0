"""Asks a small model for a message's self-contained form, and takes it only where code can check it."""

import hashlib
import re
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage

from nodes.model_failures import ModelFailed
from nodes.models import Reply, complete
from nodes.prompts import rewrite_messages
from nodes.race import Remembered, Rest, first_valid
from nodes.replies import RewriteReply
from nodes.resolver import lacking
from nodes.rewrite_agreement import agreement, is_sure
from nodes.rewrite_check import Verdict, check_rewrite, salvage
from nodes.slots import borne_out
from nodes.state import Call, Fact, Frame, Notice, Resolution, Summary, TurnNote
from nodes.values import names_in
from stores.words import STOP_WORDS, terms

MOST_TOKENS = 220
POINTS = 5
FEWEST_LETTERS = 4  # of a name that is respelled: "us" is no "US"
ANSWER_CHARS = 700
"""How much of an earlier answer the helper sees."""
_TAKES_BACK = re.compile(
    r"\b(?:no|not|wait|sorry|actually|rather|instead|mean[ts]?|correct(?:ion)?|wrong|oops|scratch|"
    r"perd[oó]n|mejor|quise|quiero decir|en realidad|non|pardon|plutôt|voulais|désolé|nein|nicht|sondern|meinte)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Known:
    """What of the conversation a rewrite may draw on."""

    notes: Sequence[TurnNote] = ()
    frames: Sequence[Frame] = ()
    facts: Sequence[Fact] = ()
    summary: Summary = field(default_factory=Summary)

    def sources(self) -> dict[str, str]:
        """The texts that a term may come from, nearest first, by where they stand."""
        found: dict[str, str] = {}
        for note in reversed(self.notes):
            found[f"turn {note.turn} user"] = f"{note.asked}\n{note.query}"
            found[f"turn {note.turn} answer"] = note.answered
        for i, frame in enumerate(self.frames):
            fixed = " ".join(one.value for one in frame.constraints)  # a slot may be a model's word
            text = f"{frame.subject} {' '.join(frame.entities)} {fixed} {' '.join(frame.open_questions)}"
            found["frame" if i == 0 else f"parked frame {frame.id}"] = text
        active = (fact for fact in self.facts if not fact.superseded_by and not fact.until)
        found["ledger"] = "\n".join(f"{fact.subject} {fact.attribute} {fact.value}" for fact in active)
        found["summary"] = f"{self.summary.text}\n{self.summary.deep}"
        return {name: text for name, text in found.items() if text.strip()}

    def names(self) -> list[str]:
        """The names that were said, and those that the topics are about."""
        said = "\n".join(text for note in self.notes for text in (note.asked, note.query, note.answered))
        return list(dict.fromkeys([*names_in(said), *(name for frame in self.frames for name in frame.entities)]))

    def points(self, message: str, language: str) -> list[str]:
        """The lines of the summary that are nearest to a message, at most five, in their order."""
        wanted = set(terms(message, language))
        lines = [line.strip().removeprefix("- ")[:300] for line in self.summary.text.splitlines() if line.strip()]
        near = sorted(range(len(lines)), key=lambda i: (len(wanted & set(terms(lines[i], language))), i))[-POINTS:]
        return [lines[i] for i in sorted(near)]


@dataclass(frozen=True)
class ModelRewriter:
    """The model's side of the race. The same prompt again is answered from memory."""

    model: BaseChatModel
    deadline_s: float = 1.0
    remembered: Remembered[Reply] = field(default_factory=Remembered)
    rest: Rest = field(default_factory=Rest)

    async def race(
        self, rules: Resolution, message: str, known: Known, *, language: str, turn: int
    ) -> tuple[Resolution, tuple[Notice, ...], tuple[Call, ...]]:
        """The model's resolution where it is valid and in time, else the rules'; with notices and the call made."""
        if self.rest.resting:
            return rules, (Notice(turn, "rewrite_resting", "The rewriting model failed repeatedly; rules alone."),), ()
        calls: list[Call] = []
        started = time.monotonic()

        async def ask() -> tuple[Resolution, Verdict]:
            reply = await self._reply(message, known, language, turn, calls)
            assert isinstance(reply.value, RewriteReply)
            return judged(reply.value, rules, message, known, language)

        (winner, _), notice = await first_valid((rules, Verdict()), ask(), _wrong, self.deadline_s, turn)
        if notice is not None and not calls and notice.code != "rewrite_refused":
            calls.append(Call(turn, "rewrite", round((time.monotonic() - started) * 1000, 1)))
        self.rest.note(failed=notice is not None and notice.code != "rewrite_refused")
        return winner, (notice,) if notice else (), tuple(calls)

    async def _reply(self, message: str, known: Known, language: str, turn: int, calls: list[Call]) -> Reply:
        prompt = prompt_for(message, known, language)
        key = hashlib.sha256("\x00".join(part.text for part in prompt).encode()).hexdigest()
        reply = self.remembered.get(key)
        if reply is None:
            try:
                reply = await complete(
                    self.model,
                    prompt,
                    step="rewrite",
                    deadline_s=self.deadline_s,
                    max_tokens=MOST_TOKENS,
                    schema=RewriteReply,
                )
            except ModelFailed as failure:
                calls.append(failure.call(turn))
                raise
            self.remembered.put(key, reply)
            calls.append(reply.call(turn, "rewrite"))
        return reply


def _wrong(offer: tuple[Resolution, Verdict]) -> str:
    """Why an offer may not be used, in the words of its verdict."""
    _, verdict = offer
    return f"{verdict.reason}: {verdict.detail}" if verdict.detail else verdict.reason


def judged(
    reply: RewriteReply, rules: Resolution, message: str, known: Known, language: str
) -> tuple[Resolution, Verdict]:
    """The resolution that a reply offers, and whether it may be used. What the rules made is searched as well."""
    sources, names = known.sources(), known.names()
    query = " ".join(reply.resolution.split()) if "\n" not in reply.resolution.strip() else reply.resolution
    verdict = check_rewrite(query, message, sources, language, dependent=True)
    likely = lacking(message, notes=known.notes, frames=known.frames, facts=known.facts, language=language)
    if verdict.reason == "foreign" and not is_sure(rules.query, message, likely, language):
        saved, found = salvage(query, message, sources, language)
        query, verdict = (saved, found) if saved else (query, verdict)
    if verdict.ok:
        agreed = agreement(query, rules.query, message, likely, language, names)
        verdict = replace(agreed, added=verdict.added)
    query = as_written(query, names)
    others = [one for one in reply.alternatives if check_rewrite(one, message, sources, language, alternative=True).ok]
    distinct = dict.fromkeys(one for one in others if one.casefold() not in {query.casefold(), message.casefold()})
    offer = Resolution(
        query, verdict.added, (*rules.alternatives[:1], *distinct)[:2], standalone=False, by="model",
        fixed=borne_out(((one.slot, one.value) for one in reply.constraints), message, language), ruled=rules.query,
        correction=reply.correction and takes_back(message, language),
    )  # fmt: skip
    return offer, verdict


def as_written(text: str, names: Iterable[str]) -> str:
    """A text with the names in it spelled as the conversation has them: later turns find them by their capitals."""
    for name in names:
        if len(name) >= FEWEST_LETTERS and name.lower() != name:
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", name.replace("\\", ""), text, flags=re.IGNORECASE)
    return text


def takes_back(message: str, language: str) -> bool:
    """Whether a message may correct something: it says no, or sorry, or that something else was meant.

    True for languages whose words for it are not known here.
    """
    return language not in STOP_WORDS or _TAKES_BACK.search(message) is not None


def prompt_for(message: str, known: Known, language: str) -> list[BaseMessage]:
    """The prompt: the state's fields, the nearest lines of the summary, the last two turns; never the whole history."""
    frame = known.frames[0] if known.frames else None
    return rewrite_messages(
        message,
        turns=[(note.asked, note.answered[:ANSWER_CHARS]) for note in known.notes[-2:]],
        subject=frame.subject if frame else "",
        entities=frame.entities[:8] if frame else (),
        constraints=[f"{one.slot} {one.value}" for one in frame.constraints] if frame else (),
        parked=[one.subject for one in known.frames[1:4]],
        points=known.points(message, language),
    )
