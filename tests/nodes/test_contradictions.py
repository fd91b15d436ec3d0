"""Passages that disagree are told apart from those about other things, people, places and years."""

import pytest

from nodes.contradictions import Relation, contradicted

Said = tuple[str, str]

SMALL = (
    "Small firm exemption",
    (
        "The threshold of the small firm exemption is EUR 100,000: a small firm is exempt when its client money did "
        "not exceed EUR 100,000 on any business day of the financial year."
    ),
)
AMENDED = (
    "Small firm exemption under the 2021 amendment",
    "The 2021 amendment raises the threshold of the small firm exemption from EUR 100,000 to EUR 150,000.",
)
COVER_2020 = (
    "Insurance under the 2020 text",
    "The original Drone Act of 2020 required liability insurance of at least 500,000 marks for Class B drones.",
)
COVER_2023 = (
    "Insurance under the 2023 amendment",
    (
        "The 2023 amendment of the Drone Act raised the minimum liability insurance to 1,000,000 marks for Class B "
        "drones and introduced proof of cover at registration."
    ),
)
FARE_OLD = ("Tram tariff, edition 2019 > Day tickets", "A day ticket costs 4 crowns.")
FARE_NEW = ("Tram tariff, edition 2022 > Day tickets", "A day ticket costs 5 crowns.")
QUIET_A = ("House rules", "Quiet hours begin at 22:00 on every day of the week.")
QUIET_B = ("Rules of the house", "Quiet hours begin at 23:00 on every day of the week.")
CLAIM_NOW = ("Expenses", "An expense claim must be sent within 45 days of the purchase.")
CLAIM_2023 = (
    "Expenses in 2023",
    "In 2023 an expense claim had to be sent within 60 days of the purchase, and receipts were sent on paper.",
)
DOSE_NOW = ("Aspirol", "The daily dose of Aspirol is 200 mg.")
DOSE_2015 = ("Aspirol", "In 2015 the daily dose of Aspirol was 300 mg.")
BREACH = ("Section 19", "A branch must notify the Authority of a breach within 5 business days.")
BREACH_2021 = (
    "Notification under the 2021 amendment",
    (
        "Under the 2021 amendment, a firm must notify the Authority of a breach within 24 hours, and a branch must "
        "notify it within 3 business days."
    ),
)
FULL_TIME = ("Parental leave", "Full-time employees receive 20 weeks of parental leave.")
PART_TIME = ("Parental leave", "Part-time employees receive 16 weeks of parental leave.")
IN_THE_UK = ("UK office", "Part-time employees in the UK office receive 18 weeks of parental leave.")
IN_SPAIN = ("Spain office", "Part-time employees in the Spain office receive 17 weeks of parental leave.")
FIRMS = ("Monthly return", "A firm must file the monthly return within 15 business days after the end of the month.")
BRANCHES = ("Branches", "A branch must file a quarterly return within 25 business days after the end of the quarter.")
CUP_2021 = ("Harbour Cup 2021", "The Harbour Cup of 2021 was won by Team Alder in 41 minutes and 20 seconds.")
CUP_2022 = ("Harbour Cup 2022", "The Harbour Cup of 2022 was won by Team Birch in 39 minutes and 5 seconds.")
CHILDREN = ("Swimming pool", "A season ticket for children costs 30 euros.")
ADULTS = ("Swimming pool", "A season ticket for adults costs 60 euros.")
LYON = ("Hotels", "A double room in Lyon costs 90 euros a night.")
OSLO = ("Hotels", "A double room in Oslo costs 140 euros a night.")
CARRIED = ("Annual leave", "Up to 5 days of annual leave can be carried over into the next year.")
RISES = ("Annual leave", "After 5 years of service, annual leave rises by 2 days, and after 10 years by 2 more days.")


def relation(one: Said, other: Said, question: str) -> Relation | None:
    """What the other sentence is to the one that was chosen."""
    found = contradicted([("a", one[1])], [("b", other[1])], {"a": one[0], "b": other[0]}, question)
    return found[0][2] if found else None


@pytest.mark.parametrize(
    ("one", "other", "question", "expected"),
    [
        (SMALL, AMENDED, "What is the threshold of the small firm exemption?", "newer"),
        (AMENDED, SMALL, "What is the threshold of the small firm exemption?", "older"),
        (COVER_2020, COVER_2023, "How much insurance is needed?", "newer"),
        (FARE_OLD, FARE_NEW, "What does a day ticket cost?", "newer"),
        (FARE_NEW, FARE_OLD, "What does a day ticket cost?", "older"),
        (BREACH, BREACH_2021, "How fast must a branch notify a breach?", "newer"),
        (QUIET_A, QUIET_B, "When do quiet hours begin?", "differs"),
        (CLAIM_NOW, CLAIM_2023, "What is the deadline for an expense claim?", "history"),
        (DOSE_NOW, DOSE_2015, "What is the daily dose of Aspirol?", "history"),
    ],
)
def test_two_texts_about_one_thing_disagree(one: Said, other: Said, question: str, expected: Relation) -> None:
    """Which is newer is said where the texts tell; a value of an earlier year is history."""
    assert relation(one, other, question) == expected


@pytest.mark.parametrize(
    ("one", "other", "question"),
    [
        (FULL_TIME, PART_TIME, "How long is parental leave?"),
        (PART_TIME, IN_THE_UK, "How long is parental leave for part-time employees?"),
        (IN_THE_UK, PART_TIME, "How long is parental leave for part-time employees in the UK office?"),
        (IN_THE_UK, IN_SPAIN, "Compare parental leave in the UK and the Spain office for part-time employees."),
        (FIRMS, BRANCHES, "When must a return be filed?"),
        (CUP_2021, CUP_2022, "Who won the Harbour Cup?"),
        (CHILDREN, ADULTS, "What does a season ticket cost?"),
        (LYON, OSLO, "What does a double room cost in Lyon and in Oslo?"),
        (CARRIED, RISES, "Can annual leave be carried over?"),
        (CLAIM_NOW, CLAIM_NOW, "What is the deadline for an expense claim?"),
    ],
)
def test_passages_about_different_things_do_not(one: Said, other: Said, question: str) -> None:
    """Other people, other places, other kinds, other years: both may be right, also where the question names both."""
    assert relation(one, other, question) is None


def test_a_question_that_names_its_version_gets_that_version_alone() -> None:
    """Who asks about the amendment has chosen."""
    assert (
        relation(AMENDED, SMALL, "What is the threshold of the small firm exemption under the 2021 amendment?") is None
    )


def test_a_newer_text_that_denies_the_older_is_shown() -> None:
    """For a question that is answered by yes or no."""
    before = ("Drone Act 2020 > Night flights", "Night flights of class A drones are not permitted.")
    after = ("Drone Act Amendment 2023 > Night flights", "Night flights of class A drones are permitted with a lamp.")
    assert relation(before, after, "Are night flights of class A drones permitted?") == "newer"
    assert relation(before, ("Glossary", "Night flights begin at dusk."), "Are night flights permitted?") is None


def test_a_passage_does_not_contradict_itself_but_may_tell_what_was_before() -> None:
    """Two sentences under one heading are read together."""
    texts = [("a", CLAIM_NOW[1]), ("a", CLAIM_2023[1]), ("a", QUIET_B[1])]
    found = contradicted(texts[:1], texts, {"a": "Expenses"}, "What is the deadline for an expense claim?")
    assert found == [(0, 1, "history")]
    assert not contradicted([("a", QUIET_A[1])], texts, {"a": "House rules"}, "When do quiet hours begin?")
