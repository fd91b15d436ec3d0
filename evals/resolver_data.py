"""Training data of the resolver: conversations with human rewrites, and the messages made of them.

CANARD (Elgohary et al., 2019; page and section titles left out) and QReCC (Anantha et al., 2021; turns that come from
TREC CAsT left out). A person's rewrite of a conversation's first question takes its place, since those titles are not
part of the conversation. Each conversation is used three times: as it is, without answers, and after the first turns
of another one, so that the scorers also learn from conversations without answers and from changed subjects.
"""

import json
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from nodes.resolving.past import ANSWERED, TURNS, Past, Said
from nodes.resolving.text import read
from stores.errors import InputError
from stores.words import words

LEFT_OUT = "trec"  # QReCC's turns from CAsT, which is what the resolver is measured on
EMPTY_TALK = ("article", "interesting")  # "are there any other interesting aspects about this article?"
WEIGHTS = {"canard": 1.0, "quac": 1.0, "nq": 2.5}  # nq: the fewest, and the nearest to what people ask


@dataclass(frozen=True)
class Exchange:
    """A question, its answer, and the person's rewrite of the question where there is one."""

    asked: str
    answered: str
    rewrite: str | None

    @property
    def judged(self) -> bool:
        """Whether a rewrite tells what the question lacks."""
        return self.rewrite is not None and not any(word in self.asked.lower() for word in EMPTY_TALK)

    @property
    def dependent(self) -> bool:
        """Whether the person changed the words."""
        return self.rewrite is not None and words(self.rewrite) != words(self.asked)


@dataclass(frozen=True)
class Conversation:
    """Turns of one source, oldest first."""

    source: str
    id: str
    turns: tuple[Exchange, ...]
    weight: float = 1.0

    @property
    def key(self) -> str:
        """Names the conversation among those of all sources; variants share it."""
        return f"{self.source} {self.id}"


def past_of(conversation: Conversation, turn: int, queries: Sequence[str]) -> Past:
    """What lies before a turn, with the queries that were made of the earlier messages."""
    return Past(
        tuple(
            Said(at + 1, read(one.asked), read(queries[at]), read(one.answered[:ANSWERED]))
            for at, one in list(enumerate(conversation.turns[:turn]))[-TURNS:]
        )
    )


def _load(path: Path) -> list[dict[str, Any]]:
    if not path.is_file():
        raise InputError(f"{path} does not exist: --data names the folder that holds canard/ and qrecc_dev2k/")
    loaded: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def conversations(data: Path) -> list[Conversation]:
    """All conversations of the folder.

    Raises:
        InputError: one of the two files is missing.
    """
    grouped: dict[tuple[str, str], list[tuple[list[str], str, str]]] = defaultdict(list)
    for row in _load(data / "canard" / "dev.json"):
        grouped["canard", row["QuAC_dialog_id"]].append((row["History"][2:], row["Question"], row["Rewrite"]))
    for row in _load(data / "qrecc_dev2k" / "dev-sampled2k-modified.json"):
        if row["Conversation_source"] != LEFT_OUT:
            key = row["Conversation_source"], str(row["Conversation_no"])
            grouped[key].append((row["NewContext"], row["Question"], row["Truth_rewrite"]))
    return [_conversation(source, id_, rows) for (source, id_), rows in grouped.items()]


def _conversation(source: str, id_: str, rows: list[tuple[list[str], str, str]]) -> Conversation:
    """Rows of (utterances before, question, rewrite) as turns; questions between them have no rewrite."""
    longest = max((history for history, _, _ in rows), key=len)
    known = {len(history) // 2: (question, rewrite) for history, question, rewrite in rows}
    turns: list[Exchange] = []
    for turn in range(len(longest) // 2 + 1):
        asked, rewrite = known.get(turn, (longest[2 * turn] if 2 * turn < len(longest) else "", None))
        answered = longest[2 * turn + 1] if 2 * turn + 1 < len(longest) else ""
        turns.append(Exchange(asked, answered, rewrite))
    opening = turns[0].rewrite or turns[0].asked
    turns[0] = Exchange(opening, turns[0].answered, opening)
    return Conversation(source, id_, tuple(turns), WEIGHTS[source])


def bare(turns: Sequence[Exchange]) -> tuple[Exchange, ...]:
    """The turns without their answers."""
    return tuple(replace(turn, answered="") for turn in turns)


def _lower(turns: Sequence[Exchange]) -> tuple[Exchange, ...]:
    return tuple(Exchange(t.asked.lower(), t.answered, t.rewrite and t.rewrite.lower()) for t in turns)


def _explicit(turns: Sequence[Exchange], chance: random.Random) -> tuple[Exchange, ...]:
    """Some questions in the person's wording, as people also ask them."""
    return tuple(replace(t, asked=t.rewrite) if t.rewrite and chance.random() < 0.1 else t for t in turns)


def variants(every: Sequence[Conversation], seed: int = 1) -> Iterator[Conversation]:
    """Each conversation as it is, without answers, and after the first turns of another of its source."""
    chance = random.Random(seed)
    by_source: dict[str, list[Conversation]] = defaultdict(list)
    for one in every:
        by_source[one.source].append(one)
    for one in every:
        yield one
        plain = bare(_explicit(one.turns, chance))
        yield replace(one, turns=_lower(plain) if chance.random() < 0.3 else plain)
        other = chance.choice(by_source[one.source]).turns[: chance.randint(1, 4)]
        joined = (*(replace(t, rewrite=None) for t in other), *_explicit(one.turns, chance))[:TURNS]
        yield replace(one, turns=joined if chance.random() < 0.4 else bare(joined))
