"""Constraints that a model says it read in a message."""

import pytest

from nodes.slots import borne_out

MESSAGE = "What does the Basic plan cost in 2023 for contractors at the Tallinn office?"


@pytest.mark.parametrize(
    ("slot", "value"),
    [("year", "2023"), ("role", "contractors"), ("office", "Tallinn"), ("office_city", "Tallinn"), ("plan", "Basic")],
)
def test_figures_names_and_what_follows_a_preposition_may_be_fixed(slot: str, value: str) -> None:
    """They stand in the message word for word."""
    assert borne_out([(slot, value)], MESSAGE, "en") == ((slot.replace("_", " "), value),)


@pytest.mark.parametrize(
    ("slot", "value"),
    [
        ("year", "2024"), ("year", "Tallinn"), ("plan", "cost"), ("plan", "what does"), ("plan", ""), ("", "2023"),
        ("a slot of many words", "2023"), ("plan", "the Basic plan cost in 2023 for contractors"),
    ],
)  # fmt: skip
def test_anything_else_is_left_out(slot: str, value: str) -> None:
    """What was not said, no year for a year, a verb, most of the message, no value, no slot."""
    assert borne_out([(slot, value)], MESSAGE, "en") == ()


def test_a_slot_is_taken_once() -> None:
    """The first value that fits."""
    assert borne_out([("year", "x"), ("year", "2023"), ("Year", "2023")], MESSAGE, "en") == (("year", "2023"),)
