"""Dialogues with topic labels: stitched MTRAG conversations (.jsonl) and TIAGE (.json; Xie et al., 2021, MIT)."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.conversing import Thread
from nodes.state import Topic
from stores.errors import InputError

BOUNDARY = ("switch", "return")


@dataclass(frozen=True)
class Said:
    """One turn of a dialogue. `topic` is the label, `part` names the conversation that the turn comes from."""

    task: str
    user: str
    assistant: str
    topic: str
    part: str


@dataclass(frozen=True)
class Dialogue:
    """Turns in order, and the domain whose passages they are about ("" where there are none)."""

    id: str
    domain: str
    turns: tuple[Said, ...]


def read_dialogues(data: Path) -> list[Dialogue]:
    """The dialogues of a file.

    Raises:
        InputError: the file is neither stitched dialogues nor TIAGE.
    """
    try:
        if data.suffix == ".jsonl":
            return [_stitched(json.loads(line)) for line in data.read_text(encoding="utf-8").split("\n") if line]
        return [_tiage(name, rows) for name, rows in json.loads(data.read_text(encoding="utf-8")).items()]
    except (KeyError, TypeError, ValueError, AttributeError, OSError) as error:
        raise InputError(f"{data} holds neither stitched dialogues (.jsonl) nor TIAGE (.json): {error!r}") from error


def play(
    dialogue: Dialogue, thread: Thread, meet: Callable[[Said, Thread], Topic | None]
) -> Iterator[tuple[Said, str]]:
    """Each turn with the label that was decided; `meet` may decide in the thread's place."""
    for said in dialogue.turns:
        heard = thread.hear(said.user, meet(said, thread))
        yield said, heard.topic.label
        thread.finish(said.user, said.assistant, heard)


def labelled() -> Callable[[Said, Thread], Topic | None]:
    """Decides as the labels say: each part of a stitched dialogue has one frame."""
    frames: dict[str, int] = {}

    def meet(said: Said, thread: Thread) -> Topic:
        known = frames.get(said.part)
        frames.setdefault(said.part, thread.turn + 1)  # a frame is numbered by the turn it begins in
        return Topic("switch", 0) if known is None else Topic("same", known)

    return meet


def _stitched(row: dict[str, Any]) -> Dialogue:
    turns = tuple(
        Said(turn["task_id"], turn["user"], turn["assistant"], turn["topic"], turn["from"]) for turn in row["turns"]
    )
    return Dialogue(row["id"], row["domain"], turns)


def _tiage(name: str, rows: list[list[str]]) -> Dialogue:
    """Every second utterance is a message: the other speaker's next one answers it."""
    turns, part = [], 0
    for at in range(0, len(rows), 2):
        shift = rows[at][1] == "1"
        part += shift
        answer = rows[at + 1][0] if at + 1 < len(rows) else ""
        label = "new" if not at else "switch" if shift else "same"
        turns.append(Said(f"{name}.{at}", rows[at][0], answer, label, str(part)))
    return Dialogue(name, "", tuple(turns))
