"""Limits on what one user may ask of the server: body size, turns a minute, turns at once."""

import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from fastapi import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graph.server.errors import problem


@dataclass
class TurnLimits:
    """Counts turns by user in this process."""

    per_minute: int
    at_once: int
    clock: Callable[[], float] = time.monotonic
    _started: dict[str, deque[float]] = field(default_factory=lambda: defaultdict(deque))
    _running: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    @contextmanager
    def turn(self, user: str) -> Iterator[None]:
        """Count a turn while inside. Raises 429 with Retry-After when the user has too many."""
        now, started = self.clock(), self._started[user]
        while started and started[0] <= now - 60:
            started.popleft()
        if len(started) >= self.per_minute:
            wait = max(1, int(started[0] + 60 - now) + 1)
            raise HTTPException(
                429,
                f"More than {self.per_minute} turns in a minute: wait {wait} s.",
                headers={"Retry-After": str(wait)},
            )
        if self._running[user] >= self.at_once:
            raise HTTPException(
                429, f"{self.at_once} turns are running already: wait for one.", headers={"Retry-After": "1"}
            )
        started.append(now)
        self._running[user] += 1
        try:
            yield
        finally:
            self._running[user] -= 1


class BodyLimit:
    """ASGI middleware that refuses a request body over `most` bytes, also one sent without a length."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app, self.most = app, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, counting."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        detail = f"The request body is over {self.most:,} bytes: send less or raise ANAPHORA_MAX_BODY."
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        if declared.isdigit() and int(declared) > self.most:
            await problem(413, detail)(scope, receive, send)
            return
        received = 0

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self.most:
                raise HTTPException(413, detail)
            return message

        await self.app(scope, counted, send)
