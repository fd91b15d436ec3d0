"""Which part of a model's text is a reply."""

from hypothesis import given
from hypothesis import strategies as st

from nodes.reasoning import Visible, is_error_text, without_reasoning

PIECES = st.lists(
    st.sampled_from(["<think>", "</think>", "<thi", "nk>", " ", "The ", "Error", ": 500", "{", '"error"', "x ", "\n"])
)


@given(PIECES)
def test_a_stream_shows_what_the_whole_text_would(pieces: list[str]) -> None:
    """However it is cut, what is shown is the reply without its reasoning."""
    visible = Visible()
    shown = "".join(map(visible.feed, pieces)) + visible.flush()
    assert shown == without_reasoning("".join(pieces))


@given(PIECES)
def test_the_first_piece_shown_already_tells_an_error_message(pieces: list[str]) -> None:
    """Nothing of an error message is shown before it is known as one."""
    visible = Visible()
    first = next((shown for shown in map(visible.feed, pieces) if shown), None) or visible.flush()
    assert is_error_text(first) == is_error_text(without_reasoning("".join(pieces)))


def test_a_text_without_such_a_beginning_is_shown_at_once() -> None:
    """Nothing is held back that is plainly an answer."""
    assert Visible().feed("The ") == "The "
    assert Visible().feed("Er ist") == "Er ist"


def test_an_answer_about_errors_is_no_error() -> None:
    """Only what a program prints counts."""
    assert not is_error_text("Errors with status 500 are retried.")
    assert is_error_text("Error: 502 Bad Gateway")
    assert is_error_text("<html><title>Sign in</title>")
