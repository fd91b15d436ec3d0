"""Documents over HTTP: upload, list, open, delete. They are shared by all users of a server."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, File, Header, Query, Response, UploadFile
from sse_starlette import EventSourceResponse, ServerSentEvent

from graph.server.errors import problem_of, problems
from graph.server.identity import user_of
from graph.server.library import Library, curator_of, library_of
from graph.server.openapi import stream_of
from graph.server.schemas import Document, Documents, Ingested, PassageInPlace, PassageText, Receipt, Refused
from stores.errors import InputError, NotFound
from stores.ingest import ingest
from stores.passages import Passage

router = APIRouter(prefix="/documents", tags=["documents"])
User = Annotated[str, Depends(user_of)]
Curator = Annotated[str, Depends(curator_of)]
Books = Annotated[Library, Depends(library_of)]
_UNSAFE = re.compile(r"[^\w.\- ]+")
_LONGEST_NAME = 180  # bytes; file systems take 255
_EVENTS = "progress (done, files, reading)..., done (the report), or error (a problem)"
Step = tuple[int, int, str]


@router.get("", responses=problems())
async def list_documents(library: Books, _: User) -> Documents:
    """The documents in the index, by name, with their numbers of passages."""
    counts = Counter(source for _, _, source in await asyncio.to_thread(library.index.labelled, "source"))
    return Documents(documents=[Document(source=str(name), passages=n) for name, n in sorted(counts.items())])


@router.post(
    "",
    status_code=201,
    response_model=Ingested,
    responses={**problems(), 201: {"content": {"text/event-stream": stream_of(_EVENTS)}}},
)
async def upload_documents(
    library: Books,
    _: Curator,
    files: Annotated[list[UploadFile], File(min_length=1, description="each with its name")],
    accept: Annotated[str, Header()] = "application/json",
) -> Ingested | Response:
    """Take files in, telling the progress when events are accepted. What cannot be read is named, the rest goes in."""
    folder = library.settings.home / "uploads"
    names = [safe_name(file.filename or "") for file in files]
    if not all(names):
        raise InputError("A file has no name that can be used: give every file a name.")
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    for name, file in zip(names, files, strict=True):
        await asyncio.to_thread((folder / name).write_bytes, await file.read())
    steps: asyncio.Queue[Step | None] = asyncio.Queue()
    paths = list(dict.fromkeys(folder / name for name in names))
    taking = asyncio.create_task(_take_in(library, paths, steps))
    if "text/event-stream" in accept:
        return EventSourceResponse(_progress(taking, steps), status_code=201, ping=15)
    return await taking


async def _take_in(library: Library, paths: list[Path], steps: "asyncio.Queue[Step | None]") -> Ingested:
    loop = asyncio.get_running_loop()

    def step(done: int, files: int, reading: str) -> None:
        loop.call_soon_threadsafe(steps.put_nowait, (done, files, reading))

    most = library.settings.max_document
    try:
        report = await asyncio.to_thread(ingest, paths, library.index, progress=step, max_chars=most)
    finally:
        loop.call_soon(steps.put_nowait, None)
    left_out = [Refused(file=Path(path).name, reason=reason) for path, reason in (*report.failed, *report.skipped)]
    return Ingested(files=report.files, added=report.added, unchanged=report.unchanged, failed=left_out)


async def _progress(
    taking: "asyncio.Task[Ingested]", steps: "asyncio.Queue[Step | None]"
) -> AsyncIterator[ServerSentEvent]:
    while (step := await steps.get()) is not None:
        said = dict(zip(("done", "files", "reading"), step, strict=True))
        yield ServerSentEvent(json.dumps(said, ensure_ascii=False), event="progress")
    try:
        yield ServerSentEvent((await taking).model_dump_json(), event="done")
    except Exception as error:  # noqa: BLE001  -- the status line is out: the stream tells
        yield ServerSentEvent(json.dumps(problem_of(error)), event="error")


def safe_name(given: str) -> str:
    """The last part of a file's name with nothing in it that means something to a file system; may be empty."""
    name = Path(_UNSAFE.sub("_", given.replace("\\", "/").rsplit("/", 1)[-1]).strip(". "))
    stem = name.stem.encode()[: _LONGEST_NAME - len(name.suffix.encode()[:20])].decode(errors="ignore")
    return stem + name.suffix.encode()[:20].decode(errors="ignore")


@router.get("/passages/{passage}", responses=problems(404))
async def show_passage(
    library: Books, _: User, passage: str, around: Annotated[int, Query(ge=0, le=20)] = 0
) -> PassageInPlace:
    """A passage where it stands in its document, with up to `around` passages before and after it."""
    return await asyncio.to_thread(_in_place, library, passage, around)


def _in_place(library: Library, passage: str, around: int) -> PassageInPlace:
    found = library.index.fetch([passage]).get(passage)
    if found is None:
        raise NotFound(f"There is no passage {passage!r}: its document may have changed since it was cited.")
    document = [found.id]
    if around:
        labels = library.index.labelled("source")
        document = [id_ for id_, content, name in labels if (content, name) == (found.document, found.source)]
    at = document.index(found.id)
    before, after = document[max(0, at - around) : at], document[at + 1 : at + 1 + around]
    others = library.index.fetch([*before, *after])
    return PassageInPlace(
        **_text(found).model_dump(),
        before=[_text(others[id_]) for id_ in before if id_ in others],
        after=[_text(others[id_]) for id_ in after if id_ in others],
    )


def _text(passage: Passage) -> PassageText:
    return PassageText(**{name: getattr(passage, name) for name in PassageText.model_fields})


@router.delete("", responses=problems(404))
async def delete_document(library: Books, _: Curator, source: Annotated[str, Query(min_length=1)]) -> Receipt:
    """Remove a document's passages from the index."""
    labels = await asyncio.to_thread(library.index.labelled, "source")
    ids = [id_ for id_, _, name in labels if name == source]
    if not ids:
        raise NotFound(f"There is no document {source!r}: list the documents there are with GET /documents.")
    if safe_name(source) == source:
        await asyncio.to_thread((library.settings.home / "uploads" / source).unlink, missing_ok=True)
    return Receipt(erased={"passages": await asyncio.to_thread(library.index.delete, ids)})
