"""What models may put into the ledger and the summary."""

import json

import pytest

from graph.testing import ScriptedModel
from nodes.facts import Draft
from nodes.frames import update_frame
from nodes.ledger import settle
from nodes.model_extract import ModelExtractor
from nodes.model_failures import ModelFailed
from nodes.model_summary import ModelSummariser, clipped, wrong_with
from nodes.state import Constraint, Fact, Frame, Route, TurnNote

MESSAGE = "Our budget code is 4471-B. What does the Heron probe weigh?"
ANSWER = "The Heron probe weighs 84 kg [2]. It was launched on 4 May 2019."


def fact(value: str, speaker: str = "document", kind: str = "number", of: str = "weight") -> dict[str, str]:
    return {"subject": "Heron", "attribute": of, "value": value, "kind": kind, "speaker": speaker}


async def extracted(*facts: dict[str, str], **fields: object) -> tuple[Draft, ...]:
    model = ScriptedModel(replies=[json.dumps({"facts": facts, **fields})])
    return (await ModelExtractor(model).extract(MESSAGE, ANSWER, subject="Heron", turn=3)).drafts


async def test_facts_stand_in_the_turn_word_for_word() -> None:
    """A document's in a cited sentence with its number, a user's in the message."""
    stated = "We went on with the ferry crossing at 14:05 for the Heron group. What does the Heron probe weigh?"
    ours = fact("14:05", "user", of="crossing")
    told = [fact("The Heron probe weighs 84 kg."), ours, fact("85 kg"), fact("84 kg", "user")]
    model = ScriptedModel(replies=[json.dumps({"facts": told})])
    found = (await ModelExtractor(model).extract(stated, ANSWER, subject="Heron", turn=3)).drafts
    assert [(one.value, one.speaker, one.source) for one in found] == [("14:05", "user", 0), ("84 kg", "document", 2)]
    assert [(one.subject, one.attribute) for one in found] == [("Heron", "crossing"), ("", "The Heron probe weighs …")]


async def test_what_the_rules_read_is_theirs_and_a_value_is_whole() -> None:
    """A code cut short does not take the place of the code."""
    for value in ("4471", "4471-B", "B"):
        assert await extracted(fact(value, "user", of="budget code"), fact(value, "user", of="code")) == ()


async def test_letters_that_fold_into_two_do_not_move_a_value() -> None:
    """A German street before it leaves the code whole, and half of it torn."""
    message = "Wir brauchen am Straßentor den Zugangscode 4471-B."
    for value, kept in (("4471-B", True), ("4471", False)):
        model = ScriptedModel(replies=[json.dumps({"facts": [fact(value, "user", of="Zugangscode")]})])
        drafts = (await ModelExtractor(model).extract(message, "", subject="", turn=2, language="de")).drafts
        assert [one.value for one in drafts] == ([value] if kept else [])


async def test_a_label_that_the_user_did_not_use_makes_no_fact() -> None:
    """It could end what was settled under it: the budget is not what the room is called."""
    old = Fact(1, "user", "budget code", "4471-B", 1, "user", "number")
    message = "We went on to a room with 12-A on its door."
    for label, known in (("budget code", False), ("", False), ("room", True)):
        model = ScriptedModel(replies=[json.dumps({"facts": [fact("12-A", "user", of=label)]})])
        drafts = (await ModelExtractor(model).extract(message, "", subject="", turn=2)).drafts
        assert [one.attribute for one in drafts] == ([label] if known else [])
        settled = settle([old], drafts, turn=2, next_id=2)
        assert settled.facts[0] == old


async def test_a_document_s_fact_is_its_sentence_whatever_a_model_calls_it() -> None:
    """A name or an exact value that it points at; plain words, and what a value was raised from, are none."""
    answer = "Ines Varro leads the Kestrel team [4]. The fee was raised from 8 EUR to 9 EUR [5]."
    wrong = [fact(value) for value in ("leads the", "team", "8 EUR", "Kestrel", "9 EUR")]
    wrong += [fact("Ines Varro", kind="name"), fact("Kestrel", kind="name")]
    model = ScriptedModel(replies=[json.dumps({"facts": wrong})])
    drafts = (await ModelExtractor(model).extract("Who leads Kestrel?", answer, subject="", turn=2)).drafts
    assert [(one.value, one.attribute, one.source) for one in drafts] == [
        ("9 EUR", "The fee was raised from 8 EUR to …", 5),
        ("Ines Varro", "… leads the Kestrel team", 4),
    ]


async def test_names_are_few_and_no_halves_of_sentences() -> None:
    """A model that takes every word for a name does not push out those of the topic."""
    words = ["What does", "What", "the Heron probe", "Heron probe", "does the Heron probe weigh", "weigh", "It"]
    more = ["Heron", "Our", "budget code", "4471-B", "84 kg", "4 May", "2019"]
    model = ScriptedModel(replies=[json.dumps({"entities": [*words, *more]})])
    found = await ModelExtractor(model).extract(MESSAGE, ANSWER, subject="", turn=3)
    assert found.entities == ("Heron probe", "Heron", "4471-B")
    pieces = ScriptedModel(replies=[json.dumps({"entities": ["Ines", "Varro", "Ines Varro", "12"]})])
    found = await ModelExtractor(pieces).extract("Is there a 12th?", "Yes, says Ines Varro [4].", subject="", turn=3)
    assert found.entities == ("Ines Varro",)


async def test_a_value_inside_a_longer_one_is_not_the_value() -> None:
    """ "4 kg" does not stand in "84 kg"."""
    assert await extracted(fact("4 kg")) == ()


async def test_an_uncited_sentence_settles_nothing() -> None:
    """Its date has no source to point to."""
    assert await extracted(fact("4 May 2019", kind="date")) == ()


async def test_names_and_constraints_must_be_said_too() -> None:
    """Invented ones are left out."""
    reply = {"entities": ["Heron", "NASA"], "constraints": {"code": "4471-B", "year": "2031"}}
    model = ScriptedModel(replies=[json.dumps(reply)])
    found = await ModelExtractor(model).extract(MESSAGE, ANSWER, subject="", turn=3)
    assert found.entities == ("Heron",)
    assert found.fixed == (("code", "4471-B"),)
    assert [call.step for call in found.calls] == ["extract"]


async def test_a_failed_extraction_is_a_notice() -> None:
    """Nothing is learnt and nothing raises; what the useless reply cost is counted all the same."""
    found = await ModelExtractor(ScriptedModel(replies=["no json at all"])).extract(MESSAGE, ANSWER, subject="", turn=3)
    assert found.drafts == ()
    ((turn, step, tokens),) = [(call.turn, call.step, call.tokens) for call in found.calls]
    assert (turn, step) == (3, "extract")
    assert min(tokens) > 0
    assert [one.code for one in found.notices] == ["model_unreadable"]


async def test_a_model_that_keeps_failing_is_left_alone_for_a_while() -> None:
    """After three failures in a row it is not asked, and the record says so."""
    script = ScriptedModel(replies=lambda messages: "no json")
    extractor = ModelExtractor(script)
    found = [await extractor.extract(MESSAGE, ANSWER, subject="", turn=turn) for turn in range(4)]
    assert [one.notices[0].code for one in found] == ["model_unreadable"] * 3 + ["extract_resting"]
    assert len(script.seen) == 3


async def test_what_is_asked_is_not_stated() -> None:
    """A question holds no fact of the user's, nor does the whole message make one."""
    asked, stated = "Does the office in Tallinn close at 18:00?", "We close at 18:00."
    for message, speaker, value in ((asked, "user", "18:00"), (stated, "user", stated), (asked, "user", "Tallinn")):
        reply = {"facts": [fact(value, speaker)]}
        model = ScriptedModel(replies=[json.dumps(reply)])
        assert (await ModelExtractor(model).extract(message, "", subject="", turn=1)).drafts == ()
    model = ScriptedModel(replies=[json.dumps({"facts": [fact("18:00", "user", of="close")]})])
    found = await ModelExtractor(model).extract(stated, "", subject="", turn=1)
    assert [one.value for one in found.drafts] == ["18:00"]


async def test_a_made_up_constraint_does_not_take_a_read_ones_place() -> None:
    """The rules' of the same query stands, an earlier figure only gives way to a figure."""
    frames = (Frame(1, "Heron", constraints=(Constraint("plan", "40 seats", 1),)),)
    update = {"route": Route("retrieve", "x"), "answer": "", "cited": (), "turn": 2, "answerable": True}
    fixed = (("plan", "large"), ("year", "1999"), ("city", "Tallinn"))
    (frame,) = update_frame(frames, query="What did it cost in 2021?", fixed=fixed, **update)  # type: ignore[arg-type]  # plain values
    held = {one.slot: one.value for one in frame.constraints}
    assert held == {"city": "Tallinn", "year": "2021", "plan": "40 seats"}


NOTES = [TurnNote(1, "1", "retrieve", "q", 1, asked="Who runs Heron?", answered="The Talvik Institute runs Heron.")]


async def test_a_summary_of_the_turns_is_taken() -> None:
    """Facts go into its prompt, and the call is counted for the turn."""
    model = ScriptedModel(replies=["Heron is run by the Talvik Institute."])
    one = ModelSummariser(model).of_turn(7, "en")
    text = await one.summarise("", NOTES, [Fact(1, "Heron", "weight", "84 kg", 1, "document")])
    assert text == "Heron is run by the Talvik Institute."
    assert "84 kg" in model.seen[0][-1].text
    assert [(call.turn, call.step) for call in one.calls] == [(7, "summarize")]


@pytest.mark.parametrize(
    "text", ["ok", "zxqv blorf snarg zxqv blorf flim", "I am sorry, but I cannot help with that request."]
)
async def test_what_is_not_about_the_turns_is_no_summary(text: str) -> None:
    """The caller keeps the turns and tries again."""
    with pytest.raises(ValueError, match="it "):
        await ModelSummariser(ScriptedModel(replies=[text])).of_turn(7, "en").summarise("", NOTES, [])


async def test_what_the_turns_do_not_bear_out_is_left_out_of_a_summary() -> None:
    """A figure, a name or a sentence of its own; the rest of the summary stands."""
    told = (
        "Heron is run by the Talvik Institute. The Talvik Institute has 900 staff. NASA runs Heron. "
        "Visitors should book early because places go quickly."
    )
    text = await ModelSummariser(ScriptedModel(replies=[told])).of_turn(7, "en").summarise("", NOTES, [])
    assert text == "Heron is run by the Talvik Institute."


async def test_an_error_text_is_no_summary() -> None:
    """It fails as the model's failure."""
    with pytest.raises(ModelFailed):
        await ModelSummariser(ScriptedModel(replies=["Error: 503 Heron"])).of_turn(7, "en").summarise("", NOTES, [])


def test_a_summary_that_is_too_long_ends_with_a_sentence() -> None:
    """At most so many words, whole sentences where there are any."""
    text = "One two three four. " * 40
    cut = clipped(text, 50)
    assert len(cut.split()) <= 50
    assert cut.endswith("four.")
    assert wrong_with(cut, text, "en") == ""
