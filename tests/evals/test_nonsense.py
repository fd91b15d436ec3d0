"""Models that keep to the form and talk nonsense: none may cost what the rules hold."""

from pathlib import Path

import pytest
from langchain_core.messages import HumanMessage, SystemMessage

from evals.nonsense import nonsense
from evals.nonsense_kinds import KINDS, asked_in
from nodes.prompts import REWRITE, rewrite_messages
from stores.embedder import open_embedder
from stores.errors import InputError
from stores.vector_cache import CachedEmbedder, VectorCache

OWN = Path(__file__).with_name("conversations.jsonl")


def test_each_kind_is_tried_on_conversations_of_many_kinds(tmp_path: Path) -> None:
    """Another question, a wrong name, a heap of words: within one standard error of the rules, or better."""
    few = tmp_path / "few.jsonl"
    few.write_text("\n".join(OWN.read_text(encoding="utf-8").splitlines()[:12]) + "\n", encoding="utf-8")
    embedder = CachedEmbedder(open_embedder(""), VectorCache(tmp_path / "vectors.sqlite"))
    kinds = ("the last question again", "the newest name, always a switch", "stuffed", "something else each time")
    found = nonsense(few, kinds, embedder=embedder)
    for kind, one in found["kinds"].items():
        gained = one["difference"]
        assert gained["expectations"] >= -gained["se"], (kind, one["changed"])
        assert one["races"]["asked"] > 5


def test_a_kind_that_is_none_is_named(tmp_path: Path) -> None:
    """With those that there are."""
    with pytest.raises(InputError, match=r"'wisdom' is no kind of nonsense .*stuffed"):
        nonsense(tmp_path / "never-read.jsonl", ("wisdom",))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_something_to_say_to_every_prompt(kind: str) -> None:
    """With a conversation before it and without one."""
    reply = KINDS[kind]
    turns = [("Who runs the Heron probe?", "The Talvik Institute runs it."), ("When?", "Since 2019.")]
    asked = asked_in(rewrite_messages("and its budget?", turns=turns))
    assert (asked.step, asked.message, asked.last) == ("rewrite", "and its budget?", ("When?", "Since 2019."))
    assert reply(asked)
    assert reply(asked_in([SystemMessage(REWRITE), HumanMessage("<message>\nhello\n</message>")])) is not None
