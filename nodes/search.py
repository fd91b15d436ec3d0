"""search: looks up the bare message at once, while rewrite makes the resolution.

Reads: route. Writes: found. Can fail with `StoreUnavailable`.
"""

import asyncio
from dataclasses import dataclass
from typing import Any

from nodes.retrieval import DEPTH, search_query
from nodes.state import Candidate, State
from stores.embedder import Embedder
from stores.passages import PassageIndex


@dataclass(frozen=True)
class Searcher:
    """Searches with the message as it is."""

    index: PassageIndex
    embedder: Embedder

    async def __call__(self, state: State) -> dict[str, Any]:
        """Find the passages of the bare message."""
        hits = await asyncio.to_thread(search_query, state["route"].question, self.index, self.embedder, DEPTH)
        return {"found": tuple(Candidate(hit.id, round(hit.score, 6)) for hit in hits)}
