"""Figures of an answer against its sources."""

import pytest

from nodes.figures import sentences, unsupported

PASSAGES = {1: "The budget was 1,250.50 crowns in 2023, shared by three teams.", 2: "Launch: 4 May 2019. Mass 84 kg."}


@pytest.mark.parametrize(
    "answer",
    [
        "The budget was 1250.5 crowns [1].",
        "The budget was 1 250,50 crowns [1]. It was launched on 4 May 2019 [2].",
        "3 teams shared it [1].",
        "1. It weighs 84 kg [2].\n2. It was launched in 2019 [2].",
        "It weighs 84 kg and cost 1,250.50 crowns [1][2].",
        "Both are known.",
        "It weighs 84 kg.",
        "You asked about 77 moons; the documents don't say.",
        "Use `x[99]` here [2].",
    ],
)
def test_figures_that_the_sources_hold_pass(answer: str) -> None:
    """In any way of writing a number, as a word too, and figures of the question."""
    assert unsupported(answer, PASSAGES, ["What about its 77 moons?"]) == ()


@pytest.mark.parametrize(
    ("answer", "flagged"),
    [
        ("The budget was 1,350 crowns [1]. It weighs 84 kg [2].", ("The budget was 1,350 crowns [1].",)),
        ("It weighs 84 kg [1].", ("It weighs 84 kg [1].",)),
        ("It has 12 wheels.", ("It has 12 wheels.",)),
        ("It was launched in 2018. [2] It flies.", ("It was launched in 2018. [2]",)),
    ],
)
def test_a_figure_that_its_sources_do_not_hold_is_flagged(answer: str, flagged: tuple[str, ...]) -> None:
    """The whole sentence is named; a figure of another source does not count."""
    assert unsupported(answer, PASSAGES) == flagged


def test_marks_behind_a_full_stop_belong_to_the_sentence_before() -> None:
    """Either way of placing them is read."""
    assert sentences("It is so. [1] And so [2].\n- an item [3]") == ["It is so. [1]", "And so [2].", "- an item [3]"]
