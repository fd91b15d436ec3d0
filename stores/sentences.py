"""Sentences of a text as spans, and their vectors packed small.

nupunkt (a Punkt model; Kiss and Strunk 2006) splits scripts with spaces, sentence marks split Chinese and Japanese. A
blank line, a list item, a table row and a heading always begin a new sentence.
"""

import re
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from stores.passages import Sentences, Vector
from stores.words import is_unspaced

if TYPE_CHECKING:
    from nupunkt import PunktSentenceTokenizer

Spans = tuple[tuple[int, int], ...]

# a line ends a sentence unless the text plainly goes on: hard-wrapped prose begins the next line in lower case
_LINE_END = re.compile(r"\n\s*\n|\n(?=\s*[^a-z\s])")
_MARKED = re.compile(r"[^。！？!?｡\n]+[。！？!?｡]*[」』”’）)]*|[。！？!?｡]+")
# nupunkt learned its abbreviations from scanned law and takes 2,000 plain words for some ("a month. The", "free. We"):
# a word with a vowel counts as an abbreviation only if it is one of these
_ABBREVIATED = (
    "abs adm admin al alt approx apr apt arg art arts asst assn assoc aug ave ca cap capt chap co col conf "
    "cont corp dec dept depts dir div ed eds eq eqs esp est etc evtl excl exec ext feb fig figs gen gov govt hon "
    "inc incl intl jan jul jun lieut maj mar max mem messrs min misc mme mlle mon no nos nov núm oct op pág par "
    "para paras pl pp pres prof pub ref refs reg regs rep resp rev sat sec secs sect sen sep sept ser sol sra "
    "supp supt temp tel thu tit trans tue ud uds univ usw vol vols wed"
)
_ABBREVIATIONS = _ABBREVIATED.split()
_MONTHS = "Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember"
_ORDINAL = re.compile(rf"\d{{1,2}}\.\s+(?={_MONTHS})")
_CONSONANTS = re.compile(r"[bcdfghjklmnpqrstvwxz]{1,4}")
_WORDY = re.compile(r"\w")


def sentence_spans(text: str) -> Spans:
    """Character spans of a text's sentences, in order, without surrounding spaces; none for a text without words."""
    spans: list[tuple[int, int]] = []
    start = 0
    for line_end in [*_LINE_END.finditer(text), None]:
        end = line_end.start() if line_end else len(text)
        spans.extend(_within(text, start, end))
        start = line_end.end() if line_end else end
    return tuple(spans)


def pack(sentences: Sentences) -> tuple[bytes, bytes]:
    """Spans as int32 pairs, and vectors as one float32 scale and int8 numbers a row (cosine to the original over
    .999).
    """
    spans = np.array(sentences.spans, "<i4").reshape(-1, 2)
    vectors = np.asarray(sentences.vectors, np.float32)
    scales = np.maximum(np.abs(vectors).max(axis=1, initial=0.0), 1e-12).astype("<f4") / 127
    small = np.rint(vectors / scales[:, None]).astype(np.int8)
    return spans.tobytes(), scales.tobytes() + small.tobytes()


def unpack(spans: bytes, vectors: bytes) -> Sentences:
    """The sentences that `pack` packed, vectors scaled to length one again."""
    pairs: NDArray[np.int32] = np.frombuffer(spans, "<i4").reshape(-1, 2)
    count = len(pairs)
    dim = (len(vectors) - 4 * count) // max(count, 1)
    small = np.frombuffer(vectors, np.int8, offset=4 * count).reshape(count, dim).astype(np.float32)
    lengths = np.linalg.norm(small, axis=1, keepdims=True)
    unit: Vector = small / np.maximum(lengths, 1e-12)
    return Sentences(tuple((int(start), int(end)) for start, end in pairs), unit)


def _within(text: str, start: int, end: int) -> list[tuple[int, int]]:
    piece = text[start:end]
    raw = [match.span() for match in _MARKED.finditer(piece)] if is_unspaced(piece) else _spaced(piece)
    found: list[tuple[int, int]] = []
    for first, last in raw:
        sentence = piece[first:last]
        if _WORDY.search(sentence):
            left = first + len(sentence) - len(sentence.lstrip())
            found.append((start + left, start + left + len(sentence.strip())))
    return found


def _spaced(text: str) -> list[tuple[int, int]]:
    """Adjoining spans of sentences; a German date ("1. Januar") is put together again."""
    spans: list[tuple[int, int]] = []
    for _, (start, end) in _punkt().tokenize_with_spans(text):
        if spans and _ORDINAL.search(text[max(0, start - 4) : start + 10]):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return spans


@cache
def _punkt() -> "PunktSentenceTokenizer":
    """The Punkt model with the abbreviations that are ones."""
    from nupunkt import load_default_model

    model = load_default_model()
    for learned in model.abbreviations.difference(_ABBREVIATIONS):
        if len(learned) > 1 and "." not in learned and not _CONSONANTS.fullmatch(learned):
            model.remove_abbreviation(learned)
    model.add_abbreviations(_ABBREVIATIONS)
    return model
