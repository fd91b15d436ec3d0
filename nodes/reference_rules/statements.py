"""Topics that the user opened by telling something: what they ask next is about what they told."""

import re

from nodes.reference_rules.antecedents import focus
from nodes.reference_rules.focus import definite
from nodes.reference_rules.grammar import PERSONS
from nodes.reference_rules.nominal import append
from nodes.reference_rules.past import Past
from nodes.reference_rules.phrases import Phrase, phrases
from stores.words import terms

_TELLS = re.compile(
    r"^\W*(?:(?:hi|hello|hey|so|ok|okay|well)\W+)*(?:i|i'm|i've|i'd|i'll|we|we're|we've|we'd|we'll|my|our)\b[^?]*$"
)
_WISHES_TO_KNOW = re.compile(r"\b(?:know|ask|question|wonder|wondering|tell me|explain|find out)\b")
_ASKS = re.compile(
    r"^\W*(?:what|which|who|when|where|how|is|are|do|does|did|can|could|will|would|should|may|must|has|have|until|from"
    r"|for|at|to|by|in|on)\b"
)
_FEW, _LEAST, _LONGEST = 3, 4, 12


def of_statement(question: str, low: str, past: Past, language: str) -> str:
    """The question with the thing that the topic's opening statement told of; "" where it was opened otherwise.

    "We'd like to take the night train on Friday." – "Is there a dining car?"
    """
    first = past.here[-1] if past.begun and language == "en" and len(past.here) <= _FEW else None
    told = first.asked.lower().replace("’", "'") if first else ""
    if first is None or len(told.split()) < _LEAST or not _TELLS.match(told) or _WISHES_TO_KNOW.search(told):
        return ""
    own = phrases(question, language, past.known)
    if not _ASKS.match(low) or len(low.split()) > _LONGEST or any(p.names or len(p.words) > 2 for p in own):
        return ""
    found = focus(first, past, language)
    main = next((p for p in (found.main, *found.all) if _is_thing(p)), None) if found else None
    if main is None or set(terms(main.text, language)) & set(terms(question, language)):
        return ""
    return append(question, f"({definite(main.text, language)})")


def _is_thing(phrase: Phrase) -> bool:
    own = phrase.det in {"my", "our"} and bool(PERSONS & set(phrase.words))
    return not (own or phrase.person or phrase.time or phrase.quantity or phrase.asked)
