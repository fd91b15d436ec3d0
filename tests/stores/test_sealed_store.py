"""An archive under a key: nothing of it can be read, moved or replaced on disk."""

import base64
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np
import pytest
from langgraph.store.base import SearchOp

from stores.archive import Archive, Reach
from stores.checkpoints import open_store
from stores.errors import RefusedData, SettingsError, UsageError
from stores.threads import ThreadRegistry

KEY = base64.b64encode(bytes(range(32))).decode()
OTHER_KEY = base64.b64encode(bytes(32)).decode()
TEXT = "The quarterly figure is sixty-two"
VECTOR = np.eye(4, dtype=np.float32)[0]


async def archive_turn(home: Path, key: str, thread: str = "ada/t") -> None:
    async with open_store(home, key=key) as store:
        item = {"message_id": "m1", "message": TEXT, "answer": TEXT, "turn": 1, "sources": [{"id": "p1", "n": 3}]}
        await Archive(store).put(thread, "main", 1, item, VECTOR)
        await ThreadRegistry(store).touch("ada", "t", at="now", turns=1, title=TEXT)


def on_disk(home: Path) -> bytes:
    return b"".join(path.read_bytes() for path in home.iterdir())


@contextmanager
def rows(home: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(home / "archive.db")) as connection, connection:
        yield connection


async def test_what_was_said_is_nowhere_in_the_files(tmp_path: Path) -> None:
    """Titles of threads are sealed with the rest; ids stay in the clear."""
    await archive_turn(tmp_path, KEY)
    stored = on_disk(tmp_path)
    assert b"quarterly" not in stored
    assert b"sixty" not in stored
    assert b"ada" in stored


async def test_with_the_key_everything_is_as_it_was(tmp_path: Path) -> None:
    """Turns are read, found by their words, and listed."""
    await archive_turn(tmp_path, KEY)
    async with open_store(tmp_path, key=KEY) as store:
        archive, reach = Archive(store), Reach("ada/t", (("main", 1),))
        found = await archive.search(reach, "quarterly figure", VECTOR)
        assert [(one.turn, one.item["message"]) for one in found] == [(1, TEXT)]
        assert await archive.source_numbers(reach, ["p1"]) == {"p1": 3}
        assert (await archive.by_message("ada/t", "m1") or {})["answer"] == TEXT
        assert [entry["title"] for entry in await ThreadRegistry(store).all("ada")] == [TEXT]
        with pytest.raises(UsageError):
            await store.abatch([SearchOp(("users",), filter={"turns": 1})])


@pytest.mark.parametrize(("written", "read"), [("", KEY), (KEY, ""), (KEY, OTHER_KEY)])
async def test_plain_text_and_other_keys_are_refused(tmp_path: Path, written: str, read: str) -> None:
    """The message says which setting it is about."""
    await archive_turn(tmp_path, written)
    async with open_store(tmp_path, key=read) as store:
        with pytest.raises(RefusedData, match="ANAPHORA_ENCRYPTION_KEY"):
            await Archive(store).get("ada/t", "main", 1)


async def test_an_item_does_not_open_in_another_threads_place(tmp_path: Path) -> None:
    """Whoever writes to the file cannot show one thread's turn in another."""
    await archive_turn(tmp_path, KEY)
    await archive_turn(tmp_path, KEY, thread="ben/t")
    with rows(tmp_path) as connection:
        moved = connection.execute(
            "UPDATE store SET value = (SELECT value FROM store WHERE prefix = 'threads.ada/t.turns')"
            " WHERE prefix = 'threads.ben/t.turns'"
        )
        assert moved.rowcount == 1
    async with open_store(tmp_path, key=KEY) as store:
        assert await Archive(store).get("ada/t", "main", 1)
        with pytest.raises(RefusedData):
            await Archive(store).get("ben/t", "main", 1)


@pytest.mark.parametrize("value", [{"sealed": "no base64!"}, {"sealed": 7}, {"sealed": ""}])
async def test_an_altered_item_is_refused(tmp_path: Path, value: dict[str, object]) -> None:
    await archive_turn(tmp_path, KEY)
    with rows(tmp_path) as connection:
        connection.execute("UPDATE store SET value = ?", (json.dumps(value),))
    async with open_store(tmp_path, key=KEY) as store:
        with pytest.raises(RefusedData):
            await Archive(store).get("ada/t", "main", 1)


@pytest.mark.parametrize(("written", "read"), [("", KEY), (KEY, ""), (KEY, OTHER_KEY)])
async def test_erasing_needs_no_key(tmp_path: Path, written: str, read: str) -> None:
    """A lost key must not keep a thread from being erased."""
    await archive_turn(tmp_path, written)
    async with open_store(tmp_path, key=read) as store:
        registry = ThreadRegistry(store)
        assert await registry.of_user("ada") == ["t"]
        receipt = await Archive(store).delete("ada/t")
        assert await registry.remove("ada", "t") == 1
        assert await registry.of_user("ada") == []
    assert receipt["turns"] == receipt["messages"] == receipt["sources"] == 1
    with rows(tmp_path) as connection:
        assert connection.execute("SELECT count(*) FROM store").fetchone() == (0,)


async def test_an_unusable_key_is_told_at_opening(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="ANAPHORA_ENCRYPTION_KEY"):
        async with open_store(tmp_path, key="short"):
            pass
