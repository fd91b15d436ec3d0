"""The archive: found by meaning and by words, along a branch's own past only, from any process, over any store."""

from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore

from graph.openai_wire import hashed_vector
from stores.archive import ROOT, Archive, Reach, fingerprint
from stores.passages import Vector
from stores.sqlite_saver import open_sqlite_store


def vector_of(text: str) -> Vector:
    """A hashed unit vector: texts with common words are near."""
    vector = np.array(hashed_vector(text, 64), np.float32)
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9), np.float32)


def a_turn(turn: int, message: str, answer: str = "Yes.", branch: str = ROOT) -> dict[str, object]:
    mark = fingerprint(f"{branch}{turn}", message)
    return {
        "turn": turn, "branch": branch, "message_id": f"{branch}-{turn}", "fingerprint": mark, "message": message,
        "answer": answer, "language": "en", "at": "", "action": "retrieve", "sources": [],
    }  # fmt: skip


async def put(archive: Archive, turn: int, message: str, branch: str = ROOT, thread: str = "t") -> None:
    await archive.put(thread, branch, turn, a_turn(turn, message, branch=branch), vector_of(message))


def upto(turn: int, *earlier: tuple[str, int], branch: str = ROOT) -> Reach:
    return Reach("t", (*earlier, (branch, turn)))


async def found(archive: Archive, reach: Reach, text: str, k: int = 3) -> list[int]:
    return [one.turn for one in await archive.search(reach, text, vector_of(text), k)]


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[BaseStore]:
    """Two kinds of store without a vector index."""
    if request.param == "memory":
        yield InMemoryStore()
    else:
        async with open_sqlite_store(tmp_path / "archive.db") as opened:
            yield opened


async def test_the_nearest_turns_come_first(store: BaseStore) -> None:
    """By words and by vector; the rest of two hundred turns does not get in between."""
    archive = Archive(store)
    for turn in range(1, 201):
        await put(archive, turn, "bulky waste collection costs" if turn == 7 else f"something about number {turn}")
    assert (await found(archive, upto(200), "What did you say about bulky waste?"))[0] == 7


async def test_a_search_sees_no_turn_after_its_reach(store: BaseStore) -> None:
    """Turn 5 asks; turn 6 is not there yet."""
    archive = Archive(store)
    for turn in range(1, 7):
        await put(archive, turn, f"apples {turn}")
    assert sorted(await found(archive, upto(5), "apples", 10)) == [1, 2, 3, 4, 5]


async def test_a_fork_sees_its_own_past_only(store: BaseStore) -> None:
    """Turn 3 was edited: the old turns 3 and 4 are of another branch."""
    archive = Archive(store)
    for turn in range(1, 5):
        await put(archive, turn, f"apples of main {turn}")
    await put(archive, 3, "apples of the edit", branch="edit")
    hits = await archive.search(upto(3, (ROOT, 2), branch="edit"), "apples", vector_of("apples"), 10)
    assert sorted((one.item["branch"], one.turn) for one in hits) == [("edit", 3), (ROOT, 1), (ROOT, 2)]


async def test_another_process_finds_what_this_one_wrote(store: BaseStore, tmp_path: Path) -> None:
    """An archive over the same file knows nothing beforehand, reads it once, and then also finds newer turns."""
    if isinstance(store, InMemoryStore):
        return
    writer = Archive(store)
    await put(writer, 1, "pears")
    async with open_sqlite_store(tmp_path / "archive.db") as second:
        reader = Archive(second)
        assert await found(reader, upto(1), "pears") == [1]
        await put(writer, 2, "plums")
        assert (await found(reader, upto(2), "plums"))[0] == 2


async def test_an_erased_thread_is_found_no_more_also_by_another_process(store: BaseStore, tmp_path: Path) -> None:
    """Nor is what a thread of the same name held before."""
    if isinstance(store, InMemoryStore):
        return
    async with open_sqlite_store(tmp_path / "archive.db") as second:
        writer, reader = Archive(store), Archive(second)
        await put(writer, 1, "pears")
        assert await found(reader, upto(1), "pears") == [1]
        await writer.delete("t")
        assert await found(reader, upto(1), "pears") == []
        await put(writer, 1, "plums")
        (hit,) = await reader.search(upto(1), "plums", vector_of("plums"), 1)
        assert hit.item["message"] == "plums"


async def test_facts_are_found_by_what_they_say(store: BaseStore) -> None:
    """Those asked for by id, along the branch's past, best first."""
    archive = Archive(store)
    texts = ["budget code 4471-B", "server room code 9913", "drone weighs 3 kg"]
    bodies = [{"id": at, "turn": at, "value": text} for at, text in enumerate(texts, 1)]
    await archive.put_facts("t", ROOT, bodies, texts, np.array([vector_of(text) for text in texts]))
    wanted, near = "what is the budget code", vector_of("what is the budget code")
    assert [one["id"] for one in await archive.facts(upto(9), [1, 2, 3], wanted, near)][:1] == [1]
    assert [one["id"] for one in await archive.facts(upto(2), [2, 3], wanted, near)] == [2]
    assert await archive.facts(Reach("t", (("edit", 9),)), [1, 2, 3], wanted, near) == []


async def test_a_frame_comes_back_in_its_newest_version_within_reach(store: BaseStore) -> None:
    """A branch that left before the frame was folded again gets the version of its own past."""
    archive = Archive(store)
    for last, subject in ((4, "leave"), (9, "leave in Spain")):
        await archive.put_frames("t", ROOT, [{"id": 1, "first_turn": 1, "last_turn": last, "subject": subject}])
    assert [frame["subject"] for frame in await archive.frames(upto(12))] == ["leave in Spain"]
    assert [frame["subject"] for frame in await archive.frames(upto(9, (ROOT, 5), branch="edit"))] == ["leave"]


async def test_a_thousand_turns_are_searched_without_reading_them_again(store: BaseStore) -> None:
    """Once read, only the turns that are found are asked of the store."""

    class Counting(Archive):
        asked = 0

        async def _many(self, ops):  # type: ignore[no-untyped-def]  # the parent's signature
            self.asked += len(ops)
            return await super()._many(ops)

    archive = Counting(store)
    for turn in range(1, 1001):
        await put(archive, turn, f"question {turn}")
    assert (await found(archive, upto(1000), "question 612"))[0] == 612
    assert archive.asked == 3
