"""What the evidence supports: questions that it answers, and others that only look like it."""

from collections.abc import Sequence

import pytest

from nodes.extractive import ExtractiveWriter
from nodes.state import Resolution, Route
from nodes.writing import Brief, Excerpt, Numbering, Written
from stores.memory_index import MemoryIndex
from stores.passages import Passage
from tests.journeys.talking import embedder

BAKERY = (
    "The Alder bakery opens at 6:30 and closes at 14:00. Its ovens were built by Brandt in 1994.",
    "Rye bread costs 4 crowns a loaf. The Alder Crown is a cake for twelve people.",
    "Nobody may enter the mill without a helmet.",
)


def answer(texts: Sequence[str], question: str, query: str = "", language: str = "en") -> Written:
    """What is answered over these passages alone."""
    index = MemoryIndex(embedder())
    passages = [Passage(f"p{number}", text, source="notes.md") for number, text in enumerate(texts)]
    index.add(passages)
    vectors = embedder().embed([query or question, question])
    brief = Brief(
        1,
        question,
        Route("retrieve", question, language=language),
        Resolution(query or question),
        vectors[0],
        tuple(Excerpt(passage, passage.text, 1.0) for passage in passages),
        Numbering({}, 1),
        own=vectors[1],
    )
    return ExtractiveWriter(index).compose(brief)


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("When does the bakery open?", "6:30"),
        ("What does rye bread cost?", "4 crowns"),
        ("Who built the ovens?", "Brandt"),
        ("Do I need a helmet in the mill?", "helmet"),
    ],
)
def test_what_the_documents_say_is_quoted(question: str, held: str) -> None:
    """With its source."""
    written = answer(BAKERY, question)
    assert written.answerable
    assert held in written.text
    assert "[1]" in written.text


@pytest.mark.parametrize(
    "question",
    [
        "What is the capital of Mars?",
        "Who won the 1998 world cup?",
        "How tall is Mount Everest?",
        "What is the turnover of Alder?",
        "Which horse won the derby?",
    ],
)
def test_what_they_do_not_say_gets_one_plain_sentence(question: str) -> None:
    """Nothing is quoted beside it."""
    written = answer(BAKERY, question)
    assert not written.answerable
    assert written.text == "The documents don't say."
    assert written.cited == ()


def test_a_name_of_which_only_siblings_are_known_is_not_answered_for() -> None:
    """Another product's price is no answer; a slip of spelling is no other product."""
    texts = ("The Tessel Desk costs 300 crowns.", "The Tessel Lamp costs 40 crowns.")
    assert not answer(texts, "What does the Tessel Sofa cost?").answerable
    assert answer(texts, "What does the Tessel Lampp cost?").answerable


@pytest.mark.parametrize(
    ("texts", "question", "held", "language"),
    [
        (("图书馆每天早上九点开门。", "借书证的费用是每年三十元。"), "图书馆几点开门？", "九点", "zh"),
        (("图书馆每天早上九点开门。", "借书证的费用是每年三十元。"), "借书证多少钱？", "三十元", "zh"),
        (("図書館は毎朝9時に開きます。", "本は3週間借りられます。"), "図書館は何時に開きますか？", "9時", "ja"),
        (("ห้องสมุดเปิดเวลา 9 โมงเช้า", "ยืมหนังสือได้ 3 สัปดาห์"), "ห้องสมุดเปิดกี่โมง", "9 โมง", "th"),
    ],
)
def test_scripts_without_spaces_are_answered(texts: tuple[str, ...], question: str, held: str, language: str) -> None:
    """There are no words between spaces to count."""
    written = answer(texts, question, language=language)
    assert written.answerable
    assert held in written.text


@pytest.mark.parametrize(
    ("texts", "question", "language"),
    [
        (("图书馆每天早上九点开门。",), "火星的首都是哪里？", "zh"),
        (("図書館は毎朝9時に開きます。",), "火星の首都はどこですか？", "ja"),
        (("ห้องสมุดเปิดเวลา 9 โมงเช้า",), "เมืองหลวงของดาวอังคารคืออะไร", "th"),
    ],
)
def test_scripts_without_spaces_are_abstained_on_too(texts: tuple[str, ...], question: str, language: str) -> None:
    """In the language of the question."""
    written = answer(texts, question, language=language)
    assert not written.answerable
    assert "documents" not in written.text
