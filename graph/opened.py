"""Dependencies that one event loop opens once and shares, for hosts that bring the loop: LangGraph's server."""

import asyncio
from contextlib import AsyncExitStack
from weakref import WeakKeyDictionary

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
