"""What is configured, what answers, and what would run."""

import asyncio
from collections.abc import Awaitable, Callable
from importlib.metadata import version

from rich.table import Table
from rich.text import Text

from graph.model_checks import load_clients, model_rows
from graph.settings import Settings
from graph.store_checks import Row, address, postgres_rows, redis_rows, thread_rows
from stores.errors import AnaphoraError

WAIT_S = 5.0
Check = Callable[[Settings], Awaitable[str | list[Row]]]


def check(settings: Settings) -> list[Row]:
    """Run every check. Each ends within five seconds, and none raises."""
    load_clients(settings)
    return asyncio.run(_check(settings))


async def _check(settings: Settings) -> list[Row]:
    checks: dict[str, Check] = {"home": _home, "embeddings": _embeddings, "index": _index}
    if settings.reranker:
        checks["reranker"] = _reranker
    if settings.redis_url:
        checks["redis"] = redis_rows
    if settings.database_url:
        checks["postgres"] = postgres_rows
    found = await asyncio.gather(*(_run(name, run, settings) for name, run in checks.items()))
    answered = {name: all(row.ok for row in rows) for name, rows in zip(checks, found, strict=True)}
    return [
        Row("anaphora", True, f"{version('anaphora')}, langgraph {version('langgraph')}"),
        *(row for rows in found for row in rows),
        # on its own: an index that is being loaded would take the time that the endpoint is given
        *await _run("model", model_rows, settings),
        *thread_rows(settings, answered),
    ]


async def _run(name: str, run: Check, settings: Settings) -> list[Row]:
    try:
        said = await asyncio.wait_for(run(settings), WAIT_S)
    except TimeoutError:
        what = f"no answer within {WAIT_S:.0f} seconds: check its address and that it is running"
        return [Row(name, False, what)]
    except AnaphoraError as error:
        return [Row(name, False, str(error))]
    except Exception as error:  # noqa: BLE001  -- a check reports whatever is wrong
        return [Row(name, False, f"{type(error).__name__}: {error}".splitlines()[0])]
    return [Row(name, True, said)] if isinstance(said, str) else said


async def _home(settings: Settings) -> str:
    settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
    probe = settings.home / ".probe"
    probe.write_text("")
    probe.unlink()
    return f"{settings.home}, writable"


async def _embeddings(settings: Settings) -> str:
    return await asyncio.to_thread(_embedded, settings)


def _embedded(settings: Settings) -> str:
    from stores.embedder import open_embedder

    embedder = open_embedder(settings.embeddings)
    if settings.embeddings:
        return f"{settings.embeddings}: asked at the first use"
    return f"bundled {embedder.id}, {embedder.embed(['ready?']).shape[1]} dimensions"


async def _index(settings: Settings) -> str:
    return await asyncio.to_thread(_indexed, settings)


def _indexed(settings: Settings) -> str:
    from stores.chroma_index import ChromaIndex
    from stores.embedder import open_embedder

    folder, place = settings.home / "index", settings.chroma_url and address(settings.chroma_url)
    if not settings.chroma_url and not folder.exists():
        return "empty: take documents in with `anaphora ingest PATH...`"
    index = ChromaIndex(folder, open_embedder(settings.embeddings), url=settings.chroma_url)
    try:
        return f"{index.count():,} passages in {place or folder}"
    finally:
        index.close()


async def _reranker(settings: Settings) -> str:
    from graph.reranking import open_reranker

    opened = await asyncio.to_thread(open_reranker, settings.reranker)
    return f"{settings.reranker} ranks: {type(opened).__name__}"


def doctor_table(rows: list[Row]) -> Table:
    """The checks as a table."""
    table = Table.grid(padding=(0, 2))
    for row in rows:
        mark, style = ("FAIL", "red") if not row.ok else ("note", "yellow") if row.note else ("ok", "green")
        table.add_row(Text(mark, style=style), row.name, Text(row.says))
    return table
