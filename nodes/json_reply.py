"""Reads the JSON that a model was asked for out of what it wrote: bounded, repaired where the fault is a usual one.

Repaired: text or a code fence around it, a reasoning block before it, single quotes, Python's literals, trailing
commas, and an end that is missing. Anything else is refused; nothing is guessed.
"""

import ast
import json
import re
from collections.abc import Iterator
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from nodes.reasoning import without_reasoning

MAX_CHARS = 20_000
MAX_DEPTH = 12
MAX_STARTS = 8
"""How many opening braces are tried."""

_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_CLOSING = {"{": "}", "[": "]"}

Schema = TypeVar("Schema", bound=BaseModel)


def parse_reply(text: str, schema: type[Schema]) -> Schema:
    """The first object in `text` (its first 20,000 characters) that `schema` accepts.

    Raises:
        ValueError: no such object; the message does not hold the text.
    """
    reason = "no JSON object in it"
    for candidate in _objects(without_reasoning(text[:MAX_CHARS])):
        value = _loads(candidate)
        if isinstance(value, dict):
            try:
                return schema.model_validate(value)
            except ValidationError as error:
                first = error.errors(include_input=False, include_url=False)[0]
                reason = f"{'.'.join(map(str, first['loc'])) or 'the object'}: {first['type']}"
    raise ValueError(f"the reply is not the {schema.__name__} that was asked for: {reason}")


def _objects(text: str) -> Iterator[str]:
    """Each piece that starts at an opening brace, to its matching end; an unfinished one is closed."""
    starts = [i for i, c in enumerate(text) if c == "{"][:MAX_STARTS]
    for start in starts:
        yield from _balanced(text, start)


def _balanced(text: str, start: int) -> list[str]:
    """The object that starts here; where it has no end, closed as it is and closed before its last comma."""
    open_brackets: list[str] = []
    quote = ""
    comma = (start + 1, "}")
    i = start
    while i < len(text):
        c = text[i]
        if quote:
            if c == "\\":
                i += 1
            elif c == quote and (quote == '"' or not _inside_word(text, i)):
                quote = ""
        elif c == '"' or (c == "'" and not _inside_word(text, i)):
            quote = c
        elif c in _CLOSING:
            open_brackets.append(_CLOSING[c])
            if len(open_brackets) > MAX_DEPTH:
                return []
        elif c in "}]":
            if not open_brackets or open_brackets.pop() != c:
                return []
            if not open_brackets:
                return [text[start : i + 1]]
        elif c == ",":
            comma = (i, "".join(reversed(open_brackets)))
        i += 1
    rest = text[start:].rstrip().rstrip(",:")
    return [rest + quote + "".join(reversed(open_brackets)), text[start : comma[0]] + comma[1]]


def _inside_word(text: str, i: int) -> bool:
    """An apostrophe between letters opens and closes nothing."""
    return 0 < i < len(text) - 1 and text[i - 1].isalnum() and text[i + 1].isalnum()


def _loads(text: str) -> object:
    for attempt in (text, _TRAILING_COMMA.sub(r"\1", text)):
        try:
            return json.loads(attempt, strict=False)
        except (ValueError, RecursionError):
            continue
    try:
        return ast.literal_eval(re.sub(r"\b(true|false|null)\b", _python_word, text))
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None


def _python_word(match: re.Match[str]) -> str:
    return {"true": "True", "false": "False"}.get(match.group(), "None")
