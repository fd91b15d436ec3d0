"""The exported graph, for LangGraph Studio and for anybody's LangServe app.

It has no saver and no store of its own: the server that runs it brings them. Clients are opened once per event loop,
however often the factory is called.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from weakref import WeakKeyDictionary

from graph.builder import Graph, build_graph
from graph.deps import Deps, open_deps
from graph.settings import Settings, load_settings

_OPENED: "WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Future[Deps]]" = WeakKeyDictionary()
_KEPT: list[AsyncExitStack] = []  # never closed on purpose: the owner of a loop ends with its process


def _settings() -> Settings:
    return load_settings()


async def shared_deps(settings: Settings | None = None) -> Deps:
    """The dependencies of the running loop, opened at the first call and kept until the loop's process ends."""
    loop = asyncio.get_running_loop()
    opened = _OPENED.get(loop)
    if opened is None:
        opened = _OPENED[loop] = loop.create_future()
        try:
            chosen = settings if settings is not None else await asyncio.to_thread(_settings)
            _KEPT.append(AsyncExitStack())
            opened.set_result(await _KEPT[-1].enter_async_context(open_deps(chosen)))
        except BaseException as error:
            del _OPENED[loop]
            opened.set_exception(error)
            raise
    return await asyncio.shield(opened)


@asynccontextmanager
async def make_graph() -> AsyncIterator[Graph]:
    """The conversation graph over the documents of `ANAPHORA_HOME`."""
    yield build_graph(await shared_deps())
