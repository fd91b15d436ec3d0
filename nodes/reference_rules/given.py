"""The lists that earlier turns gave: which of them a message means, and the entries that a text names."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from nodes.reference_rules.lists import Item, items_of
from nodes.reference_rules.nominal import bare
from nodes.reference_rules.past import Exchange, Past
from nodes.reference_rules.phrases import phrases
from stores.words import stem

_LISTS = re.compile(r"\b(?:list|name|enumerate)\b")
_READ, _NEAR = 6, 2  # turns that are searched for a list; those where any enumeration will do


@dataclass(frozen=True)
class Listed:
    """A list with the exchange that gave it."""

    items: tuple[Item, ...]
    exchange: Exchange
    wanted: bool  # it answers a question for things of a kind

    @property
    def context(self) -> str:
        return f"{self.exchange.asked} {self.exchange.query} {self.exchange.answered}"


def listed(past: Past, language: str) -> list[Listed]:
    """The lists of the turns before, the likeliest first: one asked for and still spoken of, else the newest."""
    near = (past.here or past.all)[:_READ]
    found = [one for age, exchange in enumerate(near) for one in _lists_of(exchange, age, past, language)]
    first = found[0] if found else None
    spoken = first.exchange.query if first else past.last.query if past.last else ""
    if first is None or not first.wanted:
        far = (exchange for exchange in past.all[:_READ] if exchange not in near)
        other = [one for exchange in far for one in _lists_of(exchange, _NEAR, past, language)]
        older = next((one for one in (*found[1:], *other) if one.wanted and named_in(spoken, one.items)), None)
        found = [older, *(one for one in found if one is not older)] if older else found
    return found


def _lists_of(exchange: Exchange, age: int, past: Past, language: str) -> list[Listed]:
    wanted = bool(_LISTS.search(exchange.asked.lower())) or any(
        p.asked and p.plural for p in phrases(exchange.asked, language, past.known)
    )
    told, asked = (items_of(text, language) for text in (exchange.answered, exchange.asked))
    found = [told] if age < _NEAR or wanted or len(told) > 2 else []
    if age < _NEAR:
        found.append(asked)
    return [Listed(items, exchange, wanted) for items in found if len(items) >= 2]


def named_in(text: str, items: Sequence[Item]) -> list[Item]:
    """The items that a text names, in their order; the longest name counts ("Orlo 7 Max", not "Orlo 7")."""
    spans = spans_in(text, items)
    return [item for item in items if any(held is item for _, _, held in spans)]


def spans_in(text: str, items: Sequence[Item]) -> list[tuple[int, int, Item]]:
    """Where a text names items: (start, end, item), in the order of the text, none within another."""
    found: list[tuple[int, int, Item]] = []
    low = text.lower()
    names = [(name, item) for item in items for name in {item.text, item.label, item.note} if len(bare(name)) > 1]
    for name, item in sorted(names, key=lambda pair: -len(pair[0])):
        for match in re.finditer(rf"(?<!\w){re.escape(bare(name).lower())}(?!\w)", low):
            if not any(start < match.end() and match.start() < end for start, end, _ in found):
                found.append((match.start(), match.end(), item))
    return sorted(found, key=lambda one: one[:2])


def kinds(one: Listed) -> frozenset[str]:
    """The stems of the nouns that the entries go by: what was asked for, and how their names end."""
    asked = [p.head for p in phrases(one.exchange.asked, "en") if p.plural]
    ends = [bare(item.label).lower().split()[-1] for item in one.items if " " in bare(item.label)]
    shared = [word for word in ends if ends.count(word) > 1]
    return frozenset(stem(word) for word in (*asked, *shared))
