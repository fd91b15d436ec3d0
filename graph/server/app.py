"""The FastAPI application: threads, turns, documents, health and metrics."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.metadata import version
from importlib.resources import files

from fastapi import FastAPI, Response
from fastapi.middleware.cors import CORSMiddleware
from fastapi.responses import HTMLResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from graph.deps import Deps, open_deps
from graph.server import documents, threads
from graph.server.errors import add_error_handlers
from graph.server.identity import open_identity
from graph.server.langserve_routes import add_langserve
from graph.server.limits import BodyLimit, TurnLimits
from graph.server.schemas import Health
from graph.server.serving import Serving
from graph.settings import Settings
from graph.turns import Conversations

Open = Callable[[Settings], AbstractAsyncContextManager[Deps]]


def create_app(settings: Settings, *, host: str = "127.0.0.1", opener: Open = open_deps) -> FastAPI:
    """The server over the stores that the settings name. Raises `SettingsError` when it may not listen on `host`."""
    identity = open_identity(settings, host)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with opener(settings) as deps:
            conversations = Conversations(deps)
            limits = TurnLimits(settings.turns_per_minute, settings.concurrent_turns)
            app.state.serving = Serving(settings, identity, conversations, limits)
            yield
            await conversations.aclose()

    app = FastAPI(title="Anaphora", version=version("anaphora"), lifespan=lifespan)
    app.add_middleware(BodyLimit, most=settings.max_body)
    if origins := [origin.strip() for origin in settings.cors_origins.split(",") if origin.strip()]:
        app.add_middleware(CORSMiddleware, allow_origins=origins, allow_methods=["*"], allow_headers=["*"])
    add_error_handlers(app)
    app.include_router(threads.router)
    app.include_router(documents.router)
    add_langserve(app)

    @app.get("/health", tags=["server"])
    async def health() -> Health:
        """Whether the process is up."""
        return Health(status="ok")

    @app.get("/metrics", tags=["server"], response_class=Response)
    async def metrics() -> Response:
        """Prometheus metrics of this process."""
        serving: Serving = app.state.serving
        return Response(generate_latest(serving.metrics.registry), media_type=CONTENT_TYPE_LATEST)

    @app.get("/", include_in_schema=False)
    async def page() -> HTMLResponse:
        """The chat page."""
        return HTMLResponse(files("graph.server").joinpath("page.html").read_text(encoding="utf-8"))

    return app
