"""The doctor names what answers, what does not, and what is worth knowing about the servers that hold threads."""

import base64
import json
import time
from pathlib import Path
from typing import Any

import pytest

from evals.servers import RedisServer, free_port, redis_server, valkey_binary
from graph.doctor import check
from graph.settings import Settings
from graph.store_checks import Row, address
from tests.handbook import anaphora

KEY = base64.b64encode(bytes(range(32))).decode()
DEAD = "redis://someone:secret@127.0.0.1:{}/0"


def rows(home: Path, **given: Any) -> dict[str, Row]:
    return {row.name: row for row in check(Settings(_env_file=None, home=home, **given))}


def test_nothing_configured_is_all_right(tmp_path: Path) -> None:
    """SQLite holds the threads, files guard them, and there is nothing to warn of."""
    found = rows(tmp_path)
    assert all(row.ok and not row.note for row in found.values())
    assert found["threads"].says == "SQLite in the home folder (answers)"
    assert "by file" in found["leases"].says
    assert "off" in found["encryption"].says
    assert "until they are deleted" in found["retention"].says
    assert not {"redis", "postgres"} & found.keys()


def test_each_tier_that_answers_is_named(tmp_path: Path, valkey_url: str, postgres_url: str) -> None:
    """Redis over Postgres, sealed, with a retention."""
    given = {"redis_url": valkey_url, "database_url": postgres_url, "encryption_key": KEY, "retention_days": 30}
    found = rows(tmp_path, **given)
    assert all(row.ok for row in found.values())
    assert found["threads"].says == "Redis, for 7,200 s after the last turn (answers), over Postgres (answers)"
    assert "Valkey 9." in found["redis"].says
    assert "Postgres has every finished turn" in found["redis restart"].says
    assert found["postgres"].says.startswith("Postgres 18 answers")
    assert "by postgres" in found["leases"].says
    assert "AES-256-GCM" in found["encryption"].says
    assert "30 days" in found["retention"].says


def test_a_cluster_is_reached_by_its_own_scheme(tmp_path: Path, cluster_url: str) -> None:
    """And is recognised behind the other one."""
    found = rows(tmp_path, redis_url=cluster_url.replace("redis://", "redis+cluster://").removesuffix("/0"))
    assert found["redis"].ok
    assert "a cluster of 3" in found["redis"].says
    plain = rows(tmp_path, redis_url=cluster_url)
    assert not plain["redis"].ok
    assert "redis+cluster://" in plain["redis"].says


def test_a_server_that_drops_or_forgets_is_noted(tmp_path: Path) -> None:
    """An evicting policy and a missing append-only file are no failures."""
    with redis_server(valkey_binary(), "--maxmemory", "64mb", "--maxmemory-policy", "allkeys-lru") as server:
        found = rows(tmp_path, redis_url=server.url)
    assert found["redis memory"].note
    assert "allkeys-lru" in found["redis memory"].says
    assert found["redis restart"].note
    assert all(row.ok for row in found.values())
    with redis_server(valkey_binary(), "--appendonly", "yes") as server:
        found = rows(tmp_path, redis_url=server.url)
    assert not found["redis memory"].note
    assert not found["redis restart"].note


def test_a_dead_server_is_one_sentence_and_exit_code_one(tmp_path: Path) -> None:
    """Without a password in it; what does answer is still told."""
    port = free_port()
    done = anaphora(tmp_path, "doctor", "--json", ANAPHORA_REDIS_URL=DEAD.format(port))
    assert done.returncode == 1, done.stderr
    assert "secret" not in done.stdout + done.stderr
    found = json.loads(done.stdout)
    assert found["redis"]["says"].startswith(f"Redis does not answer at redis://127.0.0.1:{port}/0 (")
    assert found["redis"]["says"].endswith("start it, or correct ANAPHORA_REDIS_URL")
    assert not found["threads"]["ok"]
    assert found["threads"]["says"] == "Redis (does not answer)"
    assert found["home"]["ok"]


def test_a_frozen_server_holds_nobody_up(tmp_path: Path, redis_process: RedisServer) -> None:
    """Every check has ended within about five seconds."""
    dead = f"postgresql://someone:secret@127.0.0.1:{free_port()}/threads"
    redis_process.freeze()
    started = time.monotonic()
    found = rows(tmp_path, redis_url=redis_process.url, database_url=dead)
    took = time.monotonic() - started
    redis_process.thaw()
    assert took < 8  # five, and a busy machine
    assert not found["redis"].ok
    assert not found["postgres"].ok
    assert "Postgres does not answer" in found["postgres"].says
    assert "secret" not in found["postgres"].says
    assert "Redis, for 7,200 s after the last turn (does not answer)" in found["threads"].says
    assert "Postgres (does not answer)" in found["threads"].says


@pytest.mark.parametrize(
    ("given", "row", "says"),
    [
        ({"redis_url": "http://localhost"}, "redis", "ANAPHORA_REDIS_URL cannot be used"),
        ({"database_url": "mysql://localhost/x"}, "postgres", "ANAPHORA_DATABASE_URL cannot be used"),
        ({"encryption_key": "short"}, "encryption", "ANAPHORA_ENCRYPTION_KEY is not 32 bytes"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(tmp_path: Path, given: dict[str, str], row: str, says: str) -> None:
    found = rows(tmp_path, **given)
    assert not found[row].ok
    assert says in found[row].says


def test_an_address_has_no_password() -> None:
    assert address("redis://me:secret@host:6379/0") == "redis://host:6379/0"
    assert address("unix:///run/redis.sock") == "unix:///run/redis.sock"


def test_a_new_home_is_its_owners_alone(tmp_path: Path) -> None:
    """It will hold conversations."""
    rows(tmp_path / "home")
    assert (tmp_path / "home").stat().st_mode & 0o077 == 0
