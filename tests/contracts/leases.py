"""What every backend of leases promises. A backend's own test says how to open it and how to count its waiters."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack

import pytest

from stores.errors import Busy
from stores.lease import Leases
from tests.waiting import until

Opener = Callable[[], AbstractAsyncContextManager[Leases]]
HOSTILE = ["a:b", "u*", "{x}", "{", "a\nb", "../../etc/passwd", "", "é" * 4096, "%7Bx%7D", "\ud800"]


class LeasesContract:
    """One holder at a time, in order, with tokens that grow."""

    @pytest.fixture
    def opener(self) -> Opener:
        """Opens the backend anew, as another process would."""
        raise NotImplementedError

    async def waiting(self, thread: str) -> int:
        """How many wait for a thread that somebody holds."""
        raise NotImplementedError

    @pytest.fixture
    async def leases(self, opener: Opener) -> AsyncIterator[Leases]:
        async with opener() as leases:
            yield leases

    async def test_a_second_turn_is_rejected_while_one_runs(self, leases: Leases) -> None:
        """Under `reject` it fails at once, and the first holder is not disturbed."""
        async with leases.hold("t", policy="reject") as lease:
            with pytest.raises(Busy, match="a turn is running on thread 't'"):
                async with leases.hold("t", policy="reject"):
                    raise AssertionError("two holders")
            await lease.check()
            assert not lease.lost

    async def test_tokens_grow_with_every_lease(self, leases: Leases, opener: Opener) -> None:
        """Also over a backend that was closed and opened again, and over forgetting."""
        tokens = []
        for _ in range(3):
            async with leases.hold("t") as lease:
                tokens.append(lease.token)
        await leases.forget("t")
        async with opener() as other, other.hold("t") as lease:
            tokens.append(lease.token)
        assert tokens == sorted(set(tokens))

    async def test_threads_do_not_wait_for_each_other(self, leases: Leases) -> None:
        async with AsyncExitStack() as stack:
            for thread in HOSTILE:
                await stack.enter_async_context(leases.hold(thread, policy="reject"))
            for thread in HOSTILE:
                with pytest.raises(Busy):
                    await stack.enter_async_context(leases.hold(thread, policy="reject"))

    async def test_those_who_wait_are_served_in_order(self, leases: Leases, opener: Opener) -> None:
        """Two openings stand in one line; each comes when the one before has left."""
        served: list[int] = []

        async def wait(place: int, through: Leases) -> None:
            async with through.hold("t", policy="enqueue", wait_s=20):
                served.append(place)

        async with opener() as other:
            async with leases.hold("t"):
                tasks = []
                for place in range(6):
                    tasks.append(asyncio.create_task(wait(place, other if place % 3 else leases)))
                    await until(lambda: self._waits(len(tasks)))
                assert served == []
            await asyncio.gather(*tasks)
        assert served == list(range(6))

    async def _waits(self, count: int) -> bool:
        return await self.waiting("t") == count

    async def test_waiting_ends_after_the_time_given(self, leases: Leases) -> None:
        async with leases.hold("t"):
            with pytest.raises(Busy, match=r"did not end within 0.05 s"):
                async with leases.hold("t", policy="enqueue", wait_s=0.05):
                    raise AssertionError("two holders")
            await until(lambda: self._waits(0))

    async def test_a_turn_that_fails_lets_go(self, leases: Leases) -> None:
        with pytest.raises(ZeroDivisionError):
            async with leases.hold("t"):
                raise ZeroDivisionError
        async with leases.hold("t", policy="reject") as lease:
            await lease.check()

    async def test_who_is_cancelled_leaves_the_line(self, leases: Leases) -> None:
        """A waiter or a holder that is cancelled is in nobody's way."""
        async with leases.hold("t"):
            waiter = asyncio.create_task(self._hold_for_ever(leases))
            await until(lambda: self._waits(1))
            waiter.cancel()
            await asyncio.gather(waiter, return_exceptions=True)
            await until(lambda: self._waits(0))
        holding = asyncio.Event()
        holder = asyncio.create_task(self._hold_for_ever(leases, holding))
        await holding.wait()
        holder.cancel()
        await asyncio.gather(holder, return_exceptions=True)
        async with leases.hold("t", policy="reject"):
            pass

    async def test_cancelling_at_any_moment_leaves_no_holder(self, leases: Leases) -> None:
        """Whatever step a caller was at when it was cancelled, the thread is free afterwards."""
        for steps in range(40):
            task = asyncio.create_task(self._hold_for_ever(leases))
            for _ in range(steps):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            async with leases.hold("t", policy="enqueue", wait_s=5):
                pass

    @staticmethod
    async def _hold_for_ever(leases: Leases, holding: asyncio.Event | None = None) -> None:
        async with leases.hold("t", policy="enqueue", wait_s=20):
            if holding:
                holding.set()
            await asyncio.Event().wait()

    async def test_forgetting_leaves_nothing_of_a_thread(self, leases: Leases) -> None:
        async with leases.hold("t"):
            pass
        await leases.forget("t")
        assert await leases.forget("t") == 0
        async with leases.hold("t", policy="reject"):
            pass

    async def test_threads_of_a_process_exclude_each_other(self, opener: Opener) -> None:
        """Four, each with an event loop and an opening of its own, add to a counter that is not atomic."""
        counter = [0]

        async def add() -> None:
            async with opener() as leases:
                for _ in range(5):
                    async with leases.hold("t", policy="enqueue", wait_s=30):
                        seen = counter[0]
                        await asyncio.sleep(0)
                        counter[0] = seen + 1

        workers = [threading.Thread(target=asyncio.run, args=(add(),)) for _ in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            await asyncio.to_thread(worker.join)
        assert counter == [20]
