"""Where a fragment goes in the question before it: years, quantities, names and prepositions have their like."""

import re

from nodes.reference_rules.calendar import in_turn
from nodes.reference_rules.contrasts import alone, contrasting
from nodes.reference_rules.cue_tables import Cues
from nodes.reference_rules.focus import YEAR, Focus
from nodes.reference_rules.grammar import EN
from nodes.reference_rules.nominal import WHOLE_SCOPE, Fragment, append, kind_of, of_its_kind, swap
from nodes.reference_rules.past import Exchange
from nodes.reference_rules.phrases import Phrase, phrases
from stores.words import content_words, stem

_CONTEXT = 600  # characters of an answer that are read for years
_FILLER = {
    "figure",
    "figures",
    "number",
    "numbers",
    "result",
    "results",
    "data",
    "year",
    "version",
    "one",
    "ones",
    "report",
    "value",
    "values",
    "cifras",
    "datos",
    "chiffres",
    "zahlen",
    "año",
    "année",
    "jahr",
}
_NUMBER = (
    r"\d+(?:[.,]\d+)?|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|fifty|hundred"
    r"|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|veinte|deux|trois|quatre|cinq|sept|huit|neuf|dix|douze"
    r"|vingt|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zwanzig)\b"
)
_PLACE_PREPS = {"in", "on", "at", "inside", "outside", "near"}
_WAYS = {"in", "to", "from", "within", "into"}
_FURTHER = {"second", "third", "other", "another", "additional", "extra", "larger", "bigger", "smaller", "further"}
_TIME_PREPS = {"on", "at", "in", "during", "over", "am", "im", "en", "le", "pendant", "an"}


def _content(text: str, language: str) -> list[str]:
    return [word for word in content_words(text, language) if word not in _FILLER]


def put_year(
    f: Fragment, before: str, focus: Focus | None, cues: Cues, language: str, known: tuple[str, ...]
) -> str | None:
    years = YEAR.findall(f.text)
    del focus, known
    if not years or [w for w in _content(f.text, language) if w not in years]:
        return None
    held = list(YEAR.finditer(before))
    if not held:
        said = (
            f.text
            if re.match(r"\D", f.text) and not f.text.lower().startswith("the")
            else f"{cues.year} {' '.join(years)}"
        )
        return append(before, said)
    first, last = held[0], held[-1]
    span = (
        (first.start(), last.end())
        if re.fullmatch(
            r"\W*(?:and|or|y|et|und|to|-|–)?\W*(?:\d{4}\W*(?:and|or|y|et|und)?\W*)*",
            before[first.end() : last.start()] if len(held) > 1 else "",
        )
        else last.span()
    )
    return swap(before, *span, " and ".join(years) if len(years) > 1 else years[0])


def absolute_dates(question: str, low: str, cues: Cues, last: Exchange) -> tuple[str, str]:
    """For "the following year" as the year it is, in the message and in its lower-case reading."""
    if moved := in_turn(question, low, last.query):
        return moved
    years = YEAR.findall(last.query) or YEAR.findall(last.answered[:_CONTEXT])
    if not years:
        return question, low
    for pattern, step in cues.later:
        if match := pattern.search(low):
            year = str(int(years[-1]) + step)
            said = match.group().split()
            new = f"{said[0]} {year}" if said[0] in {"in", "for", "during", "en", "para", "pour", "für", "im"} else year
            start, end = match.span()
            return f"{question[:start]}{new}{question[end:]}", f"{low[:start]}{new}{low[end:]}"
    return question, low


def put_number(
    f: Fragment, before: str, focus: Focus | None, cues: Cues, language: str, known: tuple[str, ...]
) -> str | None:
    """For "and with 3 kilograms?" after "a drone of 1.5 kilograms"."""
    del focus, cues
    if any(p.names for p in phrases(f.text, language, known)):
        return None
    match = re.search(rf"({_NUMBER})\s*([^\W\d_]+|%|€|\$|£)?\W*$", f.text, re.IGNORECASE)
    if not match or len(_content(f.text, language)) > 3:
        return None
    unit = stem((match.group(2) or "").lower(), language)
    for held in re.finditer(rf"({_NUMBER})\s*([^\W\d_]+|%|€|\$|£)?", before, re.IGNORECASE):
        same_unit = stem((held.group(2) or "").lower(), language) == unit
        if same_unit or not unit:
            end = held.end(2) if unit and held.group(2) else held.end(1)
            return swap(before, held.start(1), end, f.text[match.start() :].strip())
    return None


def put_name(
    f: Fragment, before: str, focus: Focus | None, cues: Cues, language: str, known: tuple[str, ...]
) -> str | None:
    """A name takes the place of its like: one that shares a word, or the thing the question was about."""
    new = phrases(f.text, language, known)
    del cues
    if len(new) != 1 or not new[0].names or new[0].time or focus is None or f.limit:
        return None
    if WHOLE_SCOPE.match(f.text.lower()):
        return None
    held = [p for p in focus.all if p.names]
    wanted = new[0]
    same_noun = [p for p in held if p.head == wanted.head and p.head not in " ".join(p.names).lower() and not p.prep]
    shared = (same_noun[-1], _describing(same_noun[-1])) if len(same_noun) == 1 else _sharing(wanted, held, known)
    target, name = shared or (None, "")
    if (
        target is None
        and wanted.prep
        and wanted.prep not in {"of", "with", "for", "about", "de", "für", "pour", "para", "von"}
    ):
        same = [p for p in held if p.prep == wanted.prep]
        if not same:
            return None
        target, name = same[-1], same[-1].names[-1]
    if target is None:
        if not focus.main.names:
            side = [p for p in held if p.prep == wanted.prep and p.prep] or (held if len(held) == 1 else [])
            if not side:
                return None
            target, name = side[-1], side[-1].names[-1]
        else:
            target, name = focus.main, focus.main.names[0]
    return _write_name(before, target, name, wanted, language)


def _describing(phrase: Phrase) -> str:
    """The name beside the noun of a phrase: "Basic" of "the Basic plan of Quill"."""
    low = phrase.text.lower()
    return next((name for name in phrase.names if f"{name.lower()} {phrase.head}" in low), phrase.names[-1])


def _sharing(wanted: Phrase, held: list[Phrase], known: tuple[str, ...]) -> tuple[Phrase, str] | None:
    """A held name that shares a word with the new one, or with a known longer form of it ("Vault": "Norvik Vault")."""
    forms = {w.lower() for name in wanted.names for w in name.split()}
    for name in wanted.names:
        for longer in known:
            if name.lower() != longer.lower() and name.lower() in longer.lower().split():
                forms |= set(longer.lower().split())
    for phrase in held:
        for name in phrase.names:
            if forms & {w.lower() for w in name.split()} and name.lower() not in {n.lower() for n in wanted.names}:
                return phrase, name
    return None


def _write_name(before: str, target: Phrase, name: str, wanted: Phrase, language: str) -> str:
    at = before.lower().find(name.lower(), target.start)
    if at < 0:
        at = before.lower().find(name.lower())
    if at < 0:
        return append(before, wanted.text)
    end = at + len(name)
    only_name = " ".join(wanted.words) == " ".join(wanted.names).lower()
    if not only_name or wanted.det == "the":
        # "the Kestrel probe" takes the place of the whole of "the Heron mission"
        joined = list(re.finditer(r"\bof\s+|\b(?:de|del|du|des|von)\s+", before[target.start : at]))
        start = target.start + joined[-1].end() if joined else target.start
        rest = before[end : target.end]
        stop = end + (re.search(r"\s+of\s|$", rest).start() if rest else 0)  # type: ignore[union-attr]  # `$` always matches
        if before[end : end + 2] in {"'s", "’s"}:
            return swap(before, at, end, bare(wanted.text))
        return swap(before, start, stop, wanted.text)
    del language
    return swap(before, at, end, wanted.text)


def bare(text: str) -> str:
    return re.sub(r"^(?:the|a|an)\s+", "", text, flags=re.IGNORECASE)


def put_prepositional(
    f: Fragment, before: str, focus: Focus | None, cues: Cues, language: str, known: tuple[str, ...]
) -> str | None:
    """For "and for contractors?": in place of "for part-time employees", or beside what was asked."""
    new = phrases(f.text, language, known)
    del cues
    starts = bool(new) and bool(new[0].prep) and f.text.lower().startswith(new[0].prep)
    if not starts and not f.limit:
        return None
    said = (
        f"{f.limit} {f.text}"
        if f.limit in {"without", "except", "excluding", "sin", "sans", "ohne", "außer"}
        else f.text
    )
    if language == "en" and not f.limit and (made := _turned(f.text, before)):
        return made
    if focus is None or not new:
        return append(before, said)
    wanted = new[0]
    for held in focus.all if not f.limit else ():
        at = before.lower().rfind(held.prep, 0, held.start) if held.prep else -1
        if held.prep and at >= 0 and _corresponds(wanted, held, held is focus.main):
            return swap(before, at, held.end, said)
    if (same := of_its_kind(wanted, focus, language)) is not None and not f.limit:
        return swap(before, same.start, same.end, wanted.text)
    if wanted.person and wanted.prep in {"for", "to", "with", "para", "pour", "für", "bei"}:
        return append(_without_person(before, focus), said)
    return append(before, said)


def _turned(text: str, before: str) -> str:
    """For "on the second?" after "on the ground floor": one word of such a phrase in the place of another."""
    word = alone(text.partition(" ")[2])
    held = contrasting(word, before) if word else None
    led = re.search(r"\b([a-z]+)\s+(?:(?:the|an?)\s+)?$", before[: held.start].lower()) if held else None
    if held is None or led is None or led[1] not in EN.prep:
        return ""
    return swap(before, held.start, held.end, word)


def _corresponds(wanted: Phrase, held: Phrase, main: bool) -> bool:
    """Whether one phrase asks for the same kind of limit as the other: "in towns" as "on motorways"."""
    preps = {held.prep, wanted.prep}
    alike = len(preps) == 1 or (held.time and wanted.time and preps <= _TIME_PREPS)
    alike = alike or (preps <= _PLACE_PREPS and held.det == wanted.det and not held.time)
    plain = not (wanted.time or wanted.person or wanted.quantity) and wanted.det == held.det == ""
    if plain and held.names and not main and (len(preps) == 1 or (preps <= _WAYS and wanted.prep != "in")):
        return True  # "as csv" after "as XML", "to north africa" after "in Europe"
    if preps == {"per"} or (wanted.head == "others" and len(preps) == 1 and not main):
        return True
    if not alike or kind_of(held) != kind_of(wanted):
        return False
    further = bool(set(wanted.words) & _FURTHER)
    return not main or bool(wanted.names) or (held.det == wanted.det and not further)


def _without_person(before: str, focus: Focus) -> str:
    """The question without a person it was asked for in another way; "for adults" gives way to "for children"."""
    for held in focus.sides:
        if held.person and held is not focus.main:
            at = before.lower().rfind(held.prep, 0, held.start)
            if at >= 0:
                return swap(before, at, held.end, "").replace("  ", " ").replace(" ?", "?")
    return before
