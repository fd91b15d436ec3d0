"""Which of the scored terms go into a query: by noun groups and against the best of them, not one by one."""

from collections.abc import Collection, Mapping
from functools import lru_cache

from nodes.resolving.lexicon import behaviour
from nodes.resolving.past import Past
from nodes.resolving.text import Text

SHARE = 0.6  # a term is taken with at least this share of the best term's score
FLOOR = 0.03  # and with at least this score
PULL = 0.5  # how far a term of a noun group is drawn to the best of its group
PLAIN = 0.25  # rarity below which a modifier ("main", "good") is not drawn


@lru_cache(maxsize=4096)
def groups(text: Text) -> tuple[tuple[str, ...], ...]:
    """Runs of content words, cut at words that behave like verbs."""
    found: list[tuple[str, ...]] = []
    group: list[str] = []
    for word in text.words:
        nature = behaviour(word.stem) if word.stem else None
        verb = nature is not None and nature[2] > max(nature[1], 0.12)
        if (nature is None or word.broken or verb) and group:
            found.append(tuple(group))
            group = []
        if verb:
            found.append((word.stem,))
        elif nature is not None:
            group.append(word.stem)
    return (*found, tuple(group)) if group else tuple(found)


def drawn(scores: Mapping[str, float], past: Past) -> dict[str, float]:
    """The scores, those of a noun group drawn towards the best of the group, as its newest mention forms it."""
    result = dict(scores)
    done: set[str] = set()
    for said in reversed(past.said):
        for group in groups(said.asked):
            if not done.isdisjoint(group):
                continue
            best = max(scores.get(stem, 0.0) for stem in group)
            for place, stem in enumerate(group):
                if stem in scores and (place == len(group) - 1 or behaviour(stem)[0] >= PLAIN):
                    result[stem] = scores[stem] + PULL * (best - scores[stem])
            done.update(stem for stem in group if stem in scores)
    return result


def foremost(scores: Mapping[str, float], past: Past, most: int, without: Collection[str] = ()) -> dict[str, float]:
    """The terms that the message is most likely to mean, best first."""
    together = drawn(scores, past)
    limit = max(FLOOR, SHARE * max(together.values(), default=1.0))
    return _best({stem: p for stem, p in together.items() if p >= limit and stem not in without}, most)


def likely(scores: Mapping[str, float], threshold: float, most: int) -> dict[str, float]:
    """The terms that reach a threshold, best first."""
    return _best({stem: p for stem, p in scores.items() if p >= threshold}, most)


def _best(scores: Mapping[str, float], most: int) -> dict[str, float]:
    return dict(sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[:most])
