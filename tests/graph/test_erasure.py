"""What is erased is nowhere any more: not in a file, not in a key, not in a row."""

import asyncio
import base64
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
import redis
from psycopg import sql
from typer.testing import CliRunner

from graph.cli import app
from graph.deps import open_deps
from graph.settings import Settings
from graph.turns import Conversations
from stores.errors import NotFound
from stores.threads import thread_key
from tests.graph.mortal import DeadError, World
from tests.waiting import until

REDIS_DATABASE = 9  # of the shared server; no other test uses it
MESSAGES = (
    "My badge number is {0}. What is our parental leave policy?",
    "And for contractors like {0}?",
    "No, I meant part-time employees in the {0} office.",
    "What is our travel policy for {0}?",
)


@asynccontextmanager
async def runner(settings: Settings) -> AsyncIterator[Conversations]:
    async with open_deps(settings) as deps:
        conversations = Conversations(deps)
        yield conversations
        await conversations.aclose()


async def plant(conversations: Conversations, marker: str, thread: str, user: str = "ada") -> None:
    for message in MESSAGES:
        await conversations.ask(message.format(marker), thread=thread, user=user)


class Places:
    """Everything that a configuration writes to."""

    def __init__(self, home: Path, redis_url: str = "", database_url: str = "") -> None:
        self.settings = Settings(
            _env_file=None, home=home, redis_url=redis_url, database_url=database_url, keep_checkpoints=5
        )

    def with_marker(self, marker: str) -> set[str]:
        """Files, keys and tables in which a marker stands, as text or in hexadecimal digits."""
        forms = [marker.encode(), marker.encode().hex().encode()]
        found = {
            path.name
            for path in self.settings.home.rglob("*")
            if path.is_file() and any(form in path.read_bytes().lower() for form in forms)
        }
        if self.settings.redis_url:
            with redis.Redis.from_url(self.settings.redis_url) as client:
                for key in client.scan_iter():
                    kind = client.type(key)
                    values: Any = client.hgetall(key).items() if kind == b"hash" else client.zrange(key, 0, -1)
                    if any(form in (key + repr(values).encode()).lower() for form in forms):
                        found.add(key.decode())
        if self.settings.database_url:
            with psycopg.connect(self.settings.database_url) as connection:
                for (table,) in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"):
                    rows = connection.execute(sql.SQL("SELECT t::text FROM {} t").format(sql.Identifier(table)))
                    if any(form.decode() in row.lower() for (row,) in rows for form in forms):
                        found.add(table)
        return found

    def redis_keys(self) -> set[bytes]:
        with redis.Redis.from_url(self.settings.redis_url) as client:
            return set(client.scan_iter())


@pytest.fixture(params=["sqlite", "redis", "postgres", "redis over postgres"])
def places(request: pytest.FixtureRequest, handbook_home: Path) -> Places:
    """Each configuration of the stores, empty."""
    kinds = {"redis_url": "", "database_url": ""}
    if "redis" in request.param:
        url = request.getfixturevalue("valkey_url").removesuffix("/0") + f"/{REDIS_DATABASE}"
        with redis.Redis.from_url(url) as client:
            client.flushdb()
        kinds["redis_url"] = url
    if "postgres" in request.param:
        url, name = request.getfixturevalue("postgres_url"), f"t{uuid4().hex}"
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        kinds["database_url"] = url.replace("/postgres?", f"/{name}?")
    return Places(handbook_home, **kinds)


async def test_a_deleted_thread_is_found_nowhere(places: Places) -> None:
    """A marker stands in every message of a thread; another thread of the same words stays whole."""
    marker, other = f"k{uuid4().hex}", f"k{uuid4().hex}"
    async with runner(places.settings) as conversations:
        await plant(conversations, other, "kept")
        await plant(conversations, marker, "gone")
        before = places.with_marker(marker)
        receipt = await conversations.delete(thread="gone", user="ada")
        assert not places.with_marker(marker)
        assert places.with_marker(other)
        kept = await conversations.transcript(thread="kept", user="ada")
        assert [record["turn"] for record in kept] == [1, 2, 3, 4]
        assert [entry["thread"] for entry in await conversations.registry.all("ada")] == ["kept"]
        with pytest.raises(NotFound):
            await conversations.delete(thread="gone", user="ada")
    assert not places.with_marker(marker)
    assert before  # it was there
    assert receipt["checkpoints"] > 0
    assert receipt["turns"] == receipt["messages"] == 4
    assert receipt["threads"] == 1
    if places.settings.redis_url and places.settings.database_url:
        assert receipt["hot_checkpoints"] > 0


async def test_erasing_every_thread_of_a_user_leaves_no_key_and_no_row(places: Places) -> None:
    """Those of another user stay."""
    mark = f"k{uuid4().hex}"
    async with runner(places.settings) as conversations:
        await conversations.ask(f"Hello, I am {mark}", thread="one", user=mark)
        await conversations.ask("What is our travel policy?", thread="two/../one", user=mark)
        await conversations.ask("What is our travel policy?", thread="one", user="ben")
        receipt = await conversations.erase_user(mark)
        assert receipt["threads"] == 2
        assert receipt["turns"] == 2
        with pytest.raises(NotFound):
            await conversations.erase_user(mark)
        assert len(await conversations.transcript(thread="one", user="ben")) == 1
        await conversations.erase_user("ben")
    assert not places.with_marker(mark)
    if places.settings.redis_url:
        await until(lambda: not places.redis_keys())


async def test_a_large_thread_leaves_nothing_between_the_rows_of_others(tmp_path: Path) -> None:
    """SQLite moves rows within its pages; what it leaves there is overwritten as well, and the log is emptied."""
    places = Places(tmp_path)
    marker = f"k{uuid4().hex}"
    async with runner(places.settings) as conversations:
        archive = conversations.deps.archive
        for turn in range(1, 200):
            for user in ("ada", "ben"):
                text = f"{marker if user == 'ada' else 'other'} " * (turn * 7 % 60)
                item = {"message_id": f"m{turn}", "message": text, "answer": "", "sources": []}
                await archive.put(thread_key(user, "t"), "main", turn, item, None)
                await conversations.registry.touch(user, "t", at=f"{turn}", turns=turn, title=text)
        assert places.with_marker(marker)
        receipt = await conversations.erase_user("ada")
        assert receipt["turns"] == 199
        assert not places.with_marker(marker)
        assert (tmp_path / "archive.db-wal").stat().st_size == 0


def age(home: Path, thread: str, days: float) -> None:
    """Let a thread have moved last so many days ago."""
    with closing(sqlite3.connect(home / "archive.db")) as connection, connection:
        moved = (datetime.now(UTC) - timedelta(days=days)).strftime("%Y-%m-%d %H:%M:%S")
        changed = connection.execute("UPDATE store SET updated_at = ? WHERE key = ?", (moved, thread)).rowcount
    assert changed == 1


async def test_idle_threads_are_erased_when_the_runner_opens(handbook_home: Path) -> None:
    """Those that moved later stay, and a runner without retention erases none."""
    places = Places(handbook_home)
    async with runner(places.settings) as conversations:
        for thread in ("old", "new"):
            await conversations.ask("What is our travel policy?", thread=thread, user="ada")
    age(handbook_home, "old", 31)
    age(handbook_home, "new", 29)
    async with runner(places.settings) as conversations:
        assert len(await conversations.registry.all("ada")) == 2
    async with runner(places.settings.model_copy(update={"retention_days": 30})) as conversations:

        async def swept() -> bool:
            return [entry["thread"] for entry in await conversations.registry.all("ada")] == ["new"]

        await until(swept)
        with pytest.raises(NotFound):
            await conversations.transcript(thread="old", user="ada")
        assert len(await conversations.transcript(thread="new", user="ada")) == 1


async def test_a_thread_on_which_a_turn_runs_is_not_swept(tmp_path: Path) -> None:
    """Nor does the sweep wait for it; the next one finds it."""
    async with runner(Settings(_env_file=None, home=tmp_path)) as conversations:
        await conversations.ask("Hello", thread="t", user="ada")
        later = datetime.now(UTC) + timedelta(days=2)
        async with conversations.deps.leases.hold(thread_key("ada", "t")):
            assert await conversations.erasure.idle(1, now=later) == 0
        assert await conversations.erasure.idle(3, now=later) == 0
        assert await conversations.erasure.idle(1, now=later) == 1
        assert await conversations.registry.all("ada") == []


async def test_all_that_is_kept_of_a_user_can_be_taken_along(handbook_home: Path) -> None:
    """Every thread with its records, topics and facts; no vectors; nothing of others."""
    async with runner(Settings(_env_file=None, home=handbook_home)) as conversations:
        await plant(conversations, "X17", "mine")
        await conversations.ask("What is our travel policy?", thread="other", user="ada")
        await conversations.ask("A secret of Ben", thread="mine", user="ben")
        kept = await conversations.export_user("ada")
        with pytest.raises(NotFound):
            await conversations.export_user("nobody")
    assert kept["user"] == "ada"
    assert {one["thread"]: len(one["turns"]) for one in kept["threads"]} == {"mine": 4, "other": 1}
    mine = next(one for one in kept["threads"] if one["thread"] == "mine")
    assert [record["turn"] for record in mine["turns"]] == [1, 2, 3, 4]
    assert mine["turns"][0]["message"] == MESSAGES[0].format("X17")
    assert mine["memory"]["frames"]
    assert "secret" not in str(kept)
    assert "'vector'" not in str(kept)


def command(home: Path, *arguments: str, key: str = "") -> tuple[int, str, str]:
    """The command line within this process: exit code, standard output and error."""
    done = CliRunner(env={"ANAPHORA_HOME": str(home), "ANAPHORA_ENCRYPTION_KEY": key}).invoke(app, arguments)
    return done.exit_code, done.stdout, done.stderr


async def talk(home: Path, *messages: str, key: str = "") -> None:
    async with runner(Settings(_env_file=None, home=home, encryption_key=key)) as conversations:
        for message in messages:
            await conversations.ask(message, thread="t")


def test_a_user_is_exported_and_erased_on_the_command_line(handbook_home: Path) -> None:
    """Erasing asks first; where nobody can be asked it needs --yes."""
    asyncio.run(talk(handbook_home, "What is our travel policy?", "And for contractors?"))
    _, exported, _ = command(handbook_home, "user", "export")
    assert [record["turn"] for record in json.loads(exported)["threads"][0]["turns"]] == [1, 2]
    code, _, said = command(handbook_home, "user", "erase")
    assert code == 2
    assert "--yes" in said
    code, receipt, said = command(handbook_home, "user", "erase", "--yes")
    assert code == 0, said
    assert "2 turns" in receipt
    assert "1 threads" in receipt
    code, _, said = command(handbook_home, "user", "erase", "--yes")
    assert code == 2
    assert "nothing of user 'local'" in said


def test_a_thread_can_be_erased_without_its_key(handbook_home: Path) -> None:
    """Whoever lost the key can still erase what it sealed."""
    asyncio.run(talk(handbook_home, "What is our travel policy?", key=base64.b64encode(bytes(range(32))).decode()))
    code, _, said = command(handbook_home, "threads", "show", "t")
    assert code == 1
    assert "ANAPHORA_ENCRYPTION_KEY" in said
    code, receipt, said = command(handbook_home, "threads", "delete", "t")
    assert code == 0, said
    assert "1 turns" in receipt


async def test_a_thread_whose_first_turn_died_is_found_and_erased() -> None:
    """Its message is stored before the turn ends, and so is its name."""
    world = World()
    async with world.process(lives_for=12) as dying:
        with pytest.raises(DeadError):
            await dying.ask("My secret is 4711", thread="t", user="ada")
    async with world.process() as conversations:
        assert [(entry["thread"], entry["turns"]) for entry in await conversations.registry.all("ada")] == [("t", 0)]
        assert await conversations.transcript(thread="t", user="ada") == []
        receipt = await conversations.erase_user("ada")
        assert receipt["checkpoints"] > 0
        assert receipt["threads"] == 1
        assert not list(world.saver.storage)
