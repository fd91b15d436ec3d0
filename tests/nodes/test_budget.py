"""The prompt's budget: never exceeded, and cut in the order that was promised."""

from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.answer_prompt import prompt_for_answer
from nodes.budget import SECTIONS, fit
from nodes.counting import TokenMeter, tokens_of
from nodes.state import Fact, Resolution, Route, Summary, TurnNote
from nodes.writing import Brief, Excerpt, Numbering, Remembered
from stores.passages import Passage

WORDS = st.sampled_from(
    ["lease", "renewal", "<turn>", "<document n=", "4471-B", "Überstunden", "契約", "🙂", "x" * 90, "\n\n", "."]
)
TEXT = st.one_of(st.text(max_size=300), st.lists(WORDS, max_size=400).map(" ".join))


@st.composite
def briefs(draw: st.DrawFn) -> Brief:
    """Any conversation over any passages."""
    notes = draw(st.lists(st.tuples(TEXT, TEXT), max_size=7))
    passages = draw(st.lists(st.tuples(TEXT, TEXT), max_size=6))
    return Brief(
        turn=9,
        message=draw(TEXT),
        route=Route("retrieve", "q", correction=draw(st.booleans()), wanted=tuple(draw(st.lists(TEXT, max_size=2)))),
        resolution=Resolution(draw(TEXT)),
        vector=None,
        excerpts=tuple(
            Excerpt(Passage(str(at), text, source=title, heading=title), text, 1.0, turn=at)
            for at, (title, text) in enumerate(passages)
        ),
        numbering=Numbering({}, 1),
        notes=tuple(TurnNote(n, str(n), "retrieve", q, 1, asked=q, answered=a) for n, (q, a) in enumerate(notes, 1)),
        summary=Summary(draw(TEXT), 3, draw(TEXT), 3),
        facts=tuple(Fact(n, "user", "", text, 1, "user") for n, text in enumerate(draw(st.lists(TEXT, max_size=4)), 1)),
        remembered=tuple(Remembered(1, text, text) for text in draw(st.lists(TEXT, max_size=3))),
        resumed=draw(TEXT),
        now="2026-11-30T10:00:00+00:00",
        prompt_tokens=draw(st.sampled_from([500, 900, 4000, 6000])),
        history=draw(st.sampled_from(["ours", "full"])),
        transcript=tuple(Remembered(1, text, text) for text in draw(st.lists(TEXT, max_size=5))),
    )


@settings(max_examples=80, deadline=None)
@given(briefs(), st.sampled_from([0.6, 1.0, 2.3]))
def test_no_input_makes_the_prompt_longer_than_its_cap(brief: Brief, ratio: float) -> None:
    """Whatever is said, found and remembered, the messages that are sent cost at most what the record says: the cap."""
    meter = TokenMeter(ratio)
    asked = prompt_for_answer(brief, meter)
    counted = sum(cost for _, cost in fit(brief, meter).tokens)
    assert counted <= brief.prompt_tokens
    assert sum(meter.count(message.text) for message in asked.prompt) <= counted


def a_brief(*, passage_words: int, turns: int = 6, cap: int = 6000) -> Brief:
    """Six long turns and five passages of so many words, with one sentence in each that holds the question's word."""
    text = " ".join(["filler words stand here."] * (passage_words // 4)) + " The renewal takes 30 days."
    notes = tuple(
        TurnNote(n, str(n), "retrieve", "q", 1, asked=f"question {n}", answered=f"answer {n} " + "words " * 400)
        for n in range(1, turns + 1)
    )
    return Brief(
        turn=9,
        message="How long is the renewal?",
        route=Route("retrieve", "How long is the renewal?"),
        resolution=Resolution("How long is the renewal?"),
        vector=None,
        excerpts=tuple(Excerpt(Passage(str(n), text), text, 1.0) for n in range(5)),
        numbering=Numbering({}, 1),
        notes=notes,
        summary=Summary("- turn 1: old things\nKey facts: budget code: 4471-B", 1),
        prompt_tokens=cap,
    )


def test_what_fits_is_left_whole() -> None:
    """A short conversation over short passages loses nothing, and every section is counted, also the empty ones."""
    fitted = fit(a_brief(passage_words=40))
    assert len(fitted.window) == 6
    assert len(fitted.documents) == 5
    assert [name for name, _ in fitted.tokens] == list(SECTIONS)
    assert dict(fitted.tokens)["remembered"] == 0


def test_earlier_answers_are_cut_to_their_first_250_tokens() -> None:
    """An answer of 400 words counts 250 tokens at most when it is shown again."""
    answers = [answered for _, answered in fit(a_brief(passage_words=40)).window]
    assert all(tokens_of(answer) <= 250 and answer.startswith("answer") for answer in answers)


def test_passages_are_compressed_before_history_is_cut() -> None:
    """Huge passages give up everything but the sentences that matter; all turns of the window stay."""
    fitted = fit(a_brief(passage_words=4000))
    assert len(fitted.window) == 6
    assert len(fitted.documents) == 5
    assert all("The renewal takes 30 days." in text for _, text in fitted.documents)


def test_in_a_small_window_the_oldest_turns_go_first() -> None:
    """With 1,500 tokens the newest turn and the key facts are still there."""
    fitted = fit(a_brief(passage_words=4000, cap=1500))
    assert 0 < len(fitted.window) < 6
    assert fitted.window[-1][0] == "question 6"
    assert "4471-B" in fitted.summary
    assert fitted.documents


def test_the_count_follows_what_the_provider_reports() -> None:
    """A report above our count raises it at once, one below lowers it slowly."""
    meter = TokenMeter()
    before = meter.count("the same text every time")
    meter.observe(100, 150)
    assert meter.count("the same text every time") == -(-before * 3 // 2)
    meter.observe(150, 100)
    assert 1.0 < meter.ratio < 1.5


@settings(max_examples=150, deadline=None)
@given(TEXT, st.integers(0, 300), st.floats(0.5, 4))
def test_a_clipped_text_costs_no_more_than_it_may(text: str, most: int, ratio: float) -> None:
    """Also where a single run of letters is longer than what is allowed."""
    meter = TokenMeter(ratio)
    assert meter.count(meter.clip(text, most)) <= most
