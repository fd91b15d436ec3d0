"""Added words as people read them: those that stand together in the query and came from one place are one term."""

import re
from collections.abc import Sequence

from nodes.state import AddedTerm

_WORD = re.compile(r"\w+(?:['’]\w+)*")
_JOINS = re.compile(r"[\s\-‑–]+")


def grouped(query: str, added: Sequence[AddedTerm]) -> tuple[AddedTerm, ...]:
    """The terms in the order of the query, neighbours of one source joined in the query's own spelling."""
    sources = {one.term.casefold(): one.source for one in added}
    merged: list[tuple[int, int, str]] = []
    for match in _WORD.finditer(query):
        source = sources.pop(match.group().casefold(), None)
        if source is None:
            continue
        if merged and merged[-1][2] == source and _JOINS.fullmatch(query[merged[-1][1] : match.start()]):
            merged[-1] = (merged[-1][0], match.end(), source)
        else:
            merged.append((match.start(), match.end(), source))
    rest = [AddedTerm(one.term, one.source) for one in added if one.term.casefold() in sources]
    return (*(AddedTerm(query[start:end], source) for start, end, source in merged), *rest)
