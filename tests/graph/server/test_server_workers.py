"""Two workers behind one address, over Redis, Postgres and a Chroma server."""

import asyncio
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import yaml

from evals.servers import free_port
from graph.server.metrics import FOLDER
from graph.server.running import run_server
from graph.settings import Settings
from stores.errors import SettingsError
from tests.handbook import ANAPHORA, environment
from tests.waiting import until

ROOT = Path(__file__).parent.parent.parent.parent
THREADS, TURNS, AT_ONCE = 20, 10, 6
HOURS = "# Canteen\n\nThe canteen opens at eleven. Guests of the canteen pay nine euros.\n"
FIRST, SECOND = "When does the canteen open?", "And what do guests pay there?"


@pytest.fixture
def workers(tmp_path: Path, valkey_url: str, postgres_url: str, chroma_url: str) -> Iterator[str]:
    """The address of a server of two processes; the folder `metrics` tells which of them counted."""
    home, metrics, port = tmp_path / "home", tmp_path / "metrics", free_port()
    home.mkdir()
    metrics.mkdir()
    kept = environment(
        home,
        ANAPHORA_REDIS_URL=valkey_url,
        ANAPHORA_DATABASE_URL=postgres_url,
        ANAPHORA_CHROMA_URL=chroma_url,
        ANAPHORA_TURNS_PER_MINUTE="100000",
        ANAPHORA_CONCURRENT_TURNS="100",
        **{FOLDER: str(metrics)},
    )
    command = [*ANAPHORA, "serve", "--port", str(port), "--workers", "2"]
    url = f"http://127.0.0.1:{port}"

    def answers() -> bool:
        try:
            return httpx.get(f"{url}/ready").status_code == 200
        except httpx.HTTPError:
            return False

    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=home, env=kept, stdout=log, stderr=log)
        try:
            asyncio.run(until(lambda: answers() or process.poll() is not None, 100))
            assert process.poll() is None, (tmp_path / "log").read_text()
            yield url
        finally:
            process.terminate()
            process.wait()


@pytest.mark.timeout(240)
async def test_every_transcript_is_complete_and_in_order(workers: str, tmp_path: Path) -> None:
    """200 turns over 20 threads sent at random, each on a connection of its own, so that any worker may take it."""
    rng, room = random.Random(7), asyncio.Semaphore(AT_ONCE)
    async with httpx.AsyncClient(
        base_url=workers, timeout=60, limits=httpx.Limits(max_keepalive_connections=0)
    ) as http:
        files = {"files": ("canteen.md", HOURS.encode())}
        assert (await http.post("/documents", files=files)).json()["added"] == 1
        threads = [(await http.post("/threads")).json()["thread"] for _ in range(THREADS)]
        said = {
            thread: [FIRST, SECOND, *(f"Thanks, that was point {n}." for n in range(TURNS - 2))] for thread in threads
        }
        left = {thread: list(messages) for thread, messages in said.items()}

        async def talk(thread: str) -> None:
            for message in left[thread]:
                async with room:
                    sent = await http.post(f"/threads/{thread}/turns", json={"message": message})
                    assert sent.status_code == 200, sent.text
                await asyncio.sleep(rng.random() / 100)

        await asyncio.gather(*map(talk, rng.sample(threads, THREADS)))
        for thread in threads:
            records = (await http.get(f"/threads/{thread}")).json()["records"]
            assert [one["message"] for one in records] == said[thread]
            assert [one["turn"] for one in records] == list(range(1, TURNS + 1))
            assert "nine euros" in records[1]["answer"]
        metrics = (await http.get("/metrics")).text
    counted = sum(float(line.split()[-1]) for line in metrics.splitlines() if line.startswith("anaphora_turns_total{"))
    assert counted == THREADS * TURNS
    assert len({path.stem.split("_")[-1] for path in (tmp_path / "metrics").glob("counter_*.db")}) == 2


def test_workers_without_a_shared_index_are_refused(tmp_path: Path) -> None:
    """Before anything starts, naming what to set."""
    with pytest.raises(SettingsError, match="ANAPHORA_CHROMA_URL"):
        run_server(Settings(home=tmp_path, _env_file=None), host="127.0.0.1", port=0, workers=2)


def test_the_composed_servers_are_watched_and_given_known_settings() -> None:
    """Every service has a health check; the application's variables are settings, and nothing is left open."""
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    assert set(services) == {"redis", "postgres", "chroma", "app"}
    assert all(service["healthcheck"]["test"] for service in services.values())
    names = {name.removeprefix("ANAPHORA_").lower() for name in services["app"]["environment"] if "ANAPHORA" in name}
    assert names <= set(Settings.model_fields)
    assert {"redis_url", "database_url", "chroma_url", "auth_keys"} <= names
    assert all(port.startswith("127.0.0.1:") for service in services.values() for port in service.get("ports", []))
