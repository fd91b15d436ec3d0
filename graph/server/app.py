"""The FastAPI application: threads, turns, documents, health, metrics and the page."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI, Response
from fastapi.middleware.cors import CORSMiddleware
from prometheus_client import CONTENT_TYPE_LATEST

from graph.deps import Deps, open_deps
from graph.server import documents, page, threads
from graph.server.errors import add_error_handlers
from graph.server.identity import open_identity
from graph.server.langserve_routes import add_langserve
from graph.server.library import Library
from graph.server.limits import BodyLimit, TurnLimits
from graph.server.openapi import add_openapi
from graph.server.readiness import readiness_of
from graph.server.schemas import Health, Readiness
from graph.server.serving import Serving
from graph.settings import Settings
from graph.turns import Conversations

Open = Callable[[Settings], AbstractAsyncContextManager[Deps]]
ABOUT = "Conversations over documents: each turn tells what the message was taken to mean and what the answer rests on."


def create_app(settings: Settings, *, host: str = "127.0.0.1", opener: Open = open_deps) -> FastAPI:
    """The server over the stores that the settings name. Raises `SettingsError` when it may not listen on `host`."""
    identity = open_identity(settings, host)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with opener(settings) as deps:
            limits = TurnLimits(settings.turns_per_minute, settings.concurrent_turns)
            app.state.library = Library(settings, deps.index)
            app.state.serving = serving = Serving(Conversations(deps), limits)
            yield
            await serving.aclose()

    # the documentation pages that FastAPI brings would load scripts from elsewhere
    app = FastAPI(
        title="Anaphora",
        description=ABOUT,
        version=version("anaphora"),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.state.identity = identity
    add_error_handlers(app)
    app.add_middleware(BodyLimit, most=settings.max_body)
    if origins := sorted(identity.origins):
        app.add_middleware(CORSMiddleware, allow_origins=origins, allow_methods=["*"], allow_headers=["*"])
    app.include_router(threads.router)
    app.include_router(documents.router)
    app.include_router(page.router)
    add_langserve(app)
    add_openapi(app)

    @app.get("/health", tags=["server"])
    async def health() -> Health:
        """Whether the process is up."""
        return Health(status="ok")

    @app.get("/ready", tags=["server"], responses={503: {"model": Readiness}})
    async def ready(response: Response) -> Readiness:
        """Whether turns can be run: every store answers."""
        found = await readiness_of(app.state.serving.conversations.deps)
        response.status_code = 200 if found.status == "ready" else 503
        return found

    @app.get(
        "/metrics",
        tags=["server"],
        response_class=Response,
        responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    )
    async def metrics() -> Response:
        """Prometheus metrics of all workers."""
        return Response(app.state.serving.metrics.text(), media_type=CONTENT_TYPE_LATEST)

    return app
