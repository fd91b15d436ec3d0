"""Folds turns into the summary with a model, and takes of the result what those turns bear out."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage

from nodes.figures import sentences, unsupported
from nodes.ledger import said
from nodes.model_failures import ModelFailed
from nodes.models import complete
from nodes.prompts import DEEP_WORDS, SUMMARY_WORDS, deep_messages, summarize_messages
from nodes.state import Call, Fact, TurnNote
from nodes.values import names_in
from stores.words import stem, terms, words

TOKENS_PER_WORD = 3
GROUNDED = 0.5
"""Share of a summary's content terms that what was summarised must hold."""
FEWEST_TERMS = 3
_MARK = re.compile(r"\[\d+\]")
_ACRONYM = re.compile(r"\b[A-Z]{2,}\b")


@dataclass(frozen=True)
class ModelSummariser:
    """Makes the summariser of one turn."""

    model: BaseChatModel
    deadline_s: float = 28.0

    def of_turn(self, turn: int, language: str) -> "TurnSummariser":
        """A summariser whose calls are counted for this turn."""
        return TurnSummariser(self.model, self.deadline_s, turn, language)


class TurnSummariser:
    """A `nodes.folding.Summariser`. `calls` holds what it cost."""

    def __init__(self, model: BaseChatModel, deadline_s: float, turn: int, language: str) -> None:
        self.calls: list[Call] = []
        self._model, self._deadline_s, self._turn, self._language = model, deadline_s, turn, language

    async def summarise(self, summary: str, leaving: Sequence[TurnNote], facts: Sequence[Fact]) -> str:
        """The summary with these turns folded in, at most 600 words. Raises `ModelFailed` or `ValueError`."""
        turns = [(note.asked, note.answered) for note in leaving]
        return await self._ask(summarize_messages(summary, turns, [*map(said, facts)]), "summarize", SUMMARY_WORDS)

    async def deepen(self, deep: str, summary: str, facts: Sequence[Fact]) -> str:
        """The long-term summary with the running one worked in, at most 900 words. Raises as `summarise`."""
        return await self._ask(deep_messages(deep, summary, [*map(said, facts)]), "deepen", DEEP_WORDS)

    async def _ask(self, prompt: list[BaseMessage], step: str, most: int) -> str:
        tokens = most * TOKENS_PER_WORD
        try:
            reply = await complete(self._model, prompt, step=step, deadline_s=self._deadline_s, max_tokens=tokens)
        except ModelFailed as failure:
            self.calls.append(failure.call(self._turn))
            raise
        self.calls.append(reply.call(self._turn, step))
        text = borne_out(reply.text, prompt[-1].text, self._language)
        if wrong := wrong_with(text, prompt[-1].text, self._language):
            raise ValueError(wrong)
        return clipped(text, most)


def borne_out(text: str, source: str, language: str) -> str:
    """A summary without the sentences that hold a figure or a name which `source` does not, or that are hardly of it.

    German writes every noun as a name.
    """
    told, said = set(words(source)), set(terms(source, language))

    def stands(sentence: str) -> bool:
        own = set(terms(sentence, language))
        if len(own & said) < GROUNDED * len(own) or unsupported(_MARK.sub("", sentence), {0: source}):
            return False
        named = words(" ".join([*_ACRONYM.findall(sentence), *(names_in(sentence) if language != "de" else ())]))
        return all(word in told or stem(word, language) in said for word in named)

    lines = (" ".join(filter(stands, sentences(line))) for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def wrong_with(text: str, source: str, language: str) -> str:
    """Why a text is no summary of `source`; "" if it may be one."""
    said = set(terms(text, language))
    if len(said) < FEWEST_TERMS:
        return "it says nothing"
    held = said & set(terms(source, language))
    return "it is not about the turns" if len(held) < GROUNDED * len(said) else ""


def clipped(text: str, most: int) -> str:
    """The text up to its last line or sentence within `most` words."""
    length = len(text.split())
    if length <= most:
        return text.strip()
    kept, count = [], 0
    for line in text.strip().splitlines():
        size = len(line.split())
        if count + size > most:
            kept.append(" ".join(line.split()[: most - count]))
            break
        kept.append(line)
        count += size
    cut = "\n".join(kept)
    end = max(cut.rfind(". "), cut.rfind(".\n"), cut.rfind("\n"))
    return cut[: end + 1].strip() if end > len(cut) // 2 else cut.strip()
