"""The shape of a language's cues: the words by which a message leans on what came before it."""

import re
from dataclasses import dataclass

Pattern = re.Pattern[str]


def verbose(pattern: str) -> Pattern:
    """A verbose pattern over lower-case text."""
    return re.compile(pattern, re.VERBOSE)


@dataclass(frozen=True)
class Cues:
    """All patterns are for lower-case text."""

    lead: Pattern  # connectives at the start of a follow-up
    about: Pattern  # "what about": something takes the place of what was asked about
    limit: Pattern  # "only", "just": the request before, narrowed
    same: Pattern  # "same for", "is that the same for": the request before, for something else
    more: Pattern  # whole messages that want more of the same
    others: Pattern  # "any others": more of the kind asked for
    two: Pattern  # "which of the two", "compare them"
    whether_true: Pattern  # "is that true": the request before, checked
    ordinal: Pattern  # groups `nth`, and `noun` where one follows
    nth: dict[str, int]
    ends: Pattern  # "the first and the last of those"
    later: tuple[tuple[Pattern, int], ...]  # "the following year"
    pronoun: Pattern  # a pronoun that leans on a noun
    joins: str  # how an attribute is joined to its thing: "of"
    year: str  # how a year is joined: "in"
