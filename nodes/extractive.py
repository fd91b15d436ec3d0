"""Answers without a model: the best supporting sentences, quoted and cited, or a plain "the documents don't say"."""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

import numpy as np

from nodes.answering_facts import fact_that_answers
from nodes.asking import fits
from nodes.compression import is_heading
from nodes.contradictions import contradicted
from nodes.phrases import phrase
from nodes.recalling import earlier_answer, noted, recall_answer, you_said
from nodes.state import Notice
from nodes.transforming import transform_answer
from nodes.writing import Brief, Excerpt, Written, pieces
from stores.passages import PassageIndex, Sentences, Vector
from stores.words import stem, terms, words

MAX_SENTENCES = 3
MAX_CHARACTERS = 700
KEEP_WITHIN = 0.12  # a further sentence of another passage must score within this of the best one
VALUE = 0.12  # of a sentence that holds a value of the kind that is asked for
MATTERS = 0.95  # a sentence's score above which it is quoted to someone who only stated something
KEEP_BESIDE = 0.3  # the same for a sentence of the best one's own passage
_ITEM = re.compile(r"(?:\d{1,2}[.)]|[-*•])\s")


@dataclass(frozen=True)
class Quote:
    """A sentence chosen for the answer."""

    passage: str
    rank: int
    start: int
    text: str
    score: float
    kept: bool = True  # by compression; a sentence that it cut is only quoted as an item of an announced list


def coverage(query: str, text: str, language: str = "en") -> float:
    """Share of the query's content stems that the text holds, between 0 and 1; 1 for a query without any."""
    wanted = set(terms(query, language))
    if not wanted:
        return 1.0
    held = {stem(word, language) for word in words(text)}
    return len(wanted & held) / len(wanted)


def score_sentences(
    query: str, vector: Vector | None, excerpts: Sequence[Excerpt], sentences: Mapping[str, Sentences], language: str
) -> list[Quote]:
    """Every sentence with its score: cosine to the resolution, plus its share of the resolution's words, plus a little
    where it holds a value of the kind that is asked for.
    """
    wanted = set(terms(query, language))
    found: list[Quote] = []
    for rank, excerpt in enumerate(excerpts):
        stored = sentences.get(excerpt.passage.id)
        if stored is None:
            continue
        near = stored.vectors @ vector if vector is not None and len(stored.spans) else np.zeros(len(stored.spans))
        heading = {stem(word, language) for word in words(excerpt.passage.heading)}
        for (start, end), cosine in zip(stored.spans, near, strict=True):
            text = " ".join(excerpt.passage.text[start:end].split())
            if len(words(text)) < 3 or is_heading(text, excerpt.passage.heading):
                continue
            kept = not excerpt.spans or any(a <= start < b for a, b in excerpt.spans)
            held = {stem(word, language) for word in words(text)}
            share = len(wanted & held) / max(1, len(wanted))
            context = len(wanted & (heading | held)) / max(1, len(wanted))
            score = float(cosine) + 0.3 * share + 0.2 * context - 0.04 * rank + VALUE * fits(query, text)
            found.append(Quote(excerpt.passage.id, rank, start, text, score, kept))
    return sorted(found, key=lambda quote: -quote.score)


def whole_list(best: Quote, quotes: Sequence[Quote]) -> list[Quote]:
    """The list that a sentence announces or is an item of, with its announcement; empty when there is none."""
    beside = sorted((one for one in quotes if one.passage == best.passage), key=_place)
    at = beside.index(best)
    while at > 0 and _ITEM.match(beside[at].text):
        at -= 1
    items = list(takewhile(lambda one: _ITEM.match(one.text), beside[at + 1 :]))
    return [beside[at], *items] if len(items) > 1 and beside[at].score >= best.score - KEEP_BESIDE else []


def choose(quotes: Sequence[Quote]) -> list[Quote]:
    """The few best sentences, none said twice, in reading order: passage by passage, as they stand in it."""
    kept = [quote for quote in quotes if quote.kept]
    if not kept:
        return []
    if listed := whole_list(kept[0], quotes):
        return listed
    chosen: list[Quote] = []
    length = 0
    for quote in kept:
        beside = bool(chosen) and quote.passage == chosen[0].passage
        within = KEEP_BESIDE if beside else KEEP_WITHIN
        if chosen and (quote.score < chosen[0].score - within or length + len(quote.text) > MAX_CHARACTERS):
            continue
        if any(_alike(quote.text, other.text) for other in chosen):
            continue
        chosen.append(quote)
        length += len(quote.text)
        if len(chosen) == MAX_SENTENCES:
            break
    return sorted(chosen, key=_place)


def _place(quote: Quote) -> tuple[int, int]:
    return quote.rank, quote.start


def _alike(one: str, other: str) -> bool:
    a, b = set(words(one)), set(words(other))
    return len(a & b) >= 0.8 * min(len(a), len(b))


def is_supported(query: str, excerpts: Sequence[Excerpt], best: Quote | None, language: str) -> bool:
    """Whether the evidence is strong enough to answer from."""
    if best is None:
        return False
    text = " ".join(f"{excerpt.passage.heading} {excerpt.passage.text}" for excerpt in excerpts[:3])
    near = best.score - VALUE * fits(query, best.text)
    return coverage(query, text, language) >= 0.5 or near >= 0.75


def disagreements(chosen: Sequence[Quote], quotes: Sequence[Quote], brief: Brief) -> list[tuple[Quote, Quote]]:
    """Chosen sentences with those of other passages that give another value for the same; at most one pair."""
    headings = {one.passage.id: one.passage.heading.split(" > ")[-1] for one in brief.excerpts}
    pairs = contradicted(
        [(one.passage, one.text) for one in chosen],
        [(one.passage, one.text) for one in quotes],
        headings,
        brief.resolution.query,
        brief.route.language,
    )
    return [(chosen[at], quotes[place]) for at, place in pairs[:1]]


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
                return Written(phrase("social", language))
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
        quotes = score_sentences(query, brief.vector, brief.excerpts, self.index.sentences(ids), language)
        best = next((quote for quote in quotes if quote.kept), None)
        supported = is_supported(query, brief.excerpts, best, language)
        stated = noted(brief, only=True)
        if stated and (best is None or best.score < MATTERS):
            return stated
        told = fact_that_answers(brief.message, brief.facts, brief.route, nothing_else=not supported)
        if not supported:
            known = you_said(brief, told.fact) if told else noted(brief, only=False) or earlier_answer(brief)
            return known or Written(phrase("unanswered", language), answerable=False)
        parts = [stated.text] if stated else [you_said(brief, told.fact).text] if told and told.strong else []
        cited: list[str] = []
        if brief.route.correction and brief.route.wanted:
            parts.append(phrase("corrected", language, wanted=", ".join(brief.route.wanted)))
        chosen = choose(quotes)
        disagreeing = disagreements(chosen, quotes, brief)
        for quote in [*chosen, *(other for _, other in disagreeing if other not in chosen)]:
            if quote not in chosen:
                parts.append(phrase("differs", language))
            broken = "\n" if _ITEM.match(quote.text) else ""
            parts.append(f"{broken}{quote.text} [{brief.numbering.number(quote.passage)}]")
            cited.append(quote.passage)
        numbers = brief.numbering.number
        notices = tuple(
            Notice(brief.turn, "documents_disagree", f"[{numbers(one.passage)}] and [{numbers(other.passage)}] differ")
            for one, other in disagreeing
        )
        text = " ".join(parts).replace(" \n", "\n")
        return Written(text, cited=tuple(dict.fromkeys(cited)), notices=notices)
