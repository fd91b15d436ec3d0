"""The shape of a language's routing rules. Each language has a file of such tables."""

import re
from dataclasses import dataclass

Pattern = re.Pattern[str]
Targets = tuple[tuple[Pattern, str], ...]


def compiled(pattern: str) -> Pattern:
    """A verbose pattern over lower-case text."""
    return re.compile(pattern, re.VERBOSE)


def anywhere(*patterns: str) -> Pattern:
    """One pattern that finds any of several verbose ones."""
    return compiled("|".join(f"(?:{pattern})" for pattern in patterns))


def vocabulary(words: str) -> frozenset[str]:
    """A set of words written with spaces between them."""
    return frozenset(words.split())


NEVER = compiled(r"(?!)")


@dataclass(frozen=True)
class Rules:
    """What a language's messages are read with. Every pattern is for lower-case text with straight quotes."""

    social: Pattern  # one social phrase; a message of nothing else is social
    assent: Pattern  # a whole reply: yes
    refusal: Pattern  # a whole reply: no
    openers: tuple[tuple[Pattern, str], ...]  # courtesies and cue clauses at the start, with the cue they give
    asks: Pattern  # at the start of a clause: it is a question
    announces: Pattern  # "what I want to know is": the question follows
    corrects: tuple[Pattern, ...]  # at the start: groups `wanted` and `replaced`
    contradicts: Pattern  # "that can't be right": a statement against the answer, not a correction
    reuse: Pattern  # names evidence already shown
    reuse_alone: Pattern  # asks for the evidence itself
    recall: Targets
    forms: Targets  # a restatement asked for
    form_words: frozenset[str]  # a restatement holds no other words than these
    translates: Pattern  # asks for a translation
    languages: dict[str, str]  # names of languages to codes
    dangling: Pattern  # a pronoun that needs an antecedent
    expletive: Pattern  # uses of such words that need none
    bare: Pattern  # whole messages that ask about something unnamed
    who: Pattern  # asks who or what a named person or thing of the user's is; group `name`
    introduces: tuple[str, ...]  # templates in which the user introduced {name}
    mine: Pattern = NEVER  # asks for something of the user's own; group `name`
    form_filler: Pattern = NEVER  # in scripts without spaces: what a restatement may hold beside its form
