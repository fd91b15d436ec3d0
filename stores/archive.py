"""Every finished turn, outside the graph state: one item a turn in a LangGraph `BaseStore`.

Items are keyed by branch and turn. A thread that is forked from an earlier checkpoint writes to a branch of its own
and reads along its lineage, so it never sees the turns that its other branch had after the fork.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from langgraph.store.base import BaseStore, GetOp, Item, PutOp

from stores.passages import Vector
from stores.words import terms

ROOT = "main"
_BATCH = 500


@dataclass(frozen=True)
class Reach:
    """What of a thread a run may see: its branches, each up to and including a turn."""

    thread: str
    branches: tuple[tuple[str, int], ...]

    def keys(self) -> list[tuple[str, int]]:
        """(branch, turn) of every turn within reach, oldest first."""
        found: list[tuple[str, int]] = []
        done = 0
        for branch, upto in self.branches:
            found.extend((branch, turn) for turn in range(done + 1, upto + 1))
            done = max(done, upto)
        return found


@dataclass(frozen=True)
class Recalled:
    """An earlier turn found by searching, with its score."""

    turn: int
    score: float
    item: Mapping[str, Any]


def _key(branch: str, turn: int) -> str:
    return f"{branch}.{turn:06d}"


def fingerprint(message_id: str, text: str) -> str:
    """What makes two runs of a turn number the same turn: the message's id and its words."""
    return hashlib.sha256(f"{message_id}\x00{text}".encode()).hexdigest()[:20]


class Archive:
    """Finished turns of all threads. `store` may be any `BaseStore`; no vector index is asked of it."""

    def __init__(self, store: BaseStore) -> None:
        self._store = store

    async def _many(self, ops: Sequence[GetOp]) -> list[Item | None]:
        return cast("list[Item | None]", await self._store.abatch(ops))

    async def put(self, thread: str, branch: str, turn: int, item: Mapping[str, Any], vector: Vector | None) -> None:
        """Write one finished turn, its message id and its vector; writing it again changes nothing."""
        body = dict(item)
        if vector is not None:
            body["vector"] = np.round(vector * 127).astype(np.int8).tobytes().hex()
        place = {"branch": branch, "turn": turn}
        ops = [
            PutOp(("threads", thread, "turns"), _key(branch, turn), body, index=False),
            PutOp(("threads", thread, "messages"), str(item["message_id"]), place, index=False),
        ]
        for source in item.get("sources", ()):
            key = f"{branch}.{source['id']}"
            ops.append(PutOp(("threads", thread, "sources"), key, {"n": source["n"], "turn": turn}, index=False))
        await self._store.abatch(ops)

    async def get(self, thread: str, branch: str, turn: int) -> dict[str, Any] | None:
        """One turn's item, or None."""
        found = await self._store.aget(("threads", thread, "turns"), _key(branch, turn))
        return found.value if found else None

    async def by_message(self, thread: str, message_id: str) -> dict[str, Any] | None:
        """The recorded turn of a message id, or None."""
        place = await self._store.aget(("threads", thread, "messages"), message_id)
        return await self.get(thread, place.value["branch"], place.value["turn"]) if place else None

    async def put_frames(self, thread: str, frames: Mapping[int, Mapping[str, Any]]) -> None:
        """Keep frames that the state has no room for, by frame id."""
        ops = [PutOp(("threads", thread, "frames"), str(id_), dict(body), index=False) for id_, body in frames.items()]
        await self._store.abatch(ops)

    async def get_frame(self, thread: str, frame: int) -> dict[str, Any] | None:
        """A frame that was folded away, or None."""
        found = await self._store.aget(("threads", thread, "frames"), str(frame))
        return found.value if found else None

    async def turns(self, reach: Reach, *, first: int | None = None, last: int | None = None) -> list[dict[str, Any]]:
        """Items of the turns within reach, oldest first; `first` or `last` keeps only so many."""
        keys = reach.keys()
        keys = keys[-last:] if last else keys[:first]
        items: list[dict[str, Any]] = []
        for start in range(0, len(keys), _BATCH):
            ops = [GetOp(("threads", reach.thread, "turns"), _key(*key)) for key in keys[start : start + _BATCH]]
            items.extend(found.value for found in await self._many(ops) if found)
        return items

    async def source_numbers(self, reach: Reach, ids: Sequence[str]) -> dict[str, int]:
        """Numbers that passages already have in this thread, for those that have one within reach."""
        branches = dict(reach.branches)
        pairs = [(branch, passage) for branch in branches for passage in ids]
        ops = [GetOp(("threads", reach.thread, "sources"), f"{branch}.{passage}") for branch, passage in pairs]
        numbers: dict[str, int] = {}
        for (branch, passage), found in zip(pairs, await self._many(ops), strict=True):
            if found and found.value["turn"] <= branches[branch]:
                numbers.setdefault(passage, int(found.value["n"]))
        return numbers

    async def search(self, reach: Reach, text: str, vector: Vector, k: int = 3) -> list[Recalled]:
        """The k turns within reach that a text is nearest to, by vector and by words, best first."""
        wanted = set(terms(text))
        found = []
        for item in await self.turns(reach):
            said = set(terms(f"{item['message']} {item['answer']}"))
            words = len(wanted & said) / max(1, len(wanted))
            near = 0.0
            if item.get("vector"):
                other = np.frombuffer(bytes.fromhex(item["vector"]), np.int8).astype(np.float32) / 127
                near = float(other @ vector) if other.shape == vector.shape else 0.0
            found.append(Recalled(int(item["turn"]), near + 0.5 * words, item))
        return sorted(found, key=lambda recalled: (-recalled.score, recalled.turn))[:k]

    async def delete(self, thread: str) -> dict[str, int]:
        """Erase a thread; returns how many items of each kind there were."""
        receipt: dict[str, int] = {}
        for kind in ("turns", "messages", "sources", "frames", "facts"):
            namespace, count = ("threads", thread, kind), 0
            while found := await self._store.asearch(namespace, limit=_BATCH):
                await self._store.abatch([PutOp(item.namespace, item.key, None) for item in found])
                count += len(found)
            receipt[kind] = count
        return receipt
