"""A model's opinion where the rules are unsure."""

import json

import pytest

from graph.testing import ScriptedModel
from nodes.model_route import ModelRouter, is_unsure
from nodes.state import Action, Route, TurnNote

NOTES = (TurnNote(1, "1", "retrieve", "q", 1, asked="Mennyi a keret?", answered="410 [1]."),)


def model(action: str) -> ScriptedModel:
    return ScriptedModel(replies=[json.dumps({"action": action})])


@pytest.mark.parametrize(
    ("route", "message", "unsure"),
    [
        (Route("retrieve", "x", language="hu"), "köszönöm szépen", True),
        (Route("retrieve", "x", language="hu"), "Mennyi a Heron keret?", False),
        (Route("retrieve", "x", language="hu"), "Heron keret 2023", False),
        (Route("retrieve", "x", language="hu"), "Heron szonda indítása mikor volt pontosan", False),
        (Route("retrieve", "x", language="en"), "the budget", False),
        (Route("clarify", "x", confidence=0.6), "?!", True),
        (Route("retrieve", "x", confidence=0.6, correction=True), "no, the other", False),
    ],
)
def test_only_what_the_rules_leave_open_is_asked(route: Route, message: str, unsure: bool) -> None:
    """A few words in a language without rules, or little confidence; never a correction."""
    assert is_unsure(route, message) is unsure


async def test_the_models_choice_is_taken_and_its_call_counted() -> None:
    """With the last turn in its prompt."""
    script = model("social")
    route, notices, calls = await ModelRouter(script).settle(Route("retrieve", "kösz", language="hu"), "kösz", NOTES, 2)
    assert (route.action, notices) == ("social", ())
    assert [(call.turn, call.step) for call in calls] == [(2, "route")]
    assert "Mennyi a keret?" in script.seen[0][-1].text


@pytest.mark.parametrize("action", ["transform", "recall", "reuse"])
async def test_a_first_message_cannot_look_back(action: Action) -> None:
    """There is nothing to restate or to recall yet."""
    route, _, _ = await ModelRouter(model(action)).settle(Route("retrieve", "kösz", language="hu"), "kösz", (), 1)
    assert route.action == "retrieve"


@pytest.mark.parametrize(
    ("message", "choice", "action"),
    [
        ("Which one is shorter?", "transform", "retrieve"),
        ("Which one is shorter?", "recall", "retrieve"),
        ("¿Cuál es más corto?", "transform", "retrieve"),
        ("what did we cover so far", "recall", "recall"),
    ],
)
async def test_a_question_asks_for_no_other_form(message: str, choice: str, action: str) -> None:
    """And one in which nobody speaks is not about the conversation."""
    unsure = Route("retrieve", message, confidence=0.6, language="es" if message.startswith("¿") else "en")
    route, _, _ = await ModelRouter(model(choice)).settle(unsure, message, NOTES, 2)
    assert route.action == action


@pytest.mark.parametrize(
    ("message", "action"),
    [
        ("a bit longer, the last part", "transform"),
        ("the ferry waits longer than the harbour timetable says", "retrieve"),
        ("the summary page of the annual harbour report", "retrieve"),
    ],
)
async def test_what_names_a_matter_of_its_own_stays_a_question(message: str, action: str) -> None:
    """However sure a model is that the last answer is to be put in another form."""
    unsure = Route("retrieve", message, confidence=0.6)
    route, _, calls = await ModelRouter(model("transform")).settle(unsure, message, NOTES, 2)
    assert (route.action, len(calls)) == (action, 1)


async def test_a_sure_route_asks_nobody() -> None:
    """No call is made."""
    script = model("social")
    route, _, calls = await ModelRouter(script).settle(Route("retrieve", "a"), "When was it launched?", NOTES, 2)
    assert (route.action, calls, script.seen) == ("retrieve", (), [])


async def test_a_failing_model_changes_nothing() -> None:
    """The rules' route stands, the failure is a notice."""
    route, notices, calls = await ModelRouter(model("dance")).settle(
        Route("retrieve", "kösz", language="hu"), "kösz", NOTES, 2
    )
    assert route.action == "retrieve"
    assert [one.code for one in notices] == ["model_unreadable"]
    assert len(calls) == 1
