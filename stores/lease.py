"""A lease, what a backend of leases offers, and the error of one who did not get the thread."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Literal, Protocol

from stores.errors import Busy

Policy = Literal["reject", "enqueue"]


class Lease:
    """The right to run a turn on `thread`. `token` grows with every lease of the thread."""

    def __init__(self, thread: str, token: int, held: Callable[[], Awaitable[bool]]) -> None:
        self.thread = thread
        self.token = token
        self.lost = False
        self._held = held

    async def check(self) -> None:
        """Raise `Busy` when somebody else may hold the thread by now; asks the backend."""
        if self.lost or not await self._held():
            self.lost = True
            raise Busy(
                f"the lease on thread {self.thread!r} (token {self.token}) was taken over; "
                "this turn stops here, send the message again"
            )


class Leases(Protocol):
    """A backend of leases."""

    def hold(
        self, thread: str, *, policy: Policy = "enqueue", wait_s: float = 60.0
    ) -> AbstractAsyncContextManager[Lease]:
        """Hold the thread while inside. Raises `Busy`: at once under `reject`, after `wait_s` under `enqueue`.

        Those who wait are served in the order they came. Raises `StoreUnavailable` when the backend does not answer.
        """
        ...

    async def forget(self, thread: str) -> int:
        """Remove what is kept about a thread that nobody holds; returns how many records that were."""
        ...


def busy(thread: str, policy: Policy, wait_s: float) -> Busy:
    """The error of one who did not get the thread."""
    waited = "" if policy == "reject" else f" and did not end within {wait_s:g} s"
    return Busy(f"a turn is running on thread {thread!r}{waited}; send the message again when its answer is there")
