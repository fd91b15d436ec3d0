"""Relative dates made absolute: "next month", said on 30 November 2026, is 2026-12.

Days come as YYYY-MM-DD, weeks as the Monday they begin with, months as YYYY-MM, years as YYYY.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import lru_cache

_UNITS = {
    "en": {"day": "days?", "week": "weeks?", "month": "months?", "year": "years?"},
    "es": {"day": "días?", "week": "semanas?", "month": "mes(?:es)?", "year": "años?"},
    "fr": {"day": "jours?", "week": "semaines?", "month": "mois", "year": "ans?|années?"},
    "de": {"day": "Tag(?:en)?", "week": "Wochen?", "month": "Monat(?:en)?", "year": "Jahr(?:en)?"},
}
_DAYS = {
    "en": {"day after tomorrow": 2, "tomorrow": 1, "today": 0, "tonight": 0, "day before yesterday": -2,
           "yesterday": -1},
    "es": {"pasado mañana": 2, "hoy": 0, "anteayer": -2, "ayer": -1},  # "mañana" is also the morning
    "fr": {"après-demain": 2, "demain": 1, "aujourd'hui": 0, "aujourd’hui": 0, "avant-hier": -2, "hier": -1},
    "de": {"übermorgen": 2, "heute": 0, "vorgestern": -2, "gestern": -1},  # "morgen" is also the morning
}  # fmt: skip
_NEIGHBOURS = {
    "en": {1: "next {}|coming {}", 0: "this {}|current {}", -1: "last {}|previous {}"},
    "es": {1: "{} que viene|próxim[oa] {}|{} próxim[oa]", 0: "est[ea] {}", -1: "{} pasad[oa]"},
    "fr": {1: "{} prochaine?|prochaine? {}", 0: "ce {}|cette {}", -1: "{} dernière?|{} passée?"},
    "de": {1: "nächste[nrms]? {}|kommende[nrms]? {}", 0: "diese[nrms]? {}", -1: "letzte[nrms]? {}|vorige[nrms]? {}"},
}
_AHEAD = {
    "en": (r"in {n} {u}(?:'? time)?", r"{n} {u} ago"),
    "es": (r"(?:dentro de|en) {n} {u}", r"hace {n} {u}"),
    "fr": (r"dans {n} {u}", r"il y a {n} {u}"),
    "de": (r"in {n} {u}", r"vor {n} {u}"),
}
_WEEKDAYS = {
    "en": "monday tuesday wednesday thursday friday saturday sunday",
    "es": "lunes martes miércoles jueves viernes sábado domingo",
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "de": "montag dienstag mittwoch donnerstag freitag samstag sonntag",
}
_WEEKDAY_CUES = {
    "en": ("(?:next|this|coming|on|by|until) {}", "last {}"),
    "es": ("(?:el próximo|este|el) {}|{} que viene", "el {} pasado"),
    "fr": ("{} prochain|ce {}", "{} dernier"),
    "de": ("(?:nächsten|diesen|kommenden|am|bis) {}", "(?:letzten|vorigen) {}"),
}
_COUNTS = {
    "en": "one two three four five six seven eight nine ten eleven twelve",
    "es": "uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "fr": "un deux trois quatre cinq six sept huit neuf dix onze douze",
    "de": "einem zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
}
_ONES = {"a": 1, "an": 1, "una": 1, "un": 1, "une": 1, "einer": 1}

Resolve = Callable[[str, str, date], str]
"""Gives the absolute date for (the words found, the count among them or "", today)."""


def absolute(text: str, today: date, language: str = "en") -> str:
    """The text with every relative date followed by the absolute one in brackets."""
    for pattern, resolve in _patterns(language):
        parts, end = [], 0
        for match in pattern.finditer(text):
            iso = resolve(match.group().lower(), (match.groupdict().get("n") or "").lower(), today)
            noted = not iso or text[match.end() :].lstrip().startswith("(")
            parts.append(text[end : match.end()] + ("" if noted else f" ({iso})"))
            end = match.end()
        text = "".join(parts) + text[end:]
    return text


def since_of(text: str) -> str:
    """The first absolute date that `absolute` put into a text; "" when there is none."""
    found = re.search(r"\((\d{4}(?:-\d\d(?:-\d\d)?)?)\)", text)
    return found.group(1) if found else ""


@lru_cache(maxsize=8)
def _patterns(language: str) -> tuple[tuple[re.Pattern[str], Resolve], ...]:
    language = language if language in _UNITS else "en"
    days = _DAYS[language]
    found: list[tuple[re.Pattern[str], Resolve]] = [
        (_compiled("|".join(days)), lambda words, _, today: _day(today, days[words]))
    ]
    counts = {name: at + 1 for at, name in enumerate(_COUNTS[language].split())} | _ONES
    number = rf"(?P<n>\d{{1,3}}|{'|'.join(counts)})"
    for unit, word in _UNITS[language].items():
        for step, shape in _NEIGHBOURS[language].items():
            found.append((_compiled(shape.replace("{}", f"(?:{word})")), _neighbour(unit, step)))
        for sign, shape in zip((1, -1), _AHEAD[language], strict=True):
            pattern = _compiled(shape.replace("{n}", number).replace("{u}", f"(?:{word})"))
            found.append((pattern, _counted(unit, sign, counts)))
    names = _WEEKDAYS[language].split()
    for sign, shape in zip((1, -1), _WEEKDAY_CUES[language], strict=True):
        found.append((_compiled(shape.replace("{}", f"(?:{'|'.join(names)})")), _weekday(sign, names)))
    return tuple(found)


def _compiled(body: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{body})(?!\w)", re.IGNORECASE)


def _neighbour(unit: str, step: int) -> Resolve:
    return lambda _words, _count, today: moved(today, unit, step)


def _counted(unit: str, sign: int, counts: Mapping[str, int]) -> Resolve:
    return lambda _, count, today: moved(today, unit, sign * (int(count) if count.isdigit() else counts[count]))


def _weekday(sign: int, names: list[str]) -> Resolve:
    def resolve(words: str, _: str, today: date) -> str:
        wanted = next(at for at, name in enumerate(names) if name in words)
        ahead = (wanted - today.weekday()) % 7 or 7
        return _day(today, ahead if sign > 0 else (ahead - 7 if ahead < 7 else -7))

    return resolve


def _day(today: date, days: int) -> str:
    return (today + timedelta(days=days)).isoformat()


def moved(today: date, unit: str, steps: int) -> str:
    """The day, week, month or year so many steps from today's."""
    if unit == "day":
        return _day(today, steps)
    if unit == "week":
        return _day(today, 7 * steps - today.weekday())
    if unit == "year":
        return f"{today.year + steps:04d}"
    months = today.year * 12 + today.month - 1 + steps
    return f"{months // 12:04d}-{months % 12 + 1:02d}"
