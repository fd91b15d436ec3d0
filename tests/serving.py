"""A real server on a free port, over a few passages in memory, with two users who have keys of their own."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from pydantic import SecretStr

from graph.deps import Deps
from graph.memory_deps import open_memory_deps
from graph.server.app import create_app
from graph.settings import Settings
from nodes.writing import Brief, Writer, Written
from stores.passages import Passage, PassageIndex

ADA, BEN = "key-of-ada-0123456789", "key-of-ben-0123456789"
KEYS = SecretStr(f"ada:{ADA},ben:{BEN}")

PASSAGES = [
    Passage(
        "leave",
        "Full-time employees receive 20 weeks of parental leave at full pay. The policy applies from January.",
        source="leave.md",
        heading="Parental leave",
    ),
    Passage(
        "part-time",
        "Part-time employees receive 16 weeks of parental leave. Their pay follows their weekly hours.",
        source="leave.md",
        heading="Parental leave > Part-time employees",
    ),
    Passage(
        "expenses",
        "Expense claims are entered within 45 days. The Finance Team reimburses approved claims in ten days.",
        source="expenses.md",
        heading="Expenses",
    ),
]


WriterOver = Callable[[PassageIndex], Writer]


def opener(
    passages: list[Passage], writer: WriterOver | None = None
) -> Callable[[Settings], AbstractAsyncContextManager[Deps]]:
    """Opens dependencies in memory over the given passages, with a writer of one's own if given."""

    @asynccontextmanager
    async def opened(settings: Settings) -> AsyncIterator[Deps]:
        async with open_memory_deps(passages, settings=settings, writer=writer) as deps:
            yield deps

    return opened


@dataclass
class GatedWriter:
    """Says its first words, waits until it may go on, and then fails or ends."""

    error: Exception | None = None
    begun: threading.Event = field(default_factory=threading.Event)
    go_on: threading.Event = field(default_factory=threading.Event)

    async def write(self, brief: Brief) -> AsyncIterator[str | Written]:
        """Stream an answer in two pieces."""
        yield "Twenty "
        self.begun.set()
        await asyncio.to_thread(self.go_on.wait)
        if self.error:
            raise self.error
        yield "weeks."
        yield Written("Twenty weeks.")


@contextmanager
def serving(app: FastAPI) -> Iterator[str]:
    """The address of an application that listens while inside."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning", timeout_graceful_shutdown=10))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started and thread.is_alive():
        thread.join(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


def settings_with_keys(home: Path, **more: object) -> Settings:
    """Settings of a server that two users have keys for."""
    return Settings(home=home, auth_keys=KEYS, **more)  # type: ignore[arg-type]  # pydantic converts


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server for ada and ben."""
    app = create_app(settings_with_keys(tmp_path_factory.mktemp("served")), opener=opener(PASSAGES))
    with serving(app) as address:
        yield address


def client(address: str, key: str = ADA) -> httpx.Client:
    """A client of one user."""
    return httpx.Client(base_url=address, headers={"Authorization": f"Bearer {key}"}, timeout=30)
