"""The shape of a language's grammar: its words by class."""

from dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Grammar:
    """The words of a language by class, lower case."""

    det: frozenset[str]
    possessive: frozenset[str]  # "its", "their": a determiner that refers
    prep: frozenset[str]
    of: frozenset[str]  # the prepositions that join two noun phrases into one
    be: frozenset[str]
    aux: frozenset[str]
    pron: frozenset[str]
    wh: frozenset[str]
    conj: frozenset[str]
    adverb: frozenset[str]
    verb: frozenset[str]  # verbs that questions are asked with, in the forms they take there
    predicate: frozenset[str]  # adjectives that stand after the noun
