"""Runs the server in one process or several."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

from graph.server.identity import open_identity
from graph.server.metrics import FOLDER
from graph.settings import Settings, load_settings
from stores.errors import SettingsError

_HOST, _HOME = "ANAPHORA_SERVE_HOST", "ANAPHORA_HOME"
GRACE_S = 30


def run_server(settings: Settings, *, host: str, port: int, workers: int) -> None:
    """Serve until interrupted. Raises `SettingsError` when several processes would not share their stores."""
    import uvicorn

    open_identity(settings, host)
    if workers == 1:
        from graph.server.app import create_app

        uvicorn.run(create_app(settings, host=host), host=host, port=port, timeout_graceful_shutdown=GRACE_S)
        return
    if not settings.chroma_url:
        raise SettingsError(
            f"{workers} workers need a shared index: set ANAPHORA_CHROMA_URL to a Chroma server, or use one worker."
        )
    with _environment(host, settings):
        uvicorn.run(
            "graph.server.running:worker_app",
            factory=True,
            host=host,
            port=port,
            workers=workers,
            timeout_graceful_shutdown=GRACE_S,
        )


@contextmanager
def _environment(host: str, settings: Settings) -> Iterator[None]:
    """What workers are told, and the folder through which each of them tells of the turns of all."""
    with TemporaryDirectory(prefix="anaphora-metrics-") as folder:
        os.environ.setdefault(FOLDER, folder)
        os.environ[_HOST], os.environ[_HOME] = host, str(settings.home)
        yield


def worker_app() -> object:
    """The application of one of several processes, from the environment."""
    from graph.server.app import create_app

    return create_app(load_settings(), host=os.environ.get(_HOST, "127.0.0.1"))
