"""Counts round trips on the wire: a proxy between a client and its server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass


@dataclass
class Wire:
    """A proxy's port on 127.0.0.1, and how often a client has spoken after its server did."""

    port: int = 0
    round_trips: int = 0


@asynccontextmanager
async def wire_to(port: int = 0, path: str = "") -> AsyncIterator[Wire]:
    """A proxy to a port of 127.0.0.1 or to a Unix socket. One exchange of a pipeline counts once."""
    wire = Wire()
    serving: dict[asyncio.Task[None], asyncio.StreamWriter] = {}

    async def serve(client_in: asyncio.StreamReader, client_out: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        serving[task] = client_out
        opened = asyncio.open_unix_connection(path) if path else asyncio.open_connection("127.0.0.1", port)
        server_in, server_out = await opened
        server_spoke = [True]

        async def pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter, is_client: bool) -> None:
            while data := await source.read(1 << 16):
                wire.round_trips += is_client and server_spoke[0]
                server_spoke[0] = not is_client
                sink.write(data)
                await sink.drain()
            sink.close()

        try:
            await asyncio.gather(pump(client_in, server_out, True), pump(server_in, client_out, False))
        except ConnectionError:
            pass  # either side left in the middle of a message, which ends the exchange
        finally:
            client_out.close()
            server_out.close()
            del serving[task]

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        wire.port = server.sockets[0].getsockname()[1]
        yield wire
        for client_out in serving.values():
            client_out.transport.abort()
        await asyncio.gather(*serving)
