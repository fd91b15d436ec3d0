"""A small OpenAI-compatible HTTP server with faults that can be switched on while it runs; nothing beyond asyncio.

    with FaultServer(reply=lambda request: "Paris [1].") as server:
        model = ChatOpenAI(base_url=server.base_url, api_key="any", model="answers")
        server.fail("429", times=1, retry_after=0.1)

Serves `/v1/chat/completions` (plain, streamed with usage, JSON schema, tools), `/v1/embeddings` and `/v1/models`, and
records every request. It runs in a thread of its own, so that synchronous and asynchronous callers can both use it.
"""

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Literal, Self

from graph.openai_wire import Request, Scripted, Wire, echo, pieces

FaultKind = Literal[
    "400", "401", "403", "404", "429", "500", "503",  # answered with that status
    "delay",  # waits `delay_s` before it answers
    "cut",  # the stream ends half-way, without a finish reason
    "drop",  # the connection breaks half-way
    "malformed",  # JSON by its content type, broken by its body
    "html",  # a login page with status 200
    "garbage",  # a well-formed reply of nonsense
    "error_text",  # a well-formed reply whose text is an error message
    "empty",  # a well-formed reply without text
    "huge",  # a well-formed reply of two million characters
    "wrong_language",  # a well-formed reply in a language nobody asked for
]  # fmt: skip

NONSENSE = (
    '}{"resolution": [[[ \x07 zxqv ]] <|im_end|> zxqv blorf snarg {"topic": "maybe", "alternatives": "9999" \\u00'
)
ERROR_TEXT = "Error: 500 Internal Server Error. Traceback (most recent call last): upstream request failed"
FOREIGN = "Ezen a kérdésen sokat gondolkodtam, de a válasz magyarul hosszú és nem tartozik ide egyáltalán"
BODIES: Mapping[str, tuple[str, str]] = {
    "html": ("<html><body>Please sign in</body></html>", "text/html"),
    "malformed": ('{"id": "x", "choices": [{"mess', "application/json"),
}
MODELS: Mapping[str, Any] = {"object": "list", "data": [{"id": "any", "object": "model"}]}
STREAM_HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
HUGE = "zxqv blorf " * 200_000
TEXTS: Mapping[str, str] = {
    "garbage": NONSENSE,
    "error_text": ERROR_TEXT,
    "empty": "",
    "wrong_language": FOREIGN,
    "huge": HUGE,
}


@dataclass(frozen=True)
class Latency:
    """Seconds until the first token (or the whole plain reply) and between two streamed tokens."""

    first_s: float = 0.0
    token_s: float = 0.0


@dataclass
class Fault:
    """A fault that is on: for how many more requests (None: until healed) and for which of them."""

    kind: FaultKind
    times: int | None = None
    retry_after: float | None = None
    delay_s: float = 1.0
    when: Callable[[Request], bool] = field(default=lambda _request: True)


class FaultServer:
    """The server as a context manager; `base_url` is what `OPENAI_BASE_URL` wants.

    Args:
        reply: what the model says, as a function of the request: a text, or a `Scripted` with tool calls.
        latency: how long it takes, the same for all requests or as a function of the request.
        key: when set, requests without this bearer key are answered with 401.
        dims: dimensions of the vectors that `/v1/embeddings` returns.
    """

    def __init__(
        self,
        reply: Callable[[Request], str | Scripted] = echo,
        latency: Latency | Callable[[Request], Latency] = Latency(),
        *,
        key: str | None = None,
        dims: int = 64,
    ) -> None:
        self.reply = reply
        self.latency = latency
        self.key = key
        self.requests: list[Request] = []
        self.spans: list[tuple[float, float]] = []
        """When each chat came in and was answered in full, by `time.perf_counter`, in the order of their ends."""
        self._faults: list[Fault] = []
        self._wire = Wire(dims)
        self._loop = asyncio.new_event_loop()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, name="fault-server", daemon=True)
        self._stop = asyncio.Event()
        self._port = 0

    def __enter__(self) -> Self:
        self._thread.start()
        self._started.wait()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    @property
    def base_url(self) -> str:
        """Where clients find the server, with the version path."""
        return f"http://127.0.0.1:{self._port}/v1"

    @property
    def chats(self) -> list[Request]:
        """The recorded chat requests, oldest first."""
        return [request for request in self.requests if request.path.endswith("/chat/completions")]

    def fail(
        self,
        kind: FaultKind,
        *,
        times: int | None = None,
        retry_after: float | None = None,
        delay_s: float = 1.0,
        when: Callable[[Request], bool] = lambda _request: True,
    ) -> None:
        """Switch a fault on for the next `times` requests that `when` picks, or until `heal`."""
        self._faults.append(Fault(kind, times, retry_after, delay_s, when))

    def heal(self) -> None:
        """Switch every fault off."""
        self._faults.clear()

    # --- the server's thread

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        talks: set[asyncio.Task[None]] = set()

        async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            talks.add(task)
            # a client that leaves, or a server that stops, ends the talk and nothing else
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                while await self._answer(reader, writer):
                    pass
            writer.close()
            talks.discard(task)

        server = await asyncio.start_server(talk, "127.0.0.1", 0)
        self._port = server.sockets[0].getsockname()[1]
        self._started.set()
        await self._stop.wait()
        server.close()
        for task in tuple(talks):
            task.cancel()
        await asyncio.gather(*talks, return_exceptions=True)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        raw = await reader.readexactly(int(headers.get("content-length", "0")))
        request = Request(head[0].split()[1].partition("?")[0], headers, json.loads(raw) if raw else {})
        self.requests.append(request)
        fault = self._due(request)
        if fault is not None and fault.kind == "delay":
            await asyncio.sleep(fault.delay_s)
        if fault is not None and fault.kind.isdigit():
            extra = {} if fault.retry_after is None else {"retry-after": f"{fault.retry_after:g}"}
            return await _send(writer, int(fault.kind), self._wire.error(int(fault.kind)), extra)
        if self.key is not None and headers.get("authorization") != f"Bearer {self.key}":
            return await _send(writer, 401, self._wire.error(401))
        if fault is not None and fault.kind in BODIES:
            body, kind = BODIES[fault.kind]
            return await _send(writer, 200, body, kind=kind)
        if request.path.endswith("/chat/completions"):
            came = time.perf_counter()
            try:
                return await self._chat(request, writer, fault.kind if fault else None)
            finally:
                self.spans.append((came, time.perf_counter()))
        found = self._wire.embeddings(request) if request.path.endswith("/embeddings") else MODELS
        known = request.path.endswith(("/models", "/embeddings"))
        return await _send(writer, 200 if known else 404, found if known else self._wire.error(404))

    def _due(self, request: Request) -> Fault | None:
        for fault in self._faults:
            if fault.times != 0 and fault.when(request):
                if fault.times is not None:
                    fault.times -= 1
                return fault
        return None

    async def _chat(self, request: Request, writer: asyncio.StreamWriter, fault: str | None) -> bool:
        latency = self.latency(request) if callable(self.latency) else self.latency
        said = TEXTS[fault] if fault is not None and fault in TEXTS else self.reply(request)
        reply = Scripted(said) if isinstance(said, str) else said
        await asyncio.sleep(latency.first_s)
        if not request.stream:
            body = json.dumps(self._wire.completion(request, reply))
            if fault in {"cut", "drop"}:
                return await _broken(writer, body)
            return await _send(writer, 200, body)
        parts = pieces(reply.text)
        if fault in {"cut", "drop"}:
            parts = parts[: max(1, len(parts) // 2)]
        writer.write(STREAM_HEAD)
        async for event in self._events(request, reply, parts, latency.token_s, whole=fault not in {"cut", "drop"}):
            data = event.encode()
            writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
            await writer.drain()
        if fault == "drop":
            writer.transport.abort()
            return False
        writer.write(b"0\r\n\r\n")
        await writer.drain()
        return True

    async def _events(
        self, request: Request, reply: Scripted, parts: list[str], token_s: float, *, whole: bool
    ) -> AsyncIterator[str]:
        for i, part in enumerate(parts):
            if i and token_s:
                await asyncio.sleep(token_s)
            yield _event(self._wire.chunk(request, {"role": "assistant", "content": part}))
        if not whole:
            return
        if reply.tool_calls:
            yield _event(self._wire.chunk(request, {"tool_calls": self._wire.tool_calls(reply, streamed=True)}))
        yield _event(self._wire.chunk(request, {}, reply.reason))
        if (request.body.get("stream_options") or {}).get("include_usage"):
            yield _event(self._wire.chunk(request, None, usage=self._wire.usage(request, reply)))
        yield "data: [DONE]\n\n"


def _event(data: Mapping[str, Any]) -> str:
    return f"data: {json.dumps(data)}\n\n"


async def _send(
    writer: asyncio.StreamWriter,
    status: int,
    body: Mapping[str, Any] | str,
    extra: Mapping[str, str] | None = None,
    kind: str = "application/json",
) -> bool:
    data = (body if isinstance(body, str) else json.dumps(body)).encode()
    headers = {"content-type": kind, "content-length": str(len(data)), "connection": "keep-alive", **(extra or {})}
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    writer.write(f"HTTP/1.1 {status} Status\r\n{lines}\r\n".encode() + data)
    await writer.drain()
    return True


async def _broken(writer: asyncio.StreamWriter, body: str) -> bool:
    """Promise the whole body, send half of it and hang up."""
    data = body.encode()
    writer.write(f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {len(data)}\r\n\r\n".encode())
    writer.write(data[: len(data) // 2])
    await writer.drain()
    writer.close()
    return False
