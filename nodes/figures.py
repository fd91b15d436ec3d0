"""Figures of an answer held against the passages it cites: a number that none of them holds is flagged, not removed."""

import re
from collections.abc import Iterable, Mapping

_SENTENCE_END = re.compile(r"(?<=[.!?。！？])(?P<marks>(?:[ \t]*\[\d+\])*)(?:\s+|\Z)|\n+")
_CITED = re.compile(r"\[(\d+)\]")
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)
_LIST_MARK = re.compile(r"(?m)^[ \t]*\d{1,3}[.)]\s")
_FIGURE = re.compile(r"\d+(?:[.,'\u2019\u00a0\u202f ]\d{3}(?!\d))*(?:[.,]\d+)?")
_GROUPED = re.compile(r"(?<=\d)[.,'\u2019\u00a0\u202f ](?=\d{3}(?!\d))")
_WORDS = "zero one two three four five six seven eight nine ten eleven twelve"
_AS_DIGITS = {word: str(n) for n, word in enumerate(_WORDS.split())}


def sentences(text: str) -> list[str]:
    """The sentences of an answer, each with the marks that stand behind it."""
    found: list[str] = []
    start = 0
    for end in _SENTENCE_END.finditer(text):
        cut = end.end("marks") if end.group("marks") else end.start()
        found.append(text[start:cut])
        start = end.end()
    return [one.strip() for one in (*found, text[start:]) if one.strip()]


def figures(text: str) -> set[str]:
    """The numbers of a text in every plain form they can be read in: "1,250.50" gives "1250.5"."""
    found: set[str] = set()
    for figure in _FIGURE.findall(text):
        for reading in (figure, _GROUPED.sub("", figure)):
            found.add(_plain(reading))
        found.update(_plain(part) for part in re.findall(r"\d+", figure))
    found |= {digits for word, digits in _AS_DIGITS.items() if re.search(rf"\b{word}\b", text, re.IGNORECASE)}
    return found


def unsupported(answer: str, passages: Mapping[int, str], others: Iterable[str] = ()) -> tuple[str, ...]:
    """Sentences with a figure that neither the passages they cite nor `others` (the question, facts) hold.

    A sentence without a mark is held against all passages.
    """
    free: set[str] = set().union(*map(figures, others))
    held = {n: figures(text) for n, text in passages.items()}
    flagged: list[str] = []
    for sentence in sentences(_LIST_MARK.sub("", _CODE.sub(" ", answer))):
        cited = [int(n) for n in _CITED.findall(sentence)]
        ground = free.union(*(held.get(n, set()) for n in cited or held))
        said = _FIGURE.findall(_CITED.sub(" ", sentence))
        if any(not {_plain(one), _plain(_GROUPED.sub("", one))} & ground for one in said):
            flagged.append(sentence)
    return tuple(flagged)


def _plain(figure: str) -> str:
    whole, _, part = re.sub(r"['\u2019\u00a0\u202f ]", "", figure).replace(",", ".").partition(".")
    if "." in part:
        return re.sub(r"\D", "", figure).lstrip("0") or "0"
    return (whole.lstrip("0") or "0") + (f".{part.rstrip('0')}" if part.rstrip("0") else "")
