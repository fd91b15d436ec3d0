"""A turn that a crash or a failure left half done: what the client saw is what the record says."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from graph.turns import Conversations
from nodes.writing import Brief, Written
from stores.errors import Busy
from stores.flushing import DEFERRED, Degradation
from stores.lease import Lease
from tests.graph.mortal import DeadError, MortalSaver, World

FIRST, SECOND, THIRD = "How long is parental leave paid?", "And study leave?", "What about sick leave?"
CONFIG: Any = {"configurable": {"thread_id": "local/t"}}


async def state_of(runner: Conversations) -> dict[str, Any]:
    return dict((await runner.graph.aget_state(CONFIG)).values)


@pytest.mark.parametrize("first", [True, False], ids=["a first turn", "a later turn"])
async def test_another_message_after_a_crash_finds_order(first: bool) -> None:
    """Killed before each write in turn: an answered turn is there, another is gone but for its message."""
    for writes in range(0, 28, 2 if first else 1):
        world, told = World(), list[str]()
        if not first:
            async with world.process() as runner:
                await runner.ask(FIRST, thread="t", message_id="m1")
        async with world.process(writes) as runner:
            try:
                async for event in runner.events(SECOND, thread="t", message_id="m2"):
                    told += [event.data["text"]] if event.name == "answer" else []
            except DeadError:
                pass
        async with world.process() as runner:
            record = await runner.ask(THIRD, thread="t", message_id="m3")
            transcript = await runner.transcript(thread="t")
            messages = (await state_of(runner))["messages"]
        said = [item["message"] for item in transcript]
        expected = [] if first else [FIRST]
        assert said in ([*expected, SECOND, THIRD], [*expected, THIRD])
        assert [item["turn"] for item in transcript] == list(range(1, len(said) + 1))
        assert "Sick leave is paid for 7 weeks" in record["answer"]
        if told:
            assert told == [item["answer"] for item in transcript if item["message"] == SECOND]
        dropped = [m.content for m in messages if m.additional_kwargs.get("dropped")]
        assert dropped in ([], [SECOND])
        if SECOND in said:
            assert not dropped


async def test_a_dropped_turn_leaves_no_trace_but_its_message() -> None:
    """Topic, frames and what was seen are as before it; only the message is kept, marked, under another id."""
    world = World()
    async with world.process() as runner:
        await runner.ask(FIRST, thread="t", message_id="m1")
        before = await state_of(runner)
    async with world.process(12) as runner:
        with pytest.raises(DeadError):
            await runner.ask("How do I get an expense reimbursed?", thread="t", message_id="m2")
    async with world.process() as runner:
        await runner.ask("thanks", thread="t", message_id="m3")
        after = await state_of(runner)
    assert after["frames"] == before["frames"]
    assert after["seen"] == before["seen"]
    kept = next(message for message in after["messages"] if message.additional_kwargs.get("dropped"))
    assert kept.content == "How do I get an expense reimbursed?"
    assert kept.id == "dropped.m2"
    assert after["turn"] == 2


async def test_a_turn_is_dropped_also_where_its_past_was_pruned() -> None:
    """No earlier checkpoint is left to go back to: the conversation goes on all the same."""
    world = World()
    async with world.process() as runner:
        await runner.ask(FIRST, thread="t", message_id="m1")
    async with world.process(12) as runner:
        with pytest.raises(DeadError):
            await runner.ask(SECOND, thread="t", message_id="m2")
    checkpoints = world.saver.storage["local/t"][""]
    for id_ in sorted(checkpoints)[:-1]:
        del checkpoints[id_]
    async with world.process() as runner:
        assert (await runner.ask(THIRD, thread="t", message_id="m3"))["turn"] == 2
        assert [item["message"] for item in await runner.transcript(thread="t")] == [FIRST, THIRD]


@asynccontextmanager
async def failing(world: World, times: int) -> AsyncIterator[Conversations]:
    """A runner whose writer raises so many times."""
    async with world.process() as runner:
        whole = runner.deps.writer

        class Writer:
            left = times

            async def write(self, brief: Brief) -> AsyncIterator[str | Written]:
                if self.left:
                    self.left -= 1
                    raise ZeroDivisionError
                async for piece in whole.write(brief):
                    yield piece

        yield Conversations(replace(runner.deps, writer=Writer()))


async def test_a_turn_that_failed_does_not_stand_in_the_way() -> None:
    """Its caller was told; it is not answered behind their back, and the next message is."""
    async with failing(World(), 1) as runner:
        with pytest.raises(ZeroDivisionError):
            await runner.ask(FIRST, thread="t", message_id="m1")
        record = await runner.ask(SECOND, thread="t", message_id="m2")
        assert record["turn"] == 1
        assert [item["message"] for item in await runner.transcript(thread="t")] == [SECOND]


async def test_a_failed_message_sent_again_is_tried_again() -> None:
    async with failing(World(), 2) as runner:
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                await runner.ask(FIRST, thread="t", message_id="m1")
        record = await runner.ask(FIRST, thread="t", message_id="m1")
        assert record["turn"] == 1
        assert len(await runner.transcript(thread="t")) == 1


async def test_a_turn_finishes_when_its_caller_leaves() -> None:
    """The caller goes at the answer; the record is there all the same."""
    async with World().process() as runner:
        async for event in runner.events(FIRST, thread="t", message_id="m1"):
            if event.name == "answer":
                break
        await runner.aclose()
        assert [item["message"] for item in await runner.transcript(thread="t")] == [FIRST]


class FlushingSaver(MortalSaver):
    """Notes what the runner asks of a saver that defers."""

    told: list[str]

    async def aput(self, config: Any, checkpoint: Any, *args: Any) -> Any:
        self.told.append("put" if config["configurable"].get(DEFERRED) else "put without the mark")
        return await super().aput(config, checkpoint, *args)

    async def flush(self, config: Any) -> None:
        newest = await self.aget_tuple(config)
        assert newest is not None
        self.told.append(f"flush {newest.checkpoint['channel_values'].get('answer', '')}")

    def take_notices(self, thread: str) -> list[Degradation]:
        return [Degradation("hot_tier_out", f"for {thread}")]


async def test_an_answer_is_told_once_its_checkpoint_is_flushed() -> None:
    """Every step is deferred; what the saver has to say is in the record's notices."""
    world = World()
    world.saver = FlushingSaver(world.life)
    world.saver.told = told = []
    async with world.process() as runner:
        async for event in runner.events(FIRST, thread="t", message_id="m1"):
            if event.name == "answer":
                told.append(f"answer {event.data['text']}")
            if event.name == "done":
                notices = event.data["notices"]
    told = [what for what in told if what != "put"]
    answer = told[1].removeprefix("answer ")
    assert told == [f"flush {answer}", f"answer {answer}", f"flush {answer}"]
    assert notices == [{"code": "hot_tier_out", "detail": "for local/t"}]


async def test_who_lost_the_lease_tells_no_answer() -> None:
    """A process that stood still for too long: another has the thread, so it says nothing more."""

    class Lost:
        @asynccontextmanager
        async def hold(self, thread: str, **_: Any) -> AsyncIterator[Lease]:
            async def held() -> bool:
                return False

            yield Lease(thread, 1, held)

        async def forget(self, thread: str) -> int:
            return 0

    async with World().process() as runner:
        stale = Conversations(replace(runner.deps, leases=Lost()))
        names: list[str] = []

        async def listen() -> None:
            names.extend([event.name async for event in stale.events(FIRST, thread="t", message_id="m1")])

        with pytest.raises(Busy):
            await listen()
        assert "answer" not in names
        await asyncio.gather(*stale._tasks)
