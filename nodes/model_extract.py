"""Notes what a turn settled with one model call, keeping only what the turn's own words hold."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from langchain_core.language_models import BaseChatModel

from nodes.facts import USER, Draft
from nodes.figures import sentences
from nodes.model_failures import ModelFailed
from nodes.models import complete
from nodes.prompts import extract_messages
from nodes.race import Rest
from nodes.replies import ExtractReply, FactReply
from nodes.rewrite_check import asks
from nodes.slots import borne_out
from nodes.state import Call, Notice

MOST_TOKENS = 350
MOST_FACTS = 6
MOST_NAME_WORDS = 6
MOST_CHARACTERS = 6000
"""How much of the message, and of the answer, the helper reads."""
_MARK = re.compile(r"\[(\d+)\]")


@dataclass(frozen=True)
class Extracted:
    """What a model found in a turn; empty where it failed, with a notice."""

    drafts: tuple[Draft, ...] = ()
    entities: tuple[str, ...] = ()
    fixed: tuple[tuple[str, str], ...] = ()  # constraints: slot and value
    calls: tuple[Call, ...] = ()
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True)
class ModelExtractor:
    """The model's side of extraction. Never raises for what a model does; one that keeps failing is left alone."""

    model: BaseChatModel
    deadline_s: float = 20.0
    rest: Rest = field(default_factory=Rest)

    async def extract(self, message: str, answer: str, *, subject: str, turn: int, language: str = "en") -> Extracted:
        """What one finished turn settled; `answer` is empty where it settled nothing."""
        if self.rest.resting:
            told = "The model for extraction failed repeatedly; rules alone."
            return Extracted(notices=(Notice(turn, "extract_resting", told),))
        message, answer = message[:MOST_CHARACTERS], answer[:MOST_CHARACTERS]
        prompt = extract_messages(message, answer, subject=subject)
        try:
            reply = await complete(
                self.model,
                prompt,
                step="extract",
                deadline_s=self.deadline_s,
                max_tokens=MOST_TOKENS,
                schema=ExtractReply,
            )
        except ModelFailed as failure:
            self.rest.note(failed=True)
            return Extracted(notices=(failure.notice(turn),))
        self.rest.note(failed=False)
        assert isinstance(reply.value, ExtractReply)
        found = kept(reply.value, message, answer, language)
        return Extracted(found.drafts, found.entities, found.fixed, (reply.call(turn, "extract"),))


def kept(reply: ExtractReply, message: str, answer: str, language: str = "en") -> Extracted:
    """What of a reply stands in the turn word for word.

    A user's facts in what the message states (not in what it asks), its constraints in the message, a document's facts
    in a cited sentence of the answer, names in either.
    """
    drafts = [draft for fact in reply.facts if (draft := _draft(fact, message, answer))]
    entities = [name for name in reply.entities if _holds(message, name) or _holds(answer, name)]
    entities = [
        one for one in entities if len(one.split()) <= MOST_NAME_WORDS and (" " in one or not one[:1].islower())
    ]
    fixed = borne_out(((one.slot, one.value) for one in reply.constraints), message, language)
    return Extracted(tuple(dict.fromkeys(drafts))[:MOST_FACTS], tuple(dict.fromkeys(entities)), fixed)


def _draft(fact: FactReply, message: str, answer: str) -> Draft | None:
    if fact.speaker == "user":
        stated = " ".join(one for one in sentences(message) if not asks(one))
        if not _holds(stated, fact.value) or _holds(fact.value, stated):
            return None
        single = fact.kind in ("number", "date", "constraint", "decision")
        return Draft(fact.subject or USER, fact.attribute, fact.value, "user", fact.kind, single=single)
    numbers = _cited_for(answer, fact.value)
    return Draft(fact.subject, fact.attribute, fact.value, "document", fact.kind, numbers[0]) if numbers else None


def _cited_for(answer: str, value: str) -> Sequence[int]:
    """The source numbers behind the first sentence that holds a value."""
    holding = (sentence for sentence in sentences(answer) if _holds(sentence, value))
    return next(([int(n) for n in found] for one in holding if (found := _MARK.findall(one))), [])


def _holds(text: str, value: str) -> bool:
    flat, wanted = " ".join(text.casefold().split()), " ".join(value.casefold().split())
    return bool(wanted) and re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", flat) is not None
