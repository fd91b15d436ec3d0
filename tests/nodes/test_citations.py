"""Citation marks that a model wrote, put in order."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.citations import CitationFilter, enforce

KNOWN = frozenset({1, 2, 3, 7, 12})


@pytest.mark.parametrize(
    ("written", "read", "removed"),
    [
        ("It is blue [1].", "It is blue [1].", ()),
        ("It is blue [1, 2].", "It is blue [1][2].", ()),
        ("It is blue [1][2].", "It is blue [1][2].", ()),
        ("It is blue [1-3].", "It is blue [1][2][3].", ()),
        ("It is blue [1; 2 and 7].", "It is blue [1][2][7].", ()),
        ("It is blue (source 1).", "It is blue [1].", ()),
        ("It is blue (Sources 1 and 2).", "It is blue [1][2].", ()),
        ("It is blue [Source: 2].", "It is blue [2].", ()),
        ("It is blue [doc 2, doc 3].", "It is blue [2][3].", ()),
        ("It is blue 【3†file】.", "It is blue [3].", ()),
        ("It is blue [9].", "It is blue.", (9,)),
        ("It is blue [9] and round [99, 2].", "It is blue and round [2].", (9, 99)),
        ("Blue [1, 9, 1].", "Blue [1].", (9,)),
        ("In re Smith [2021] two points.", "In re Smith [2021] two points.", ()),
        ("See [1](http://x.org) and [the list].", "See [1](http://x.org) and [the list].", ()),
        ("Use `a[9]` or\n```\nb[8] [7]\n```\nas in [8].", "Use `a[9]` or\n```\nb[8] [7]\n```\nas in.", (8,)),
        ("(It costs 5) [1] (see 3)", "(It costs 5) [1] (see 3)", ()),
        ("An open [1", "An open [1", ()),
    ],
)
def test_marks_take_one_form_and_unknown_numbers_go(written: str, read: str, removed: tuple[int, ...]) -> None:
    """The usual ways of citing are read; years, links, code and other brackets stay."""
    enforced = enforce(written, KNOWN)
    assert enforced.text == read
    assert enforced.removed == removed


def test_used_numbers_come_in_order_of_first_use() -> None:
    """As the list of sources needs them."""
    assert enforce("A [7]. B [2][7]. C [1].", KNOWN).used == (7, 2, 1)


PIECES = st.lists(
    st.sampled_from(
        ["[", "]", "(", ")", "`", "```", "\n", " ", "  ", "1", "2", "9", "12", ",", "-", "source", "sou", "doc ", "and",
         "word", ".", "†", "【", "】", "[1]", "[9]", " [2, 9]", "(source 3)", "2021", "x" * 90]
    ),
    max_size=30,
)  # fmt: skip


@given(PIECES, st.integers(1, 7))
def test_a_stream_shows_what_the_whole_text_would(pieces: list[str], size: int) -> None:
    """However the text is cut."""
    text = "".join(pieces)
    marks = CitationFilter(KNOWN)
    shown = "".join(marks.feed(text[i : i + size]) for i in range(0, len(text), size)) + marks.flush()
    whole = enforce(text, KNOWN)
    assert (shown, tuple(marks.used), tuple(marks.removed)) == (whole.text, whole.used, whole.removed)


@given(PIECES)
def test_enforcing_twice_changes_nothing_more(pieces: list[str]) -> None:
    """Marks that are in order stay as they are, outside of brackets that only now stand side by side."""
    once = enforce("".join(pieces), KNOWN)
    if not once.removed:
        assert enforce(once.text, KNOWN).text == once.text


@given(st.lists(st.sampled_from(["It is so", " [5]", " [1]", ". ", " (source 6)", "[3, 44]"]), max_size=12))
def test_no_unknown_number_is_left(pieces: list[str]) -> None:
    """Whatever stands in a mark afterwards is a source."""
    assert {int(n) for n in re.findall(r"\[(\d+)\]", enforce("".join(pieces), KNOWN).text)} <= KNOWN


def test_plain_text_is_not_held_back() -> None:
    """Only what may become a mark waits, and it waits no longer than it has to."""
    marks = CitationFilter(KNOWN)
    assert marks.feed("It is blue") == "It is blue"
    assert marks.feed(" (which") == ""
    assert marks.feed(" we knew)") == " (which we knew)"
    assert marks.feed(" [1") == ""
    assert marks.feed("].") == " [1]."
