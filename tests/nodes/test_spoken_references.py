"""Small conversations from everyday subjects, kind by kind: what the last message's query must hold and must not."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.nodes.conversing import last


@dataclass(frozen=True)
class Talk:
    """One conversation of `spoken.txt`."""

    kind: str
    turns: tuple[tuple[str, str], ...]
    wanted: tuple[str, ...]


def _talks() -> list[Talk]:
    found = []
    for paragraph in (Path(__file__).parent / "spoken.txt").read_text(encoding="utf-8").split("\n\n")[1:]:
        lines = [line.partition(" ")[::2] for line in paragraph.strip().splitlines()]
        turns: list[tuple[str, str]] = []
        for mark, words in lines:
            if mark == "U":
                turns.append((words, ""))
            elif mark == "A":
                turns[-1] = (turns[-1][0], words)
        told = dict(lines)
        found.append(Talk(told["kind"], tuple(turns), tuple(told["="].split())))
    return found


@pytest.mark.parametrize("talk", _talks(), ids=lambda talk: f"{talk.kind}: {talk.turns[-1][0]}")
def test_a_message_is_resolved_as_its_kind_asks(talk: Talk) -> None:
    """Pronouns, descriptions, the situation, ellipsis, corrections, returns, and what stands alone."""
    query = last(*[turn if turn[1] else turn[0] for turn in talk.turns]).low
    for word in talk.wanted:
        held = re.search(rf"(?<!\w){re.escape(word.removeprefix('-').replace('_', ' '))}", query)
        assert (held is None) is word.startswith("-"), (query, word)
