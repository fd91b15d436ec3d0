"""A process that takes leases, for the tests that kill it.

    python -m tests.stores.lease_worker MODE BACKEND ADDRESS FILE

`hold` takes the lease on "t", prints its token and keeps it until the process ends. `count` takes it 15 times and each
time adds one to the number in FILE, by a read and a write that would lose counts if two did it at once.
"""

import asyncio
import sys
from pathlib import Path

from stores.leases import Backend, open_leases


async def main(mode: str, backend: Backend, address: str, file: str) -> None:
    """Run until done, or for ever under `hold`."""
    where = {"file": {"home": Path(address)}, "redis": {"redis_url": address}, "postgres": {"database_url": address}}
    async with open_leases(backend, lapse_s=1.0, **where[backend]) as leases:  # type: ignore[arg-type]  # by name
        if mode == "hold":
            async with leases.hold("t", policy="reject") as lease:
                print(lease.token, flush=True)  # noqa: T201  -- how the test hears of it
                await asyncio.Event().wait()
        for _ in range(15):
            async with leases.hold("t", policy="enqueue", wait_s=60):
                count = int(await asyncio.to_thread(Path(file).read_text))
                await asyncio.to_thread(Path(file).write_text, str(count + 1))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4]))  # type: ignore[arg-type]  # the tests' own words
