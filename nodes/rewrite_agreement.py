"""Whether a model's valid rewrite may stand in place of what the rules made of a message: a learned scorer decides.

A rewrite whose words were all said can still point at the wrong thing. The scorer of `nodes/resolver.py` says how
likely a message lacks each term of the conversation. Where the rules added likely terms, or the message picks something
out ("the second one", "and in 2024?", "she"), which rules do exactly, a rewrite must have theirs; elsewhere its own
must be likelier.
"""

import re
from collections.abc import Mapping, Sequence

from nodes.rewrite_check import Verdict, content, figures_and_names, same
from nodes.self_contained import opens_with_link
from stores.words import terms, words

SURE = 0.3
"""Mean probability of the rules' additions from which a rewrite must hold them."""
BEYOND = 2
"""Terms that a rewrite may have beyond those of rules that are sure; none of them a name or a figure."""
LIKELY = 0.4
"""Probability that one added term must reach where the rules added nothing."""
PRICE = 0.2
"""Taken off for each added term: unlikely ones count against a rewrite."""

_PICKS = re.compile(
    r"\b(?:first|second|third|fourth|fifth|last|latter|former|others?|another|both|each|either|neither|ones?|same|next|"
    r"previous|following|before that|more|he|him|his|she|hers?|which (?:\w+ ){0,3}(?:is|are|was) (?:that|it|this)|"
    r"primer[oa]?s?|segund[oa]s?|tercer[oa]?s?|últim[oa]s?|otr[oa]s?|amb[oa]s|siguiente|anterior|mism[oa]s?|"
    r"premi(?:er|ère)s?|deuxième|seconde?|troisième|derni(?:er|ère)s?|autres?|deux|suivante?|précédente?|même|"
    r"erste[nrms]?|zweite[nrms]?|dritte[nrms]?|letzte[nrms]?|andere[nrms]?|beide[nrs]?|nächste[nrms]?"
    r"|gleiche[nrms]?)\b",
    re.IGNORECASE,
)


def agreement(
    rewrite: str,
    ruled: str,
    message: str,
    likely: Mapping[str, float],
    language: str = "en",
    names: Sequence[str] = (),
) -> Verdict:
    """A verdict that is ok where the rewrite may be used.

    Args:
        rewrite: a valid rewrite.
        ruled: what the rules made of the message.
        message: the message itself.
        likely: the probability of each stem of the conversation that the message lacks it.
        language: ISO 639-1 code of the message.
        names: the names that the conversation holds.
    """
    own = content(message, language)
    theirs, ours = _beyond(content(ruled, language), own), _beyond(content(rewrite, language), own)
    sure = is_sure(ruled, message, likely, language)
    if theirs and _encloses(rewrite, message) and (sure or not _beyond(theirs, ours)):
        return Verdict("unlike", "beside the message as it was")  # the rules' own words read better, and say no less
    if sure:
        return _unlike(theirs, ours, _elsewhere(rewrite, names, theirs, language))
    expected, offered = _chances(theirs, likely), _chances(ours, likely)
    needed = max(expected, default=LIKELY)
    if max(offered, default=0.0) < needed or _worth(offered) < min(_worth(expected), 0.0):
        return Verdict("unlikely", ", ".join(ours[:3]))
    return Verdict()


def is_sure(ruled: str, message: str, likely: Mapping[str, float], language: str = "en") -> bool:
    """Whether the rules' result is as good as certain: a rewrite may only say the same in other words.

    It is where they put something in the place of the message's own words, not only behind them.
    """
    if opens_with_link(message, language) or _PICKS.search(message) is not None:
        return True
    theirs = _beyond(content(ruled, language), content(message, language))
    if not theirs:
        return False
    said, asked = words(ruled), words(message)
    return said[: len(asked)] != asked or sum(_chances(theirs, likely)) >= SURE * len(theirs)


def _encloses(text: str, message: str) -> bool:
    """Whether a text holds the message word for word, at its beginning or end."""
    said, own = words(text), words(message)
    return any(said[at : at + len(own)] == own for at in (0, len(said) - len(own)))


def _unlike(theirs: Sequence[str], ours: Sequence[str], pointed: set[str]) -> Verdict:
    """What is wrong with a rewrite that should say the same as the rules in other words.

    `pointed`: stems that name something else than the rules did.
    """
    if missing := _beyond(theirs, ours):
        return Verdict("unlike", f"without {missing[0]}")
    surplus = _beyond(ours, theirs)
    other = [one for one in surplus if one in pointed]
    if other or len(surplus) > BEYOND or (surplus and not theirs):
        return Verdict("unlike", f"with {(other or surplus)[0]}")
    return Verdict()


def _elsewhere(rewrite: str, names: Sequence[str], theirs: Sequence[str], language: str) -> set[str]:
    """The stems of figures and names that are not what the rules named; theirs may be a part of a longer name."""
    held = [set(terms(name, language)) for name in names]
    named = {one for one in theirs if any(one in name for name in held)}
    whole = set().union(*(name for name in held if named and named <= name))
    return figures_and_names(rewrite, language).union(*held) - whole


def _worth(chances: Sequence[float]) -> float:
    return sum(chances) - PRICE * len(chances)


def _chances(stems: Sequence[str], likely: Mapping[str, float]) -> list[float]:
    return [max((chance for stem, chance in likely.items() if same(stem, one)), default=0.0) for one in stems]


def _beyond(stems: Sequence[str], others: Sequence[str]) -> list[str]:
    return [one for one in stems if not any(same(one, other) for other in others)]
