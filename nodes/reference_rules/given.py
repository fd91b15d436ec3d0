"""The lists that earlier turns gave: which of them a message means, and the entries that a text names."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from nodes.reference_rules.lists import Item, is_lined, items_of
from nodes.reference_rules.nominal import bare
from nodes.reference_rules.past import Exchange, Past
from nodes.reference_rules.phrases import phrases
from stores.words import stem

_FOR_SEVERAL = re.compile(
    r"^\W*(?:and\s+|so\s+)?(?:list|name|compare|who\s+(?:are|works?|teaches|leads|sits)|are\s+there"
    r"|(?:tell|give|show)\b.*\b(?:all|which))\b"
    r"|\b(?:differences?|differs?|compared?|versus|vs|better)\b|\bsteps\b"
)
_READ, _NEAR = 6, 2  # turns that are searched for a list; those where any enumeration will do


@dataclass(frozen=True)
class Listed:
    """A list with the exchange that gave it."""

    items: tuple[Item, ...]
    exchange: Exchange
    wanted: bool = False  # it answers a question for things of a kind

    @property
    def context(self) -> str:
        return f"{self.exchange.asked} {self.exchange.query} {self.exchange.answered}"


def listed(past: Past, language: str) -> list[Listed]:
    """The lists of the turns before, the likeliest first: those that were asked for, then any other of late.

    A list of another topic counts where the last question named an entry of it.
    """
    near = (past.here or past.all)[:_READ]
    wanted = [one for exchange in near for one in _asked_for(exchange, language)]
    if not wanted and past.last is not None:
        far = (one for exchange in past.all[:_READ] if exchange not in near for one in _asked_for(exchange, language))
        wanted = [one for one in far if named_in(past.last.query, one.items)][:1]
    late = [(age, one, text) for age, one in enumerate(near) for text in (one.answered, one.asked)]
    found = [Listed(items_of(text, language), one) for age, one, text in late if age < _NEAR or text is one.answered]
    enough = [one for one in found if len(one.items) >= (2 if one.exchange in near[:_NEAR] else 3)]
    return [*wanted, *(one for one in enough if all(one.items is not held.items for held in wanted))]


def _asked_for(exchange: Exchange, language: str) -> list[Listed]:
    """What an exchange lists where that was asked for: several of a kind, steps, two things compared."""
    low = f"{exchange.asked} {exchange.query}".lower()
    several = any(p.asked and p.plural and not p.time for p in phrases(exchange.query, language))
    several = (several and "how many" not in low) or is_lined(exchange.answered)
    texts = (exchange.answered, exchange.asked) if _FOR_SEVERAL.search(low) else (exchange.answered,) * several
    found = [Listed(items_of(text, language), exchange, wanted=True) for text in texts]
    return [one for one in found if len(one.items) >= 2]


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
