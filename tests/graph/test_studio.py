"""The exported graph under LangGraph's development server, as Studio uses it."""

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from langgraph_sdk import get_sync_client

from evals.servers import free_port
from tests.handbook import environment
from tests.waiting import until

ROOT = Path(__file__).parent.parent.parent
CLONE = ("graph", "nodes", "stores", "evals", "pyproject.toml", "README.md", "langgraph.json", "LICENSE", "NOTICE")
NODES = {"route", "detect_topic", "rewrite", "search", "retrieve", "rerank", "generate", "extract", "summarize"}
FIRST, SECOND = "What is our parental leave policy?", "How does it differ for part-time employees?"
pytestmark = pytest.mark.timeout(240)


class Studio(NamedTuple):
    """A running development server: its address, a client of it, and its home folder."""

    url: str
    client: Any
    home: Path


def said(message: str) -> Any:
    return {"messages": [{"role": "user", "content": message}]}


@pytest.fixture(scope="module")
def studio(ingested_handbook: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """`langgraph dev`, started in what a clone holds, with no key."""
    clone = tmp_path_factory.mktemp("clone")
    for name in CLONE:
        (clone / name).symlink_to(ROOT / name)
    home = tmp_path_factory.mktemp("studio") / "home"
    shutil.copytree(ingested_handbook, home)
    port = free_port()
    program = str(Path(sys.executable).with_name("langgraph"))
    command = [program, "dev", "--no-browser", "--no-reload", "--port", str(port)]
    url = f"http://127.0.0.1:{port}"

    def answers() -> bool:
        try:
            return httpx.get(f"{url}/ok").status_code == 200
        except httpx.HTTPError:
            return False

    with (home / "log").open("w") as log:
        process = subprocess.Popen(command, cwd=clone, env=environment(home), stdout=log, stderr=log)
        try:
            asyncio.run(until(lambda: answers() or process.poll() is not None, 120))
            assert process.poll() is None, (home / "log").read_text()
            with get_sync_client(url=url) as client:
                yield Studio(url, client, home)
        finally:
            process.terminate()
            process.wait()


def test_the_graph_is_drawn_with_the_nodes_of_a_turn(studio: Studio) -> None:
    """What Studio draws is the design; the input asks for messages only, and every knob is described."""
    drawn = studio.client.assistants.get_graph("anaphora")
    assert {node["id"] for node in drawn["nodes"]} >= NODES
    assistant = studio.client.assistants.search(graph_id="anaphora")[0]
    schemas = studio.client.assistants.get_schemas(assistant["assistant_id"])
    assert list(schemas["input_schema"]["properties"]) == ["messages"]
    knobs = schemas["context_schema"]["properties"]
    assert knobs["window"]["default"] == 6
    assert all(knob["description"] and "default" in knob for knob in knobs.values())


def test_two_dependent_turns_then_a_fork_and_an_edit(studio: Studio) -> None:
    """Run, stream, state, history, fork from an earlier checkpoint, edit state and resume."""
    client = studio.client
    thread = client.threads.create()["thread_id"]
    client.runs.wait(thread, "anaphora", input=said(FIRST))
    parts = list(client.runs.stream(thread, "anaphora", input=said(SECOND), stream_mode=["updates", "custom"]))
    assert any("generate" in part.data for part in parts if part.event == "updates")
    tokens = [part.data["text"] for part in parts if part.event == "custom" and part.data["type"] == "token"]
    state = client.threads.get_state(thread)["values"]
    assert len(tokens) > 1
    assert "".join(tokens) == state["answer"]
    assert state["turn"] == 2
    assert "parental leave" in state["resolution"]["query"].lower()

    history = client.threads.get_history(thread, limit=50)
    after_first = next(one for one in history if one["values"].get("turn") == 1 and not one["next"])
    question = said("How do I claim expenses?")
    forked = client.runs.wait(thread, "anaphora", input=question, checkpoint=after_first["checkpoint"])
    assert forked["turn"] == 2
    assert "expense" in forked["answer"].lower()
    assert SECOND not in [message["content"] for message in forked["messages"]]

    edited = client.threads.update_state(thread, {"answer": "edited by hand"}, as_node="summarize")
    assert edited["checkpoint"]
    assert client.threads.get_state(thread)["values"]["answer"] == "edited by hand"
    resumed = client.runs.wait(thread, "anaphora", input=said("And by when?"))
    assert resumed["turn"] == 3


def test_a_run_stops_before_a_node_and_is_resumed(studio: Studio) -> None:
    """An interrupt leaves the turn where it is; the query can be edited, and the run goes on with it."""
    client = studio.client
    thread = client.threads.create()["thread_id"]
    client.runs.wait(thread, "anaphora", input=said(FIRST), interrupt_before=["generate"])
    assert client.threads.get_state(thread)["next"] == ["generate"]
    done = client.runs.wait(thread, "anaphora", input=None)
    assert "20 weeks" in done["answer"]
    assert client.threads.get_state(thread)["next"] == []


def test_a_knob_of_the_context_takes_effect(studio: Studio) -> None:
    """Fewer passages are fewer passages."""
    client = studio.client
    thread = client.threads.create()["thread_id"]
    state = client.runs.wait(thread, "anaphora", input=said(FIRST), context={"passages": 2})
    assert len(state["evidence"]) == 2


def test_checkpoints_are_where_the_settings_say(studio: Studio) -> None:
    """The server's own checkpointer is ours: SQLite in the home folder when nothing else is configured."""
    thread = studio.client.threads.create()["thread_id"]
    studio.client.runs.wait(thread, "anaphora", input=said("thanks"))
    with sqlite3.connect(f"file:{studio.home / 'threads.db'}?mode=ro", uri=True) as database:
        found = database.execute("SELECT count(*) FROM checkpoints WHERE thread_id = ?", (thread,)).fetchone()
    assert found[0] > 0


def test_the_documents_can_be_seen_beside_the_graph(studio: Studio) -> None:
    """The custom application lists them, opens a passage that a state names, and takes new ones in."""
    state = studio.client.runs.wait(None, "anaphora", input=said(FIRST))
    with httpx.Client(base_url=studio.url, timeout=60) as http:
        assert len(http.get("/documents").json()["documents"]) > 10
        assert "parental" in http.get(f"/documents/passages/{state['evidence'][0]['id']}").json()["text"].lower()
        assert http.get("/documents/passages/none").status_code == 404
        assert http.get("/ready").json()["status"] == "ready"
        added = http.post("/documents", files={"files": ("canteen.md", b"# Canteen\n\nIt opens at eleven.\n")})
        assert added.json()["added"] == 1
    answer = studio.client.runs.wait(None, "anaphora", input=said("When does the canteen open?"))["answer"]
    assert "eleven" in answer
