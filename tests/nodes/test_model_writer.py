"""Answers by a model, over real HTTP, and what stands in when it fails."""

from collections.abc import AsyncIterator, Iterator

import pytest

from graph.models import open_models
from graph.testing import FaultServer, HashingEmbedder
from nodes.extractive import ExtractiveWriter
from nodes.model_writer import ModelWriter
from nodes.state import Action, Resolution, Route, TurnNote
from nodes.writing import Brief, Excerpt, Numbering, Written
from stores.memory_index import MemoryIndex
from stores.passages import Passage

PASSAGES = (
    Passage("p1", "The Heron probe was launched in 2019 to study the icy moon Ysolde.", source="heron.md"),
    Passage("p2", "The Heron mission had a budget of 410 million crowns.", source="budget.md", heading="Money"),
)


def brief(action: Action = "retrieve", message: str = "When was the Heron probe launched?", **fields: object) -> Brief:
    excerpts = tuple(Excerpt(passage, passage.text, 1.0) for passage in PASSAGES) if action == "retrieve" else ()
    given = {"numbering": Numbering({"p9": 4}, 5), "notes": (), **fields}
    return Brief(5, message, Route(action, message), Resolution(message), None, excerpts, **given)  # type: ignore[arg-type]  # a test's short form


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with FaultServer() as server:
        yield server


@pytest.fixture
def second() -> Iterator[FaultServer]:
    with FaultServer(lambda request: "The second model says 2019 [5].") as server:
        yield server


@pytest.fixture
async def writer(server: FaultServer) -> AsyncIterator[ModelWriter]:
    index = MemoryIndex(HashingEmbedder())
    index.add(PASSAGES)
    async with open_models("openai:writer", base_url=server.base_url, api_key="k") as models:
        yield ModelWriter(models, ExtractiveWriter(index), deadline_s=3.0)


async def written(writer: ModelWriter, asked: Brief) -> tuple[str, Written]:
    shown, last = "", None
    async for piece in writer.write(asked):
        if isinstance(piece, str):
            shown += piece
        else:
            last = piece
    assert last is not None
    return shown, last


def codes(answer: Written) -> list[str]:
    return [notice.code for notice in answer.notices]


async def test_what_streams_is_the_answer_with_numbers_in_order_of_use(
    writer: ModelWriter, server: FaultServer
) -> None:
    """The prompt offers 5 and 6; the passage cited first gets 5, the thread's next number."""
    server.reply = lambda request: "It had 410 million crowns [6]. It was launched in 2019 (source 5), [99]."
    shown, answer = await written(writer, brief())
    assert shown == answer.text == "It had 410 million crowns [5]. It was launched in 2019 [6],."
    assert answer.cited == ("p2", "p1")
    assert codes(answer) == ["citations_removed"]
    assert answer.calls[0].tokens[0] > 0
    assert dict(answer.tokens)["passages"] > 0


async def test_a_source_of_an_earlier_turn_may_be_cited(writer: ModelWriter, server: FaultServer) -> None:
    """Its number stays what it was."""
    server.reply = lambda request: "As the handbook said before, it was launched in 2019 [4][5]."
    _, answer = await written(writer, brief())
    assert answer.cited == ("p9", "p1")


async def test_an_answer_without_marks_gets_those_of_the_documents_that_hold_it(
    writer: ModelWriter, server: FaultServer
) -> None:
    """So that a weak model's answer has its sources too."""
    server.reply = lambda request: "The Heron probe was launched in 2019 to study the moon Ysolde."
    shown, answer = await written(writer, brief())
    assert shown.endswith("Ysolde. [5]")
    assert answer.cited == ("p1",)


async def test_figures_and_claims_without_support_are_flagged(writer: ModelWriter, server: FaultServer) -> None:
    """The text stays as the reader saw it; the record says what is wrong with it."""
    server.reply = lambda request: "It was launched in 2018 [5]."
    _, wrong = await written(writer, brief())
    server.reply = lambda request: "It is known that bees can dance and sing in summer meadows everywhere."
    _, beside = await written(writer, brief())
    assert codes(wrong) == ["figures_unsupported"]
    assert codes(beside) == ["answer_unsupported"]
    assert not beside.answerable


async def test_a_cut_answer_is_kept_and_marked(writer: ModelWriter, server: FaultServer) -> None:
    """What came is the answer."""
    server.reply = lambda request: "The probe was launched in 2019 [5]. It studies a moon [5] that is icy."
    server.fail("cut")
    shown, answer = await written(writer, brief())
    assert shown == answer.text == "The probe was launched in 2019 [5]. "
    assert codes(answer) == ["answer_interrupted"]


async def test_the_fallback_model_answers_when_the_first_fails(
    writer: ModelWriter, server: FaultServer, second: FaultServer
) -> None:
    """One notice says what happened and who answered; both calls count."""
    server.fail("500")
    async with open_models(fallback="openai:other", base_url=second.base_url, api_key="k") as others:
        both = ModelWriter(type(others)(writer.models.answer, fallback=others.fallback), writer.plain, deadline_s=3.0)
        _, answer = await written(both, brief())
    assert answer.text == "The second model says 2019 [5]."
    assert codes(answer) == ["model_unavailable"]
    assert "The fallback model answered." in answer.notices[0].detail
    assert len(answer.calls) == 2


async def test_an_answer_about_nothing_is_never_shown_and_its_call_counts(
    writer: ModelWriter, server: FaultServer
) -> None:
    """The documents are quoted instead."""
    server.fail("garbage")
    shown, answer = await written(writer, brief())
    assert "launched in 2019" in shown
    assert codes(answer) == ["model_unreadable"]
    assert [(call.step, call.model != "") for call in answer.calls] == [("answer", True)]


async def test_without_any_model_left_the_documents_are_quoted(writer: ModelWriter, server: FaultServer) -> None:
    """With one clear notice, and nothing of the failure in the answer."""
    server.fail("401")
    shown, answer = await written(writer, brief())
    assert "launched in 2019" in shown
    assert shown == answer.text
    assert codes(answer) == ["model_unauthorized"]
    assert "set OPENAI_API_KEY" in answer.notices[0].detail


async def test_small_talk_and_restating_take_one_call_without_documents(
    writer: ModelWriter, server: FaultServer
) -> None:
    """The last answer is data in the prompt; its marks stay, others go."""
    notes = (TurnNote(4, "4", "retrieve", "q", 1, asked="When?", answered="It was launched in 2019 [4]."),)
    server.reply = lambda request: (
        "You are welcome." if "small talk" in request.messages[0][1] else "Launched 2019 [4][8]."
    )
    _, social = await written(writer, brief("social", "thanks!"))
    _, shorter = await written(writer, brief("transform", "make it shorter", notes=notes))
    assert social.text == "You are welcome."
    assert shorter.text == "Launched 2019 [4]."
    assert shorter.cited == ("p9",)
    assert "It was launched in 2019 [4]." in server.chats[1].last
    assert "<document" not in server.chats[1].prompt


@pytest.mark.parametrize("action", ["recall", "clarify"])
async def test_what_needs_no_writer_asks_no_model(writer: ModelWriter, server: FaultServer, action: Action) -> None:
    """Recall is exact and a question back is fixed."""
    await written(writer, brief(action, "what did I ask first?"))
    assert server.chats == []


async def test_nothing_to_write_from_asks_no_model(writer: ModelWriter, server: FaultServer) -> None:
    """Without evidence the plain sentence stands."""
    _, answer = await written(writer, brief("reuse"))
    assert not answer.answerable
    assert server.chats == []


async def test_the_prompt_keeps_to_its_cap_and_the_meter_learns(writer: ModelWriter, server: FaultServer) -> None:
    """The provider's count corrects ours."""
    server.reply = lambda request: "The probe was launched in 2019 [5]."
    _, answer = await written(writer, brief(prompt_tokens=900))
    assert sum(cost for _, cost in answer.tokens) <= 900
    assert writer.meter.ratio != 1.0
