"""What is configured, what answers, and what would run."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib.metadata import version

from rich.table import Table
from rich.text import Text

from graph.settings import Settings
from stores.errors import AnaphoraError

WAIT_S = 5.0


@dataclass(frozen=True)
class Row:
    """One check: whether it is all right, and what it says."""

    name: str
    ok: bool
    says: str


def check(settings: Settings) -> list[Row]:
    """Run every check. Each ends within five seconds, and none raises."""
    return asyncio.run(_check(settings))


async def _check(settings: Settings) -> list[Row]:
    checks: dict[str, Callable[[], Awaitable[str]]] = {
        "home": lambda: _home(settings),
        "embeddings": lambda: _embeddings(settings),
        "index": lambda: _index(settings),
        "model": lambda: _models(settings),
    }
    if settings.redis_url:
        checks["redis"] = lambda: _redis(settings.redis_url)
    if settings.database_url:
        checks["postgres"] = lambda: _postgres(settings.database_url)
    tiers = " then ".join(
        [*(["Redis"] if settings.redis_url else []), "Postgres" if settings.database_url else ""]
        if settings.redis_url or settings.database_url
        else ["SQLite in the home folder"]
    ).removesuffix(" then ")
    rows = [
        Row("anaphora", True, f"{version('anaphora')}, langgraph {version('langgraph')}"),
        Row("threads", True, tiers),
    ]
    for name, run in checks.items():
        try:
            rows.append(Row(name, True, await asyncio.wait_for(run(), WAIT_S)))
        except TimeoutError:
            rows.append(
                Row(name, False, f"no answer within {WAIT_S:.0f} seconds: check its address and that it is running")
            )
        except AnaphoraError as error:
            rows.append(Row(name, False, str(error)))
        except Exception as error:  # noqa: BLE001  -- a check reports whatever is wrong
            rows.append(Row(name, False, f"{type(error).__name__}: {error}".splitlines()[0]))
    return rows


async def _home(settings: Settings) -> str:
    settings.home.mkdir(parents=True, exist_ok=True)
    probe = settings.home / ".probe"
    probe.write_text("")
    probe.unlink()
    return f"{settings.home}, writable"


async def _embeddings(settings: Settings) -> str:
    from stores.embedder import open_embedder

    embedder = open_embedder(settings.embeddings)
    if not settings.embeddings:
        vector = await asyncio.to_thread(embedder.embed, ["ready?"])
        return f"bundled {embedder.id}, {vector.shape[1]} dimensions"
    return f"{settings.embeddings}: asked at the first use"


async def _index(settings: Settings) -> str:
    from stores.chroma_index import ChromaIndex
    from stores.embedder import open_embedder

    if settings.chroma_url:
        index = ChromaIndex(settings.home / "index", open_embedder(settings.embeddings), url=settings.chroma_url)
    elif not (settings.home / "index").exists():
        return "empty: take documents in with `anaphora ingest PATH...`"
    else:
        index = ChromaIndex(settings.home / "index", open_embedder(settings.embeddings))
    try:
        return f"{await asyncio.to_thread(index.count):,} passages in {settings.chroma_url or settings.home / 'index'}"
    finally:
        index.close()


async def _models(settings: Settings) -> str:
    if not settings.model:
        return "none configured: answers quote the documents (set ANAPHORA_MODEL to have them written)"
    named = {"small": settings.small_model, "summary": settings.summary_model, "fallback": settings.fallback_model}
    others = ", ".join(f"{role} {name}" for role, name in named.items() if name)
    return f"answers {settings.model}" + (f", {others}" if others else "")


async def _redis(url: str) -> str:
    from redis.asyncio import Redis

    async with Redis.from_url(url, socket_timeout=WAIT_S, socket_connect_timeout=WAIT_S) as client:
        info = await client.info("server")
    return f"answers, version {info.get('valkey_version') or info['redis_version']}"


async def _postgres(url: str) -> str:
    import psycopg

    async with await psycopg.AsyncConnection.connect(url, connect_timeout=int(WAIT_S)) as connection:
        return f"answers, version {connection.info.server_version // 10000}"


def doctor_table(rows: list[Row]) -> Table:
    """The checks as a table."""
    table = Table.grid(padding=(0, 2))
    for row in rows:
        table.add_row(Text("ok" if row.ok else "FAIL", style="green" if row.ok else "red"), row.name, Text(row.says))
    return table
