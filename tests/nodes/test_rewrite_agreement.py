"""When a model's valid rewrite may stand in place of the rules' result."""

import pytest

from nodes.rewrite_agreement import agreement

LIKELY = {"heron": 0.8, "probe": 0.6, "talvik": 0.3, "institut": 0.3, "ysold": 0.1, "kestrel": 0.05}


@pytest.mark.parametrize(
    ("rewrite", "reason"),
    [
        ("What did the Heron probe cost?", ""),
        ("What did the Heron probe cost in total crowns?", ""),
        ("What did the Talvik Institute cost?", "unlike"),
        ("What did the Heron probe cost beside Kestrel?", "unlike"),
        ("What did the Heron probe cost in 2019?", "unlike"),
    ],
)
def test_likely_terms_of_the_rules_must_be_there(rewrite: str, reason: str) -> None:
    """In other words, and with nothing else that could be searched instead."""
    assert agreement(rewrite, "What did the Heron probe cost?", "What did it cost?", LIKELY).reason == reason


@pytest.mark.parametrize(
    "message", ["and what did the other cost?", "What did the second one cost?", "What did she cost?"]
)
def test_what_is_picked_out_is_the_rules_affair(message: str) -> None:
    """Lists, links and persons are resolved exactly, however unlikely the terms are."""
    assert agreement("What did Heron cost?", "What did Kestrel cost?", message, LIKELY).reason == "unlike"
    assert agreement("the cost of Kestrel?", "What did Kestrel cost?", message, LIKELY).ok


def test_a_likelier_reading_than_words_behind_a_message_is_taken() -> None:
    """And a less likely one is not."""
    ruled, message = "Is the cost known (Ysolde)?", "Is the cost known?"
    assert agreement("Is the cost of the Heron probe known?", ruled, message, LIKELY).ok
    assert agreement("Is the cost of Kestrel known?", ruled, message, LIKELY).reason == "unlikely"


def test_what_the_rules_put_in_the_place_of_a_word_must_be_there() -> None:
    """However unlikely it is by itself: they read it out of a list, a return, a correction."""
    ruled, message = "What did Ysolde cost?", "What did it cost?"
    assert agreement("What did the Heron probe cost?", ruled, message, LIKELY).reason == "unlike"
    assert agreement("How much did Ysolde cost?", ruled, message, LIKELY).ok


def test_words_behind_a_message_take_the_place_of_no_better_ones() -> None:
    """The rules put the same behind it, in words that the next turn can be read against."""
    message, ruled = "What does a table cost?", "What does a table cost (the Café Morel)?"
    for likely in ({"morel": 0.8, "café": 0.8}, {"morel": 0.1, "café": 0.1}):
        said = agreement("What does a table cost café morel?", ruled, message, likely)
        assert (said.reason, said.detail) == ("unlike", "beside the message as it was")
    assert agreement("What does a table at the Café Morel cost?", ruled, message, {"morel": 0.8, "café": 0.8}).ok


@pytest.mark.parametrize(
    ("rewrite", "reason"),
    [
        ("What does the bakery Morel charge?", ""),
        ("What does Café Morel charge in total?", ""),
        ("What does Morel charge of sorrel?", "unlike"),
        ("What does Morel charge beside the annex?", "unlike"),
        ("What does it charge Morel?", "unlike"),
        ("Morel what does it charge?", "unlike"),
    ],
)
def test_another_name_is_another_thing_in_whatever_case(rewrite: str, reason: str) -> None:
    """The whole of a name may be said; a heap with the message in it resolves nothing that the rules did."""
    names = ["Café Morel", "Sorrel", "Annex Hall"]
    ruled = "What does Morel charge?"
    assert agreement(rewrite, ruled, "What does it charge?", {"morel": 0.6}, "en", names).reason == reason


def test_where_the_rules_add_nothing_one_term_must_be_likely() -> None:
    """A message that stands alone for them is not given what happens to have been said."""
    message = "How large are the crews?"
    assert agreement("How large are the crews of Heron?", message, message, LIKELY).ok
    assert agreement("How large are the crews of Kestrel?", message, message, LIKELY).reason == "unlikely"
