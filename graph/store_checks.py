"""What `anaphora doctor` says of the servers that hold threads, and of what is done with threads."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from graph.settings import Settings
from stores.errors import AnaphoraError, SettingsError, StoreUnavailable

ANSWER_S = 2.0
CONNECT_S = 4


@dataclass(frozen=True)
class Row:
    """One check: whether it is all right, and what it says; a `note` is all right, and worth knowing."""

    name: str
    ok: bool
    says: str
    note: bool = False


def address(url: str) -> str:
    """Where a URL points, without user and password."""
    parts = urlsplit(url)
    place = parts.netloc.rpartition("@")[2] or parts.path
    return f"{parts.scheme}://{place}{parts.path if parts.netloc else ''}"


async def redis_rows(settings: Settings) -> list[Row]:
    """Whether Redis answers, what it drops when its memory is full, and what it has after a restart.

    Raises `StoreUnavailable` when it does not answer, `SettingsError` when the URL is of another kind.
    """
    infos = await _redis_infos(settings.redis_url)
    first = infos[0]
    version = first.get("valkey_version") or first["redis_version"]
    kind = "Valkey" if first.get("valkey_version") else "Redis"
    shape = f", a cluster of {len(infos)}" if first.get("cluster_enabled") else ""
    return [
        Row("redis", True, f"{kind} {version} answers at {address(settings.redis_url)}{shape}"),
        _eviction(infos),
        _persistence(infos, alone=not settings.database_url),
    ]


async def _redis_infos(url: str) -> list[dict[str, Any]]:
    """What INFO says, of every primary node."""
    from redis.asyncio import RedisCluster
    from redis.exceptions import RedisError

    from stores.redis_client import quick_client

    try:
        async with quick_client(url, answer_s=ANSWER_S) as client:
            if isinstance(client, RedisCluster):
                return list((await client.info(target_nodes=RedisCluster.PRIMARIES)).values())
            info: dict[str, Any] = await client.info()
    except ValueError as error:
        raise SettingsError(f"ANAPHORA_REDIS_URL cannot be used: {error}") from error
    except (RedisError, OSError, TimeoutError) as error:
        raise StoreUnavailable(
            f"Redis does not answer at {address(url)} ({_reason(error)}): start it, or correct ANAPHORA_REDIS_URL"
        ) from error
    if info.get("cluster_enabled"):
        raise SettingsError("ANAPHORA_REDIS_URL names a node of a cluster: begin it with redis+cluster://")
    return [info]


def _eviction(infos: list[dict[str, Any]]) -> Row:
    policies = {str(info.get("maxmemory_policy", "unknown")) for info in infos}
    if policies <= {"noeviction", "unknown"}:
        return Row("redis memory", True, "nothing is dropped when it is full (maxmemory-policy noeviction)")
    dropping = ", ".join(sorted(policies - {"noeviction"}))
    says = f"maxmemory-policy {dropping} drops parts of threads when memory is full: set it to noeviction"
    return Row("redis memory", True, says, note=True)


def _persistence(infos: list[dict[str, Any]], *, alone: bool) -> Row:
    if all(int(info.get("aof_enabled", 0)) for info in infos):
        return Row("redis restart", True, "threads are in its append-only file")
    says = "no append-only file: a restart loses what came after its last snapshot"
    if not alone:
        return Row("redis restart", True, f"{says}; Postgres has every finished turn")
    return Row("redis restart", True, f"{says}: set appendonly yes, or add Postgres", note=True)


async def postgres_rows(settings: Settings) -> list[Row]:
    """Whether Postgres answers. Raises `StoreUnavailable` or `SettingsError`."""
    try:
        import psycopg
    except ImportError:
        raise SettingsError("ANAPHORA_DATABASE_URL needs the extra `postgres`, which is not installed") from None
    try:
        async with await psycopg.AsyncConnection.connect(settings.database_url, connect_timeout=CONNECT_S) as session:
            version, place = session.info.server_version // 10000, f"{session.info.host}:{session.info.port}"
            await session.execute("SELECT 1")
            return [Row("postgres", True, f"Postgres {version} answers at {place}, database {session.info.dbname}")]
    except psycopg.ProgrammingError as error:
        raise SettingsError(f"ANAPHORA_DATABASE_URL cannot be used: {_reason(error)}") from error
    except (psycopg.Error, OSError) as error:
        raise StoreUnavailable(
            f"Postgres does not answer ({_reason(error)}): start it, or correct ANAPHORA_DATABASE_URL"
        ) from error


def thread_rows(settings: Settings, answered: dict[str, bool]) -> list[Row]:
    """Where threads are kept and which of these places answer, how they are guarded, sealed and for how long kept."""
    tiers = _tiers(settings)
    said = [f"{what} ({'answers' if answered.get(server, True) else 'does not answer'})" for server, what in tiers]
    archive = "Postgres" if settings.database_url else "SQLite in the home folder"
    backend = settings.lease
    if backend == "auto":
        backend = "postgres" if settings.database_url else "redis" if settings.redis_url else "file"
    return [
        Row("threads", all(answered.get(server, True) for server, _ in tiers), ", over ".join(said)),
        Row("archive", answered.get("postgres", True) or not settings.database_url, archive),
        Row("leases", True, f"one turn at a time per thread, by {backend}"),
        _encryption(settings),
        _retention(settings),
    ]


def _tiers(settings: Settings) -> list[tuple[str, str]]:
    """Server and description of each tier that holds checkpoints, the one that is asked first at the front."""
    hot = f"Redis, for {settings.redis_ttl:,} s after the last turn" if settings.redis_ttl else "Redis"
    if settings.redis_url and settings.database_url:
        return [("redis", hot), ("postgres", "Postgres")]
    if settings.redis_url:
        return [("redis", "Redis")]
    return [("postgres", "Postgres")] if settings.database_url else [("home", "SQLite in the home folder")]


def _encryption(settings: Settings) -> Row:
    from stores.sealing import encryption_key

    key = settings.encryption_key.get_secret_value()
    if not key:
        says = "off: threads are stored as they are (ANAPHORA_ENCRYPTION_KEY seals them)"
        return Row("encryption", True, says, note=bool(settings.redis_url or settings.database_url))
    try:
        encryption_key(key)
    except AnaphoraError as error:
        return Row("encryption", False, str(error))
    return Row("encryption", True, "on: checkpoints and archive are sealed with AES-256-GCM")


def _retention(settings: Settings) -> Row:
    kept = f"the newest {settings.keep_checkpoints} checkpoints of a thread"
    if not settings.retention_days:
        return Row("retention", True, f"threads are kept until they are deleted, with {kept}")
    return Row(
        "retention", True, f"threads idle for more than {settings.retention_days} days are erased; of others {kept}"
    )


def _reason(error: BaseException) -> str:
    """The first line of what went wrong, without its class and full stop."""
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".: ") if lines else type(error).__name__
