"""Notes what a turn settled with one model call, keeping only what the turn's own words hold."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from langchain_core.language_models import BaseChatModel

from nodes.facts import USER, Draft, around_of, settled_values
from nodes.figures import sentences
from nodes.model_failures import ModelFailed
from nodes.models import complete
from nodes.prompts import extract_messages
from nodes.race import Rest
from nodes.replies import ExtractReply, FactReply
from nodes.rewrite_check import asks, same
from nodes.slots import borne_out
from nodes.state import Call, Notice
from nodes.values import names_in
from stores.words import STOP_WORDS, terms, words

MOST_TOKENS = 350
MOST_FACTS = 6
MOST_NAMES = 5
MOST_NAME_WORDS = 5
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
            return Extracted(calls=(failure.call(turn),), notices=(failure.notice(turn),))
        self.rest.note(failed=False)
        assert isinstance(reply.value, ExtractReply)
        found = kept(reply.value, message, answer, language)
        return Extracted(found.drafts, found.entities, found.fixed, (reply.call(turn, "extract"),))


def kept(reply: ExtractReply, message: str, answer: str, language: str = "en") -> Extracted:
    """What of a reply stands in the turn word for word.

    A user's facts in what the message states (not in what it asks), its constraints in the message, a document's exact
    values in a cited sentence of the answer, names in either.
    """
    fixed = borne_out(((one.slot, one.value) for one in reply.constraints), message, language)
    language = language if language in STOP_WORDS else "en"
    drafts = [draft for fact in reply.facts if (draft := _draft(fact, message, answer, language))]
    named = [one for one in reply.entities if _is_name(one, language) and (_holds(message, one) or _holds(answer, one))]
    entities = tuple(dict.fromkeys(named))[:MOST_NAMES]
    return Extracted(tuple(dict.fromkeys(drafts))[:MOST_FACTS], entities, fixed)


def _draft(fact: FactReply, message: str, answer: str, language: str) -> Draft | None:
    if not terms(fact.value, language):
        return None
    return _of_user(fact, message, language) if fact.speaker == "user" else _of_document(fact, answer)


def _of_user(fact: FactReply, message: str, language: str) -> Draft | None:
    """What the user stated, under labels that they used: a made-up one could end what was settled under it."""
    stated = [one for one in sentences(message) if not asks(one)]
    sentence = next((one for one in stated if _holds(one, fact.value)), "")
    if not sentence or _holds(fact.value, " ".join(stated)):
        return None
    about = [one for one in terms(sentence, language) if one not in terms(fact.value, language)]
    subject = fact.subject if _said(fact.subject, about, language) else USER
    if not _said(fact.attribute, about, language):
        return None
    single = fact.kind in ("number", "date", "constraint", "decision")
    return Draft(subject, fact.attribute, fact.value, "user", fact.kind, single=single)


def _of_document(fact: FactReply, answer: str) -> Draft | None:
    """A name or exact value in a cited sentence, with that sentence as what it is about: the model only points at it.

    What takes the place of another value ("raised from X to Y") is for `settled_values` to say.
    """
    for sentence in sentences(answer):
        numbers, plain = _MARK.findall(sentence), " ".join(_MARK.sub("", sentence).split()).strip(" .")
        if not numbers or not _holds(plain, fact.value):
            continue
        exact = next((one for one in settled_values(plain) if _holds(fact.value, one.text)), None)
        value = exact.text if exact else next((one for one in names_in(plain) if one == fact.value.strip()), "")
        if value:
            kind = "name" if exact is None else "date" if exact.kind == "date" else "number"
            at = exact.start if exact else plain.index(value)
            around = around_of(f"{plain[:at]}… {plain[at + len(value) :]}")
            return Draft("", around, value, "document", kind, int(numbers[0]))
    return None


def _said(label: str, about: Sequence[str], language: str) -> bool:
    """Whether all that a label says stands in the sentence that it is of."""
    said = terms(label, language)
    return bool(said) and all(any(same(one, other) for other in about) for one in said)


def _is_name(text: str, language: str) -> bool:
    """Whether a text may be the name of something: a few words, none of them a function word at its ends."""
    said = words(text)
    if not 0 < len(said) <= MOST_NAME_WORDS or not terms(text, language):
        return False
    stop = STOP_WORDS[language]
    if said[0] in stop or said[-1] in stop or asks(text):
        return False
    return len(said) > 1 or not text[:1].islower()


def _holds(text: str, value: str) -> bool:
    flat, wanted = " ".join(text.casefold().split()), " ".join(value.casefold().split())
    return bool(wanted) and re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", flat) is not None
