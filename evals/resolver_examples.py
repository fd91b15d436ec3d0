"""What the resolver's scorers learn from: messages that lean on their context or do not, and terms that they lack."""

import itertools
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from evals.resolver_data import Conversation, bare, past_of, variants
from nodes.resolving import features
from nodes.resolving.message import look
from nodes.resolving.past import Past
from nodes.resolving.text import read
from stores.words import words

Rows = NDArray[np.float32]
REWRITTEN, FOREIGN = 0.3, 0.15  # how often a message is also taken as its rewrite, or another's first question


@dataclass
class Examples:
    """Rows of features with their labels and weights; `key` names the conversation and `source` the data set."""

    x: Rows
    y: NDArray[np.bool_]
    weight: NDArray[np.float64]
    key: NDArray[np.str_]

    @property
    def source(self) -> NDArray[np.str_]:
        """The data set of each row."""
        return np.array([key.split(" ")[0] for key in self.key])


@dataclass(frozen=True)
class Asked:
    """A judged message of a conversation, where it stands, and what a person made of it."""

    conversation: Conversation
    turn: int
    text: str
    past: Past
    rewrite: str

    @property
    def dependent(self) -> bool:
        """Whether the person changed the words."""
        return words(self.rewrite) != words(self.text)

    @property
    def lacking(self) -> set[str]:
        """The stems that the person added."""
        return set(read(self.rewrite).first) - set(read(self.text).first)


def asked(every: Iterable[Conversation], queries: Sequence[Sequence[str]] | None = None) -> list[Asked]:
    """The judged messages after the first turns."""
    found: list[Asked] = []
    for at, one in enumerate(every):
        made = queries[at] if queries else [turn.asked for turn in one.turns]
        for turn, exchange in enumerate(one.turns[1:], start=1):
            if exchange.judged and exchange.rewrite is not None:
                found.append(Asked(one, turn, exchange.asked, past_of(one, turn, made), exchange.rewrite))
    return found


def standalone(items: Iterable[Asked], firsts: Sequence[str], seed: int = 5) -> list[Asked]:
    """Messages that lack nothing, made of others: the person's rewrites, and first questions of other conversations.

    They count half, for nobody asked them there.
    """
    chance = random.Random(seed)
    found: list[Asked] = []
    for item in items:
        half = replace(item.conversation, weight=item.conversation.weight / 2)
        if item.dependent and chance.random() < REWRITTEN:
            found.append(replace(item, conversation=half, text=item.rewrite))
        if chance.random() < FOREIGN:
            other = chance.choice(firsts)
            found.append(replace(item, conversation=half, text=other, rewrite=other))
    return found


def messages(every: Sequence[Conversation], seed: int = 3) -> Examples:
    """Messages with whether they lean on their context. Standalone ones are also made: rewrites of leaning messages,
    and first questions of other conversations. A rewrite that only completes a name says nothing about leaning.
    """
    chance = np.random.default_rng(seed)
    firsts = [one.turns[0].asked for one in every]
    items: list[tuple[str, Past, bool, float, str]] = []
    for one in (*every, *variants(every, seed)):
        turns = bare(one.turns) if chance.random() < 0.7 else one.turns
        for item in asked([Conversation(one.source, one.id, turns, one.weight)]):
            if not (item.dependent and _completes_a_name(item)):
                items.append((item.text, item.past, item.dependent, one.weight, one.key))
            if item.dependent and chance.random() < 0.35:
                items.append((item.rewrite, item.past, False, one.weight, one.key))
            if chance.random() < 0.25:
                other = firsts[int(chance.integers(len(firsts)))]
                items.append((other, item.past, False, one.weight, one.key))
    x = np.array([look(read(text), past).features for text, past, *_ in items], np.float32)
    y, weight, key = (np.array(column) for column in list(zip(*items, strict=True))[2:])
    return Examples(x, y, weight, key)


def _completes_a_name(item: Asked) -> bool:
    """Whether all that was added stands, capitalised, beside a capitalised word of the message."""
    own, full = read(item.text), read(item.rewrite)
    if look(own, item.past).pronouns or not item.lacking:
        return False
    named = [word.stem for word in full.words if word.stem and word.surface[0].isupper()]
    return set(named) >= item.lacking and any(
        {a, b} & item.lacking and {a, b} & own.first.keys() for a, b in itertools.pairwise(named)
    )


def candidates(items: Iterable[Asked]) -> Examples:
    """The terms that each message may lack, labelled by the person's rewrite."""
    x: list[Rows] = []
    y: list[bool] = []
    weight: list[float] = []
    key: list[str] = []
    for item in items:
        message = look(read(item.text), item.past)
        stems = features.candidates(message, item.past)
        if not stems:
            continue
        x.append(features.rows(message, item.past, stems))
        lacking = item.lacking
        y += [stem in lacking for stem in stems]
        weight += [item.conversation.weight] * len(stems)
        key += [item.conversation.key] * len(stems)
    return Examples(np.vstack(x), np.array(y), np.array(weight), np.array(key))
