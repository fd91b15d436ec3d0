"""Notes what a turn settled with one model call, keeping only what the turn's own words hold."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from langchain_core.language_models import BaseChatModel

from nodes.facts import USER, Draft
from nodes.figures import sentences
from nodes.model_failures import ModelFailed
from nodes.models import complete
from nodes.prompts import extract_messages
from nodes.replies import ExtractReply, FactReply
from nodes.state import Call, Notice

MOST_TOKENS = 500
MOST_FACTS = 6
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
    """The model's side of extraction. Never raises for what a model does."""

    model: BaseChatModel
    deadline_s: float = 20.0

    async def extract(self, message: str, answer: str, *, subject: str, turn: int) -> Extracted:
        """What one finished turn settled; `answer` is empty where it settled nothing."""
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
            return Extracted(notices=(failure.notice(turn),))
        assert isinstance(reply.value, ExtractReply)
        found = kept(reply.value, message, answer)
        return Extracted(found.drafts, found.entities, found.fixed, (reply.call(turn, "extract"),))


def kept(reply: ExtractReply, message: str, answer: str) -> Extracted:
    """What of a reply stands in the turn word for word.

    A user's facts and constraints in the message, a document's in a cited sentence of the answer, names in either.
    """
    drafts = [draft for fact in reply.facts if (draft := _draft(fact, message, answer))]
    entities = [name for name in reply.entities if _holds(message, name) or _holds(answer, name)]
    fixed = [(one.slot.lower(), one.value) for one in reply.constraints if _holds(message, one.value)]
    return Extracted(tuple(dict.fromkeys(drafts))[:MOST_FACTS], tuple(dict.fromkeys(entities)), tuple(fixed))


def _draft(fact: FactReply, message: str, answer: str) -> Draft | None:
    if fact.speaker == "user":
        if not _holds(message, fact.value):
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
