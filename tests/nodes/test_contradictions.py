"""Passages that disagree are told apart from passages about different things."""

import pytest

from nodes.contradictions import contradicted

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
CLAIM_NOW = ("Expenses", "An expense claim must be sent within 45 days of the purchase.")
CLAIM_2023 = (
    "Expenses in 2023",
    "In 2023 an expense claim had to be sent within 60 days of the purchase, and receipts were sent on paper.",
)
FULL_TIME = ("Parental leave", "Full-time employees receive 20 weeks of parental leave.")
PART_TIME = ("Parental leave", "Part-time employees receive 16 weeks of parental leave.")
IN_THE_UK = ("UK office", "Part-time employees in the UK office receive 18 weeks of parental leave.")
FIRMS = ("Monthly return", "A firm must file the monthly return within 15 business days after the end of the month.")
BRANCHES = ("Branches", "A branch must file a quarterly return within 25 business days after the end of the quarter.")
CUP_2021 = ("Harbour Cup 2021", "The Harbour Cup of 2021 was won by Team Alder in 41 minutes and 20 seconds.")
CUP_2022 = ("Harbour Cup 2022", "The Harbour Cup of 2022 was won by Team Birch in 39 minutes and 5 seconds.")

Said = tuple[str, str]


def differ(one: Said, other: Said, question: str) -> bool:
    headings = {"a": one[0], "b": other[0]}
    return bool(contradicted([("a", one[1])], [("b", other[1])], headings, question))


@pytest.mark.parametrize(
    ("one", "other", "question"),
    [
        (SMALL, AMENDED, "What is the threshold of the small firm exemption?"),
        (AMENDED, SMALL, "What is the threshold of the small firm exemption?"),
        (COVER_2020, COVER_2023, "How much insurance is needed?"),
        (CLAIM_NOW, CLAIM_2023, "What is the deadline for an expense claim?"),
    ],
)
def test_an_original_and_its_amendment_disagree(one: Said, other: Said, question: str) -> None:
    """The same attribute of the same thing has another value in another year."""
    assert differ(one, other, question)


@pytest.mark.parametrize(
    ("one", "other", "question"),
    [
        (FULL_TIME, PART_TIME, "How long is parental leave?"),
        (PART_TIME, IN_THE_UK, "How long is parental leave for part-time employees?"),
        (FIRMS, BRANCHES, "When must a return be filed?"),
        (CUP_2021, CUP_2022, "Who won the Harbour Cup?"),
        (CLAIM_NOW, CLAIM_NOW, "What is the deadline for an expense claim?"),
    ],
)
def test_passages_about_different_things_do_not(one: Said, other: Said, question: str) -> None:
    """Other people, other places, other kinds: both may be right."""
    assert not differ(one, other, question)


def test_a_question_that_names_its_version_gets_that_version_alone() -> None:
    """Who asks about the amendment has chosen."""
    assert not differ(AMENDED, SMALL, "What is the threshold of the small firm exemption under the 2021 amendment?")
