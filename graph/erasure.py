"""Erasing threads from every store, on request and by age, and handing out all that is kept of a user."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

from graph.builder import Graph
from graph.deps import Deps
from graph.memory_view import memory_of
from stores.archive import ROOT
from stores.erasing import counts, erase, scrub
from stores.errors import Busy, NotFound
from stores.lease import Policy
from stores.threads import ThreadRegistry, thread_key

log = logging.getLogger(__name__)
SWEEP_EVERY_S = 3600.0
PAUSE_S = 0.05  # between two threads of a sweep: turns come first
SWEEPING = "retention"  # the lease of the one process that sweeps; no thread's key is without a slash

Resolve = Callable[[Mapping[str, Any], str, str], Awaitable[dict[str, Any]]]


class Erasure:
    """Erases from checkpoints (every tier), archive, registry and leases. Every receipt counts records by kind."""

    def __init__(self, deps: Deps, registry: ThreadRegistry) -> None:
        self._deps, self._registry = deps, registry

    async def thread(self, thread: str, user: str) -> dict[str, int]:
        """Erase one thread. Raises `NotFound`, `Busy`, or `StoreUnavailable` when a tier may still hold it."""
        receipt = await self._erase(thread, user, self._deps.settings.busy)
        await self._scrub()
        if not any(count for kind, count in receipt.items() if kind != "leases"):
            raise NotFound(f"There is no thread {thread!r}: list the threads there are with `anaphora threads list`.")
        return receipt

    async def user(self, user: str) -> dict[str, int]:
        """Erase all threads of a user. Raises as `thread` does; what was erased until then stays so."""
        threads, total = await self._registry.of_user(user), Counter[str]()
        if not threads:
            raise NotFound(f"There is nothing of user {user!r}: name users as --user or the server's keys do.")
        try:
            for thread in threads:
                total.update(await self._erase(thread, user, self._deps.settings.busy))
        finally:
            await self._scrub()
        return dict(total)

    async def idle(self, days: float, *, now: datetime | None = None, stop: asyncio.Event | None = None) -> int:
        """Erase the threads that did not move for so many days, one after another until `stop`; how many.

        A thread on which a turn runs is left, and nothing is done while another process sweeps.
        """
        before, erased = (now or datetime.now(UTC)) - timedelta(days=days), 0
        with suppress(Busy):
            async with self._deps.leases.hold(SWEEPING, policy="reject") as lease:
                for user, thread in await self._registry.idle(before):
                    if stop and stop.is_set():
                        break
                    await lease.check()
                    with suppress(Busy):
                        erased += bool(await self._erase(thread, user, "reject", before))
                    await asyncio.sleep(PAUSE_S)
        if erased:
            await self._scrub()
            log.info("%d threads were erased that had been idle for more than %g days", erased, days)
        return erased

    async def _erase(self, thread: str, user: str, policy: Policy, before: datetime | None = None) -> dict[str, int]:
        """Erase a thread, with `before` only one that has not moved since; the registry last, so that it is found
        again after a failure.
        """
        deps, key = self._deps, thread_key(user, thread)
        async with deps.leases.hold(key, policy=policy, wait_s=deps.settings.busy_wait_s):
            if before is not None:
                moved = await self._registry.moved(user, thread)
                if moved is None or moved >= before:
                    return {}
            receipt = {**counts(await erase(deps.checkpointer, key)), **await deps.archive.delete(key)}
            receipt["threads"] = await self._registry.remove(user, thread)
        return {**receipt, "leases": await deps.leases.forget(key)}

    async def _scrub(self) -> None:
        await scrub(self._deps.checkpointer, self._deps.store)


class Retention:
    """Erases idle threads in the background: at once, and then every hour. Make it inside a running event loop."""

    def __init__(self, erasure: Erasure, days: float) -> None:
        self._stop = asyncio.Event()
        self._sweeping = asyncio.create_task(self._sweep(erasure, days)) if days else None

    async def _sweep(self, erasure: Erasure, days: float) -> None:
        while not self._stop.is_set():
            try:
                await erasure.idle(days, stop=self._stop)
            except Exception as error:  # noqa: BLE001  -- a store that is out now is swept in an hour
                log.warning("idle threads were not all erased, and are tried again in an hour: %s", error)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), SWEEP_EVERY_S)

    async def aclose(self) -> None:
        """End after the thread that is being erased."""
        self._stop.set()
        if self._sweeping is not None:
            await self._sweeping


async def export_of(deps: Deps, graph: Graph, registry: ThreadRegistry, user: str, resolve: Resolve) -> dict[str, Any]:
    """All that is kept of a user, as plain values: each thread's entry, turn records, topics, facts and summary.

    Turns of a forked branch say which. Vectors are left out. Raises `NotFound`.
    """
    entries = await registry.all(user)
    if not entries:
        raise NotFound(f"There is nothing of user {user!r}: name users as --user or the server's keys do.")
    threads = []
    for entry in entries:
        thread = str(entry["thread"])
        key = thread_key(user, thread)
        turns = []
        async for item in deps.archive.everything(key, "turns"):
            branch = {} if item.get("branch", ROOT) == ROOT else {"branch": item["branch"]}
            turns.append({**await resolve(item, thread, user), **branch})
        older = {
            kind: [_plain(item) async for item in deps.archive.everything(key, kind)] for kind in ("frames", "facts")
        }
        memory = await memory_of(graph, thread=thread, user=user)
        threads.append({**entry, "turns": turns, "memory": memory, "archived": older})
    return {"user": user, "exported": datetime.now(UTC).isoformat(timespec="seconds"), "threads": threads}


def _plain(item: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in item.items() if name not in {"vector", "answers"}}
