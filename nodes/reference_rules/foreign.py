"""A message in another language than the question before: names are carried over, and a thing it plainly points to."""

import re

from nodes.reference_rules.antecedents import focus as focus_of_exchange
from nodes.reference_rules.cue_tables import Cues
from nodes.reference_rules.elsewhere import object_of
from nodes.reference_rules.nominal import append
from nodes.reference_rules.past import Past
from nodes.reference_rules.phrases import Phrase, phrases
from nodes.reference_rules.pointing import pointing_of
from nodes.routing.rules import rules_for
from nodes.routing.table import vocabulary

_THERE = re.compile(r"(?<!is )(?<!are )\bthere\b(?! (?:is|are|was|were|any|a|an|be|will)\b)")
_AT = vocabulary(
    "at in on im am auf bei beim zum zur dans à au chez en sur em no na nel nella al alla"
)  # "da" and "de" say no place


def carry_over(question: str, low: str, past: Past, language: str, cues: Cues) -> str:
    """The message with the name that it leans on; where it points to a thing without a name, with that thing.

    Nothing is translated: a word in the other language still finds what is written in that language.
    """
    last = past.last
    lead = cues.lead.match(low)
    led = lead is not None and bool(lead.group().strip(" ¿¡")) and bool(low[lead.end() :].strip(" ?"))
    start = lead.end() if lead and led else 0
    body, said = question[start:], low[start:]
    focus = focus_of_exchange(last, past, last.language) if last else None
    own = phrases(question, language, past.known)
    if focus is None or last is None or any(p.names for p in own):
        return body
    there = _points_there(said, language)
    expletive = rules_for(language).expletive.search(said) is not None
    points = cues.pronoun.search(said) is not None and not expletive
    points = points or (language != "en" and bool(object_of(body, said, language, (), expletive=expletive)))
    lone = not [p for p in own if not p.asked]
    if there:
        where = next((p for p in focus.all if p.prep in _AT and not (p.time or p.asked)), focus.main)
        return append(body, where.names[0] if _is_name(where, last.language) else f"({where.text})")
    if not (points or lone):
        return body
    if _is_name(focus.main, last.language):
        return append(body, focus.main.names[0])
    return append(body, f"({focus.thing})") if points and lone else body


def _is_name(phrase: Phrase, language: str) -> bool:
    return bool(phrase.names) and language != "de"


def _points_there(low: str, language: str) -> bool:
    table = pointing_of(language)
    return bool(table.place.search(low) if table else (language == "en" and _THERE.search(low)))
