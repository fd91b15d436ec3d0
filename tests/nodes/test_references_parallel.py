"""Bare fragments: which part of the question before they take the place of."""

import pytest

from tests.nodes.conversing import last
from tests.nodes.test_references import holds


@pytest.mark.parametrize(
    ("turns", "query"),
    [
        (["Can I borrow a drill?", "ladder?"], "Can I borrow a ladder?"),
        (["Can I borrow a drill?", "and an anvil?"], "Can I borrow an anvil?"),
        (["How long are the tyres guaranteed?", "brakes?"], "How long are the brakes guaranteed?"),
        (["How long are the tyres guaranteed?", "and paintwork?"], "How long is the paintwork guaranteed?"),
        (["Can goat cheese be frozen?", "and butter?"], "Can butter be frozen?"),
        (["How much to hire ice skates?", "and a sledge?"], "How much to hire a sledge"),
        (["What is the price of a standing place at Orlen?", "and a box?"], "What is the price of a box at Orlen?"),
        (["How much is a yoga class?", "zumba?"], "How much is a zumba class?"),
        (["How many eggs do I need for the pancakes?", "and apples?"], "How many apples do I need for the pancakes?"),
        (["How much are tables on the terrace?", "balcony?"], "How much are tables on the balcony?"),
        (["Does the Tern Pass cover trams?", "ferries?"], "Does the Tern Pass cover ferries?"),
    ],
)  # fmt: skip
def test_a_bare_thing_takes_the_place_of_its_like(turns: list[str], query: str) -> None:
    """Articles, number and verb go with it."""
    assert last(*turns).query.rstrip("?") == query.rstrip("?")


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (["What does vaccinating a male dog cost?", "female?"], "vaccinating female dog -a_male"),
        (["When is the red line closed?", "blue?", "and the green one?"], "green line closed -red -blue"),
        (["How much is a day pass?", "week?", "and monthly"], "monthly pass -week -day"),
        (["What is kept on the ground floor?", "and on the third?", "second?"], "second floor -ground -third"),
        (["How much is the morning tour?", "afternoon?"], "afternoon tour -morning"),
        (["How much is a moped per hour?", "per day?"], "moped per_day -hour"),
        (["Is the pool open in winter?", "in summer?"], "pool open summer -winter"),
        (["How do I save a chart as PNG?", "and as svg"], "save chart svg -png"),
        (["How much is a parcel within Velland?", "and to south norlund?"], "parcel south_norlund"),
        (["How much is the sauna for members?", "and for others?"], "sauna others -members"),
    ],
)
def test_a_word_gives_way_to_its_opposite(turns: list[str], words: str) -> None:
    """Colours, sexes, ordinals, spans of time; also behind a preposition."""
    holds(last(*turns).query, words)


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (["How long is a lift pass valid?", "and after that?"], "lift_pass valid after_that"),
        (["What does a library card cost?", "for my niece who is six?"], "library_card niece six"),
        (["Can we fish in the lake?", "and camp?"], "can_we camp lake -fish"),
        (["Can I leave my bags at the desk?", "and check in early?"], "can_i check_in_early -bags"),
        (["How much is it to rent a tent?", "and a stove?", "and both together?"], "tent stove"),
        (["I have two dogs, is there a rebate for the second?", "and the third"], "rebate third -second"),
    ],
)
def test_limits_and_deeds_join_the_last_question(turns: list[str], words: str) -> None:
    """What comes after a limit, whom it is for, what else one may do."""
    holds(last(*turns).query, words)


def test_a_fragment_passes_over_what_a_person_was_asked_about() -> None:
    """Where the last question was about somebody who was found, the one before has the place."""
    told = ("Who teaches pottery at Elm House?", "Ada Nkemelu teaches pottery.")
    assert last(told, "Where did she train?", "and weaving?").query == "Who teaches weaving at Elm House?"


def test_only_the_question_of_a_talkative_message_is_kept() -> None:
    """What was told before it stays out of the follow-up."""
    query = last("Oh good, my brother is back then. How much is a canoe?", "and a raft?").query
    assert query == "How much is a raft?"


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (["When is the Heron Museum open?", "parking?"], "parking heron_museum"),
        (["How long is the ferry crossing?", "and the fare?"], "fare ferry -long"),
        (["legal advice", "divorce?"], "legal_advice divorce"),
    ],
)
def test_a_property_is_still_asked_of_the_thing(turns: list[str], words: str) -> None:
    """Names, properties and mere keywords keep what they belong to."""
    holds(last(*turns).query, words)


@pytest.mark.parametrize(
    ("turns", "query"),
    [
        (["When is the castle open?", "and the gallery, how much is that?"], "how much is the gallery?"),
        (["When is the castle open?", "how long does it take, the tour?"], "how long does the tour take"),
        (["When is the castle open?", "and drones, where may those fly?"], "where may drones fly?"),
    ],
)
def test_a_thing_named_beside_its_question_is_put_into_it(turns: list[str], query: str) -> None:
    """Ahead of the question or behind it, with a pronoun in its place."""
    assert last(*turns).query == query


def test_a_figure_held_against_an_answer_does_not_stay() -> None:
    """It stands behind a comma, and the next fragment builds on the question alone."""
    asked = ("What does a moped cost?", "A moped costs 20 a day.")
    assert last(asked, "my invoice says 35").query == "What does a moped cost, 35?"
    assert last(asked, "my invoice says 35", "and a scooter?").query == "What does a scooter cost?"


def test_whom_a_question_is_for_joins_it() -> None:
    """Said in a message of its own, with or without an apostrophe."""
    assert last("How much is a bus ticket?", "im a student btw").query == "How much is a bus ticket for a student?"
    assert last("How much is a bus ticket?", "I'm 17").query == "How much is a bus ticket (17)?"


@pytest.mark.parametrize(
    ("turns", "query"),
    [
        (["Who is the mayor of Velm?", "and the treasurer?"], "Who is the treasurer of Velm?"),
        (["How do I renew my passport?", "driving licence?"], "How do I renew my driving licence?"),
        (["When is the hall open?", "saturdays?", "and the bar?"], "When is the bar open on saturdays?"),
        (["What is the fee for the hall?", "and the bar", "per evening?"], "What is the fee for the bar per evening?"),
        (["When is recycling collected in Mill Lane?", "glass?"], "When is glass collected in Mill Lane?"),
        (["Is there a rebate for pensioners?", "unemployed?"], "Is there a rebate for unemployed people?"),
    ],
)  # fmt: skip
def test_offices_own_things_days_and_deeds_have_their_like(turns: list[str], query: str) -> None:
    """What was of something stays of it."""
    assert last(*turns).query == query
