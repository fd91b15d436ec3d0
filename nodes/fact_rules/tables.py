"""The languages whose ways of stating facts are known, by ISO 639-1 code."""

from nodes.fact_rules.english import ENGLISH
from nodes.fact_rules.french import FRENCH
from nodes.fact_rules.german import GERMAN
from nodes.fact_rules.shapes import Rules
from nodes.fact_rules.spanish import SPANISH

RULES: dict[str, Rules] = {"en": ENGLISH, "es": SPANISH, "fr": FRENCH, "de": GERMAN}
