"""Folds turns into the summary with a model, and takes the result only where it is about those turns."""

from collections.abc import Sequence
from dataclasses import dataclass

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage

from nodes.model_failures import ModelFailed
from nodes.models import complete
from nodes.prompts import DEEP_WORDS, SUMMARY_WORDS, Turns, deep_messages, summarize_messages
from nodes.state import Call, Notice
from stores.words import terms

TOKENS_PER_WORD = 3
GROUNDED = 0.5
"""Share of a summary's content terms that what was summarised must hold."""
FEWEST_TERMS = 3


@dataclass(frozen=True)
class Summarized:
    """A summary's text, "" where nothing usable came; then the notice says why, and the turns are to be kept."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True)
class ModelSummarizer:
    """The model's side of summaries. Never raises for what a model does."""

    model: BaseChatModel
    deadline_s: float = 30.0

    async def fold(self, summary: str, leaving: Turns, facts: Sequence[str], *, turn: int, language: str) -> Summarized:
        """The running summary with the turns that leave the window folded in, at most 600 words."""
        prompt = summarize_messages(summary, leaving, facts)
        return await self._ask(prompt, "summarize", SUMMARY_WORDS, turn, language)

    async def deepen(self, deep: str, summary: str, facts: Sequence[str], *, turn: int, language: str) -> Summarized:
        """The long-term summary with the running one worked in, at most 900 words."""
        return await self._ask(deep_messages(deep, summary, facts), "deepen", DEEP_WORDS, turn, language)

    async def _ask(self, prompt: list[BaseMessage], step: str, most: int, turn: int, language: str) -> Summarized:
        try:
            reply = await complete(
                self.model, prompt, step=step, deadline_s=self.deadline_s, max_tokens=most * TOKENS_PER_WORD
            )
        except ModelFailed as failure:
            return Summarized(notices=(failure.notice(turn),))
        calls = (reply.call(turn, step),)
        if wrong := wrong_with(reply.text, prompt[-1].text, language):
            notice = Notice(turn, "summary_refused", f"The model's summary was not used: {wrong}.")
            return Summarized(calls=calls, notices=(notice,))
        return Summarized(clipped(reply.text, most), calls)


def wrong_with(text: str, source: str, language: str) -> str:
    """Why a text is no summary of `source`; "" if it may be one."""
    said = set(terms(text, language))
    if len(said) < FEWEST_TERMS:
        return "it says nothing"
    held = said & set(terms(source, language))
    return "it is not about the turns" if len(held) < GROUNDED * len(said) else ""


def clipped(text: str, most: int) -> str:
    """The text up to its last line or sentence within `most` words."""
    words = text.split()
    if len(words) <= most:
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
