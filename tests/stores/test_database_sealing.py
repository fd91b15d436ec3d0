"""With a key, nothing of a thread's values stands readable in SQLite or Postgres."""

import base64
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any
from uuid import uuid4

import psycopg
import pytest
from langgraph.graph import END, START, StateGraph
from psycopg import sql
from typing_extensions import TypedDict

from stores.checkpoints import open_checkpoints
from stores.errors import RefusedData

KEY = base64.b64encode(bytes(range(32))).decode()
SAID = "thesecretwordis"


def joined(before: list[str], new: list[str]) -> list[str]:
    return [*before, *new]


class State(TypedDict, total=False):
    said: Annotated[list[str], joined]
    answer: str
    turn: int
    score: float
    sure: bool
    nothing: str | None


def answer(state: State) -> dict[str, Any]:
    turn = state.get("turn", 0) + 1
    return {
        "said": [f"{SAID} {turn}"],
        "answer": f"{SAID} {state['said'][-1]}",
        "turn": turn,
        "score": 0.625 * turn,
        "sure": turn % 2 == 0,
        "nothing": None,
    }


async def converse(thread: str, home: Path, database_url: str, key: str = KEY, turns: int = 3) -> dict[str, Any]:
    builder = StateGraph(State)
    builder.add_node("answer_node", answer)
    builder.add_edge(START, "answer_node")
    builder.add_edge("answer_node", END)
    async with open_checkpoints(home, allowed=(), database_url=database_url, key=key) as saver:
        graph = builder.compile(checkpointer=saver)
        for turn in range(turns):
            await graph.ainvoke({"said": [f"{SAID} asked {turn}"]}, {"configurable": {"thread_id": thread}})
        return dict((await graph.aget_state({"configurable": {"thread_id": thread}})).values)


def stored(home: Path, database_url: str) -> str:
    """Everything that is stored, as text and in hexadecimal digits."""
    if not database_url:
        with closing(sqlite3.connect(home / "threads.db")) as connection:
            found = [row for table in ("checkpoints", "writes") for row in connection.execute(f"SELECT * FROM {table}")]
        return repr(found)
    with psycopg.connect(database_url) as session:
        tables = [sql.Identifier(name) for name in ("checkpoints", "checkpoint_blobs", "checkpoint_writes")]
        queries = [sql.SQL("SELECT t::text FROM {} t").format(table) for table in tables]
        return json.dumps([row for query in queries for row in session.execute(query).fetchall()])


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_no_value_is_readable_and_every_value_comes_back(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str
) -> None:
    """Texts, numbers and truth values too, which LangGraph's Postgres saver keeps in the open."""
    url = request.getfixturevalue("postgres_url") if kind == "postgres" else ""
    thread = uuid4().hex
    values = await converse(thread, tmp_path, url)
    assert values["turn"] == 3
    assert values["score"] == 1.875
    assert values["sure"] is False
    assert values["nothing"] is None
    assert values["answer"] == f"{SAID} {SAID} asked 2"
    assert len(values["said"]) == 6
    again = await converse(thread, tmp_path, url, turns=0)
    assert again == values
    on_disk = stored(tmp_path, url)
    assert thread in on_disk
    assert SAID not in on_disk
    assert SAID.encode().hex() not in on_disk
    assert "1.875" not in on_disk
    with pytest.raises(RefusedData, match="ANAPHORA_ENCRYPTION_KEY"):
        await converse(thread, tmp_path, url, key="", turns=0)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_what_was_stored_in_the_open_is_refused_under_a_key(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str
) -> None:
    url = request.getfixturevalue("postgres_url") if kind == "postgres" else ""
    thread = uuid4().hex
    await converse(thread, tmp_path, url, key="")
    assert SAID in stored(tmp_path, url)
    with pytest.raises(RefusedData, match="not encrypted"):
        await converse(thread, tmp_path, url, turns=0)


async def test_a_text_put_into_a_row_by_hand_is_refused(tmp_path: Path, postgres_url: str) -> None:
    """Whoever can write to the database cannot make a thread say something."""
    thread = uuid4().hex
    await converse(thread, tmp_path, postgres_url)
    with psycopg.connect(postgres_url) as session:
        session.execute(
            "UPDATE checkpoints SET checkpoint = jsonb_set(checkpoint, '{channel_values,answer}', '\"forged\"')"
            " WHERE thread_id = %s",
            (thread,),
        )
    with pytest.raises(RefusedData, match="not encrypted"):
        await converse(thread, tmp_path, postgres_url, turns=0)
