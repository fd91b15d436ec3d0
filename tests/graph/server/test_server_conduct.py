"""What the server does when turns meet, clients leave, stores fail and code breaks."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from graph.deps import Deps
from graph.server.app import create_app
from graph.server.documents import safe_name
from graph.settings import Settings
from stores.errors import StoreUnavailable
from stores.memory_index import MemoryIndex
from tests.serving import PASSAGES, GatedWriter, client, opener, serving, settings_with_keys
from tests.waiting import until

QUESTION = {"message": "How many weeks of parental leave do full-time employees receive?"}
STREAM = {"Accept": "text/event-stream"}


def new_thread(http: httpx.Client) -> str:
    return str(http.post("/threads").json()["thread"])


def turns_of(http: httpx.Client, thread: str) -> list[int]:
    return [one["turn"] for one in http.get(f"/threads/{thread}").json()["records"]]


def test_a_second_message_is_refused_when_so_configured(tmp_path: Path) -> None:
    """409 at once, as JSON and as a stream, and the first turn is as if nothing had been."""
    writer = GatedWriter()
    app = create_app(settings_with_keys(tmp_path, busy="reject"), opener=opener(PASSAGES, lambda _: writer))
    with serving(app) as address, client(address) as http, client(address) as other:
        thread = new_thread(http)
        done: list[httpx.Response] = []
        first = threading.Thread(target=lambda: done.append(http.post(f"/threads/{thread}/turns", json=QUESTION)))
        first.start()
        writer.begun.wait()
        refused = [other.post(f"/threads/{thread}/turns", json=QUESTION, headers=kind) for kind in ({}, STREAM)]
        writer.go_on.set()
        first.join()
        assert [one.status_code for one in refused] == [409, 409]
        assert refused[0].json()["title"] == "Conflict"
        assert done[0].json()["answer"] == "Twenty weeks."
        assert turns_of(http, thread) == [1]


def test_a_second_message_waits_when_so_configured(tmp_path: Path) -> None:
    """It is answered after the first, on the next turn."""
    writer = GatedWriter()
    app = create_app(settings_with_keys(tmp_path, busy="enqueue"), opener=opener(PASSAGES, lambda _: writer))
    with serving(app) as address, client(address) as http:
        thread = new_thread(http)
        done: list[int] = []

        def ask() -> None:
            with client(address) as own:
                done.append(own.post(f"/threads/{thread}/turns", json=QUESTION).json()["turn"])

        asking = [threading.Thread(target=ask) for _ in range(2)]
        for one in asking:
            one.start()
        writer.begun.wait()
        assert done == []
        writer.go_on.set()
        for one in asking:
            one.join()
        assert sorted(done) == [1, 2]
        assert turns_of(http, thread) == [1, 2]


def test_a_turn_whose_client_left_is_finished_and_counted(tmp_path: Path) -> None:
    """The client goes after the first token; the answer, the record and the metrics come all the same."""
    writer = GatedWriter()
    app = create_app(settings_with_keys(tmp_path), opener=opener(PASSAGES, lambda _: writer))
    with serving(app) as address, client(address) as http:
        thread = new_thread(http)
        with http.stream("POST", f"/threads/{thread}/turns", json=QUESTION, headers=STREAM) as response:
            next(line for line in response.iter_lines() if line == "event: token")
        writer.go_on.set()
        asyncio.run(until(lambda: turns_of(http, thread) == [1]))
        asyncio.run(until(lambda: "anaphora_turns_running 0.0" in http.get("/metrics").text))
        assert 'anaphora_turns_total{action="retrieve"' in http.get("/metrics").text


def test_a_broken_writer_is_told_in_one_sentence(tmp_path: Path) -> None:
    """500 with nothing of the failure in it, as JSON and inside a stream; the next turn works."""
    writer = GatedWriter(error=RuntimeError("the password is 4711"))
    writer.go_on.set()
    app = create_app(settings_with_keys(tmp_path), opener=opener(PASSAGES, lambda _: writer))
    with serving(app) as address, client(address) as http:
        thread = new_thread(http)
        failed = http.post(f"/threads/{thread}/turns", json=QUESTION)
        with http.stream("POST", f"/threads/{thread}/turns", json=QUESTION, headers=STREAM) as response:
            lines = list(response.iter_lines())
        writer.error = None
        assert http.post(f"/threads/{thread}/turns", json=QUESTION).json()["answer"] == "Twenty weeks."
    assert failed.status_code == 500
    assert failed.headers["content-type"] == "application/problem+json"
    told = json.loads(lines[lines.index("event: error") + 1].removeprefix("data: "))
    assert told == failed.json()
    assert "4711" not in failed.text + "".join(lines)


def test_readiness_names_the_store_that_fails(tmp_path: Path) -> None:
    """200 when all answer; 503 and the name of the one that does not, with nothing of its error."""
    broken = False

    class Index(MemoryIndex):
        def count(self) -> int:
            if broken:
                raise StoreUnavailable("postgres://user:secret@host refuses")
            return super().count()

    @asynccontextmanager
    async def opened(settings: Settings) -> AsyncIterator[Deps]:
        async with opener([])(settings) as deps:
            yield replace(deps, index=Index(deps.embedder))

    with serving(create_app(settings_with_keys(tmp_path), opener=opened)) as address:
        assert httpx.get(f"{address}/health").json() == {"status": "ok"}
        fine = httpx.get(f"{address}/ready")
        broken = True
        bad = httpx.get(f"{address}/ready")
    assert (fine.status_code, fine.json()["checks"]) == (200, {"archive": "ok", "threads": "ok", "index": "ok"})
    assert (bad.status_code, bad.json()["checks"]["index"]) == (503, "does not answer")
    assert "secret" not in bad.text


def test_an_upload_tells_its_progress(tmp_path: Path) -> None:
    """Files done and what is being read, then the report; a bad file is in it with its reason."""
    files = [("files", (f"{n}.md", f"# Page {n}\n\nPage {n} is about {n}.\n".encode())) for n in range(3)]
    files.append(("files", ("broken.pdf", b"%PDF-1.4 nothing")))
    with serving(create_app(settings_with_keys(tmp_path), opener=opener([]))) as address, client(address) as http:
        with http.stream("POST", "/documents", files=files, headers=STREAM) as response:
            assert response.status_code == 201
            lines = list(response.iter_lines())
        said: list[tuple[str, Any]] = [
            (line.removeprefix("event: "), json.loads(lines[n + 1].removeprefix("data: ")))
            for n, line in enumerate(lines)
            if line.startswith("event: ")
        ]
        assert [name for name, _ in said][-1] == "done"
        assert said[0][1] == {"done": 0, "files": 4, "reading": "0.md"}
        assert said[-1][1]["added"] == 3
        assert [one["file"] for one in said[-1][1]["failed"]] == ["broken.pdf"]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("..\\..\\boot.ini", "boot.ini"),
        ("a\x00b.md", "a_b.md"),
        ("..", ""),
        (".hidden", "hidden"),
        ("é" * 300 + ".md", "é" * 88 + ".md"),
        ("Handbuch 2024.pdf", "Handbuch 2024.pdf"),
    ],
)
def test_a_file_name_means_nothing_to_the_file_system(given: str, kept: str) -> None:
    """Uploads land in their folder under a name that fits, whatever the client calls them."""
    assert safe_name(given) == kept


def test_a_passage_opens_within_its_document(served: str) -> None:
    """With what stands before and after it, in order."""
    with client(served) as http:
        shown = http.get("/documents/passages/part-time", params={"around": 3}).json()
        assert http.get("/documents/passages/nothing").status_code == 404
    assert [one["id"] for one in shown["before"]] == ["leave"]
    assert shown["after"] == []


def test_a_thread_is_reset_and_goes_on(served: str) -> None:
    """Id and title stay; turns and what they left are gone."""
    with client(served) as http:
        thread = new_thread(http)
        http.post(f"/threads/{thread}/turns", json={"message": "What is the parental leave policy?"})
        assert http.post(f"/threads/{thread}/reset").json()["erased"]["turns"] == 1
        assert turns_of(http, thread) == []
        assert http.get(f"/threads/{thread}").json()["title"] == "What is the parental leave policy?"
        said = http.post(f"/threads/{thread}/turns", json={"message": "What was my first question?"}).json()
    assert said["turn"] == 1
    assert "parental" not in said["answer"]


def test_metrics_tell_novelty_and_what_was_degraded(served: str) -> None:
    """Prometheus reads how much of the evidence is new, how long answers take, and every degradation by its code."""
    with client(served) as http:
        http.post(f"/threads/{new_thread(http)}/turns", json=QUESTION)
        text = http.get("/metrics").text
    for name in ("anaphora_novelty_share_count", "anaphora_answer_seconds_count", "anaphora_degradations"):
        assert name in text
