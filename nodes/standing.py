"""Whether a question stands alone after all, although what it leans on was guessed: the documents say so.

A noun that nobody has said yet may be a part of the topic ("the deposit") or a thing of its own ("the treasurer").
Passages about it speak of the topic, or they do not.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from nodes.resolving.lexicon import behaviour
from nodes.resolving.past import gather
from nodes.state import Resolution, TurnNote
from stores.passages import Passage
from stores.words import terms

LOOKED = 20  # of the bare message's results
NOUN = 0.5  # a word may name a thing that is used as a noun at least so often as against as a verb


def confirmed(resolution: Resolution, question: str, notes: Sequence[TurnNote], found: Iterable[Passage]) -> Resolution:
    """The resolution, or the message itself where passages show that it needs nothing of what was guessed.

    `found` are passages that the bare message finds, best first.
    """
    if not resolution.guessed or not stands_alone(question, resolution.query, notes, found):
        return resolution
    return replace(resolution, query=question, added=(), standalone=True, by="message", guessed=False)


def stands_alone(question: str, query: str, notes: Sequence[TurnNote], found: Iterable[Passage]) -> bool:
    """Whether passages hold every new noun of the question, and none of these holds anything that the query adds."""
    texts = (text for one in gather(notes, (), ()).said for text in (one.asked, one.query, one.answer))
    said = {stem for text in texts for stem in text.first}
    own = set(terms(question))
    fresh = {stem for stem in own - said if behaviour(stem)[1] >= NOUN * behaviour(stem)[2]}
    added = set(terms(query)) - own
    most, about = 0, False
    for passage in found:
        held = set(terms(f"{passage.heading} {passage.text}"))
        holds = len(fresh & held)
        if holds > most:
            most, about = holds, False
        about = about or (holds == most and not added.isdisjoint(held))
    return bool(added) and 0 < most == len(fresh) and not about
