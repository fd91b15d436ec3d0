"""Citation marks enforced on what a model writes: one form, and only numbers that exist.

A mark becomes `[n]`; "[1, 2]", "[1-3]", "(source 1)", "[doc 2]" and the like are read as marks too. A number that
stands for no source is removed and counted. Code and links are left as they are. The filter works while the text
streams: it holds a bracket back only until it is clear what the bracket holds.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

LONGEST = 80
"""Characters of a mark at most, brackets included; what is longer is text."""
WIDEST = 9
"""Numbers that a range such as [2-5] may stand for at most."""

_NOUN = r"(?:sources?|documents?|docs?|passages?|refs?|references?|citations?)"
_JOIN = r"[ \t]*(?:,|;|and|&|\+|-|–|\.\.)[ \t]*"
_LIST = rf"\d{{1,4}}(?:{_JOIN}(?:{_NOUN}[ \t]*)?#?\d{{1,4}})*"
_FLAGS = re.IGNORECASE
_SQUARE = re.compile(rf"[\[【][ \t]*(?:{_NOUN}[ \t:.=#]*)?({_LIST})[ \t]*(?:†[^\]】\n`]*)?[\]】]", _FLAGS)
_ROUND = re.compile(rf"\([ \t]*{_NOUN}[ \t:.#]*({_LIST})[ \t]*\)", _FLAGS)
_UNSURE = re.compile(
    rf"[\[【][ \t]*(?:[a-z]{{0,11}}|(?:{_NOUN}[ \t:.=#]*)?(?:\d[^\]】\n`]*)?)\Z"
    rf"|\([ \t]*(?:[a-z]{{0,11}}|{_NOUN}[ \t:.#]*(?:\d[^)\n`]*)?)\Z",
    _FLAGS,
)
_NEXT = re.compile(r"[ \t]*[\[【(]|`|[ \t]+\Z")
_RANGE = re.compile(r"(\d+)[ \t]*(?:-|–|\.\.)[ \t]*\D{0,12}?(\d+)")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")


@dataclass(frozen=True)
class Enforced:
    """A text whose marks are in order: numbers used in order of first use, numbers removed in order of appearance."""

    text: str
    used: tuple[int, ...]
    removed: tuple[int, ...]


def enforce(text: str, known: Collection[int]) -> Enforced:
    """The whole of a text at once."""
    marks = CitationFilter(known)
    kept = marks.feed(text) + marks.flush()
    return Enforced(kept, tuple(marks.used), tuple(marks.removed))


class CitationFilter:
    """Enforces marks in a stream. What `feed` and `flush` return, joined, is the answer, however it was cut.

    Attributes:
        used: the numbers that stayed, in order of first use (the keys of a dictionary).
        removed: the numbers that stood for no source.

    `rename` gives a known number the one that the reader sees, when it is first used.
    """

    def __init__(self, known: Collection[int], rename: Callable[[int], int] = int) -> None:
        self._rename = rename
        self.used: dict[int, None] = {}
        self.removed: list[int] = []
        self._known = frozenset(known)
        self._held = ""
        self._code = ""  # what ends the code that the text is in

    def feed(self, text: str) -> str:
        """Take the next piece; returns what can be shown."""
        self._held += text
        return self._scan(last=False)

    def flush(self) -> str:
        """What was held back at the end of the text."""
        return self._scan(last=True)

    def _scan(self, *, last: bool) -> str:
        shown: list[str] = []
        at = 0
        while at < len(self._held):
            step = self._code_step(at, last=last) if self._code else self._text_step(at, last=last)
            if step is None:
                break
            at, text = step
            shown.append(text)
        self._held = self._held[at:]
        return "".join(shown)

    def _code_step(self, at: int, *, last: bool) -> tuple[int, str] | None:
        """Code up to its end; inline code also ends with its line."""
        end = self._held.find(self._code, at)
        line = self._held.find("\n", at) if self._code == "`" else -1
        if line >= 0 and (end < 0 or line < end):
            self._code = ""
            return line + 1, self._held[at : line + 1]
        if end >= 0:
            end += len(self._code)
            self._code = ""
            return end, self._held[at:end]
        end = len(self._held) if last else max(at, len(self._held) - len(self._code) + 1)
        return (end, self._held[at:end]) if end > at else None

    def _text_step(self, at: int, *, last: bool) -> tuple[int, str] | None:
        """Text up to the next bracket or code, or what stands there."""
        found = _NEXT.search(self._held, at)
        if found is None:
            return len(self._held), self._held[at:]
        if found.start() > at:
            return found.start(), self._held[at : found.start()]
        if found.group() == "`":
            if not last and len(self._held) - at < 3 and set(self._held[at:]) == {"`"}:
                return None
            self._code = "```" if self._held.startswith("```", at) else "`"
            return at + len(self._code), self._code
        if found.end() == len(self._held) and found.group().isspace():
            return (len(self._held), found.group()) if last else None
        return self._bracket(at, found.end() - 1, last=last)

    def _bracket(self, at: int, bracket: int, *, last: bool) -> tuple[int, str] | None:
        held = self._held
        mark = _SQUARE.match(held, bracket) or _ROUND.match(held, bracket)
        if mark is not None and len(mark.group()) <= LONGEST:
            if mark.end() == len(held) and not last:
                return None
            if held.startswith("(", mark.end()) and not _ROUND.match(held, mark.end()):
                if not last and len(held) - mark.end() < LONGEST and _UNSURE.match(held, mark.end()):
                    return None
                return mark.end(), held[at : mark.end()]  # a link
            return mark.end(), self._rewritten(mark, held[at:bracket])
        if mark is None and not last and len(held) - bracket < LONGEST and _UNSURE.match(held, bracket):
            return None
        return bracket + 1, held[at : bracket + 1]

    def _rewritten(self, mark: re.Match[str], space: str) -> str:
        numbers = list(dict.fromkeys(_numbers(mark.group(1))))
        if len(numbers) == 1 and numbers[0] not in self._known and _YEAR.fullmatch(mark.group(1)):
            return space + mark.group()
        kept = [self._rename(n) for n in numbers if n in self._known]
        self.removed += [n for n in numbers if n not in self._known]
        self.used.update(dict.fromkeys(kept))
        return space + "".join(f"[{n}]" for n in kept) if kept else ""


def _numbers(listed: str) -> list[int]:
    """The numbers of "1, 2 and 5-7"; a range that is too wide counts as its two ends."""

    def spread(match: re.Match[str]) -> str:
        low, high = int(match[1]), int(match[2])
        span = range(low, high + 1) if low <= high < low + WIDEST else (low, high)
        return ",".join(map(str, span))

    return [int(n) for n in re.findall(r"\d+", _RANGE.sub(spread, listed))]
