"""Which sentences are quoted: the fewest that answer, lists and tables as wholes."""

from tests.nodes.test_support import answer

TARIFF = (
    "The ferry runs from May to September. The following fares apply on board.\n\n"
    "Passenger: Adult; Single: 9 crowns; Return: 15 crowns.\n"
    "Passenger: Child; Single: 4 crowns; Return: 7 crowns.\n"
    "Passenger: Dog; Single: 2 crowns; Return: 3 crowns."
)
MOORING = (
    "A guest moors in four steps.\n\n"
    "1. Call the harbour master on channel 12.\n"
    "2. Tie up at the yellow buoy.\n"
    "3. Pay 20 crowns at the kiosk.\n"
    "4. Put the receipt in the window.\n\n"
    "It must be readable from the pier."
)
CLUB = (
    "Members may use the sauna until 22:00. Guests may use the sauna until 20:00.",
    "The annual report differs from the budget in three places.",
    "The sauna was closed in 2019.",
)


def test_a_row_is_quoted_alone_where_it_holds_what_is_asked() -> None:
    """The other rows do not answer."""
    text = answer([TARIFF], "What is the return fare for a dog?").text
    assert text == "Passenger: Dog; Single: 2 crowns; Return: 3 crowns. [1]"


def test_a_table_is_quoted_whole_where_its_announcement_answers() -> None:
    """Each row on a line of its own, in order."""
    lines = answer([TARIFF], "Which fares apply on board?").text.splitlines()
    assert [line.split(";")[0] for line in lines[1:]] == ["Passenger: Adult", "Passenger: Child", "Passenger: Dog"]


def test_a_list_stays_whole_and_one_item_stands_alone() -> None:
    """For its steps all, for one of its values that item, without its mark."""
    whole = answer([MOORING], "What are the steps for a guest to moor?").text
    assert [line[:2] for line in whole.splitlines()[1:]] == ["1.", "2.", "3.", "4."]
    assert answer([MOORING], "At which buoy do I tie up?").text == "Tie up at the yellow buoy. [1]"


def test_a_sentence_that_speaks_of_the_one_before_comes_with_it() -> None:
    """ "It" has to be readable."""
    text = answer(["The helmet is lent at the gate. It must be returned by noon."], "When must it be returned?").text
    assert text == "The helmet is lent at the gate. [1] It must be returned by noon. [1]"


def test_two_kinds_of_people_are_told_apart_and_both_shown() -> None:
    """Neither is the answer for all; sentences with other numbers do not say the same."""
    text = answer(CLUB, "Until when may the sauna be used?").text
    assert "22:00" in text
    assert "20:00" in text
    assert "2019" not in text


def test_a_sentence_that_only_announces_a_difference_does_not_answer() -> None:
    """The difference does."""
    texts = [
        (
            "Day passes differ for students in the price and the hours. "
            "Students pay 5 crowns for a day pass, while others pay 9 crowns."
        ),
        *CLUB,
    ]
    assert answer(texts, "How do day passes differ for students?").text.startswith("Students pay 5 crowns")


def test_over_and_up_to_a_limit_are_two_sides() -> None:
    """The sentence about the other side does not answer."""
    texts = ["The clerk signs orders up to 400 crowns alone. Orders from 400 crowns are signed by the treasurer."]
    assert "treasurer" in answer(texts, "Who signs orders over 400 crowns?").text
    assert "clerk" in answer(texts, "Who signs orders up to 400 crowns?").text
