"""Frames: what a turn adds to them, and that parking, archiving and restoring give back what was there."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.frames import as_json, constrained, from_json, update_frame
from nodes.state import Constraint, Frame, Route
from nodes.topics import FRAMES, park, restore

BASE = Frame(1, "parental leave", first_turn=1, last_turn=1)


def after(frame: Frame, query: str, *, answer: str = "", answerable: bool = True, **route: object) -> Frame:
    made = Route("retrieve", query, **route)  # type: ignore[arg-type]  # given by name in each test
    (updated,) = update_frame(
        (frame,), route=made, query=query, answer=answer, cited=("p1",), turn=2, answerable=answerable
    )
    return updated


def test_a_turn_adds_names_citations_and_terms() -> None:
    """The newest come first; the terms of the question weigh most."""
    frame = after(BASE, "Does Larkfield Instruments pay parental leave?", answer="Yes, says Marta Reyes. [1]")
    assert frame.entities[:2] == ("Larkfield Instruments", "Marta Reyes")
    assert frame.cited == ("p1",)
    assert dict(frame.terms)["leav"] == 1.0
    assert frame.last_turn == 2


def test_a_new_value_takes_its_slots_place() -> None:
    """Spain replaces the UK, 2023 replaces 2022; part-time stays."""
    known = constrained((), "for part-time employees in the UK office in 2022", 1)
    assert {one.slot: one.value for one in known} == {"year": "2022", "employees": "part-time", "office": "UK"}
    later = constrained(known, "in the Spain office in 2023", 2)
    assert {one.slot: one.value for one in later} == {"year": "2023", "employees": "part-time", "office": "Spain"}


def test_what_was_corrected_away_leaves_the_frame() -> None:
    """ "Not the UK, Ireland": the UK is no longer an entity, nor a constraint."""
    frame = after(BASE, "leave in the UK office", answer="")
    corrected = after(frame, "leave in Ireland", correction=True, replaced=("UK",))
    assert "UK" not in corrected.entities
    assert "UK" not in [one.value for one in corrected.constraints]


def test_an_unanswered_question_stays_open_until_a_later_answer_covers_it() -> None:
    """Asked again with an answer, it is closed."""
    frame = after(BASE, "Does it apply to contractors?", answerable=False)
    assert frame.open_questions == ("Does it apply to contractors?",)
    assert after(frame, "How long is it?").open_questions == ("Does it apply to contractors?",)
    assert after(frame, "Does the leave apply to contractors?").open_questions == ()


TEXT = st.text(max_size=40)
FRAME = st.builds(
    Frame,
    id=st.integers(1, 10**6),
    subject=TEXT,
    entities=st.lists(TEXT, max_size=4).map(tuple),
    constraints=st.lists(st.builds(Constraint, TEXT, TEXT, st.integers(1, 99)), max_size=3).map(tuple),
    cited=st.lists(TEXT, max_size=3).map(tuple),
    open_questions=st.lists(TEXT, max_size=3).map(tuple),
    terms=st.lists(st.tuples(TEXT, st.floats(0, 9)), max_size=4).map(tuple),
    vector=st.binary(max_size=384),
    first_turn=st.integers(1, 99),
    last_turn=st.integers(1, 99),
)


@settings(max_examples=80, deadline=None)
@given(FRAME)
def test_a_frame_comes_back_from_the_archive_as_it_went(frame: Frame) -> None:
    """Through JSON, in every part."""
    assert from_json(json.loads(json.dumps(as_json(frame)))) == frame


@settings(max_examples=80, deadline=None)
@given(st.lists(FRAME, min_size=1, max_size=FRAMES, unique_by=lambda frame: frame.id), st.integers(10**6 + 1, 10**7))
def test_parking_and_restoring_is_the_identity(frames: list[Frame], id_: int) -> None:
    """A topic parked by a switch comes back whole; one that had to go is handed over whole."""
    current = frames[0]
    parked, gone = park(tuple(frames), Frame(id_, "something else"))
    assert len(parked) <= FRAMES
    assert {frame.id: frame for frame in (*parked[1:], *((gone,) if gone else ()))} == {one.id: one for one in frames}
    if current in parked:
        assert restore(parked, current.id)[0] == current
