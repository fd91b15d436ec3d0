"""The searches of a turn and their fusion."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.ranking import rank
from nodes.retrieval import BROAD, NARROW, Plan, breadth_of, limits_of, plan_queries, run_queries, search_query, within
from nodes.state import Candidate, Constraint, Frame, Resolution, Route, Topic, TurnNote
from nodes.topics import remember_answer
from stores.embedder import MiniLM, legibility, open_embedder
from stores.memory_index import MemoryIndex
from stores.passages import Hit, Passage

NOTES = (
    TurnNote(1, "m", "retrieve", "What is parental leave?", 1, asked="What is parental leave?", answered="Leave."),
)
FRAMES = (Frame(1, "parental leave"),)
ROUTE = Route("retrieve", "And for contractors?")
RESOLUTION = Resolution(
    "parental leave for contractors", alternatives=("leave And for contractors?",), standalone=False
)
PASSAGES = (
    Passage("canteen", "The canteen opens at eleven."),
    Passage("leave", "Parental leave lasts 20 weeks for employees and 4 weeks for contractors."),
    Passage("parking", "Contractors park behind the north gate."),
)


@pytest.fixture(scope="module")
def embedder() -> MiniLM:
    return MiniLM()


@pytest.fixture(scope="module")
def index(embedder: MiniLM) -> MemoryIndex:
    index = MemoryIndex(embedder)
    index.add(PASSAGES)
    return index


def test_a_follow_up_searches_with_its_resolution_and_its_alternative() -> None:
    """The bare message's results are never replaced, only joined."""
    plan = plan_queries(RESOLUTION, route=ROUTE, topic=Topic("same", 1), notes=NOTES, frames=FRAMES)
    assert plan.texts == ("parental leave for contractors", "leave And for contractors?")
    assert plan.bare == 1.0


def test_what_the_topic_was_answered_joins_the_search() -> None:
    """By a share that grows with how much the message leans on its context."""
    frames = remember_answer(FRAMES, np.ones(8, np.float32) / np.sqrt(8))
    leaning = plan_queries(RESOLUTION, route=ROUTE, topic=Topic("same", 1), notes=NOTES, frames=frames)
    alone = Route("retrieve", "What does the garden waste subscription of Talvik cost in 2024?")
    resting = plan_queries(Resolution(alone.question), route=alone, topic=Topic("same", 1), notes=NOTES, frames=frames)
    assert leaning.queries[0].context[0] == frames[0].answers
    shares = [query.context[1] for query in (*leaning.queries, *resting.queries)]
    assert shares[0] > max(shares[1:], default=0.0)


def test_a_new_topic_is_searched_for_by_its_own_words_alone() -> None:
    """Nothing of the topic before reaches the search."""
    route = Route("retrieve", "How do I claim expenses?")
    wide = Resolution("How do I claim expenses?", alternatives=("parental leave How do I claim expenses?",))
    plan = plan_queries(wide, route=route, topic=Topic("switch", 2), notes=NOTES, frames=FRAMES)
    assert plan.texts == ()
    assert plan.queries == ()


def test_a_correction_counts_fully_however_complete_its_words_look() -> None:
    """ "No, I meant the Two-Year Bond" is a question only together with the one it corrects."""
    words = "No, I meant the Two-Year Bond of Brightwell"
    meant = Resolution("What interest does the Two-Year Bond of Brightwell pay?", standalone=False)
    plans = [
        plan_queries(meant, route=route, topic=Topic("same", 1), notes=NOTES, frames=FRAMES)
        for route in (Route("retrieve", words, correction=True), Route("retrieve", words))
    ]
    assert plans[0].queries[0].dense > plans[1].queries[0].dense


def test_a_doubtful_topic_also_searches_for_the_parked_one() -> None:
    """The parked topic that shares words with the message, however the doubt came out."""
    frames = (Frame(5, "parking"), Frame(1, "parental leave", terms=(("contractor", 1.0),)), Frame(3, "canteen"))
    unsure, sure = (
        plan_queries(RESOLUTION, route=ROUTE, topic=Topic("same", 5, confidence), notes=NOTES, frames=frames)
        for confidence in (0.5, 0.95)
    )
    assert unsure.texts[-1] == "parental leave And for contractors?"
    assert len(unsure.queries) == len(sure.queries) + 1


def test_the_best_passage_of_the_bare_message_stays_within_reach(index: MemoryIndex, embedder: MiniLM) -> None:
    """Even a resolution that leads elsewhere cannot push it out of the candidates."""
    message = "When does the canteen of Talvik Hospital open on Fridays?"
    found = search_query(message, index, embedder)
    wrong = Resolution("parental leave weeks", standalone=False)
    route = Route("retrieve", message)
    plan = plan_queries(wrong, route=route, topic=Topic("same", 1), notes=NOTES, frames=FRAMES)
    hits = run_queries(plan, found, index, embedder)
    assert {hit.id for hit in hits} == {"canteen", "leave", "parking"}
    assert hits[0].id == "canteen"


@settings(deadline=None, max_examples=25)
@given(st.text(alphabet="abcdefgh ?", min_size=1, max_size=30))
def test_fusion_keeps_every_best_hit_of_the_bare_message_whatever_was_resolved(words: str) -> None:
    """The first hits of the bare message are among the candidates for any resolution."""
    embedder = open_embedder()
    index = MemoryIndex(embedder)
    index.add(PASSAGES)
    found = search_query("When does the canteen open?", index, embedder)
    plan = plan_queries(
        Resolution(words, standalone=False),
        route=Route("retrieve", "When does the canteen open?"),
        topic=Topic("same", 1),
        notes=NOTES,
        frames=FRAMES,
    )
    assert found[0].id in {hit.id for hit in run_queries(plan, found, index, embedder)}


def test_a_first_message_needs_no_search_of_its_own(index: MemoryIndex, embedder: MiniLM) -> None:
    """Its results are those that the search node already has, in the same order."""
    question = "How long is parental leave?"
    plan = plan_queries(
        Resolution(question), route=Route("retrieve", question), topic=Topic("new", 1), notes=(), frames=()
    )
    found = search_query(question, index, embedder)
    assert plan.queries == ()
    assert [hit.id for hit in run_queries(plan, found, index, embedder)] == [hit.id for hit in found]


def test_broad_early_questions_get_more_candidates_than_narrow_late_ones() -> None:
    """From thirty for an opening word or two down to sixteen."""
    narrow = Route("retrieve", "What does the second paragraph of the 2023 travel policy say about rail tickets?")
    assert breadth_of(Route("retrieve", "Parental leave?"), ()) == BROAD
    assert breadth_of(narrow, NOTES * 6) == NARROW
    assert breadth_of(Route("retrieve", "Parental leave?"), NOTES * 6) > NARROW


def test_the_newest_value_of_a_slot_is_its_limit() -> None:
    """A later year takes the place of an earlier one."""
    settled = (Constraint("year", "2022", 1), Constraint("year", "2023", 4), Constraint("office", "UK", 2))
    assert limits_of(settled) == {"year": "2023", "office": "UK"}


def test_passages_of_another_year_come_last_but_stay(embedder: MiniLM) -> None:
    """Where metadata carry the slot; passages without it are not touched."""
    index = MemoryIndex(embedder)
    index.add(
        [
            Passage("old", "Rates.", metadata={"year": 2022}),
            Passage("none", "Rates too."),
            Passage("new", "Rates as well.", metadata={"year": "2023"}),
        ]
    )
    ranked = [Hit("old", 3.0), Hit("none", 2.0), Hit("new", 1.0)]
    assert [hit.id for hit in within({"year": "2023"}, ranked, index)] == ["none", "new", "old"]
    assert within({"color": "red"}, ranked, index) == ranked
    assert within({}, ranked, index) == ranked


def test_a_question_about_another_year_lifts_the_settled_one() -> None:
    """ "And in 2022?" is not held to 2023."""
    frames = (Frame(1, "rates", constraints=(Constraint("year", "2023", 1),)),)
    topic, route = Topic("same", 1), Route("retrieve", "And in 2022?")
    plan = plan_queries(
        Resolution("rates in 2022", standalone=False), route=route, topic=topic, notes=NOTES, frames=frames
    )
    assert plan.limits == {"year": "2022"}


def test_an_empty_plan_over_nothing_found_is_empty(index: MemoryIndex, embedder: MiniLM) -> None:
    """No hits, no error."""
    assert run_queries(Plan(), [], index, embedder) == []


def test_a_question_in_a_script_that_the_model_cannot_read_is_found_by_its_words(embedder: MiniLM) -> None:
    """All such texts have the same vector: words decide alone, also when passages are ranked by their sentences."""
    thai = MemoryIndex(embedder)
    thai.add(
        [
            Passage("pool", "สระว่ายน้ำปิดวันจันทร์"),
            Passage("zoo", "สวนสัตว์เปิดเก้าโมงเช้า"),
            Passage("bird", "การแสดงนกเริ่มสิบโมง"),
        ]
    )
    question = "การแสดงนกมีกี่โมงบ้าง"
    found = search_query(question, thai, embedder)
    assert found[0].id == "bird"
    ids = [hit.id for hit in found]
    ranked = rank(
        question,
        embedder.embed([question])[0],
        candidates=[Candidate(hit.id, hit.score) for hit in found],
        carried=(),
        passages=thai.fetch(ids),
        sentences=thai.sentences(ids),
        seen=(),
        notes=(),
        most=3,
        legible=legibility(embedder, question),
    )
    assert ranked[0].id == "bird"
