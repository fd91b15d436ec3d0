"""The shapes of the OpenAI chat and embeddings API, as `graph/fault_server.py` speaks it: pure, no sockets."""

import base64
import hashlib
import json
import re
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stores.words import terms, words

CHARS_PER_TOKEN = 4
REMEMBERED = 8
"""How many earlier prompts of a model count for the cached prefix."""


@dataclass(frozen=True)
class Request:
    """One recorded HTTP request; header names are lower-case."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def model(self) -> str:
        """The model's name as the client sent it."""
        return str(self.body.get("model", ""))

    @property
    def stream(self) -> bool:
        """Whether the client asked for a stream."""
        return bool(self.body.get("stream"))

    @property
    def messages(self) -> list[tuple[str, str]]:
        """Role and text of each message."""
        return [(str(m.get("role", "")), _text(m.get("content"))) for m in self.body.get("messages") or []]

    @property
    def prompt(self) -> str:
        """Every message's text, in order."""
        return "\n".join(text for _, text in self.messages)

    @property
    def last(self) -> str:
        """The last user message's text."""
        return next((text for role, text in reversed(self.messages) if role == "user"), "")

    @property
    def schema(self) -> Mapping[str, Any] | None:
        """The JSON schema that the reply must follow, if one was sent."""
        asked = self.body.get("response_format") or {}
        schema = (asked.get("json_schema") or {}).get("schema")
        return schema if isinstance(schema, Mapping) else None


@dataclass(frozen=True)
class Scripted:
    """What the model says: a text and tool calls as (name, arguments)."""

    text: str = ""
    tool_calls: Sequence[tuple[str, Mapping[str, Any]]] = ()
    finish_reason: str = ""

    @property
    def reason(self) -> str:
        """The finish reason: as given, or what the content asks for."""
        return self.finish_reason or ("tool_calls" if self.tool_calls else "stop")


def echo(request: Request) -> str | Scripted:
    """The default reply: what the schema or the tools ask for, else the last user message again."""
    tools = request.body.get("tools") or []
    if tools:
        function = tools[0]["function"]
        arguments = instance_of(function.get("parameters") or {})
        return Scripted(tool_calls=[(function["name"], arguments if isinstance(arguments, dict) else {})])
    if request.schema is not None:
        return json.dumps(instance_of(request.schema))
    return request.last


def instance_of(schema: Mapping[str, Any], root: Mapping[str, Any] | None = None) -> Any:
    """The plainest value that a JSON schema accepts: empty texts and lists, zeros, first enum values."""
    root = root or schema
    if "$ref" in schema:
        return instance_of(root.get("$defs", {}).get(str(schema["$ref"]).rsplit("/", 1)[-1], {}), root)
    if "default" in schema:
        return schema["default"]
    for choice in ("anyOf", "oneOf"):
        if schema.get(choice):
            return instance_of(schema[choice][0], root)
    if schema.get("enum"):
        return schema["enum"][0]
    if "const" in schema:
        return schema["const"]
    if schema.get("type") == "object":
        return {name: instance_of(part, root) for name, part in (schema.get("properties") or {}).items()}
    plain: Mapping[str, Any] = {"array": [], "string": "", "integer": 0, "number": 0, "boolean": False}
    return plain.get(str(schema.get("type")))


def pieces(text: str) -> list[str]:
    """Cut a text into what is streamed as one token each: a word with the space behind it."""
    return (
        re.findall(r"\s*\S+\s?", text)
        if len(text) < 100_000
        else [text[i : i + 4096] for i in range(0, len(text), 4096)]
    )


class Wire:
    """Builds reply bodies; remembers prompts, so that usage reports a cached prefix as providers do."""

    def __init__(self, dims: int) -> None:
        self.dims = dims
        self._prompts: dict[str, list[str]] = {}
        self._served = 0

    def completion(self, request: Request, reply: Scripted) -> dict[str, Any]:
        """The body of a plain chat completion."""
        message: dict[str, Any] = {"role": "assistant", "content": reply.text}
        if reply.tool_calls:
            message["tool_calls"] = self.tool_calls(reply)
        choice = {"index": 0, "message": message, "finish_reason": reply.reason}
        return {**self._head(request, "chat.completion"), "choices": [choice], "usage": self.usage(request, reply)}

    def chunk(
        self,
        request: Request,
        delta: Mapping[str, Any] | None,
        finish: str | None = None,
        usage: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """One streamed chunk; without a delta it has no choice and only carries the usage."""
        choices = [] if delta is None else [{"index": 0, "delta": dict(delta), "finish_reason": finish}]
        return {**self._head(request, "chat.completion.chunk"), "choices": choices, "usage": usage}

    def tool_calls(self, reply: Scripted, *, streamed: bool = False) -> list[dict[str, Any]]:
        """The tool calls of a reply, numbered when they are streamed."""
        return [
            {
                **({"index": i} if streamed else {}),
                "id": f"call_{i}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(arguments)},
            }
            for i, (name, arguments) in enumerate(reply.tool_calls)
        ]

    def usage(self, request: Request, reply: Scripted) -> dict[str, Any]:
        """Token counts at four characters a token; cached is the longest prefix shared with a recent prompt."""
        prompt = json.dumps(request.body.get("messages") or [], ensure_ascii=False)
        recent = self._prompts.setdefault(request.model, [])
        shared = max((_shared(prompt, other) for other in recent), default=0)
        recent.append(prompt)
        del recent[:-REMEMBERED]
        sent, said = len(prompt) // CHARS_PER_TOKEN, max(1, len(reply.text) // CHARS_PER_TOKEN)
        return {
            "prompt_tokens": sent,
            "completion_tokens": said,
            "total_tokens": sent + said,
            "prompt_tokens_details": {"cached_tokens": min(sent, shared // CHARS_PER_TOKEN)},
        }

    def embeddings(self, request: Request) -> dict[str, Any]:
        """Vectors of the input texts (or token lists), as floats or base64 as asked."""
        given = request.body.get("input")
        inputs = [given] if isinstance(given, str) else list(given or [])
        if inputs and isinstance(inputs[0], int):
            inputs = [inputs]
        data = []
        for i, one in enumerate(inputs):
            vector = hashed_vector(one if isinstance(one, str) else " ".join(map(str, one)), self.dims)
            packed = base64.b64encode(struct.pack(f"<{self.dims}f", *vector)).decode()
            value = packed if request.body.get("encoding_format") == "base64" else vector
            data.append({"object": "embedding", "index": i, "embedding": value})
        tokens = sum(len(str(one)) for one in inputs) // CHARS_PER_TOKEN
        usage = {"prompt_tokens": tokens, "total_tokens": tokens}
        return {"object": "list", "model": request.model, "data": data, "usage": usage}

    def error(self, status: int) -> dict[str, Any]:
        """An error body as providers send it."""
        code = {401: "invalid_api_key", 404: "model_not_found", 429: "rate_limit_exceeded"}.get(status)
        message = f"upstream-secret-detail: request refused with status {status}"
        return {"error": {"message": message, "type": "error", "param": None, "code": code}}

    def _head(self, request: Request, kind: str) -> dict[str, Any]:
        self._served += 1
        return {"id": f"chatcmpl-{self._served}", "object": kind, "created": 0, "model": request.model}


def hashed_vector(text: str, dims: int) -> list[float]:
    """A unit vector of hashed words: texts that share words lie close. Deterministic, needs no files."""
    vector = [0.0] * dims
    for word in terms(text) or words(text):
        digest = hashlib.blake2b(word.encode(), digest_size=8).digest()
        place = int.from_bytes(digest[:4], "little") % dims
        vector[place] += 1.0 if digest[4] & 1 else -1.0
    length = sum(x * x for x in vector) ** 0.5
    return [x / length for x in vector] if length else [1.0, *vector[1:]]


def _shared(one: str, other: str) -> int:
    """Length of the common prefix, found by halving."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "".join(str(part.get("text", "")) for part in content or [] if isinstance(part, Mapping))
