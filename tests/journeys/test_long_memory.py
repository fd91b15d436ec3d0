"""What a thread still knows when its window has long moved on, and what it never learned."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import HumanMessage

from evals.driving import Driven, driving, tokens
from graph.builder import build_graph
from graph.memory_deps import open_memory_deps
from nodes.context import Context, History
from nodes.ledger import FACTS
from nodes.state import STATE_TYPES
from stores.serde import make_serde
from tests.journeys.talking import embedder

RULES = """# Rules of the club

## Membership

Membership costs 60 euros a year. Members may store one kayak in the rack.

## Guests

Guests may use the boathouse on Sundays. A guest pays 5 euros.

## Lockers in 2023

The deposit for a locker was 20 euros in 2023.

## Lockers

The deposit for a locker is 35 euros.
"""


@pytest.fixture
async def thread(tmp_path: Path) -> AsyncIterator[Driven]:
    """A new thread over the rules of a club."""
    (tmp_path / "rules.md").write_text(RULES, encoding="utf-8")
    async with driving(tmp_path, embedder()) as make:
        yield make("long")


async def test_a_fact_that_the_ledger_has_no_room_for_is_still_answered(thread: Driven) -> None:
    """Forty codes are stated; the first ones have left the state for the archive."""
    for number in range(1, 41):
        await thread.ask(f"The code of door {number} is K-{number * 97}.")
    assert len(thread.state["facts"]) == FACTS
    assert "K-97" not in [fact.value for fact in thread.state["facts"]]
    assert "K-97." in (await thread.ask("What is the code of door 1?"))["answer"]


async def test_a_corrected_fact_is_answered_with_its_new_value(thread: Driven) -> None:
    """Also where the old value went to the archive first."""
    await thread.ask("Our budget code is 4471-B.")
    for number in range(1, FACTS + 8):
        await thread.ask(f"The code of door {number} is K-{number * 97}.")
    await thread.ask("Our budget code is 4471-C.")
    answer = (await thread.ask("What is our budget code?"))["answer"]
    assert "4471-C" in answer
    assert "4471-B" not in answer


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What was the old budget code?", "4471-C"),
        ("What was our budget code before?", "4471-C"),
        ("Which budget code did I give you originally?", "4471-B"),
        ("What did I say first?", "4471-B"),
        ("What is our budget code?", "4471-D"),
    ],
)
async def test_a_value_that_was_taken_back_is_answered_where_it_is_asked_for(
    thread: Driven, question: str, value: str
) -> None:
    """The one before the newest, or the first where the question asks for that; else only what holds."""
    for code in ("4471-B", "4471-C", "4471-D"):
        await thread.ask(f"Our budget code is {code}.")
    answer = (await thread.ask(question))["answer"]
    assert value in answer
    assert sum(code in answer for code in ("4471-B", "4471-C", "4471-D")) == 1


async def test_a_value_stated_anew_is_not_answered_with_the_old_one(thread: Driven) -> None:
    """The turn that corrects it says the new value back."""
    await thread.ask("My budget is 400 euros.")
    answer = (await thread.ask("Actually my budget is 650 euros."))["answer"]
    assert "650 euros" in answer
    assert "400" not in answer


async def test_what_a_thread_keeps_stops_growing(thread: Driven) -> None:
    """A hundred turns weigh no more than fifty, give or take a tenth."""
    serde, sizes = make_serde(STATE_TYPES), {}
    for turn in range(1, 101):
        message = f"The code of door {turn} is K-{turn * 97}." if turn % 2 else "What does membership cost a year?"
        state = await thread.ask(message)
        sizes[turn] = sum(len(serde.dumps_typed(value)[1]) for value in state.values())
    assert sizes[100] <= 1.1 * sizes[50]


async def test_a_fork_from_before_the_first_turn_knows_nothing_of_it(tmp_path: Path) -> None:
    """Turn 1 is edited: neither state, archive nor answer holds a fact of the abandoned branch."""
    async with open_memory_deps(embedder=embedder()) as deps:
        graph = build_graph(deps, deps.checkpointer, deps.store)
        config: Any = {"configurable": {"thread_id": "forked"}}

        async def ask(message: str, where: Any) -> Any:
            return await graph.ainvoke({"messages": [HumanMessage(message, id=message)]}, where, context=Context())

        await ask("Our budget code is 4471-B.", config)
        start = [one async for one in graph.aget_state_history(config)][-1]
        for number in range(1, FACTS + 8):
            await ask(f"The code of door {number} is K-{number * 97}.", config)
        state = await ask("My name is Orsolya.", start.config)
        assert (state["turn"], [fact.value for fact in state["facts"]]) == (1, ["Orsolya"])
        for message in ("What is our budget code?", "What did I say about the code of door 1?"):
            state = await ask(message, config)
            assert "4471-B" not in state["answer"]
            assert "K-97" not in state["answer"]


async def test_after_hours_the_conversation_is_taken_up_again(thread: Driven) -> None:
    """The writer is told how long ago and about what; the reader finds it beside the answer; today is now."""
    for hour, message in ((9, "What does membership cost?"), (9, "And for guests?"), (10, "When may guests come?")):
        await thread.ask(message, now=f"2026-11-30T{hour:02d}:00:00+00:00")
    state = await thread.ask("What is the deposit for a locker?", now="2026-12-02T10:00:00+00:00")
    brief = thread.writer.brief
    assert brief is not None
    assert brief.resumed.startswith("The conversation resumes after 2 days; it was last about: ")
    assert brief.now.startswith("2026-12-02")
    assert "resumed" in [notice.code for notice in state["notices"]]
    assert "resumes" not in state["answer"]
    state = await thread.ask("My appointment is tomorrow.", now="2026-12-02T10:05:00+00:00")
    assert "2026-12-03" in state["facts"][-1].value


async def test_where_documents_disagree_the_answer_shows_both(thread: Driven) -> None:
    """The deposit of 2023 and today's, each with its source."""
    state = await thread.ask("What is the deposit for a locker?")
    assert "20 euros" in state["answer"]
    assert "35 euros" in state["answer"]
    assert len(state["cited"]) == 2


@pytest.mark.parametrize(
    ("history", "knows"), [("ours", True), ("full", True), ("entities", True), ("window", False), ("summary", False)]
)
async def test_strategies_lose_what_they_do_not_look_at(thread: Driven, history: History, knows: bool) -> None:
    """A fact of turn 1 on turn 12: the window has lost it, whatever the thread remembers."""
    await thread.ask("Our budget code is 4471-B.")
    for _ in range(5):
        await thread.ask("What does membership cost?")
        await thread.ask("When may guests use the boathouse?")
    state = await thread.probe("What is our budget code?", history=history)
    assert ("4471-B" in state["answer"]) is knows


async def test_a_full_history_costs_more_with_every_turn_and_ours_does_not(thread: Driven) -> None:
    """The prompt is counted also where no model reads it."""
    spent: dict[str, list[int]] = {"full": [], "ours": []}
    for turn in range(1, 45):
        await thread.ask("What does membership cost?" if turn % 2 else "When may guests use the boathouse?")
        if turn in (20, 44):
            for name, counts in spent.items():
                counts.append(tokens(await thread.probe("What does a guest pay?", history=name)))
    assert spent["full"][1] > 1.3 * spent["full"][0]
    assert spent["ours"][1] <= 1.05 * spent["ours"][0]
