"""Notes what a turn settled with one model call, keeping only what the turn's own words hold."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from langchain_core.language_models import BaseChatModel

from nodes.facts import USER, Draft, around_of, settled_values, user_facts
from nodes.figures import sentences
from nodes.model_failures import ModelFailed
from nodes.models import complete
from nodes.prompts import extract_messages
from nodes.race import Rest
from nodes.replies import ExtractReply, FactReply
from nodes.rewrite_check import asks, same
from nodes.slots import borne_out
from nodes.state import Call, Notice
from nodes.values import names_in, values_in
from stores.words import STOP_WORDS, terms, words

MOST_TOKENS = 350
MOST_FACTS = 6
MOST_QUOTED = 2  # of the documents' facts, as the rules take
MOST_NAMES = 5
MOST_NAME_WORDS = 5
MOST_CHARACTERS = 6000
"""How much of the message, and of the answer, the helper reads."""
_MARK = re.compile(r"\[(\d+)\]")
_CODE = re.compile(r"\d\w*[a-z]|[a-z]\w*\d")


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
    facts = [fact for fact in reply.facts if terms(fact.value, language)]
    stated = [draft for fact in facts if fact.speaker == "user" and (draft := _of_user(fact, message, language))]
    known = set() if language == "de" else {name for name in names_in(answer) if not _holds(message, name)}
    quoted = [draft for fact in facts if fact.speaker != "user" and (draft := _of_document(fact, answer, known))]
    quoted = sorted(dict.fromkeys(quoted), key=lambda one: one.kind == "name")[:MOST_QUOTED]
    named = [one for one in reply.entities if _is_name(one, f"{message}\n{answer}", language)]
    entities = tuple(dict.fromkeys(named))[:MOST_NAMES]
    return Extracted((*tuple(dict.fromkeys(stated))[:MOST_FACTS], *quoted), entities, fixed)


def _of_user(fact: FactReply, message: str, language: str) -> Draft | None:
    """What the user stated, under labels that they used: a made-up one could end what was settled under it.

    A value is whole, and what the rules read with a label of its own is theirs.
    """
    stated = [one for one in sentences(message) if not asks(one)]
    sentence = next((one for one in stated if _holds(one, fact.value)), "")
    if not sentence or _holds(fact.value, " ".join(stated)):
        return None
    read = [one for one in user_facts(message, language) if one.attribute]
    if _is_torn(fact.value, sentence) or any(_holds(one.value, fact.value) for one in read):
        return None
    about = [one for one in terms(sentence, language) if one not in terms(fact.value, language)]
    subject = fact.subject if _said(fact.subject, about, language) else USER
    if not _said(fact.attribute, about, language) or any(one.attribute == fact.attribute for one in read):
        return None
    single = fact.kind in ("number", "date", "constraint", "decision")
    return Draft(subject, fact.attribute, fact.value, "user", fact.kind, single=single)


def _is_torn(value: str, sentence: str) -> bool:
    """Whether a value is a part of an exact one: "4471" of "4471-B"."""
    place = re.search(r"\s+".join(map(re.escape, value.split())), sentence, re.IGNORECASE)
    if place is None:
        return False
    start, end = place.span()
    return any(
        one.start < end and start < one.end and not start <= one.start < one.end <= end for one in values_in(sentence)
    )


def _of_document(fact: FactReply, answer: str, names: set[str]) -> Draft | None:
    """One of these names, or an exact value, in a cited sentence, with that sentence as what it is about: the model
    only points at it. What takes the place of another value ("raised from X to Y") is for `settled_values` to say.
    """
    told = fact.value.strip(" .")
    for sentence in sentences(answer):
        numbers, plain = _MARK.findall(sentence), " ".join(_MARK.sub("", sentence).split()).strip(" .")
        if not numbers or not _holds(plain, told):
            continue
        exact = next((one for one in settled_values(plain) if _holds(told, one.text)), None)
        value = exact.text if exact else told
        if exact or (fact.kind == "name" and value in names and value in names_in(plain)):
            kind = "name" if exact is None else "date" if exact.kind == "date" else "number"
            at = exact.start if exact else plain.index(value)
            around = around_of(f"{plain[:at]}… {plain[at + len(value) :]}")
            return Draft("", around, value, "document", kind, int(numbers[0]))
    return None


def _said(label: str, about: Sequence[str], language: str) -> bool:
    """Whether all that a label says stands in the sentence that it is of."""
    said = terms(label, language)
    return bool(said) and all(any(same(one, other) for other in about) for one in said)


def _is_name(text: str, told: str, language: str) -> bool:
    """Whether a text names something that was told of: a few words, no function word at its ends, a capital or a code
    among them (in scripts that have capitals), and no piece of a longer name.
    """
    said, stop = words(text), STOP_WORDS[language]
    if not 0 < len(said) <= MOST_NAME_WORDS or said[0] in stop or said[-1] in stop or not _holds(told, text):
        return False
    cased = any(one.islower() or one.isupper() for one in text)
    if not any(one.isalpha() for one in text) or asks(text) or (cased and text.islower() and not _CODE.search(text)):
        return False
    names = names_in(told)
    return text in names or not any(_holds(name, text) for name in names)


def _holds(text: str, value: str) -> bool:
    flat, wanted = " ".join(text.casefold().split()), " ".join(value.casefold().split())
    return bool(wanted) and re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", flat) is not None
