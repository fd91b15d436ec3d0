"""Holds the first words of a streamed answer until it is plain that they belong to the conversation.

A broken endpoint can send noise, or text for somebody else. Three words are enough to let a sound answer through: most
are function words or words of the prompt. What looks strange is held for twelve words, and refused if it stays so.
Other scripts than Latin are let through: somebody may have asked for them.
"""

import re

from stores.words import STOP_WORDS, stem, words

FEW, MANY = 3, 12
"""Words after which a usual, and a strange, beginning is judged."""
FEW_SHARE, MANY_SHARE = 0.5, 1 / 3
"""How many of them must be known."""
MOST_CHARACTERS = 400
_OTHER_SCRIPT = re.compile(r"[\u0370-\u1dff\u2c00-\ua7ff\uac00-\ufaff]")
_ANY_LANGUAGE = frozenset().union(*STOP_WORDS.values())


class Opening:
    """Judges the beginning of an answer against the prompt. Languages without function words here are let through."""

    def __init__(self, prompt: str, language: str) -> None:
        self._prompt, self._language = prompt, language
        self._held: str | None = "" if language in STOP_WORDS else None
        self._known: frozenset[str] | None = None

    def feed(self, text: str) -> str:
        """Take the next piece; returns what can be shown. Raises `ValueError` for a beginning that is refused."""
        if self._held is None:
            return text
        self._held += text
        if _OTHER_SCRIPT.search(self._held):
            return self._release()
        said = words(self._held)
        if not self._held[-1:].isspace():
            said = said[:-1]  # the last word may be unfinished
        if len(said) < FEW and len(self._held) < MOST_CHARACTERS:
            return ""
        if self._share(said[:FEW], STOP_WORDS[self._language]) >= FEW_SHARE:
            return self._release()
        if len(said) < MANY and len(self._held) < MOST_CHARACTERS:
            return ""
        return self.flush()

    def flush(self) -> str:
        """What was held at the end of the text. Raises as `feed`."""
        said = words(self._held or "")[:MANY]
        if self._held and (not said or self._share(said, _ANY_LANGUAGE) < MANY_SHARE):
            raise ValueError("the beginning has nothing to do with the prompt")
        return self._release()

    def _release(self) -> str:
        shown, self._held = self._held or "", None
        return shown

    def _share(self, said: list[str], usual: frozenset[str]) -> float:
        """Share of words that are usual or words of the prompt."""
        strange = [word for word in said if word not in usual]
        if strange and self._known is None:
            self._known = frozenset(stem(word, self._language) for word in words(self._prompt))
        unknown = [word for word in strange if stem(word, self._language) not in (self._known or ())]
        return 1 - len(unknown) / len(said) if said else 0.0
