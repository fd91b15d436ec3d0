"""Months and weekdays told by the one before: "and in the following month?" after "in January 2021"."""

import re

_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_LATER = re.compile(
    r"\b(?P<prep>in |on |for |during )?(?:the )?(?:(?P<unit>month|day) (?P<after>before|after|later|earlier)(?: that)?"
    r"|(?P<which>following|next|previous|preceding|prior) (?P<unit2>month|day)|(?:one|a) (?P<unit3>month|day)"
    r" (?P<after3>before|after|later|earlier)(?: that)?)\b"
)
_NAMED = {
    "month": re.compile(rf"\b(?P<name>{'|'.join(_MONTHS)})\b(?:\s+(?P<year>(?:19|20)\d\d))?", re.IGNORECASE),
    "day": re.compile(rf"\b(?P<name>{'|'.join(_DAYS)})s?\b", re.IGNORECASE),
}
_BACK = frozenset({"before", "earlier", "previous", "preceding", "prior"})


def in_turn(question: str, low: str, before: str) -> tuple[str, str] | None:
    """The message, and its lower-case reading, with the month or weekday by its name; None where none is meant."""
    match = _LATER.search(low)
    unit = next((match[name] for name in ("unit", "unit2", "unit3") if match and match[name]), "")
    held = _NAMED[unit].search(before) if unit else None
    if match is None or held is None:
        return None
    names = _MONTHS if unit == "month" else _DAYS
    step = -1 if {match["after"], match["which"], match["after3"]} & _BACK else 1
    place = names.index(held["name"].lower()) + step
    said = names[place % len(names)].capitalize()
    if unit == "month" and held["year"]:
        said = f"{said} {int(held['year']) + place // len(names)}"
    start, end = match.start() + len(match["prep"] or ""), match.end()
    return f"{question[:start]}{said}{question[end:]}", f"{low[:start]}{said.lower()}{low[end:]}"
