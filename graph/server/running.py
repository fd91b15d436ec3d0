"""Runs the server in one process or several."""

import os

import uvicorn

from graph.server.app import create_app
from graph.server.identity import open_identity
from graph.settings import Settings, load_settings
from stores.errors import SettingsError

_HOST, _HOME = "ANAPHORA_SERVE_HOST", "ANAPHORA_HOME"


def run_server(settings: Settings, *, host: str, port: int, workers: int) -> None:
    """Serve until interrupted. Raises `SettingsError` when several processes would not share their stores."""
    open_identity(settings, host)
    if workers == 1:
        uvicorn.run(create_app(settings, host=host), host=host, port=port, timeout_graceful_shutdown=30)
        return
    missing = [name for name, value in (("ANAPHORA_CHROMA_URL", settings.chroma_url),) if not value]
    if missing:
        raise SettingsError(
            f"{workers} workers need a shared index: set {missing[0]} to a Chroma server, or use one worker."
        )
    os.environ[_HOST], os.environ[_HOME] = host, str(settings.home)
    uvicorn.run("graph.server.running:worker_app", factory=True, host=host, port=port, workers=workers)


def worker_app() -> object:
    """The application of one of several processes, from the environment."""
    return create_app(load_settings(), host=os.environ.get(_HOST, "127.0.0.1"))
