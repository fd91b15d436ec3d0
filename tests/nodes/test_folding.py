"""Folding: bounded, lossless for what the ledger holds, and unmoved by a summariser that fails."""

import asyncio
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.facts import Draft
from nodes.folding import BACKLOG, DEEP_FROM, WORDS, Folded, Summariser, fold, missing
from nodes.ledger import Settled, settle
from nodes.state import Fact, Frame, Summary, TurnNote

WINDOW = 6


def note(turn: int, asked: str = "", answered: str = "") -> TurnNote:
    asked = asked or f"What does section {turn} say?"
    return TurnNote(turn, f"m{turn}", "retrieve", asked, 1, asked=asked, answered=answered or f"It says {turn}. [1]")


def fact(id_: int, value: str, turn: int) -> Fact:
    return Fact(id_, "user", "code", value, turn, "user", "number")


class Scripted:
    """A summariser whose replies are given: texts, or exceptions to raise. Keeps which turns it was shown."""

    def __init__(self, *replies: str | Exception) -> None:
        self._replies = list(replies)
        self.shown: list[list[int]] = []
        self.deepened = 0

    async def summarise(self, summary: str, leaving: Sequence[TurnNote], facts: Sequence[Fact]) -> str:
        self.shown.append([one.turn for one in leaving])
        reply = self._replies.pop(0) if self._replies else "They went on about sections."
        if isinstance(reply, Exception):
            raise reply
        return reply

    async def deepen(self, deep: str, summary: str, facts: Sequence[Fact]) -> str:
        self.deepened += 1
        return f"Deep summary number {self.deepened}."


def play(turns: int, facts: Sequence[Fact] = (), summariser: Summariser | None = None) -> list[Folded]:
    """What folding gave after each of so many turns."""
    done = [Folded(Summary(), ())]
    for turn in range(1, turns + 1):
        last = done[-1]
        known = [one for one in facts if one.turn <= turn]
        done.append(
            asyncio.run(fold(last.summary, (*last.notes, note(turn)), known, window=WINDOW, summariser=summariser))
        )
    return done[1:]


def test_a_turn_is_folded_when_it_leaves_the_window() -> None:
    """With a window of six, turn 1 goes on turn 7, and no other."""
    sixth, seventh = play(7)[-2:]
    assert (sixth.summary.upto, len(sixth.notes)) == (0, 6)
    assert (seventh.summary.upto, [one.turn for one in seventh.notes]) == (1, [2, 3, 4, 5, 6, 7])
    assert "What does section 1 say? → It says 1." in seventh.summary.text


def test_the_summary_says_topics_open_questions_and_documents() -> None:
    """What is current comes from the frames, not from the folded words."""
    frame = Frame(1, "parental leave", open_questions=("Does it apply to contractors?",))
    folded = asyncio.run(
        fold(Summary(), [note(turn) for turn in range(1, 8)], (), window=6, frames=[frame], documents=["leave.md"])
    )
    assert "Topics: parental leave" in folded.summary.text
    assert "Open questions: Does it apply to contractors?" in folded.summary.text
    assert "Documents: leave.md" in folded.summary.text


def test_the_summary_stops_growing() -> None:
    """After a hundred turns with long answers it has at most 600 words, and knows the newest folded turn."""
    last = play(100)[-1].summary
    assert len(last.text.split()) <= WORDS
    assert "turn 94" in last.text


def test_a_value_of_an_early_turn_is_still_there_much_later() -> None:
    """Its line went long ago; the ledger's value was put back."""
    last = play(60, [fact(1, "4471-B", 2)])[-1].summary
    assert "turn 2:" not in last.text
    assert "4471-B" in last.text


def test_a_value_is_not_taken_for_there_because_a_longer_one_is() -> None:
    """ "4 days" does not stand in "14 days"."""
    assert missing("It takes 14 days.", [fact(1, "4 days", 1)], 1)
    assert not missing("It takes 4 days.", [fact(1, "4 days", 1)], 1)


def test_what_a_models_summary_lost_is_appended() -> None:
    """The model wrote nothing of the code; the code is in the summary all the same."""
    (*_, last) = play(7, [fact(1, "4471-B", 1)], Scripted("They talked about sections one to seven."))
    assert last.summary.text.startswith("They talked about sections")
    assert "4471-B" in last.summary.text


@pytest.mark.parametrize(
    "failure", [RuntimeError("boom"), TimeoutError(), "", "   ", "…", 'Error code: 500 - {"error": "overloaded"}']
)
def test_a_summariser_that_fails_changes_nothing_and_is_tried_again(failure: str | Exception) -> None:
    """The turn waits beside the window; on the next turn both are folded."""
    summariser = Scripted(failure, "Sections one and two were discussed.")
    before, failed, after = play(8, summariser=summariser)[-3:]
    assert failed.summary == before.summary
    assert [one.turn for one in failed.notes] == [1, 2, 3, 4, 5, 6, 7]
    assert [notice.code for notice in failed.notices] == ["summary_failed"]
    assert summariser.shown == [[1], [1, 2]]
    assert after.summary.upto == 2


def test_a_summariser_that_is_late_changes_nothing() -> None:
    """The turn's close does not wait for it beyond its deadline."""

    class Endless(Scripted):
        async def summarise(self, summary: str, leaving: Sequence[TurnNote], facts: Sequence[Fact]) -> str:
            await asyncio.Event().wait()
            raise AssertionError("never")

    notes = [note(turn) for turn in range(1, 8)]
    folded = asyncio.run(fold(Summary(), notes, (), window=WINDOW, summariser=Endless(), deadline_s=0.01))
    assert (folded.summary, folded.notes) == (Summary(), tuple(notes))
    assert [notice.code for notice in folded.notices] == ["summary_failed"]


def test_a_summariser_that_never_works_drops_no_turn_and_lets_nothing_grow() -> None:
    """After six waiting turns the oldest are folded by rules."""
    done = play(30, summariser=Scripted(*[RuntimeError("down")] * 30))
    for turn, folded in enumerate(done, 1):
        waiting = [one.turn for one in folded.notes]
        assert waiting == list(range(folded.summary.upto + 1, turn + 1))
        assert len(waiting) <= WINDOW + BACKLOG
    assert "turn 18" in done[-1].summary.text


def test_a_deep_summary_is_made_from_turn_30_on_and_seldom() -> None:
    """Once at thirty turns, again fifteen folded turns later."""
    summariser = Scripted()
    done = play(60, summariser=summariser)
    assert done[DEEP_FROM - 2].summary.deep == ""
    assert done[DEEP_FROM - 1].summary.deep == "Deep summary number 1."
    assert summariser.deepened == 3


def test_a_deep_summary_that_fails_leaves_the_running_one() -> None:
    """The turns are folded; only the deep level waits."""

    class Shallow(Scripted):
        async def deepen(self, deep: str, summary: str, facts: Sequence[Fact]) -> str:
            raise RuntimeError("too deep")

    last = play(30, summariser=Shallow())[-1]
    assert last.summary.upto == 24
    assert [notice.code for notice in last.notices] == ["deep_summary_failed"]


VALUES = st.text(min_size=1, max_size=300).filter(lambda text: bool(text.split()))
DRAFTS = st.builds(
    Draft, subject=st.sampled_from(["user", "Pipit"]), attribute=st.text(max_size=90), value=VALUES,
    speaker=st.sampled_from(["user", "document"]), single=st.booleans(),
)  # fmt: skip
TURNS = st.lists(st.tuples(st.lists(DRAFTS, max_size=4), st.text(max_size=200), st.text(max_size=400)), max_size=25)


@settings(max_examples=60, deadline=None)
@given(TURNS, st.integers(1, 6))
def test_folding_loses_no_value_of_the_ledger(turns: list[tuple[list[Draft], str, str]], window: int) -> None:
    """Whatever is said, after every turn the summary holds each active value of the turns it covers, in 600 words."""
    settled, folded = Settled((), (), 1), Folded(Summary(), ())
    for turn, (drafts, asked, answered) in enumerate(turns, 1):
        settled = settle(settled.facts, drafts, turn=turn, next_id=settled.next_id, at="2026-11-30T10:00")
        notes = (*folded.notes, TurnNote(turn, str(turn), "retrieve", asked, 1, asked=asked, answered=answered))
        folded = asyncio.run(fold(folded.summary, notes, settled.facts, window=window))
        assert folded.summary.upto == max(0, turn - window)
        assert not missing(folded.summary.text, settled.facts, folded.summary.upto)
        assert len(folded.summary.text.split()) <= WORDS
