"""A `BaseStore` whose values are sealed when there is a key, each bound to its namespace and key.

Namespaces and keys stay in the clear: user ids, thread ids, message ids, passage ids and turn numbers.
"""

import base64
import json
import zlib
from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any

from langgraph.store.base import BaseStore, Item, Op, PutOp, Result, SearchOp

from stores.erasing import scrub
from stores.errors import RefusedData, UsageError
from stores.sealing import Sealer

SEALED = "sealed"


class SealedStore(BaseStore):
    """Seals what is put into `inner` and opens what is got from it.

    With a sealer, plain values are refused; without one, sealed values are. Raises `RefusedData` for either.
    """

    def __init__(self, inner: BaseStore, sealer: Sealer | None) -> None:
        self.inner = inner
        self._sealer = sealer

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """See `BaseStore.batch`."""
        return self._opened(self.inner.batch(self._closed(ops)))

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """See `BaseStore.abatch`."""
        return self._opened(await self.inner.abatch(self._closed(ops)))

    async def scrub(self) -> None:
        """See `stores.erasing.Scrubbing`."""
        await scrub(self.inner)

    def _closed(self, ops: Iterable[Op]) -> list[Op]:
        return [self._sealed(op) for op in ops]

    def _sealed(self, op: Op) -> Op:
        if self._sealer is None:
            return op
        if isinstance(op, SearchOp) and (op.filter or op.query):
            raise UsageError("sealed items cannot be searched by what is in them: search without filter and query")
        if not isinstance(op, PutOp) or op.value is None:
            return op
        plain = zlib.compress(json.dumps(op.value, ensure_ascii=False).encode("utf-8", "surrogatepass"), 1)
        sealed = self._sealer.seal(plain, _about(op.namespace, op.key))
        return op._replace(value={SEALED: base64.b64encode(sealed).decode()}, index=False)

    def _opened(self, results: Iterable[Result]) -> list[Result]:
        return [self._open(result) for result in results]

    def _open(self, result: Result) -> Result:
        if isinstance(result, Item):
            return self._item(result)
        if isinstance(result, list):
            return [self._item(one) if isinstance(one, Item) else one for one in result]  # type: ignore[return-value]  # as it came
        return result

    def _item(self, item: Item) -> Item:
        known = copy(item)
        known.value = self._value(item)
        return known

    def _value(self, item: Item) -> dict[str, Any]:
        is_sealed = set(item.value) == {SEALED}
        if self._sealer is None:
            if is_sealed:
                raise RefusedData(f"{_named(item)} is encrypted: set the ANAPHORA_ENCRYPTION_KEY it was stored with")
            return item.value
        if not is_sealed:
            raise RefusedData(
                f"{_named(item)} was stored without encryption and is refused while ANAPHORA_ENCRYPTION_KEY is set: "
                "unset it to read the thread, or delete the thread"
            )
        try:
            sealed = base64.b64decode(item.value[SEALED], validate=True)
        except (ValueError, TypeError) as error:
            raise RefusedData(f"{_named(item)} was altered: what it holds is not base64") from error
        plain = zlib.decompress(self._sealer.open(sealed, _about(item.namespace, item.key)))
        value: dict[str, Any] = json.loads(plain)
        return value


def beneath(store: BaseStore) -> BaseStore:
    """The store as it is on disk: for listing and deleting, which need no value and must work without the key."""
    return store.inner if isinstance(store, SealedStore) else store


def _about(namespace: Sequence[str], key: str) -> bytes:
    return json.dumps(["item", *namespace, key]).encode()


def _named(item: Item) -> str:
    return f"the archive's item {'/'.join((*item.namespace, item.key))!r}"
