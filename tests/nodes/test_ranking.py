"""Ranking of a turn's candidates, with the carried passages merged in."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nodes.ranking import rank
from nodes.state import Candidate, Evidence, TurnNote
from stores.passages import Passage, Sentences, Vector


def unit(*values: float) -> Vector:
    vector = np.array(values, np.float32)
    return np.asarray(vector / np.linalg.norm(vector), np.float32)


def ranked(
    scores: dict[str, float],
    near: dict[str, Vector],
    carried: tuple[str, ...] = (),
    seen: tuple[str, ...] = (),
    asked: tuple[str, ...] = (),
) -> list[Evidence]:
    ids = [*scores, *carried]
    return list(
        rank(
            "query",
            unit(1, 0),
            candidates=[Candidate(id_, score) for id_, score in scores.items()],
            carried=[Evidence(id_, 0.0, "carried", 1) for id_ in carried],
            passages={id_: Passage(id_, id_) for id_ in ids},
            sentences={id_: Sentences(((0, 1),), np.array([near[id_]])) for id_ in ids if id_ in near},
            seen=seen,
            notes=[TurnNote(1, "m", "retrieve", query, 1) for query in asked],
            most=20,
        )
    )


def test_the_sentence_nearest_to_the_query_lifts_its_passage() -> None:
    """With fused scores close together, the sentence decides."""
    found = ranked({"a": 1.0, "b": 0.99, "c": 0.5}, {"a": unit(0, 1), "b": unit(1, 0), "c": unit(0, 1)})
    assert found[0].id == "b"


def test_what_was_seen_is_demoted_but_stays() -> None:
    """An equal passage that the thread has not shown comes first; the seen one is marked, not gone."""
    near = {"a": unit(1, 0), "b": unit(1, 0)}
    found = ranked({"a": 1.0, "b": 1.0}, near, seen=("a",))
    assert [(one.id, one.seen) for one in found] == [("b", False), ("a", True)]


def test_a_question_asked_again_demotes_nothing() -> None:
    """The same query finds the same passages in the same order."""
    near = {"a": unit(1, 0), "b": unit(1, 0)}
    found = ranked({"a": 1.0, "b": 1.0}, near, seen=("a",), asked=("Query",))
    assert [one.id for one in found] == ["a", "b"]
    assert not any(one.seen for one in found)


def test_a_carried_passage_is_marked_with_its_turn_and_never_demoted() -> None:
    """It competes with the new ones on its own sentences."""
    found = ranked(
        {"a": 1.0, "b": 0.9}, {"a": unit(0, 1), "b": unit(0, 1), "k": unit(1, 0)}, carried=("k",), seen=("k",)
    )
    kept = next(one for one in found if one.id == "k")
    assert (kept.origin, kept.turn, kept.seen) == ("carried", 1, False)


IDS = st.lists(st.sampled_from("abcdefgh"), unique=True, min_size=1, max_size=8)


@given(ids=IDS, carried=IDS, seen=IDS, data=st.data())
def test_ranking_never_removes_or_doubles(
    ids: list[str], carried: list[str], seen: list[str], data: st.DataObject
) -> None:
    """Every candidate and every carried passage is there once, whatever was seen."""
    scores = {id_: data.draw(st.floats(0, 1, width=32)) for id_ in ids}
    near = {id_: unit(data.draw(st.floats(0.125, 1, width=32)), 1) for id_ in {*ids, *carried}}
    found = ranked(scores, near, tuple(carried), tuple(seen))
    assert sorted(one.id for one in found) == sorted({*ids, *carried})
