"""The exported graph under LangGraph's development server, as Studio uses it."""

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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


def said(message: str) -> Any:
    return {"messages": [{"role": "user", "content": message}]}


@pytest.fixture(scope="module")
def studio(ingested_handbook: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A client of `langgraph dev`, started in what a clone holds, with no key."""
    clone = tmp_path_factory.mktemp("clone")
    for name in CLONE:
        (clone / name).symlink_to(ROOT / name)
    (clone / ".env").write_text("")
    home = tmp_path_factory.mktemp("studio") / "home"
    shutil.copytree(ingested_handbook, home)
    port = free_port()
    command = [
        str(Path(sys.executable).with_name("langgraph")),
        "dev",
        "--no-browser",
        "--no-reload",
        "--port",
        str(port),
    ]
    url = f"http://127.0.0.1:{port}"

    def answers() -> bool:
        try:
            return httpx.get(f"{url}/ok").status_code == 200
        except httpx.HTTPError:
            return False

    with (home / "log").open("w") as log:
        process = subprocess.Popen(command, cwd=clone, env=environment(home), stdout=log, stderr=log)
        try:
            asyncio.run(until(answers, 90))
            yield get_sync_client(url=url)
        finally:
            process.terminate()
            process.wait()


def test_the_graph_is_drawn_with_the_nodes_of_a_turn(studio: Any) -> None:
    """What Studio draws is the design; the input asks for messages only."""
    drawn = studio.assistants.get_graph("anaphora")
    assert {node["id"] for node in drawn["nodes"]} >= NODES
    assistant = studio.assistants.search(graph_id="anaphora")[0]
    schemas = studio.assistants.get_schemas(assistant["assistant_id"])
    assert list(schemas["input_schema"]["properties"]) == ["messages"]
    assert schemas["context_schema"]["properties"]["window"]["default"] == 6


def test_two_dependent_turns_then_a_fork_and_an_edit(studio: Any) -> None:
    """Run, stream, state, history, fork from an earlier checkpoint, edit state and resume."""
    thread = studio.threads.create()["thread_id"]
    studio.runs.wait(thread, "anaphora", input=said(FIRST))
    parts = list(studio.runs.stream(thread, "anaphora", input=said(SECOND), stream_mode="updates"))
    assert any("generate" in (part.data or {}) for part in parts)
    state = studio.threads.get_state(thread)["values"]
    assert state["turn"] == 2
    assert "parental leave" in state["resolution"]["query"].lower()

    history = studio.threads.get_history(thread, limit=50)
    after_first = next(one for one in history if one["values"].get("turn") == 1 and not one["next"])
    question = said("How do I claim expenses?")
    forked = studio.runs.wait(thread, "anaphora", input=question, checkpoint=after_first["checkpoint"])
    assert forked["turn"] == 2
    assert "expense" in forked["answer"].lower()
    assert SECOND not in [message["content"] for message in forked["messages"]]

    edited = studio.threads.update_state(thread, {"answer": "edited by hand"}, as_node="summarize")
    assert edited["checkpoint"]
    assert studio.threads.get_state(thread)["values"]["answer"] == "edited by hand"
    resumed = studio.runs.wait(thread, "anaphora", input=said("And by when?"))
    assert resumed["turn"] == 3
