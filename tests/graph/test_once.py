"""The same message id gives the same turn, however often it comes and whatever happened in between."""

import asyncio

import pytest

from tests.graph.mortal import DeadError, World

FIRST, SECOND = "How long is parental leave paid?", "And study leave?"
WRITES = 28
"""No fewer than a turn makes, to its checkpoints and to the archive."""


async def test_the_same_id_again_gives_the_recorded_turn() -> None:
    """Also with other words, and from another process; its answer is told again, and nothing is run."""
    world = World()
    async with world.process() as runner:
        first = await runner.ask(FIRST, thread="t", message_id="m1")
    async with world.process() as runner:
        events = [event async for event in runner.events("Something else?", thread="t", message_id="m1")]
        assert [event.name for event in events] == ["answer", "done"]
        assert events[0].data["text"] == first["answer"]
        assert events[1].data == first
        assert len(await runner.transcript(thread="t")) == 1


async def test_an_id_counts_within_its_thread() -> None:
    async with World().process() as runner:
        one = await runner.ask(FIRST, thread="t", message_id="m1")
        other = await runner.ask(SECOND, thread="u", message_id="m1")
    assert (one["message"], other["message"]) == (FIRST, SECOND)


async def test_two_requests_at_once_with_one_id_are_one_turn() -> None:
    """A client that retried while the first request was still running."""
    async with World().process() as runner:
        records = await asyncio.gather(*(runner.ask(FIRST, thread="t", message_id="m1") for _ in range(4)))
        assert all(record == records[0] for record in records)
        assert len(await runner.transcript(thread="t")) == 1


@pytest.mark.parametrize("again", [False, True], ids=["killed once", "killed twice"])
async def test_a_message_sent_again_after_a_crash_is_one_turn(again: bool) -> None:
    """Killed before each write in turn, and again while it goes on: one turn, with the answer that was told."""
    for writes in range(0, WRITES, 2 if again else 1):
        world, told = World(), list[str]()
        async with world.process() as runner:
            await runner.ask(FIRST, thread="t", message_id="m1")
        for lives_for in (writes, *([3] if again else [])):
            async with world.process(lives_for) as runner:
                try:
                    async for event in runner.events(SECOND, thread="t", message_id="m2"):
                        told += [event.data["text"]] if event.name == "answer" else []
                except DeadError:
                    pass
        async with world.process() as runner:
            record = await runner.ask(SECOND, thread="t", message_id="m2")
            transcript = await runner.transcript(thread="t")
            listed = await runner.registry.all("local")
        assert [item["message"] for item in transcript] == [FIRST, SECOND]
        assert transcript[1] == record
        assert record["turn"] == 2
        assert set(told) <= {record["answer"]}
        assert listed[0]["turns"] == 2


async def test_a_dropped_message_that_comes_again_is_answered_anew() -> None:
    """It was dropped because another came first; sent again, it is a turn of its own, with its own words."""
    for writes in (2, 6, 12):
        world = World()
        async with world.process(writes) as runner:
            with pytest.raises(DeadError):
                await runner.ask(FIRST, thread="t", message_id="m1")
        async with world.process() as runner:
            await runner.ask(SECOND, thread="t", message_id="m2")
            record = await runner.ask(FIRST, thread="t", message_id="m1")
            assert record["message"] == FIRST
            assert "Parental leave is paid for 5 weeks" in record["answer"]
            assert [item["turn"] for item in await runner.transcript(thread="t")] == [1, 2]
