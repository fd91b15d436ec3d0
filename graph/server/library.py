"""The documents that everybody's answers rest on, and who may change them."""

from dataclasses import dataclass

from fastapi import HTTPException, Request

from graph.server.identity import user_of
from graph.settings import Settings
from stores.ingest import Index


@dataclass(frozen=True)
class Library:
    """The index of passages, and the settings of whoever serves it."""

    settings: Settings
    index: Index


def library_of(request: Request) -> Library:
    """FastAPI dependency: the documents of this application."""
    library: Library = request.app.state.library
    return library


async def curator_of(request: Request) -> str:
    """FastAPI dependency: who asks, when they may change the documents."""
    user = await user_of(request)
    curators = [name for name in map(str.strip, library_of(request).settings.curators.split(",")) if name]
    if curators and user not in curators:
        raise HTTPException(403, "The documents are kept by others: ask one of ANAPHORA_CURATORS to change them.")
    return user
