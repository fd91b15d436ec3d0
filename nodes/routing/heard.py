"""A message as the rules hear it: lower case, straight quotes, code and links blanked, plain typing slips mended.

Every character of `low` stands for one of the message, so that a match in it can be cut out of the message itself.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from nodes.resolving.lexicon import behaviour
from nodes.routing.table import vocabulary
from stores.words import STOP_WORDS, stem

_CODE = re.compile(r"```.*?```|`[^`\n]*`|https?://\S+|www\.\S+|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "´": "'", "“": '"', "”": '"', "\u00a0": " ", "\t": " "})
_RARE = 0.42  # in nats over 16: a word this rare in running text is rather a slip
_MENDABLE = vocabulary(
    """what when where who which why how about it its is was were are does did and the for with they them that this
    these those have has can could would should will much many long mean meant instead actually also other others more
    thanks thank please there their from than then make shorter table first second last previous question asked ask
    said tell"""
)
_BY_LETTERS: dict[str, list[str]] = {}
for _word in _MENDABLE:
    _BY_LETTERS.setdefault("".join(sorted(_word)), []).append(_word)


@dataclass(frozen=True)
class Heard:
    """`raw` as it came, `low` as the rules read it, of the same length; `code`: whether something was blanked."""

    raw: str
    low: str
    code: bool

    def cut(self, start: int, end: int | None = None) -> str:
        """A piece of the message in its own words."""
        return self.raw[start:end].strip()


def _low(character: str) -> str:
    lowered = character.lower()
    return lowered if len(lowered) == 1 else character


def _mend(word: str) -> str:
    """A function word with two neighbouring letters swapped, or one letter wrong, as it was meant."""
    if word in _MENDABLE or word in STOP_WORDS["en"] or len(word) < 2:
        return word
    if len(word) > 2 and behaviour(stem(word))[0] < _RARE:
        return word
    for meant in _BY_LETTERS.get("".join(sorted(word)), ()):
        wrong = [at for at in range(len(word)) if word[at] != meant[at]]
        if len(wrong) == 2 and wrong[1] == wrong[0] + 1:
            return meant
    if len(word) >= 5:
        near = [w for w in _MENDABLE if len(w) == len(word) and sum(a != b for a, b in zip(w, word, strict=True)) == 1]
        if len(near) == 1:
            return near[0]
    return word


@lru_cache(maxsize=512)
def hear(message: str, language: str = "en") -> Heard:
    """Read a message. Slips are mended in English only, and never in a word that begins with a capital."""
    raw = unicodedata.normalize("NFC", message)
    shouting = raw.upper() == raw
    low = list("".join(_low(character) for character in raw).translate(_QUOTES))
    code = False
    for match in _CODE.finditer(raw):
        code = True
        low[match.start() : match.end()] = " " * (match.end() - match.start())
    if language == "en":
        for match in _WORD.finditer("".join(low)):
            if shouting or not raw[match.start()].isupper():
                low[match.start() : match.end()] = _mend(match.group())
    return Heard(raw, "".join(low), code)


def as_meant(question: str, language: str) -> str:
    """The message with plain typing slips mended ("waht does ti cost" points back), otherwise in its own spelling."""
    heard = hear(question, language)
    return "".join(
        was if was.lower() == low or not low.strip() else low for was, low in zip(heard.raw, heard.low, strict=True)
    )
