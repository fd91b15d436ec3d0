"""The routing rules for a language code."""

from functools import cache

from nodes.routing import english, french, german, others, spanish
from nodes.routing.table import Rules

TABLES = {"en": english.RULES, "es": spanish.RULES, "fr": french.RULES, "de": german.RULES}


@cache
def rules_for(language: str) -> Rules:
    """The rules of a language; languages without a table of their own share one that knows social words only."""
    return TABLES.get(language, others.RULES)
