"""What of a model's text is a reply at all: no reasoning block before it (`<think>…</think>`), and no error message."""

import re

_OPEN, _CLOSE = "<think>", "</think>"
_BLOCK = re.compile(rf"\A\s*{_OPEN}.*?(?:{_CLOSE}\s*|\Z)", re.DOTALL)
_ERROR = re.compile(
    r"\s*(?:error(?: code)?: ?\d{3}\b|traceback \(most recent|\{\s*[\"']error[\"']|<!doctype|<html)", re.IGNORECASE
)
_MARKS = ("error code: ", "traceback (most recent", '{"error"', "{'error'", "<!doctype", "<html")
_PARTIAL = re.compile(r"error(?: code)?: ?\d{0,3}|\{\s*(?:[\"'](?:e(?:r(?:r(?:or?)?)?)?)?[\"']?)?", re.IGNORECASE)


def is_error_text(text: str) -> bool:
    """Whether a reply starts as the error message of some proxy or program does, rather than as an answer."""
    return _ERROR.match(text) is not None


def without_reasoning(text: str) -> str:
    """The reply without its leading reasoning block; nothing is left of a block that never ends."""
    return _BLOCK.sub("", text)


class Visible:
    """The same for a stream: `feed` returns what may be shown of the text so far and was not returned before."""

    def __init__(self) -> None:
        self._held: str | None = ""

    def feed(self, text: str) -> str:
        """Take the next piece; text that may belong to a reasoning block or an error message is held back."""
        if self._held is None:
            return text
        self._held += text
        if self._undecided(self._held.lstrip()):
            return ""
        return self.flush()

    def flush(self) -> str:
        """What was held back, at the end of the stream."""
        shown, self._held = without_reasoning(self._held or ""), None
        return shown

    def _undecided(self, start: str) -> bool:
        if _CLOSE not in start and (start.startswith(_OPEN) or _OPEN.startswith(start)):
            return True
        low = without_reasoning(start).lstrip().lower()
        return any(mark.startswith(low) for mark in _MARKS) or _PARTIAL.fullmatch(low) is not None
