"""Resolutions against human rewrites: which content terms are added, on TREC CAsT 2019 or a folder like it.

Terms are Snowball stems without stop words; precision, recall and F1 are over all added terms of all turns after the
first. The history holds the conversation's own messages and our own resolutions, never the human's.
"""

import csv
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from evals.conversing import Resolve
from nodes.frames import update_frame
from nodes.resolver import resolve
from nodes.state import Frame, Route, TurnNote
from stores.errors import InputError
from stores.words import terms

HUMAN, ORIGINAL = "Human", "Original"
WINDOW = 6


@dataclass(frozen=True)
class Turn:
    """One message with its rewrite by somebody."""

    conversation: str
    number: int
    message: str
    rewrite: str


def read(path: Path) -> list[Turn]:
    """The turns of one system's file, in order. Raises `InputError` when the columns are not those expected."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    try:
        turns = [Turn(row["conversation_id"], int(row["turn_id"]), row["original"], row["query"]) for row in rows]
    except (KeyError, ValueError, TypeError):
        raise InputError(f"{path} lacks a column: conversation_id, turn_id, original and query are expected.") from None
    return sorted(turns, key=lambda turn: (turn.conversation, turn.number))


def added(message: str, rewrite: str) -> set[str]:
    """The content stems that a rewrite adds to a message."""
    return set(terms(rewrite)) - set(terms(message))


def same(one: str, other: str) -> bool:
    """Whether two texts differ in outer white space, case and final punctuation at most."""
    return one.strip().rstrip("?.! ").casefold() == other.strip().rstrip("?.! ").casefold()


def ours(turns: Iterable[Turn], resolver: Resolve = resolve) -> dict[tuple[str, int], str]:
    """Our resolution of every turn, each conversation played from its beginning."""
    conversations: dict[str, list[Turn]] = defaultdict(list)
    for turn in turns:
        conversations[turn.conversation].append(turn)
    found: dict[tuple[str, int], str] = {}
    for conversation, said in conversations.items():
        notes: tuple[TurnNote, ...] = ()
        frames: tuple[Frame, ...] = (Frame(1, said[0].message),)
        for number, turn in enumerate(said, 1):
            route = Route("retrieve", turn.message)
            query = resolver(turn.message, route=route, notes=notes, frames=frames, facts=()).query
            found[conversation, turn.number] = query
            note = TurnNote(number, str(number), "retrieve", query, frame=1, asked=turn.message)
            notes = (*notes, note)[-WINDOW:]
            frames = update_frame(frames, route=route, query=query, answer="", cited=(), turn=number, answerable=True)
    return found


def compare(
    human: Iterable[Turn], queries: Mapping[tuple[str, int], str], firsts: set[tuple[str, int]]
) -> dict[str, float]:
    """Precision, recall and F1 of added terms over turns after the first, and the share of messages that need nothing
    and come back unchanged.
    """
    right = given = wanted = standalone = unchanged = 0
    for turn in human:
        key = (turn.conversation, turn.number)
        if key in firsts or key not in queries:
            continue
        gold, found = added(turn.message, turn.rewrite), added(turn.message, queries[key])
        right, given, wanted = right + len(gold & found), given + len(found), wanted + len(gold)
        if same(turn.message, turn.rewrite):
            standalone += 1
            unchanged += same(turn.message, queries[key])
    precision, recall = right / max(1, given), right / max(1, wanted)
    return {
        "precision": round(precision, 4),
        "recall": round(recall, 4),
        "f1": round(2 * precision * recall / max(1e-9, precision + recall), 4),
        "unchanged": round(unchanged / max(1, standalone), 4),
    }


def rewriting(data: Path, resolver: Resolve = resolve) -> dict[str, Any]:
    """Measure our resolutions and every other system's file. Raises `InputError` when the human's is not there."""
    files = {path.stem.partition("_")[2]: path for path in sorted((data / "rewrites").glob("*.tsv"))}
    if HUMAN not in files:
        raise InputError(f"{data} holds no rewrites/*_{HUMAN}.tsv: evals/DATA.md says where to get it.")
    human = read(files[HUMAN])
    numbers: dict[str, int] = {}
    for turn in human:
        numbers[turn.conversation] = min(turn.number, numbers.get(turn.conversation, turn.number))
    firsts = set(numbers.items())
    mine = compare(human, ours(human, resolver), firsts)
    others = {
        name: compare(human, {(turn.conversation, turn.number): turn.rewrite for turn in read(path)}, firsts)
        for name, path in files.items()
        if name != HUMAN
    }
    return {
        "turns": len(human) - len(firsts),
        "ours": {key: mine[key] for key in ("precision", "recall", "f1")},
        "unchanged": mine["unchanged"],
        "systems": others,
    }


def print_rewriting(result: Mapping[str, Any], console: Console) -> None:
    """Ours and the archived systems, best first."""
    table = Table("system", "precision", "recall", "F1", "unchanged when standalone")
    rows = {"ours": {**result["ours"], "unchanged": result["unchanged"]}, **result["systems"]}
    for name, row in sorted(rows.items(), key=lambda item: -item[1]["f1"]):
        table.add_row(name, *(f"{row[key]:.3f}" for key in ("precision", "recall", "f1", "unchanged")))
    console.print(table)
    console.print(f"{result['turns']} turns after the first.")
