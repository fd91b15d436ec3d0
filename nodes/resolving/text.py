"""One text of the conversation, read once: its words with their stems, word classes and neighbours."""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from stores.words import STOP_WORDS, is_unspaced, stem, words

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SENTENCE = re.compile(r"[.:!?\n]")
_BREAK = re.compile(r"[.,;:!?()\[\]{}\"“”|/–—]|\n|\s[-*]\s")

CLASSES = ("start", "end", "det", "prep", "be", "aux", "pron", "wh", "conj", "content")
_MEMBERS = {
    "det": "a an the this that these those its their his her my our your some any no each every",
    "prep": "of in on at to for with by from into about over under during after before between against as than",
    "be": "is are was were be been being am 's",
    "aux": "do does did have has had can could will would should may might must not",
    "pron": "it they them he him she you i me we us there one ones who which that",
    "wh": "what when where why how whom whose",
    "conj": "and or but if so then because while",
}
CLASS_OF = {word: name for name, group in _MEMBERS.items() for word in group.split()}


class Word(NamedTuple):
    """A word of a text. `stem` is empty for stop words; `broken`: punctuation stands before it; `opens`: a sentence."""

    surface: str
    low: str
    stem: str
    broken: bool
    opens: bool
    start: int
    end: int


@dataclass(frozen=True, eq=False)
class Text:
    """A text with what the features ask of it; `first` is where a stem first occurs, as an index into `words`."""

    raw: str
    words: tuple[Word, ...]
    first: dict[str, int]
    count: dict[str, int]
    cap: frozenset[str]  # stems written with a capital, though not only because they begin a sentence
    pairs: frozenset[tuple[str, str]]  # stems that stand side by side (function words such as "of the" may lie between)
    runs: dict[str, tuple[int, int]]  # stem -> first and last word of the run of content words it first stands in
    unspaced: bool = False
    low: frozenset[str] = field(default_factory=frozenset)

    def before(self, at: int) -> str:
        """The word class to the left of word `at`: one of `CLASSES`."""
        if at == 0 or self.words[at].broken:
            return "start"
        return CLASS_OF.get(self.words[at - 1].low, "content")

    def after(self, at: int) -> str:
        """The word class to the right of word `at`: one of `CLASSES`."""
        if at + 1 >= len(self.words) or self.words[at + 1].broken:
            return "end"
        return CLASS_OF.get(self.words[at + 1].low, "content")


@lru_cache(maxsize=4096)
def read(text: str, language: str = "en") -> Text:
    """Read a text; texts in scripts without spaces come as overlapping bigrams without classes or pairs."""
    if is_unspaced(text):
        grams = tuple(Word(gram, gram, gram, False, False, 0, 0) for gram in words(text))
        return _gather(text, grams, unspaced=True)
    stop = STOP_WORDS.get(language, frozenset())
    found: list[Word] = []
    last = 0
    for match in _WORD.finditer(text):
        surface = match.group()
        low = surface.lower().replace("’", "'")
        broken = bool(_BREAK.search(text, last, match.start()))
        opens = not found or (broken and bool(_SENTENCE.search(text, last, match.start())))
        root = "" if low in stop else stem(low, language)
        found.append(Word(surface, low, root, broken, opens, match.start(), match.end()))
        last = match.end()
    return _gather(text, tuple(found), unspaced=False)


def _gather(text: str, found: tuple[Word, ...], *, unspaced: bool) -> Text:
    first: dict[str, int] = {}
    count: dict[str, int] = {}
    cap: set[str] = set()
    pairs: set[tuple[str, str]] = set()
    shouting = sum(word.surface[:1].isupper() for word in found) * 2 > len(found)
    previous = ""
    gap = 0
    for at, word in enumerate(found):
        if word.broken:
            previous, gap = "", 0
        if not word.stem:
            gap += 1
            continue
        first.setdefault(word.stem, at)
        count[word.stem] = count.get(word.stem, 0) + 1
        upper = word.surface[0].isupper() and not shouting
        if upper and (not word.opens or word.surface[1:2].isupper()):
            cap.add(word.stem)
        if previous and gap <= 2 and not unspaced:
            pairs.add((previous, word.stem))
        previous, gap = word.stem, 0
    low = frozenset(word.low for word in found)
    return Text(text, found, first, count, frozenset(cap), frozenset(pairs), _runs(found), unspaced, low)


def _runs(found: tuple[Word, ...]) -> dict[str, tuple[int, int]]:
    runs: dict[str, tuple[int, int]] = {}
    start = 0
    for at in range(len(found) + 1):
        if at < len(found) and found[at].stem and not found[at].broken:
            continue
        for word in found[start:at]:
            if word.stem:
                runs.setdefault(word.stem, (start if found[start].stem else start + 1, at - 1))
        start = at
    return runs
