"""A small model's rewrite beside the rules'."""

import json

from langchain_core.messages import BaseMessage

from graph.testing import ScriptedModel
from nodes.model_rewrite import Known, ModelRewriter, as_written
from nodes.race import Rest
from nodes.rewrite_check import check_rewrite
from nodes.state import AddedTerm, Constraint, Fact, Frame, Resolution, Summary, TurnNote

MESSAGE = "and its budget?"
RULES = Resolution("Heron and its budget?", (AddedTerm("Heron", "turn 1 user"),), standalone=False, by="rules")
ASKED = "Who runs the Heron probe?"
KNOWN = Known(
    (
        TurnNote(
            1, "1", "retrieve", "Who runs the Heron probe?", 1, asked="Who runs the Heron probe?", answered="Talvik."
        ),
    ),
    (Frame(1, "Heron probe", constraints=(Constraint("year", "2023", 1),)), Frame(2, "Kestrel probe")),
    (Fact(1, "team", "code", "4471-B", 1, "user"), Fact(2, "old", "code", "9999-X", 1, "user", superseded_by=1)),
    Summary("- turn 0: bees: They sting.\n- turn 1: Heron probe budget: 410 million."),
)


def reply(**fields: object) -> str:
    return json.dumps({"resolution": "What is the Heron probe's budget?", **fields})


def rewriter(*replies: str) -> tuple[ModelRewriter, ScriptedModel]:
    model = ScriptedModel(replies=list(replies))
    return ModelRewriter(model, deadline_s=2.0), model


async def test_a_valid_rewrite_wins_and_the_rules_are_searched_too() -> None:
    """With the source of each added term, checked alternatives, and one call in the record."""
    model, _ = rewriter(reply(alternatives=["Heron probe cost in Paris", "Talvik Heron budget"]))
    found, notices, calls = await model.race(RULES, MESSAGE, KNOWN, language="en", turn=2)
    assert (found.query, found.by) == ("What is the Heron probe's budget?", "model")
    assert {(one.term, one.source) for one in found.added} == {("heron", "turn 1 user"), ("probe", "turn 1 user")}
    assert found.ruled == RULES.query
    assert found.alternatives == ("Talvik Heron budget",)
    assert notices == ()
    assert [(call.turn, call.step) for call in calls] == [(2, "rewrite")]


async def test_what_was_never_said_is_not_searched() -> None:
    """The rules win, the notice says which term, and the call still counts."""
    model, _ = rewriter(json.dumps({"resolution": "What is NASA's budget?"}))
    found, notices, calls = await model.race(RULES, MESSAGE, KNOWN, language="en", turn=2)
    assert found is RULES
    assert [(one.code, one.detail) for one in notices] == [
        ("rewrite_refused", "The model's rewrite was not used: foreign: nasa.")
    ]
    assert len(calls) == 1


def test_a_superseded_fact_is_no_source() -> None:
    """An active one is."""
    sources = KNOWN.sources()
    assert check_rewrite("its budget under 4471-B?", MESSAGE, sources, dependent=True).ok
    assert check_rewrite("its budget under 9999-X?", MESSAGE, sources, dependent=True).reason == "foreign"


async def test_what_a_message_fixes_must_stand_in_it() -> None:
    """Word for word, as a figure, a name or behind a preposition; and a correction takes words of taking back."""
    slots = [("year", "2023"), ("office", "Tallinn"), ("plan", "monthly"), ("x", "9"), ("year", "budget")]
    claimed = reply(correction=True, constraints=[{"slot": slot, "value": value} for slot, value in slots])
    model, _ = rewriter(claimed.replace("budget?", "budget in 2023 at the Tallinn office?"))
    message = "and its budget in 2023 at the Tallinn office?"
    found, _, _ = await model.race(RULES, message, KNOWN, language="en", turn=2)
    assert found.by == "model"
    assert found.fixed == (("year", "2023"), ("office", "Tallinn"))
    assert not found.correction


async def test_what_is_saved_from_a_paraphrase_never_replaces_sure_rules() -> None:
    """It is the message with a few words behind it, while the rules have a sentence; nor is a heap of words saved."""
    paraphrase = json.dumps({"resolution": "What achievements does the Heron probe have beside Talvik?"})
    model, _ = rewriter(paraphrase, paraphrase)
    found, _, _ = await model.race(RULES, MESSAGE, KNOWN, language="en", turn=2)
    assert found is RULES
    unsure, message = Resolution("What does it have?"), "What does it have?"
    found, _, _ = await model.race(unsure, message, KNOWN, language="en", turn=2)
    assert (found.query, found.by) == ("What does it have? Heron probe talvik", "model")


async def test_names_are_spelled_as_they_were_said() -> None:
    """A model that writes small letters does not hide them from the turns that follow; "us" is no name."""
    model, _ = rewriter(reply().replace("Heron", "heron"))
    found, _, _ = await model.race(RULES, MESSAGE, KNOWN, language="en", turn=2)
    assert (found.query, found.by) == ("What is the Heron probe's budget?", "model")
    assert as_written("tell us of café morel and morels", ["Café Morel", "US"]) == "tell us of Café Morel and morels"


async def test_a_flag_that_makes_no_sense_does_not_spoil_a_rewrite() -> None:
    """An unknown topic, or a correction that is neither true nor false, counts as not said."""
    model, _ = rewriter(reply(topic="maybe", correction="perhaps"))
    found, notices, _ = await model.race(RULES, MESSAGE, KNOWN, language="en", turn=2)
    assert (found.by, found.correction, notices) == ("model", False, ())


async def test_the_same_message_in_the_same_state_is_asked_once() -> None:
    """Another state is another question."""
    model, script = rewriter(reply(), reply())
    await model.race(RULES, MESSAGE, KNOWN, language="en", turn=2)
    _, _, again = await model.race(RULES, MESSAGE, KNOWN, language="en", turn=2)
    assert again == ()
    assert len(script.seen) == 1
    await model.race(RULES, MESSAGE, Known(KNOWN.notes), language="en", turn=2)
    assert len(script.seen) == 2


async def test_the_prompt_holds_the_state_and_never_the_whole_history() -> None:
    """Subject, parked subjects, constraints, the nearest lines of the summary, the last two turns."""
    model, script = rewriter(reply())
    notes = tuple(
        TurnNote(n, str(n), "retrieve", f"q{n}", 1, asked=f"asked {n}", answered="a" * 3000) for n in range(6)
    )
    await model.race(RULES, MESSAGE, Known(notes, KNOWN.frames, (), KNOWN.summary), language="en", turn=7)
    prompt: list[BaseMessage] = script.seen[0]
    text = prompt[-1].text
    assert "Subject: Heron probe" in text
    assert "Parked subjects: Kestrel probe" in text
    assert "Fixed: year 2023" in text
    assert "410 million" in text
    assert [n for n in range(6) if f"asked {n}" in text] == [4, 5]
    assert len(text) < 3000


async def test_a_model_that_keeps_failing_is_left_alone_for_a_while() -> None:
    """After three failures in a row it is not asked, and the record says so."""
    script = ScriptedModel(replies=lambda messages: ConnectionError("down"))
    model = ModelRewriter(script, deadline_s=0.2, rest=Rest(after=2))
    codes = []
    for turn in range(3):
        found, notices, _ = await model.race(RULES, f"{MESSAGE} {turn}", KNOWN, language="en", turn=turn)
        assert found is RULES
        codes.append(notices[0].code)
    assert set(codes[:2]) <= {"model_unavailable", "rewrite_timeout"}  # tried again until the deadline ends it
    assert codes[2] == "rewrite_resting"
