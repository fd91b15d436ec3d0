"""JSON read out of what a model wrote."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from nodes.json_reply import MAX_CHARS, parse_reply


class Card(BaseModel):
    """What the tests ask for."""

    title: str
    tags: list[str] = []
    done: bool = False


@pytest.mark.parametrize(
    "text",
    [
        '{"title": "Bees", "tags": ["a", "b"], "done": true}',
        'Sure! Here it is:\n```json\n{"title": "Bees", "tags": ["a", "b"], "done": true}\n```\nAnything else?',
        '{"title": "Bees", "tags": ["a", "b",], "done": true,}',
        "{'title': 'Bees', 'tags': ['a', 'b'], 'done': True}",
        "{'title': 'Bees', 'tags': ['a', 'b'], 'done': true}",
        '<think>{"title": "no"}</think> {"title": "Bees", "tags": ["a", "b"], "done": true}',
        'Wrong: {"name": 1} Right: {"title": "Bees", "tags": ["a", "b"], "done": true}',
        '{"done": true, "title": "Bees", "tags": ["a", "b"',
        '{"done": true, "tags": ["a", "b"], "title": "Bees',
        '{"done": true, "tags": ["a", "b"], "title": "Bees", "ti',
    ],
)
def test_the_usual_faults_are_repaired(text: str) -> None:
    """Fences, talk, trailing commas, single quotes, reasoning, a wrong object first, a missing end."""
    assert parse_reply(text, Card) == Card(title="Bees", tags=["a", "b"], done=True)


def test_an_apostrophe_inside_a_word_ends_nothing() -> None:
    """Single quotes around a text that holds one."""
    assert parse_reply('{\'title\': "the bee\'s knees", "tags": []}', Card).title == "the bee's knees"


@pytest.mark.parametrize("text", ["", "no", "{}", '{"title": 5}', "[1, 2]", "{" * 500, '{"title": ' + "[" * 300, "}{"])
def test_anything_else_is_refused_without_repeating_it(text: str) -> None:
    """The refusal names the schema and the first field that is wrong."""
    with pytest.raises(ValueError, match="not the Card that was asked for"):
        parse_reply(text, Card)


def test_only_the_first_part_of_a_long_text_is_read() -> None:
    """An object behind the limit is not found."""
    with pytest.raises(ValueError, match="no JSON object"):
        parse_reply(" " * MAX_CHARS + '{"title": "late"}', Card)


@given(st.text(), st.lists(st.text()), st.booleans(), st.text(alphabet=st.characters(exclude_characters="{}<")))
def test_every_valid_object_is_read_back_whatever_is_around_it(
    title: str, tags: list[str], done: bool, noise: str
) -> None:
    """Talk without braces before and after it changes nothing."""
    card = Card(title=title, tags=tags, done=done)
    text = f"{noise}{json.dumps(card.model_dump(), ensure_ascii=False)}{noise}"
    if len(text) <= MAX_CHARS:
        assert parse_reply(text, Card) == card


@given(st.text(alphabet="{}[]\"':,\\ ab1\n"))
def test_no_text_makes_it_fail_in_any_other_way(text: str) -> None:
    """The result is an object or a ValueError."""
    with contextlib.suppress(ValueError):
        assert isinstance(parse_reply(text, Card), Card)
