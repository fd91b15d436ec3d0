"""Answers without a model: the best supporting sentences, quoted and cited, or a plain "the documents don't say"."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from nodes.answering_facts import fact_that_answers
from nodes.contradictions import Relation, contradicted
from nodes.phrases import greeting, phrase
from nodes.quoting import choose
from nodes.recalling import earlier_answer, noted, recall_answer, you_said
from nodes.sentence_scores import ITEM, Quote, score_sentences
from nodes.state import Notice
from nodes.support import is_supported
from nodes.transforming import transform_answer
from nodes.writing import Brief, Written, pieces
from stores.passages import PassageIndex

MATTERS = 1.2  # a sentence's score above which it is quoted to someone who only stated something


def disagreements(
    chosen: Sequence[Quote], quotes: Sequence[Quote], brief: Brief
) -> list[tuple[Quote, Quote, Relation]]:
    """Chosen sentences with those of other passages that give another value for the same; at most one pair."""
    pairs = contradicted(
        [(one.passage, one.text) for one in chosen],
        [(one.passage, one.text) for one in quotes],
        {one.passage.id: f"{one.passage.source} > {one.passage.heading}" for one in brief.excerpts},
        brief.resolution.query,
        brief.route.language,
    )
    return [(chosen[at], quotes[place], relation) for at, place, relation in pairs[:1]]


@dataclass(frozen=True)
class ExtractiveWriter:
    """Writes without a model. Reads sentence vectors from the index; can fail only as the index does."""

    index: PassageIndex

    async def write(self, brief: Brief) -> AsyncIterator[str | Written]:
        """Stream the answer to a brief, a few words at a time."""
        written = await asyncio.to_thread(self.compose, brief)
        for piece in pieces(written.text):
            yield piece
        yield written

    def compose(self, brief: Brief) -> Written:
        """The whole answer at once."""
        language = brief.route.language
        match brief.route.action:
            case "social":
                return Written(greeting(brief.message, language))
            case "clarify":
                return Written(phrase("clarify", language, message=brief.message.strip()), answerable=False)
            case "recall":
                return recall_answer(brief)
            case "transform":
                return transform_answer(brief)
            case _:
                return self._quote(brief)

    def _quote(self, brief: Brief) -> Written:
        language, query = brief.route.language, brief.resolution.query
        ids = [excerpt.passage.id for excerpt in brief.excerpts]
        asked, quotes = score_sentences(brief, self.index.sentences(ids))
        best = quotes[0] if quotes else None
        supported = is_supported(asked, quotes, query)
        stated = noted(brief, only=True)
        if stated and (best is None or best.score < MATTERS):
            return stated
        told = fact_that_answers(brief.message, brief.facts, brief.route, nothing_else=not supported)
        if not supported:
            known = you_said(brief, told.fact) if told else noted(brief, only=False) or earlier_answer(brief)
            return known or Written(phrase("unanswered", language), answerable=False)
        parts = [stated.text] if stated else [you_said(brief, told.fact).text] if told and told.strong else []
        cited: list[str] = []
        notices: list[Notice] = []
        if brief.route.correction and brief.route.wanted:
            parts.append(phrase("corrected", language, wanted=", ".join(brief.route.wanted)))
        chosen = choose(asked, quotes)
        numbers = brief.numbering.number
        beside = disagreements(chosen, quotes, brief)
        shown = [quote for quote in chosen if all(quote is not other for _, other, _ in beside)]
        for quote in shown:
            parts.append(f"{_shown(quote, shown)} [{numbers(quote.passage)}]")
            cited.append(quote.passage)
        for one, other, relation in beside:
            parts += [phrase(relation, language), f"{other.text} [{numbers(other.passage)}]"]
            cited.append(other.passage)
            if relation != "history":
                detail = f"[{numbers(one.passage)}] and [{numbers(other.passage)}] differ"
                notices.append(Notice(brief.turn, "documents_disagree", detail))
        text = " ".join(parts).replace(" \n", "\n").strip()
        return Written(text, cited=tuple(dict.fromkeys(cited)), notices=tuple(notices))


def _shown(quote: Quote, chosen: Sequence[Quote]) -> str:
    """A sentence as it stands in the answer: items and rows on lines of their own, a lone item without its mark."""
    if quote.item:
        alone = sum(one.item for one in chosen) == 1
        return ITEM.sub("", quote.text, count=1) if alone else f"\n{quote.text}"
    return f"\n{quote.text}" if quote.columns and len(chosen) > 1 else quote.text
