"""What LangGraph's server offers beside its own routes: the documents, so that Studio's users can take some in and open
a passage by the id that a state holds.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI

from graph.opened import shared_deps
from graph.server import documents
from graph.server.errors import add_our_errors
from graph.server.identity import open_identity
from graph.server.library import Library
from graph.server.openapi import add_openapi
from graph.server.readiness import readiness_of
from graph.server.schemas import Readiness


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    deps = await shared_deps()
    app.state.library = Library(deps.settings, deps.index)
    app.state.identity = open_identity(deps.settings, "127.0.0.1")
    yield


app = FastAPI(title="Anaphora", version=version("anaphora"), lifespan=_lifespan, docs_url=None, redoc_url=None)
add_our_errors(app)
app.include_router(documents.router)
add_openapi(app)


@app.get("/ready", tags=["server"], responses={503: {"model": Readiness}})
async def ready() -> Readiness:
    """Whether turns can be run: every store answers."""
    return await readiness_of(await shared_deps())
