"""The ledger: what is drafted from a turn, what holds, and what goes when there is no room."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.facts import Draft, answer_facts, user_facts
from nodes.ledger import FACTS, WORDS, Settled, as_json, from_json, is_active, length, line, restated, settle
from nodes.state import Fact, Route

AT = "2026-11-30T10:00:00+00:00"


def told(*messages: str, language: str = "en") -> tuple[Fact, ...]:
    """The ledger after these messages, a turn each."""
    settled = Settled((), (), 1)
    for turn, message in enumerate(messages, 1):
        drafts = user_facts(message, language)
        settled = settle(settled.facts, drafts, turn=turn, next_id=settled.next_id, at=AT, language=language)
    return settled.facts


def triples(message: str, language: str = "en") -> list[tuple[str, str, str]]:
    return [(draft.subject, draft.attribute, draft.value) for draft in user_facts(message, language)]


@pytest.mark.parametrize(
    ("language", "message", "expected"),
    [
        ("en", "Our budget code is 4471-B.", ("user", "budget code", "4471-B")),
        ("en", "By the way, the server room code is 9913", ("user", "server room code", "9913")),
        ("en", "Benedikt is my team planner.", ("user", "team planner", "Benedikt")),
        ("en", "We are in the Madrid office.", ("user", "in", "the Madrid office")),
        ("en", "We decided to use Postgres for the archive", ("user", "decided", "use Postgres for the archive")),
        ("en", "I will call the northern warehouse Halden.", ("Halden", "means", "the northern warehouse")),
        ("en", "When I say the desk, I mean the Tallinn desk.", ("the desk", "means", "the Tallinn desk")),
        ("es", "Nuestro código de presupuesto es 4471-B.", ("user", "código de presupuesto", "4471-B")),
        ("es", "Vivo en Sevilla, ¿cuántos días tengo?", ("user", "Vivo en", "Sevilla")),
        ("fr", "Je m'appelle Luc.", ("user", "name", "Luc")),
        ("fr", "Nous avons décidé d'utiliser Postgres.", ("user", "decided", "utiliser Postgres")),
        ("de", "Unser Budgetcode ist 4471-B.", ("user", "Budgetcode", "4471-B")),
        ("de", "Wir haben uns für Postgres entschieden.", ("user", "decided", "für Postgres")),
    ],
)
def test_a_statement_becomes_subject_attribute_and_value(
    language: str, message: str, expected: tuple[str, str, str]
) -> None:
    """Each language has its own ways of stating a fact; the value stays word for word."""
    assert triples(message, language) == [expected]


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "My drone is called Pipit and it weighs 3 kg."),
        ("es", "Mi dron se llama Pipit y pesa 3 kg."),
        ("fr", "Mon drone s'appelle Pipit et il pèse 3 kg."),
        ("de", "Meine Drohne heißt Pipit und wiegt 3 kg."),
    ],
)
def test_it_in_the_next_clause_is_what_was_named_before(language: str, message: str) -> None:
    """The weight belongs to Pipit."""
    named, weighed = user_facts(message, language)
    assert (named.value, weighed.subject, weighed.value) == ("Pipit", "Pipit", "3 kg")


@pytest.mark.parametrize(
    "message",
    [
        "What is the budget code?",
        "tell me about parental leave",
        "parental leave UK 2024",
        "I want to know how long it takes",
        "make it shorter",
        "thanks a lot",
        "```\nour code is 12\n```",
    ],
)
def test_questions_requests_and_code_state_nothing(message: str) -> None:
    """Only statements enter the ledger."""
    assert user_facts(message) == ()


def test_a_message_with_a_question_still_states_its_facts() -> None:
    """A name, a colleague and, of the third sentence, nothing."""
    message = "My name is Orsolya. Benedikt is my team planner. What is the rule for swapping shifts?"
    assert triples(message) == [("user", "name", "Orsolya"), ("user", "team planner", "Benedikt")]


def test_relative_dates_are_made_absolute_against_the_turn() -> None:
    """Said on 30 November 2026, next month is December 2026, whenever it is read again."""
    (kin, birthday) = told("My sister Tamsin turns 15 next month.")
    assert (kin.attribute, kin.value) == ("sister", "Tamsin")
    assert birthday.value == "15 next month (2026-12)"
    assert birthday.since == "2026-12"


@pytest.mark.parametrize(
    "correction",
    [
        "Our budget code is 4471-C.",
        "Sorry, the budget code is 4471-C, not 4471-B.",
        "The budget code has changed from 4471-B to 4471-C.",
    ],
)
def test_a_new_value_supersedes_the_old_one_and_both_are_kept(correction: str) -> None:
    """The old fact says until when it held and what took its place."""
    old, new = told("Our budget code is 4471-B.", correction)
    assert (old.value, old.turn, old.superseded_by, old.until) == ("4471-B", 1, new.id, "2026-11-30")
    assert (new.value, new.turn, is_active(new)) == ("4471-C", 2, True)


def test_several_values_may_hold_at_once_where_people_have_several() -> None:
    """A second thing someone is does not end the first."""
    assert all(map(is_active, told("I am a student.", "I am vegetarian.")))


def test_what_someone_no_longer_does_ends() -> None:
    """The statement itself stays; the fact it ends does not hold any more."""
    lived, left = told("I live in Lisbon.", "I no longer live in Lisbon.")
    assert not is_active(lived)
    assert is_active(left)


def test_a_correction_that_names_only_the_new_value_finds_its_fact() -> None:
    """ "I meant 4471-C" is about the code of the turn before."""
    route = Route("retrieve", "I meant 4471-C", correction=True, wanted=("4471-C",))
    (draft,) = restated(told("Our budget code is 4471-B."), route, 2)
    assert (draft.attribute, draft.value, draft.replaces) == ("budget code", "4471-C", "4471-B")


def test_what_documents_said_is_kept_with_its_source_number() -> None:
    """The value of the sentence nearest to the question comes first, and of a change only the new one."""
    answer = (
        "Records of complaints are kept for 8 years. [2] The 2021 amendment raises the threshold of the small firm "
        "exemption from EUR 100,000 to EUR 150,000. [3]"
    )
    drafts = answer_facts(answer, "threshold of the small firm exemption", "small firms")
    assert [(draft.value, draft.source, draft.speaker) for draft in drafts] == [
        ("EUR 150,000", 3, "document"),
        ("8 years", 2, "document"),
    ]


def test_a_correction_ends_what_documents_said_on_the_corrected_turn() -> None:
    """The user meant another year: the first answer's figure no longer stands for the thread."""
    first = settle((), [Draft("leave", "…", "16 weeks", "document", source=1)], turn=1, next_id=1, at=AT)
    second = settle(
        first.facts, [Draft("leave", "…", "20 weeks", "document", source=2)], turn=2, next_id=2, at=AT, corrected=1
    )
    assert [(fact.value, is_active(fact)) for fact in second.facts] == [("16 weeks", False), ("20 weeks", True)]


def test_without_room_the_facts_that_hold_no_longer_go_first_then_those_of_documents() -> None:
    """What the user said of themselves stays longest."""
    settled = settle((), user_facts("My name is Ana."), turn=1, next_id=1, at=AT)
    settled = settle(settled.facts, user_facts("My name is Anna."), turn=2, next_id=settled.next_id, at=AT)
    gone: list[str] = []
    for turn in range(3, FACTS + 6):
        draft = Draft("fees", "…", f"EUR {turn}", "document", source=1)
        settled = settle(settled.facts, [draft], turn=turn, next_id=settled.next_id, at=AT)
        gone += [fact.value for fact in settled.evicted]
    assert gone[:3] == ["Ana", "EUR 3", "EUR 4"]
    assert "Anna" in [fact.value for fact in settled.facts]


def test_a_fact_comes_back_from_plain_values_as_it_was() -> None:
    """As JSON holds it in the archive, also beside keys that are not its own."""
    (fact,) = told("Our budget code is 4471-B.")
    assert from_json({**as_json(fact), "score": 1.0}) == fact
    assert line(fact) == "turn 1, user: budget code: 4471-B"


DRAFTS = st.builds(
    Draft,
    subject=st.sampled_from(["user", "Pipit", "x" * 300]),
    attribute=st.text(max_size=200),
    value=st.text(min_size=1, max_size=500),
    speaker=st.sampled_from(["user", "document"]),
    single=st.booleans(),
    ends=st.booleans(),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(DRAFTS, max_size=12), max_size=12))
def test_the_ledger_never_outgrows_its_bounds_and_loses_nothing_without_saying_so(turns: list[list[Draft]]) -> None:
    """Every fact that was ever entered is in the state or was handed over for the archive."""
    settled, evicted = Settled((), (), 1), 0
    for turn, drafts in enumerate(turns, 1):
        settled = settle(settled.facts, drafts, turn=turn, next_id=settled.next_id, at=AT)
        evicted += len(settled.evicted)
        assert len(settled.facts) <= FACTS
        assert sum(map(length, settled.facts)) <= WORDS
        assert len(settled.facts) + evicted == settled.next_id - 1


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=600), st.sampled_from(["en", "es", "fr", "de", "th"]))
def test_no_message_is_too_odd_to_read(message: str, language: str) -> None:
    """Rules give facts of bounded size for any text."""
    assert all(len(draft.value) <= 200 for draft in user_facts(message, language))
