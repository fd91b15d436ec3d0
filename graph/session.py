"""Conversations from synchronous code: a session opens everything on an event loop of its own, in the background.

with Session() as session:
    record = session.ask("What about contractors?", thread="demo")
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from queue import Queue
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from graph.events import Event
from graph.settings import Settings, load_settings

if TYPE_CHECKING:
    from graph.deps import Deps
    from graph.turns import Conversations

T = TypeVar("T")
Open = Callable[[Settings], "AbstractAsyncContextManager[Deps]"]


def _open(settings: Settings) -> "AbstractAsyncContextManager[Deps]":
    from graph.deps import open_deps

    return open_deps(settings)


class Session:
    """The synchronous face of the turn runner. Opening goes on in the background; the first use waits for it."""

    def __init__(self, settings: Settings | None = None, *, opener: Open = _open, **given: object) -> None:
        self.settings = settings or load_settings(**given)
        self._opener = opener
        self._closing = asyncio.Event()
        self._begun: Queue[asyncio.AbstractEventLoop] = Queue()
        self._ready: Queue[Conversations | BaseException] = Queue()
        self._conversations: Conversations | None = None
        self._thread = threading.Thread(target=self._main, name="anaphora", daemon=True)
        self._thread.start()
        self._loop = self._begun.get()

    def _main(self) -> None:
        with suppress(Exception):  # whoever uses the session is told by `conversations`
            asyncio.run(self._live())

    async def _live(self) -> None:
        self._begun.put(asyncio.get_running_loop())
        try:
            async with self._opener(self.settings) as deps:
                # imported here, on the session's thread: it costs seconds that a prompt can hide
                from graph.turns import Conversations

                conversations = Conversations(deps)
                self._ready.put(conversations)
                await self._closing.wait()
                await conversations.aclose()
        except BaseException as error:
            self._ready.put(error)
            raise

    @property
    def conversations(self) -> "Conversations":
        """The turn runner, once everything is open. Raises what opening raised."""
        if self._conversations is None:
            opened = self._ready.get()
            if isinstance(opened, BaseException):
                self._ready.put(opened)
                raise opened
            self._conversations = opened
        return self._conversations

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the session's loop and give its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    def ask(self, message: str, *, thread: str = "default", **options: Any) -> Mapping[str, Any]:
        """Run one turn and give its record."""
        return self.run(self.conversations.ask(message, thread=thread, **options))

    def events(self, message: str, *, thread: str = "default", **options: Any) -> Iterator[Event]:
        """Run one turn and give its events as they come."""
        queue: Queue[Event | BaseException | None] = Queue()
        conversations = self.conversations

        async def pump() -> None:
            try:
                async for event in conversations.events(message, thread=thread, **options):
                    queue.put(event)
            except Exception as error:  # noqa: BLE001  -- raised again in the caller's thread
                queue.put(error)
            finally:
                queue.put(None)

        asyncio.run_coroutine_threadsafe(pump(), self._loop)
        while (item := queue.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            yield item

    def close(self) -> None:
        """Wait for running turns and close every store."""
        with suppress(RuntimeError):  # the loop has ended already
            self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join()

    def __enter__(self) -> "Session":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
