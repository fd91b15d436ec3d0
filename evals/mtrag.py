"""The MTRAG files (IBM/mt-rag-benchmark, Apache-2.0) as conversations, queries and passages.

A folder holds `conversations.SPLIT.jsonl` and, for each domain, a folder with `corpus.jsonl.gz`,
`queries_lastturn.SPLIT.jsonl`, `queries_rewrite.SPLIT.jsonl` (optional) and `qrels.SPLIT.tsv`.
"""

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stores.errors import InputError
from stores.passages import Passage

HEADLINE = ("clapnq", "cloud", "fiqa")  # govt's pool is small and too easy: it is reported apart


@dataclass(frozen=True)
class Exchange:
    """One finished turn of a conversation: what the user asked and what the annotators had the assistant say."""

    task: str
    asked: str
    answered: str


@dataclass(frozen=True)
class Query:
    """One judged message. `turn` counts from 1; `relevant` maps passage ids to gains."""

    id: str
    domain: str
    conversation: str
    turn: int
    text: str
    rewrite: str  # the reference rewrite; the message itself where the data has none
    relevant: Mapping[str, int]


@dataclass(frozen=True)
class Domain:
    """A corpus, the queries that are searched in it, and the conversations they come from (exchanges by name)."""

    name: str
    passages: tuple[Passage, ...]
    queries: tuple[Query, ...]
    conversations: Mapping[str, tuple[Exchange, ...]]


def domains(data: Path, split: str) -> list[str]:
    """The names of the domains that have queries in this split.

    Raises:
        InputError: the folder has no conversations or no domain for the split.
    """
    conversations = data / f"conversations.{split}.jsonl"
    found = sorted(path.parent.name for path in data.glob(f"*/qrels.{split}.tsv"))
    if not conversations.is_file() or not found:
        raise InputError(
            f"{data} holds no MTRAG split named {split!r}: expected {conversations.name} and DOMAIN/qrels.{split}.tsv"
        )
    return found


def load(data: Path, split: str, name: str) -> Domain:
    """One domain of a split, passages and judged queries in file order."""
    folder = data / name
    conversations = _conversations(data / f"conversations.{split}.jsonl")
    places = {said.task: (id_, turn) for id_, turns in conversations.items() for turn, said in enumerate(turns)}
    judged = qrels(folder / f"qrels.{split}.tsv")
    rewrites = {row["_id"]: row["text"] for row in _rows(folder / f"queries_rewrite.{split}.jsonl")}
    queries = []
    for row in _rows(folder / f"queries_lastturn.{split}.jsonl"):
        id_, text = row["_id"], row["text"]
        if id_ not in judged:
            continue
        if id_ not in places:
            message = f"query {id_} of {name} is in no conversation of {split}: the files do not belong together"
            raise InputError(message)
        conversation, before = places[id_]
        queries.append(Query(id_, name, conversation, before + 1, text, rewrites.get(id_, text), judged[id_]))
    used = dict.fromkeys(query.conversation for query in queries)
    return Domain(name, tuple(corpus(folder)), tuple(queries), {id_: conversations[id_] for id_ in used})


def labelled(data: Path, split: str, name: str) -> dict[str, list[dict[str, str]]]:
    """The conversations of one domain by name: turns with `user`, `agent` and `answerability`, in order."""
    rows = _rows(data / f"conversations.{split}.jsonl")
    return {str(row["conversation"]): row["turns"] for row in rows if row.get("domain") == name}


def corpus(folder: Path) -> Iterator[Passage]:
    """The passages of one domain's folder."""
    for row in _rows(folder / "corpus.jsonl.gz"):
        yield Passage(id=row["_id"], text=row["text"], source=row.get("title") or "")


def qrels(path: Path) -> dict[str, dict[str, int]]:
    """Judgements by query id: passage ids with gains above zero. The file is tab-separated with a header line."""
    judged: dict[str, dict[str, int]] = {}
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        query, passage, gain = line.split("\t")
        if int(gain) > 0:
            judged.setdefault(query, {})[passage] = int(gain)
    return judged


def _conversations(path: Path) -> dict[str, tuple[Exchange, ...]]:
    return {
        str(row["conversation"]): tuple(Exchange(turn["task_id"], turn["user"], turn["agent"]) for turn in row["turns"])
        for row in _rows(path)
    }


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    if not path.is_file():
        return
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
    yield from (json.loads(line) for line in text.split("\n") if line.strip())
