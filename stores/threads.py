"""Whose threads there are: the registry of threads by user, and the stored key of a thread.

A thread's key is made from user and thread id, so another user's thread id names nothing.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote, unquote

from langgraph.store.base import BaseStore, Item

from stores.errors import InputError
from stores.sealed_store import beneath

LONGEST_ID = 200
_PAGE = 500


def encoded(id_: str, what: str = "thread id") -> str:
    """An id as one namespace label: letters, digits, "-", "_", "~" and percent codes. Raises `InputError`."""
    if not id_ or len(id_) > LONGEST_ID:
        raise InputError(f"The {what} has {len(id_)} characters: give it 1 to {LONGEST_ID}.")
    return quote(id_, safe="").replace(".", "%2E")


def thread_key(user: str, thread: str) -> str:
    """The key under which a user's thread is stored everywhere. Raises `InputError` for an unusable id."""
    return f"{encoded(user, 'user id')}/{encoded(thread)}"


class ThreadRegistry:
    """Title, times and number of turns of each thread, by user."""

    def __init__(self, store: BaseStore) -> None:
        self._store = store

    async def touch(self, user: str, thread: str, *, at: str, turns: int, title: str) -> None:
        """Note that a thread has moved on; the first title given stays."""
        known = await self.get(user, thread)
        body = {
            "thread": thread,
            "title": (known or {}).get("title") or title[:80],
            "created": (known or {}).get("created") or at,
            "updated": at,
            "turns": turns,
        }
        await self._store.aput(("users", encoded(user, "user id")), encoded(thread), body, index=False)

    async def rename(self, user: str, thread: str, title: str) -> None:
        """Give a thread another title; a thread that is not there stays so."""
        if known := await self.get(user, thread):
            body = {**known, "title": title[:80]}
            await self._store.aput(("users", encoded(user, "user id")), encoded(thread), body, index=False)

    async def get(self, user: str, thread: str) -> Mapping[str, Any] | None:
        """One thread's entry, or None."""
        found = await self._store.aget(("users", encoded(user, "user id")), encoded(thread))
        return found.value if found else None

    async def all(self, user: str) -> list[Mapping[str, Any]]:
        """The user's threads, the one used last first."""
        namespace, offset = ("users", encoded(user, "user id")), 0
        entries: list[Mapping[str, Any]] = []
        while page := await self._store.asearch(namespace, limit=_PAGE, offset=offset):
            entries.extend(item.value for item in page)
            offset += len(page)
        return sorted(entries, key=lambda entry: str(entry["updated"]), reverse=True)

    async def moved(self, user: str, thread: str) -> datetime | None:
        """When a thread last moved on, by the store's clock; None when there is no such thread. Needs no key."""
        found = await beneath(self._store).aget(("users", encoded(user, "user id")), encoded(thread))
        return _updated(found) if found else None

    async def idle(self, before: datetime) -> list[tuple[str, str]]:
        """User and thread of all threads that last moved on before a time, by the store's clock. Needs no key."""
        store, offset = beneath(self._store), 0
        found: list[tuple[str, str]] = []
        while page := await store.asearch(("users",), limit=_PAGE, offset=offset):
            found += [(unquote(one.namespace[1]), unquote(one.key)) for one in page if _updated(one) < before]
            offset += len(page)
        return found

    async def of_user(self, user: str) -> list[str]:
        """The ids of a user's threads. Needs no key."""
        store, namespace, offset = beneath(self._store), ("users", encoded(user, "user id")), 0
        found: list[str] = []
        while page := await store.asearch(namespace, limit=_PAGE, offset=offset):
            found += [unquote(one.key) for one in page]
            offset += len(page)
        return found

    async def remove(self, user: str, thread: str) -> int:
        """Forget a thread's entry; returns 1 if there was one."""
        known = await self.moved(user, thread)
        await self._store.adelete(("users", encoded(user, "user id")), encoded(thread))
        return int(known is not None)


def _updated(item: Item) -> datetime:
    """SQLite's times are in UTC and do not say so."""
    return item.updated_at if item.updated_at.tzinfo else item.updated_at.replace(tzinfo=UTC)
