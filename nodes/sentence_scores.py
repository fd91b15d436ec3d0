"""How well each sentence of the evidence answers what is asked.

A sentence is scored by its nearness to the resolution and to the message, by its share of their words (rare ones count
more, those that the resolution added count half), and by whether it holds a value of the kind that is asked for. What
speaks of an office, a year or a kind of people that nobody asked about counts less than what speaks of all.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from nodes.compression import is_heading
from nodes.question import Asked, asked_of, roots
from nodes.scope import kinds_in, places_in, scope_of, years_in
from nodes.values import values_in
from nodes.writing import Brief
from stores.passages import Sentences, Vector
from stores.words import words

OWN, CONTEXT = 0.4, 0.35  # weights of a sentence's own share of the words, and of its share with its headings
MESSAGE = 0.35  # of the message's cosine against the resolution's
RANK = 0.03  # off for each place that the passage stands further down
VALUE, SPECIFIC = 0.15, 0.05  # of a value of the kind that is asked for; of any exact value where none is
FOREIGN, NAMED, KIND = 0.2, 0.08, 0.12
"""Off for a section about a place, or a text of a year, that nobody asked about; for a place that only the sentence
names; for a kind of people."""
LEAD = 0.5  # share of what is asked that a list's headings hold
LISTED = 0.15  # of an item where steps are asked for, and of a row where several things are
AGREES = 0.12  # of a "not" where the question has one; twice that of "over 500", or off for "up to 500", likewise
CONTRASTS, EVADES = 0.15, 3
"""Of a "while" where a difference is asked for; so many times that off for saying only that there is one."""
ITEM = re.compile(r"(?:\d{1,2}[.)]|[-*•])\s+")
_CELL = re.compile(r"(?:^|; )([^:;]{1,48}): ")
_ROW = re.compile(r"[^:;.]{1,48}: [^;]*(?:; [^:;]{1,48}: [^;]*)*")


@dataclass(frozen=True)
class Quote:
    """A sentence that may be quoted."""

    passage: str
    rank: int
    start: int
    text: str
    score: float
    held: frozenset[str] = frozenset()  # its stems; of a table's row, those of its cells
    headed: frozenset[str] = frozenset()  # stems of its headings, and of its columns' names
    scope: frozenset[str] = frozenset()
    columns: tuple[str, ...] = ()  # of the table whose row it is
    fits: bool = False  # it holds a value of a kind that is asked for
    agrees: int = 0  # with the question's "not" or limit
    near: float = 0.0  # its cosine to what is asked

    @property
    def item(self) -> bool:
        """Whether it is an item of a list."""
        return ITEM.match(self.text) is not None

    @property
    def place(self) -> tuple[int, int]:
        """Its place in reading order."""
        return self.rank, self.start


def columns_of(text: str) -> tuple[str, ...]:
    """The columns' names of a table's row ("City: London; Limit: EUR 190"); none for other text."""
    bare = text.rstrip(".")
    names = tuple(_CELL.findall(bare))
    return names if _ROW.fullmatch(bare) and len(names) > 1 else ()


def cells_of(text: str) -> str:
    """The cells of a table's row alone."""
    return " ".join(_CELL.sub(" ; ", text).replace(";", " ").split())


def score_sentences(brief: Brief, sentences: Mapping[str, Sentences]) -> tuple[Asked, list[Quote]]:
    """What is asked, and every sentence of the evidence with its score, best first."""
    language = brief.route.language
    parts: list[tuple[int, str, str, str, int, float]] = []
    for rank, excerpt in enumerate(brief.excerpts):
        stored = sentences.get(excerpt.passage.id)
        if stored is None or not len(stored.spans):
            continue
        near = _near(stored.vectors, brief.vector, brief.own)
        for (start, end), cosine in zip(stored.spans, near, strict=True):
            text = " ".join(excerpt.passage.text[start:end].split())
            if (len(words(text)) < 3 and not columns_of(text)) or is_heading(text, excerpt.passage.heading):
                continue
            parts.append((rank, excerpt.passage.id, excerpt.passage.heading, text, start, float(cosine)))
    held = [roots(cells_of(part[3]) if columns_of(part[3]) else part[3], language) for part in parts]
    heads = [" ".join((part[2], *columns_of(part[3]))) for part in parts]
    headed = roots(" ".join(heads), language)
    asked = asked_of(brief.route.question, brief.resolution.query, held, headed, language)
    quotes = [_scored(asked, part, stems) for part, stems in zip(parts, held, strict=True)]
    return asked, sorted(quotes, key=lambda quote: -quote.score)


def _scored(asked: Asked, part: tuple[int, str, str, str, int, float], held: frozenset[str]) -> Quote:
    rank, passage, heading, text, start, near = part
    columns, item = columns_of(text), ITEM.match(text) is not None
    headed = roots(" ".join((heading, *columns)), asked.language)
    scope = scope_of(f"{heading.split(' > ')[-1]}. {text}", asked.language)
    fitting = asked.denied_by(text, held | headed) or asked.fits(
        ITEM.sub("", cells_of(text) if columns else text, count=1)
    )
    block = (asked.steps and item and asked.share(headed) > LEAD) or (asked.several and bool(columns))
    context = asked.share(held | headed)
    score = near + OWN * (context if block else asked.share(held)) + CONTEXT * context - RANK * rank
    score += VALUE * fitting if asked.kinds else SPECIFIC * bool(values_in(text))
    score -= _foreign(asked, heading, text, scope)
    score += LISTED * block
    score += CONTRASTS * (asked.contrasts(text) - EVADES * asked.evades(text))
    agrees = asked.agrees(text, heading)
    score += AGREES * agrees
    return Quote(passage, rank, start, text, score, held, headed, scope, columns, fitting, agrees, near)


def _foreign(asked: Asked, heading: str, text: str, scope: frozenset[str]) -> float:
    """What a sentence loses for a scope that nobody asked about."""
    foreign = scope - asked.scope
    editions = years_in(heading)
    if foreign & years_in(f"{heading} {text}") or (asked.years and editions and not asked.years & editions):
        return FOREIGN
    if foreign & places_in(heading.rsplit(" > ", 1)[-1], asked.language):
        return FOREIGN
    kinds = frozenset() if asked.contrast else foreign & kinds_in(f"{heading} {text}", asked.language)
    if kinds:
        return KIND
    return NAMED if foreign and not asked.where and not scope & asked.scope else 0.0


def _near(vectors: Vector, resolved: Vector | None, own: Vector | None) -> Vector:
    if resolved is None:
        return np.zeros(len(vectors), np.float32)
    near: Vector = vectors @ resolved
    return near if own is None else (1 - MESSAGE) * near + MESSAGE * (vectors @ own)
