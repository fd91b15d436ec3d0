"""Documents over HTTP: upload, list, delete."""

import asyncio
import re
from collections import Counter
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, Query, UploadFile

from graph.server.schemas import Document, Documents, Ingested, PassageText, Receipt
from graph.server.serving import Serving, serving_of, user_of
from graph.server.threads import PROBLEMS
from stores.errors import InputError, NotFound
from stores.ingest import ingest

router = APIRouter(prefix="/documents", tags=["documents"], responses=PROBLEMS)
User = Annotated[str, Depends(user_of)]
Server = Annotated[Serving, Depends(serving_of)]
_UNSAFE = re.compile(r"[^\w.\- ]+")


@router.get("")
async def list_documents(serving: Server, _: User) -> Documents:
    """The documents in the index, by name, with their numbers of passages."""
    counts = Counter(source for _, _, source in await asyncio.to_thread(serving.index.labelled, "source"))
    return Documents(documents=[Document(source=str(name), passages=n) for name, n in sorted(counts.items())])


@router.post("", status_code=201)
async def upload_documents(serving: Server, _: User, files: list[UploadFile]) -> Ingested:
    """Take files in. A file that cannot be read is named with its reason; the others go in."""
    folder = serving.settings.home / "uploads"
    names = [_UNSAFE.sub("_", Path(file.filename or "").name).strip(". ") for file in files]
    if not all(names):
        raise InputError("A file has no name that can be used: give every file a name.")
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    for name, file in zip(names, files, strict=True):
        await asyncio.to_thread((folder / name).write_bytes, await file.read())
    paths, most = [folder / name for name in names], serving.settings.max_document
    report = await asyncio.to_thread(ingest, paths, serving.index, max_chars=most)
    failed = [{"file": path, "reason": reason} for path, reason in (*report.failed, *report.skipped)]
    return Ingested(files=report.files, added=report.added, unchanged=report.unchanged, failed=failed)


@router.get("/passages/{passage}")
async def show_passage(serving: Server, _: User, passage: str) -> PassageText:
    """A passage with where it stands in its document."""
    found = (await asyncio.to_thread(serving.index.fetch, [passage])).get(passage)
    if found is None:
        raise NotFound(f"There is no passage {passage!r}: its document may have changed since it was cited.")
    return PassageText(
        id=found.id,
        source=found.source,
        heading=found.heading,
        page=found.page,
        start=found.start,
        end=found.end,
        text=found.text,
    )


@router.delete("")
async def delete_document(serving: Server, _: User, source: Annotated[str, Query(min_length=1)]) -> Receipt:
    """Remove a document's passages from the index."""
    labels = await asyncio.to_thread(serving.index.labelled, "source")
    ids = [id_ for id_, _, name in labels if name == source]
    if not ids:
        raise NotFound(f"There is no document {source!r}: list the documents there are with GET /documents.")
    await asyncio.to_thread((serving.settings.home / "uploads" / Path(source).name).unlink, missing_ok=True)
    return Receipt(erased={"passages": await asyncio.to_thread(serving.index.delete, ids)})
