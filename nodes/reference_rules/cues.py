"""The cues of every language that has a table."""

from nodes.reference_rules import (
    cues_english,
    cues_french,
    cues_german,
    cues_italian,
    cues_portuguese,
    cues_spanish,
)
from nodes.reference_rules.cue_tables import Cues

_TABLES = {
    "en": cues_english.CUES,
    "es": cues_spanish.CUES,
    "fr": cues_french.CUES,
    "de": cues_german.CUES,
    "pt": cues_portuguese.CUES,
    "it": cues_italian.CUES,
}


def cues_for(language: str) -> Cues | None:
    """The cues of a language; None for one without a table."""
    return _TABLES.get(language)
