"""Every finished turn, outside the graph state: one item a turn in a LangGraph `BaseStore`.

Items are keyed by branch and turn. A thread that is forked from an earlier checkpoint writes to a branch of its own
and reads along its lineage, so it never sees the turns that its other branch had after the fork.
"""

import hashlib
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from langgraph.store.base import BaseStore, GetOp, Item, PutOp

from stores.passages import Vector
from stores.recollection import Trace, pack_hex, recollection_of, scores, trace
from stores.sealed_store import beneath

ROOT = "main"
KINDS = ("turns", "messages", "sources", "frames", "facts")
_BATCH = 500


@dataclass(frozen=True)
class Reach:
    """What of a thread a run may see: its branches, each up to and including a turn."""

    thread: str
    branches: tuple[tuple[str, int], ...]

    def places(self) -> list[tuple[str, int]]:
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
        self._recollection = recollection_of(store)

    async def _many(self, ops: Sequence[GetOp]) -> list[Item | None]:
        return cast("list[Item | None]", await self._store.abatch(ops))

    async def put(self, thread: str, branch: str, turn: int, item: Mapping[str, Any], vector: Vector | None) -> None:
        """Write one finished turn, its message id and its vector; writing it again changes nothing."""
        body = {**item, "vector": pack_hex(vector)}
        place = {"branch": branch, "turn": turn}
        ops = [
            PutOp(("threads", thread, "turns"), _key(branch, turn), body, index=False),
            PutOp(("threads", thread, "messages"), str(item["message_id"]), place, index=False),
        ]
        for source in item.get("sources", ()):
            key = f"{branch}.{source['id']}"
            ops.append(PutOp(("threads", thread, "sources"), key, {"n": source["n"], "turn": turn}, index=False))
        await self._store.abatch(ops)
        self._recollection.add(f"{thread}/turns", [(_key(branch, turn), _trace_of(body))])

    async def get(self, thread: str, branch: str, turn: int) -> dict[str, Any] | None:
        """One turn's item, or None."""
        found = await self._store.aget(("threads", thread, "turns"), _key(branch, turn))
        return found.value if found else None

    async def by_message(self, thread: str, message_id: str) -> dict[str, Any] | None:
        """The recorded turn of a message id, or None."""
        place = await self._store.aget(("threads", thread, "messages"), message_id)
        return await self.get(thread, place.value["branch"], place.value["turn"]) if place else None

    async def put_frames(self, thread: str, branch: str, frames: Sequence[Mapping[str, Any]]) -> None:
        """Keep frames that the state has no room for: plain values with id, first_turn, last_turn and vector (hex)."""
        place = ("threads", thread, "frames")
        ops = [
            PutOp(place, f"{branch}.{one['id']:06d}.{one['last_turn']:06d}", dict(one), index=False) for one in frames
        ]
        await self._store.abatch(ops)

    async def frames(self, reach: Reach) -> list[dict[str, Any]]:
        """The newest version within reach of every frame that was folded away, newest first."""
        upto, start = dict(reach.branches), 0
        found: dict[int, dict[str, Any]] = {}
        while items := await self._store.asearch(("threads", reach.thread, "frames"), limit=_BATCH, offset=start):
            start += len(items)
            for item in items:
                body, branch = item.value, item.key.split(".")[0]
                known = found.get(body["id"])
                if body["last_turn"] <= upto.get(branch, 0) and (not known or known["last_turn"] < body["last_turn"]):
                    found[body["id"]] = body
        return sorted(found.values(), key=lambda body: -int(body["last_turn"]))

    async def put_facts(
        self, thread: str, branch: str, facts: Sequence[Mapping[str, Any]], texts: Sequence[str], vectors: Vector
    ) -> None:
        """Keep facts that the state has no room for: plain values with id and turn, how each reads, and its vector."""
        bodies = [
            {**fact, "text": text, "vector": pack_hex(vector)}
            for fact, text, vector in zip(facts, texts, vectors, strict=True)
        ]
        ops = [PutOp(("threads", thread, "facts"), _key(branch, body["id"]), body, index=False) for body in bodies]
        await self._store.abatch(ops)

    async def facts(
        self, reach: Reach, ids: Sequence[int], text: str, vector: Vector, k: int = 8
    ) -> list[dict[str, Any]]:
        """Of the facts within reach with these ids, the k nearest to a text, best first, each with its score."""
        upto = dict(reach.branches)
        keys = [_key(branch, id_) for id_ in ids for branch in reversed(upto)]
        found = await self._nearest(reach.thread, "facts", keys, text, vector, 2 * k)
        newest: dict[int, dict[str, Any]] = {}
        for key, score, body in found:
            if body["turn"] <= upto[key.split(".")[0]]:
                newest.setdefault(body["id"], {**body, "score": score})
        return list(newest.values())[:k]

    async def turns(self, reach: Reach, *, first: int | None = None, last: int | None = None) -> list[dict[str, Any]]:
        """Items of the turns within reach, oldest first; `first` or `last` keeps only so many."""
        keys = reach.places()
        keys = keys[-last:] if last else keys[:first]
        items: list[dict[str, Any]] = []
        for start in range(0, len(keys), _BATCH):
            ops = [GetOp(("threads", reach.thread, "turns"), _key(*key)) for key in keys[start : start + _BATCH]]
            items.extend(found.value for found in await self._many(ops) if found)
        return items

    async def at(self, reach: Reach, turns: Sequence[int]) -> list[dict[str, Any]]:
        """Items of these turns, for those within reach."""
        places = [(branch, turn) for branch, turn in reach.places() if turn in turns]
        ops = [GetOp(("threads", reach.thread, "turns"), _key(*place)) for place in places]
        return [found.value for found in await self._many(ops) if found] if ops else []

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
        keys = [_key(*place) for place in reach.places()]
        found = await self._nearest(reach.thread, "turns", keys, text, vector, k)
        return [Recalled(int(body["turn"]), score, body) for _, score, body in found]

    async def _nearest(
        self, thread: str, kind: str, keys: Sequence[str], text: str, vector: Vector, k: int
    ) -> list[tuple[str, float, dict[str, Any]]]:
        """The k items that a text is nearest to, read from the store: key, score, item."""
        place, shelf = ("threads", thread, kind), f"{thread}/{kind}"
        for _ in range(2):
            known = self._recollection.known(shelf)
            unknown = [key for key in keys if key not in known]
            for start in range(0, len(unknown), _BATCH):
                read = await self._many([GetOp(place, key) for key in unknown[start : start + _BATCH]])
                fresh = {item.key: _trace_of(item.value) for item in read if item}
                self._recollection.add(shelf, fresh.items())
                known |= fresh
            there = [key for key in keys if key in known]
            near = scores([known[key] for key in there], text, vector)
            best = [(there[at], float(near[at])) for at in np.argsort(-near, kind="stable")[:k]]
            items = await self._many([GetOp(place, key) for key, _ in best]) if best else []
            pairs = [(key, score, item.value) for (key, score), item in zip(best, items, strict=True) if item]
            if len(pairs) == len(best) and all(_mark(body) == known[key].mark for key, _, body in pairs):
                return pairs
            self._recollection.forget(shelf)  # another process erased or wrote the thread anew
        return pairs

    async def everything(self, thread: str, kind: str) -> AsyncIterator[dict[str, Any]]:
        """All items of one of `KINDS` of a thread, those of every branch, in the order of their keys."""
        namespace, start, found = ("threads", thread, kind), 0, list[Item]()
        while page := await self._store.asearch(namespace, limit=_BATCH, offset=start):
            found.extend(page)
            start += len(page)
        for item in sorted(found, key=lambda item: item.key):
            yield item.value

    async def delete(self, thread: str) -> dict[str, int]:
        """Erase a thread; returns how many items of each kind there were, and how many this process searched in."""
        receipt: dict[str, int] = {}
        store, forgotten = beneath(self._store), 0
        for kind in KINDS:
            namespace, count = ("threads", thread, kind), 0
            while found := await store.asearch(namespace, limit=_BATCH):
                await store.abatch([PutOp(namespace, item.key, None) for item in found])
                count += len(found)
            receipt[kind] = count
            forgotten += self._recollection.forget(f"{thread}/{kind}")
        return {**receipt, "search_entries": forgotten}


def _mark(body: Mapping[str, Any]) -> str:
    return str(body.get("fingerprint", body.get("text", "")))


def _trace_of(body: Mapping[str, Any]) -> Trace:
    text = body["text"] if "text" in body else f"{body['message']}\n{body['answer']}"
    return trace(text, body.get("language", "en"), _mark(body), body.get("vector", ""))
