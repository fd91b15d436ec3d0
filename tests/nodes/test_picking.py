"""Entries picked from a list: by a superlative, by what they hold, by their place, or because they are left over."""

import pytest

from nodes.reference_rules.lists import items_of
from nodes.reference_rules.measuring import figures
from tests.nodes.conversing import last

BOATS = (
    "Which boats do you rent?",
    "We rent the dinghy for 12 a day, the canoe for 9 a day and the sailing boat for 60 a day.",
)
TENTS = (
    "Which tents can I hire?",
    "- Nest: 2 people, 4.5 kg, 12 a night\n- Burrow: 4 people, 7 kg, 20 a night\n- Den: 6 people, 11 kg, 31 a night",
)
TRAILS = (
    "Which trails start at the hut?",
    "The Fern Trail is 3 km long, the Ridge Trail 8 km and the Lake Trail 12 km.",
)
BUSES = ("What bus lines go to the port?", "Line 4 takes 20 minutes and line 9 takes 35 minutes.")
HALLS = ("What halls do you let?", "Hall Fir seats 40, Hall Birch seats 90 and Hall Elm seats 150.")
SHOWS = (
    "What is on at the Harbour Stage?",
    "The Harbour Stage shows Low Tide in May, Red Ink in June and Cold Sun in July.",
)
RACE = (
    "Who won gold and silver in 2019?",
    "Vale Harriers won gold with 41 points, and Mill Runners took silver with 39.",
)
TRAINING = "Vale Harriers train at Fenton and Mill Runners at Elm Park."


def holds(query: str, words: str) -> None:
    """Every word that stands in `words` is in the query, none that follows a minus is."""
    for word in words.split():
        stem = word.lstrip("-").replace("_", " ")
        assert (stem in query.lower()) is not word.startswith("-"), (query, word)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (HALLS[1], ["Hall Fir", "Hall Birch", "Hall Elm"]),
        (TRAILS[1], ["The Fern Trail", "the Ridge Trail", "the Lake Trail"]),
        (BOATS[1], ["the dinghy", "the canoe", "the sailing boat"]),
        (TENTS[1], ["Nest", "Burrow", "Den"]),
        (RACE[1], ["Vale Harriers", "Mill Runners"]),
        (TRAINING, ["Vale Harriers", "Mill Runners"]),
        ("- Lite for 4 a week - Plus for 7 a week", ["Lite", "Plus"]),
        ("A loft for 80, a studio for 95 and the penthouse for 210 a night.", ["A loft", "a studio", "the penthouse"]),
        ("Basic costs 4 euros. Silver costs 6 euros.", ["Basic", "Silver"]),
        (
            "We bake a plum tart (serves 6), a nut roll (serves 9) and rye bread.",
            ["a plum tart", "a nut roll", "rye bread"],
        ),
        (
            "1. Pico Mini: 4.9 inch. 2. Pico 8: 6.0 inch. 3. Pico 8 Max: 6.7 inch.",
            ["Pico Mini", "Pico 8", "Pico 8 Max"],
        ),
    ],
)
def test_a_list_is_read_with_its_names_cut_clean_of_verbs_and_figures(text: str, names: list[str]) -> None:
    """Lines, bullets within a line, enumerations, clauses and sentences of one make."""
    assert [item.text for item in items_of(text)] == names


def test_figures_come_with_the_words_beside_them() -> None:
    """The word before and the unit tell what a figure counts."""
    assert [tuple(f) for f in figures("serves 10, costs €1,250.50 for three nights")] == [
        (10.0, "serves", ""),
        (1250.5, "costs", "€"),
        (3.0, "for", "nights"),
    ]


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        ([BOATS, "does the cheapest one leak?"], "canoe leak -dinghy -sailing"),
        ([BOATS, "how many people fit in the most expensive?"], "sailing_boat fit -canoe"),
        ([TENTS, "does the lightest have a porch?"], "nest porch -den"),
        ([TENTS, "does the lightest have a porch?", "and the biggest?"], "den porch -nest"),
        ([TENTS, "Is the least expensive tent waterproof?"], "nest waterproof -burrow"),
        ([TRAILS, "is the longest one marked?", "and the middle one?"], "ridge_trail marked -lake -fern"),
        ([TRAILS, "how steep is the shortest?"], "steep fern_trail -lake"),
        ([BUSES, "is the faster one accessible?"], "line_4 accessible -line_9"),
        ([HALLS, "Does the smallest have a stage?", "what about the largest"], "hall_elm stage -fir"),
        (
            [("Which ferries run?", "The Gull costs 8 and the Tern is free."), "where does the cheaper one dock?"],
            "tern dock -gull",
        ),
    ],
)
def test_a_superlative_picks_by_the_quantity_it_asks_for(turns: list[str | tuple[str, str]], words: str) -> None:
    """Price, size, weight or length; of two, a comparative does as well."""
    holds(last(*turns).query, words)


def test_a_superlative_without_figures_names_all_of_the_list() -> None:
    """Nothing is guessed: the message keeps its words, with every entry beside them."""
    holds(last(BOATS, "is the heaviest one made of wood?").query, "heaviest wood dinghy canoe sailing_boat")
    holds(last(BOATS, "which is the cheapest?").query, "which cheapest dinghy canoe sailing_boat")


@pytest.mark.parametrize(
    "message",
    [
        "What is the oldest building in town?",
        "Do I need the latest version of the app?",
        "Who paints the largest murals?",
        "Is the first hour free of charge on Sundays?",
    ],
)
def test_a_superlative_with_a_noun_of_its_own_picks_nothing(message: str) -> None:
    """ "The oldest building" is none of the boats."""
    holds(last(BOATS, message).query, "-dinghy_and -canoe -(")


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        ([HALLS, "how much is the one for 90?"], "hall_birch much -fir -elm"),
        ([HALLS, "does the 150-seat one have a bar?"], "hall_elm bar -birch"),
        ([TENTS, "how heavy is the one for four people?"], "burrow heavy -nest"),
        ([TENTS, "Does Nest have a porch?", "what about the one for 6 people"], "den porch -nest"),
        ([TENTS, "can I see the tent that sleeps 4?"], "burrow see -den"),
    ],
)
def test_the_one_for_so_many_is_the_entry_that_says_so(turns: list[str | tuple[str, str]], words: str) -> None:
    """A figure that only one entry has."""
    holds(last(*turns).query, words)


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        ([TRAILS, "are the last two steep?"], "ridge_trail lake_trail steep -fern"),
        ([TRAILS, "is the second one steep?", "and the other two?"], "fern_trail lake_trail steep -ridge"),
        ([HALLS, "does the first have a bar?", "do the others have one?"], "hall_birch hall_elm -fir"),
        ([SHOWS, "who wrote the second one?", "and the other two?"], "who wrote low_tide cold_sun -red"),
        ([SHOWS, "who wrote the last one?", "and the one before that"], "who wrote red_ink -cold"),
        ([SHOWS, "who wrote the first one?", "what about the one after"], "who wrote red_ink -tide"),
        (
            [
                HALLS,
                ("do the last two have a bar?", "Hall Birch has a bar and Hall Elm a kitchen."),
                "how much is the first?",
            ],
            "hall_fir much -birch",
        ),
        ([HALLS, "Is there parking?", "When do you open?", "does the third one have a lift?"], "hall_elm lift"),
        ([HALLS, "how many chairs are in the second"], "chairs hall_birch -fir"),
        (
            [("Which wines are there?", "We have Albo, Crimo and Vento."), "when is the third bottled?"],
            "vento bottled -albo",
        ),
    ],
)
def test_several_the_rest_and_the_next_are_picked(turns: list[str | tuple[str, str]], words: str) -> None:
    """From the list that was asked for, however many turns ago, not from the last "and"."""
    holds(last(*turns).query, words)


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        ([RACE, "where do both train?"], "vale_harriers mill_runners train -points"),
        ([RACE, ("where do both train?", TRAINING), "which of the two tracks is longer?"], "fenton elm_park longer"),
        (["What does the R3 heater cost?", "and the R9?", "which one uses more?"], "r3 r9 uses"),
        (["What does the R3 heater cost?", "and the R9?", "which one's quieter?"], "r3 r9 quieter"),
    ],
)
def test_both_are_named_where_two_are_compared(turns: list[str | tuple[str, str]], words: str) -> None:
    """The two that the answer or the last questions spoke of."""
    holds(last(*turns).query, words)


def test_a_pronoun_before_the_entry_is_the_entry_spoken_of_last() -> None:
    """ "Does that weigh more than the smallest?" leans on the list twice."""
    holds(last(TENTS, "is the biggest waterproof?", "does it weigh more than the smallest?").query, "den nest -it_")
