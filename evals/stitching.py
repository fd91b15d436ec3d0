"""Dialogues with topic labels, made by joining conversations: MTRAG, CANARD, QReCC and iKAT.

A dialogue is a walk through two or three conversations of one set: a few turns of one, then of another, then on where
one of them was left. A conversation is entered at its opening or, in its stand-alone form, at a later question: people
also begin a topic with a terse one. `DATA` holds `mtrag/`, `canard/`, `qrecc_dev2k/` and `ikat2023/`; a set that is not
there gives no conversations.
"""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evals.dialogues import Dialogue, Said
from stores.errors import InputError

LEAST = 4  # turns of a conversation that can be left and come back to
LONGEST = 14  # turns of a walk, from which it ends
ENTERED_LATER = 0.5  # of the new topics
GOES_BACK = 0.45  # of the changes of topic, where both a new one and an old one are there
CONVERSATIONS = "conversations.dev.jsonl"


@dataclass(frozen=True)
class Conversation:
    """Messages with their answers, on one topic."""

    id: str
    set: str
    turns: tuple[tuple[str, str], ...]
    alone: tuple[str, ...] = ()  # the stand-alone form of each message, "" where nobody wrote one


def read_conversations(data: Path) -> list[Conversation]:
    """Every conversation of at least four turns, in the order of the files.

    Raises:
        InputError: the folder holds none of the sets.
    """
    found = [one for read in (_mtrag, _canard, _qrecc, _ikat) for one in read(data) if len(one.turns) >= LEAST]
    if not found:
        raise InputError(f"{data} holds none of mtrag/{CONVERSATIONS}, canard/, qrecc_dev2k/, ikat2023/.")
    return found


def tasks(data: Path) -> dict[str, str]:
    """The MTRAG conversation of each task id."""
    rows = _lines(data / "mtrag" / CONVERSATIONS)
    return {turn["task_id"]: row["conversation"] for row in rows for turn in row["turns"]}


def pair(parts: Sequence[Conversation], rng: random.Random, name: str) -> Dialogue:
    """Two to five turns of the first, two to five of the second, and in three of five cases back to the first."""
    first, second = (entered(part, rng) for part in parts[:2])
    left = rng.randint(2, min(5, len(first.turns) - 1))
    visits = [(first, 0, left), (second, 0, rng.randint(2, min(5, len(second.turns))))]
    if rng.random() < 0.6:
        visits.append((first, left, min(left + 3, len(first.turns))))
    return _joined(name, visits)


def entered(part: Conversation, rng: random.Random) -> Conversation:
    """The conversation, or the rest of it from a later question that is put in its stand-alone form."""
    later = [at for at, text in enumerate(part.alone) if text and 0 < at <= len(part.turns) - LEAST + 1]
    if not later or rng.random() > ENTERED_LATER:
        return part
    at = rng.choice(later)
    return replace(part, turns=((part.alone[at], part.turns[at][1]), *part.turns[at + 1 :]), alone=())


def walk(parts: Sequence[Conversation], rng: random.Random, name: str) -> Dialogue:
    """From one to the next or back to one that was left, until nothing is left to say or the walk is long."""
    fresh, at = [entered(part, rng) for part in parts], {part.id: 0 for part in parts}
    visits: list[tuple[Conversation, int, int]] = []
    while sum(end - start for _, start, end in visits) < LONGEST:
        current = visits[-1][0] if visits else None
        seen = {part.id: part for part, _, _ in visits if part is not current}
        left = [part for part in seen.values() if at[part.id] < len(part.turns)]
        if left and (not fresh or rng.random() < GOES_BACK):
            part, most = rng.choice(left), rng.randint(1, 3)
        elif fresh:
            part, most = fresh.pop(), rng.randint(2, 5)
        else:
            break
        end = min(at[part.id] + most, len(part.turns))
        visits.append((part, at[part.id], end))
        at[part.id] = end
    return _joined(name, visits)


def _joined(name: str, visits: Sequence[tuple[Conversation, int, int]]) -> Dialogue:
    turns: list[Said] = []
    for number, (part, start, end) in enumerate(visits):
        for at in range(start, end):
            label = "same" if at > start else "new" if not number else "return" if start else "switch"
            turns.append(Said(f"{part.id}<::>{at}", *part.turns[at], label, part.id))
    return Dialogue(name, visits[0][0].set, tuple(turns))


def _mtrag(data: Path) -> Iterator[Conversation]:
    files = sorted((data / "mtrag").glob("*/queries_rewrite.dev.jsonl"))
    alone = {row["_id"]: str(row["text"]).removeprefix("|user|:").strip() for file in files for row in _lines(file)}
    for row in _lines(data / "mtrag" / CONVERSATIONS):
        turns = tuple((turn["user"], turn["agent"]) for turn in row["turns"])
        forms = tuple(alone.get(turn["task_id"], "") for turn in row["turns"])
        yield Conversation(str(row["conversation"]), str(row["domain"]), turns, forms)


def _canard(data: Path) -> Iterator[Conversation]:
    """The longest history of each QuAC dialogue; the page's title is in no message, so the opening is the rewrite."""
    longest: dict[str, Mapping[str, Any]] = {}
    alone: dict[tuple[str, int], str] = {}
    for row in _json(data / "canard" / "dev.json"):
        name = row["QuAC_dialog_id"]
        if name not in longest or len(row["History"]) > len(longest[name]["History"]):
            longest[name] = row
        alone[name, row["Question_no"]] = row["Rewrite"]
    for name, row in longest.items():
        title, _, *said = row["History"]
        turns = list(zip(said[::2], said[1::2], strict=False))
        if turns:
            turns[0] = (alone.get((name, 1), f"{title}: {turns[0][0]}"), turns[0][1])
            forms = tuple(alone.get((name, number), "") for number in range(1, len(turns) + 1))
            yield Conversation(f"canard-{name}", "canard", tuple(turns), forms)


def _qrecc(data: Path) -> Iterator[Conversation]:
    longest: dict[tuple[str, int], Mapping[str, Any]] = {}
    alone: dict[tuple[str, int, int], str] = {}
    for row in _json(data / "qrecc_dev2k" / "dev-sampled2k-modified.json"):
        name = (row["Conversation_source"], row["Conversation_no"])
        if name not in longest or len(row["NewContext"]) > len(longest[name]["NewContext"]):
            longest[name] = row
        alone[(*name, row["Turn_no"])] = row["Truth_rewrite"]
    for (source, number), row in longest.items():
        said = [*row["NewContext"], row["Question"], row["Truth_answer"]]
        turns = tuple(zip(said[::2], said[1::2], strict=False))
        forms = tuple(alone.get((source, number, at), "") for at in range(1, len(turns) + 1))
        yield Conversation(f"qrecc-{source}-{number}", f"qrecc-{source}", turns, forms)


def _ikat(data: Path) -> Iterator[Conversation]:
    for name in ("train", "test"):
        for row in _json(data / "ikat2023" / f"2023_{name}_topics.json"):
            turns = tuple((turn["utterance"], turn["response"]) for turn in row["turns"])
            forms = tuple(turn["resolved_utterance"] for turn in row["turns"])
            yield Conversation(f"ikat-{row['number']}", "ikat", turns, forms)


def _json(path: Path) -> Sequence[Mapping[str, Any]]:
    rows: Sequence[Mapping[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
    return rows


def _lines(path: Path) -> list[dict[str, Any]]:
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return [json.loads(line) for line in text.split("\n") if line]
