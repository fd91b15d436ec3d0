"""Invented passages in any number, and conversations over them: for measurements of time and size, not of quality."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from graph.openai_wire import hashed_vector
from stores.embedder import Embedder
from stores.passages import Passage, Vector

_FIRST = (
    "Heron",
    "Plover",
    "Dunlin",
    "Avocet",
    "Kestrel",
    "Merlin",
    "Osprey",
    "Curlew",
    "Lapwing",
    "Godwit",
    "Whimbrel",
)
_LAST = ("probe", "reactor", "bridge", "tunnel", "archive", "ferry", "turbine", "harbour", "viaduct", "foundry")
ATTRIBUTES = {
    "budget": "{n} million crowns",
    "opening year": "19{n:02d}",
    "mass": "{n} tonnes",
    "crew": "{n} people",
    "height": "{n} metres",
    "inspection interval": "{n} months",
    "operator": "the Talvik Institute, office {n}",
    "failure rate": "{n} per thousand hours",
    "insurance limit": "{n} thousand crowns",
    "noise limit": "{n} decibels",
    "storage capacity": "{n} cubic metres",
    "warranty": "{n} weeks",
}
_FILLER = (
    "The figure was confirmed by two independent surveys and is reviewed whenever the statutes change.",
    "Earlier reports differ, because they counted parts that have since been replaced.",
    "Visitors are asked to register at the gate; the north stairs are closed in winter.",
    "A committee of nine engineers signs the yearly certificate after a dry run in spring.",
    "Spare cables are kept in the eastern depot, together with the drawings of the first contractor.",
    "Two of the founding partners left when the second loan was refused.",
    "Readings are taken at dawn, since the instruments drift once the sun warms the casing.",
    "The lowest bid came from a yard that had never worked with cast steel.",
    "Schools may borrow the scale model, provided that a teacher collects it in person.",
    "An audit found no fault with the accounts but asked for clearer receipts.",
    "Paint is renewed every sixth year with a mixture that keeps mussels away.",
    "Complaints about dust have become rare after the road was paved.",
    "The archive holds letters in which the architect regrets the narrow windows.",
    "Trains stop here on weekdays only, except during the autumn fair.",
    "Insurers visit without notice and publish what they saw within a month.",
    "Its designer drew the plan on the back of a concert programme.",
    "Night work was forbidden by the council, which delayed the casting of the piers.",
    "The workshop trains four apprentices a year and keeps most of them.",
    "Fog makes the signal lamps useless, so a bell was added later.",
    "A leak in the cooling pipe went unnoticed until the floor had softened.",
    "Volunteers count the bats that sleep behind the upper shutters.",
    "Half of the timber was salvaged from a ship that ran aground nearby.",
    "The present tenant pays in kind, with honey and firewood.",
    "Tests with heavier loads are planned but have not been paid for.",
)


@dataclass(frozen=True)
class Ask:
    """A message of a made-up conversation: what it is about, and whether it needs the turns before it."""

    text: str
    subject: str
    attribute: str
    dependent: bool


def subjects() -> Iterator[str]:
    """Names without end: "Heron probe", "Heron reactor", ..., "Heron probe 2", ..."""
    number = 1
    while True:
        for first in _FIRST:
            for last in _LAST:
                yield f"{first} {last}" if number == 1 else f"{first} {last} {number}"
        number += 1


def passages(count: int) -> list[Passage]:
    """So many passages of about 60 words, one for each attribute of each subject."""
    found: list[Passage] = []
    names = subjects()
    while len(found) < count:
        name = next(names)
        for place, (attribute, form) in enumerate(ATTRIBUTES.items()):
            value = form.format(n=(len(found) * 7 + place * 13) % 97 + 2)
            text = f"{name}: {attribute}. The {attribute} of the {name} is {value}. {' '.join(_filler(len(found)))}"
            found.append(Passage(f"s{len(found)}", text, source=f"{name}.md", heading=attribute))
    return found[:count]


def _filler(number: int) -> list[str]:
    """Three sentences, other ones from passage to passage."""
    return [_FILLER[(number * step + step) % len(_FILLER)] for step in (1, 5, 7)]


def conversation(turns: int, *, every: int = 4) -> list[Ask]:
    """A conversation in which each `every`-th message names a subject and the others ask on about it."""
    names, attributes = subjects(), list(ATTRIBUTES)
    asks: list[Ask] = []
    name = ""
    for turn in range(turns):
        attribute = attributes[(turn * 5) % len(attributes)]
        if turn % every == 0:
            name = next(names)
            asks.append(Ask(f"What is the {attribute} of the {name}?", name, attribute, dependent=False))
        else:
            asks.append(Ask(f"And what is its {attribute}?", name, attribute, dependent=True))
    return asks


class StandIn:
    """An embedder for large made-up indexes: stored texts get hashed vectors at once. A question still goes through the
    real embedder, so that its time counts, though its vector is hashed like the others.
    """

    def __init__(self, real: Embedder) -> None:
        self._real = real
        self.id, self.dim = f"stand-in-{real.dim}", real.dim
        self.asking = False

    def embed(self, texts: Sequence[str]) -> Vector:
        """Unit vectors, shape [len(texts), dim]."""
        if self.asking:
            self._real.embed(texts)
        return np.asarray([hashed_vector(text, self.dim) for text in texts], np.float32).reshape(len(texts), self.dim)
