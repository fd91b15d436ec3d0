"""The first words of an answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.opening import Opening

PROMPT = "When was the Heron probe launched? The Heron probe was launched in 2019 to study the moon Ysolde."


def shown(text: str, language: str = "en", size: int = 6) -> str:
    opening = Opening(PROMPT, language)
    return "".join(opening.feed(text[i : i + size]) for i in range(0, len(text), size)) + opening.flush()


@pytest.mark.parametrize(
    "text",
    [
        "The Heron probe was launched in 2019 [1].",
        "2019 [1].",
        "Certainly! Based on the documents, it was launched in 2019 and it studies the moon.",
        "Heron launched Ysolde study",
        "La sonda fue lanzada en 2019, según los documentos que tengo.",
        "探査機は2019年に打ち上げられました。",
    ],
)
def test_a_sound_beginning_comes_through_whole(text: str) -> None:
    """Prose, fragments, a polite start, and other languages that may have been asked for."""
    assert shown(text) == text


@pytest.mark.parametrize(
    "text",
    [
        '}{"resolution": [[[ zxqv ]] <|im_end|> zxqv blorf snarg {"topic": "maybe"',
        "zxqv blorf " * 30,
        "Ezen sokat gondolkodtam, azonban hosszú magyar válasz nem tartozik ide egyáltalán",
        "lorem ipsum dolor",
        "......",
    ],
)
def test_noise_is_refused_before_any_of_it_is_shown(text: str) -> None:
    """Whatever comes first, nothing is returned."""
    with pytest.raises(ValueError, match="nothing to do"):
        shown(text)


def test_a_usual_beginning_waits_for_three_words_only() -> None:
    """The reader sees the third word when it is complete."""
    opening = Opening(PROMPT, "en")
    assert opening.feed("The Heron probe") == ""
    assert opening.feed(" was launched") == "The Heron probe was launched"
    assert opening.feed(" zxqv") == " zxqv"


def test_a_language_without_function_words_here_is_let_through() -> None:
    """Nothing is known of it, so nothing is judged."""
    assert shown("zxqv blorf snarg zxqv blorf", "hu") == "zxqv blorf snarg zxqv blorf"


@given(st.text(alphabet="abe the Heron\n.,[1]", max_size=120), st.integers(1, 9))
def test_the_pieces_do_not_decide_the_outcome(text: str, size: int) -> None:
    """What is shown, if anything, is the whole text."""
    try:
        result = shown(text, size=size)
    except ValueError:
        return
    assert result == text
