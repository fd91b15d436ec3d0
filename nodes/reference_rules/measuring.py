"""Entries of a list told apart by their figures: "the cheapest", "the biggest room", "the one for four people"."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nodes.reference_rules.grammar import ATTRIBUTES, EN, PERSONS, TIMES
from nodes.reference_rules.lists import Item
from nodes.reference_rules.nominal import bare
from nodes.reference_rules.tokens import tokenize
from nodes.routing.table import vocabulary
from stores.words import stem

_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
}  # fmt: skip
_NUMBERED = rf"(?:\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?|{'|'.join(_WORDS)})"
_FIGURE = re.compile(
    rf"(?:(?P<pre>[a-z]+)\s+)?(?:(?:up to|about|around|only|just|over|at most)\s+)?(?P<sign>[€$£])?"
    rf"(?<![\w.])(?P<n>{_NUMBERED})(?![\w.]*\d)(?:\s*-?\s*(?P<unit>(?!(?:for|at|from|with|to|and|or|in|on|of|by)\b)[a-z²³]+(?:/[a-z]+)?|[€$£%°]))?"
)
_MONEY = vocabulary("€ $ £ euro euros eur dollar dollars usd pound pounds gbp pence cents francs crowns")
_COSTING = vocabulary("cost costs costing price priced charge charges pay pays")
_EACH = vocabulary("a an per each")
_BESIDE_PRICE = vocabulary("for at from is")
_UNITS = {
    "size": vocabulary(
        """people persons person guests guest adults seats seat places place panels kw kwh gb tb mb m² m2 m³ square
        litres liters litre l beds bed bedrooms rooms inch inches cm ha hectares acres cubic users user members
        sqm ml spaces tents children pupils spectators visitors passengers pieces"""
    ),
    "length": vocabulary(
        """minutes minute min mins hours hour h days day weeks week months month years year evenings evening nights
        night km kilometres kilometers miles mile metres meters metre m pages lessons sessions seconds cm"""
    ),
    "height": vocabulary("m metres meters metre feet foot ft storeys floors cm"),
    "weight": vocabulary("kg g kilos kilo grams gram lb lbs tonnes tons tonne"),
    "speed": vocabulary("mbit mbps gbit gbps knots mph km/h kmh"),
    "warmth": vocabulary("degrees ° c celsius"),
    "strength": vocabulary("percent % abv"),
}
_HOLDING = vocabulary("seats seat sleeps serves holds hold fits takes carries stores")
_LASTING = vocabulary("lasts last takes take runs")
_MEASURED = {
    "price": {"cheap": -1, "expensive": 1, "pricy": 1, "dear": 1, "costly": 1},
    "size": {"big": 1, "large": 1, "small": -1, "great": 1, "roomy": 1, "little": -1},
    "length": {"long": 1, "short": -1},
    "height": {"tall": 1, "high": 1, "low": -1},
    "weight": {"heavy": 1, "light": -1},
    "speed": {"fast": 1, "quick": 1, "slow": -1},
    "warmth": {"warm": 1, "hot": 1, "cold": -1, "cool": -1},
    "strength": {"strong": 1, "weak": -1, "mild": -1},
    "age": {"old": -1, "new": 1, "recent": 1, "young": 1},
}
_ALL = {adjective: (kind, way) for kind, table in _MEASURED.items() for adjective, way in table.items()}
_FORM = (
    r"(?:(?P<more>most|least|more|less)\s+(?P<long>expensive|costly|recent|roomy)|(?P<short>cheap|pric|dear|bigg|larg|small"
    r"|great|long|short|tall|high|low|heavi|light|fast|quick|slow|warm|hott|cold|cool|strong|weak|mild|old|new|young)"
    r"(?P<grade>i?est|i?er))"
)
_SUPERLATIVE = re.compile(
    rf"(?P<the>\bthe\s+(?:very\s+|single\s+)?)?\b{_FORM}\b"
    r"(?:\s+(?P<noun>ones?\b|of\s+(?:them|those|these|all|the\s+(?:lot|two|three|four|five))\b|[a-z-]+))?"
)
_BARE = re.compile(r"^\W*(?:(?:and|but|so|or|ok|okay|then|what|how|about|for|in|with)\b\W*)*(?:the\s+)?$")
_ASKED = re.compile(
    r"^\W*(?:(?:and|so|but|ok|okay)\b\W*)*(?:which|what|who)(?:\s+(?:one|(?:one\s+)?of\s+(?:them|those|these)))?"
    r"(?:'s|\s+is|\s+was|\s+are|\s+would\s+be)\s*$"
)
_IS = re.compile(r"^\W*(?:(?:and|so|but)\W+)?(?:is|are|was|were)\s*$")
_HAVING = re.compile(
    rf"\b(?:the|that)\s+(?:(?P<noun>[a-z]+)\s+(?:(?:that|which)\s+[a-z]+s|for|with|at|of|costing|holding|seating|sleeping)"
    rf"\s+(?:up\s+to\s+|about\s+)?[€$£]?(?P<n>{_NUMBERED})(?![\w.]*\d)(?:\s+(?P<unit>[a-z²³]+))?"
    rf"|(?P<size>{_NUMBERED})[\s-]+(?P<of>[a-z]+)\s+(?P<kind>[a-z]+))\b"
)


class _Figure(NamedTuple):
    value: float
    before: str
    unit: str


@dataclass(frozen=True)
class Found:
    """The entries that words at `start`..`end` of a message mean; `beside`: they only narrow what it asks."""

    start: int
    end: int
    items: tuple[Item, ...]
    beside: bool = False


def figures(text: str) -> list[_Figure]:
    """The figures of a text with the words before and after them, lower case."""
    return [
        _Figure(_value(m["n"]), m["pre"] or "", m["sign"] or m["unit"] or "") for m in _FIGURE.finditer(text.lower())
    ]


def _value(number: str) -> float:
    return float(_WORDS[number]) if number in _WORDS else float(number.replace(",", ""))


def _fits(kind: str, figure: _Figure) -> bool:
    if kind == "price":
        if figure.unit in _MONEY or figure.before in _COSTING:
            return True
        return figure.before in _BESIDE_PRICE | {""} and (not figure.unit or figure.unit in _EACH)
    if kind == "age":
        return 1000 <= figure.value <= 2100 and not figure.unit
    if kind == "size" and figure.before in _HOLDING and figure.unit not in _UNITS["length"] | _MONEY:
        return True
    if kind == "length" and figure.before in _LASTING and not figure.unit:
        return True
    return figure.unit in _UNITS[kind] and figure.before not in _COSTING


def _measure(item: Item, kind: str, told: Sequence[str]) -> float | None:
    """The figure of one kind that a list, or else a later answer that names the entry alone, gives it."""
    own = item.note or item.text.removeprefix(item.label)
    if kind == "price" and re.search(r"\bfree\b", own.lower()):
        return 0.0
    for text in (own, *told):
        found = figures(text)
        if (fit := next((f for f in found if _fits(kind, f)), None)) is not None:
            return fit.value
        if text is own and len(found) == 1 and kind in {"price", "size"} and found[0].unit not in TIMES:
            return found[0].value
    return None


def extreme(
    low: str, items: Sequence[Item], kinds: Collection[str], answers: Sequence[str], *, wanted: bool
) -> Found | None:
    """What a superlative picks, or a comparative of two: by the quantity that the adjective asks for.

    Where the list does not give it, all entries; None where the words pick nothing: "the largest file it accepts".
    """
    for match in _SUPERLATIVE.finditer(low):
        graded = match["grade"] or ("est" if match["more"] in {"most", "least"} else "er")
        alone = not low[match.end() :].strip(" ?!.") and _BARE.match(low[: match.start()]) is not None
        if not (match["the"] or alone) or (graded.endswith("er") and len(items) != 2):
            continue
        end = _end(match, low, kinds)
        if end is None:
            continue
        kind, way = _asks_for(match)
        asked = _ASKED.match(low[: match.start()]) is not None and not low[end:].strip(" ?!.")
        if asked and match["noun"] and not match["noun"].startswith(("one", "of ")):
            return None  # "what is the cheapest boat?" says all it needs
        if asked and len(items) > 2:
            return Found(match.start(), end, tuple(items), beside=True) if wanted else None
        values = [_measure(item, kind, _about(item, items, answers)) for item in items]
        if kind == "speed" and None in values:  # the fastest takes the least time
            values, way = [_measure(item, "length", _about(item, items, answers)) for item in items], -way
        known = [value for value in values if value is not None]
        if asked or len(known) < len(items):
            return Found(match.start(), end, tuple(items), beside=True) if wanted and not asked else None
        best = max(known) if way > 0 else min(known)
        return Found(match.start(), end, tuple(i for i, v in zip(items, values, strict=True) if v == best))
    return None


def _about(item: Item, items: Sequence[Item], answers: Sequence[str]) -> list[str]:
    """Sentences of the answers that name this entry and no other."""
    names = {bare(one.label).lower(): one for one in items}
    found = []
    for sentence in (s for answer in answers for s in re.split(r"(?<=[.!?])\s+", answer)):
        said = [one for name, one in names.items() if name in sentence.lower()]
        if said == [item]:
            found.append(re.sub(re.escape(bare(item.label)), " ", sentence, flags=re.IGNORECASE))
    return found


def _asks_for(match: re.Match[str]) -> tuple[str, int]:
    root = match["long"] or match["short"]
    root = {"pric": "pricy", "bigg": "big", "larg": "large", "heavi": "heavy", "hott": "hot"}.get(root, root)
    kind, way = _ALL[root]
    return kind, -way if match["more"] in {"least", "less"} else way


def _end(match: re.Match[str], low: str, kinds: Collection[str]) -> int | None:
    """Where the words that pick end; None where a noun of its own follows."""
    noun = match["noun"] or ""
    if not noun or noun.startswith(("one", "of ")):
        return match.end()
    start = match.start("noun")
    token = next((t for t in tokenize(low, EN) if t.start == start), None)
    free = token is not None and token.kind in {"verb", "be", "aux", "prep", "adverb", "conj", "pron", "wh"}
    said = _IS.match(low[: match.start()]) is not None and not low[match.end() :].strip(" ?!.")  # "... waterproof?"
    if (free or said or noun in EN.verb) and noun != "of" and stem(noun) not in kinds:
        return start - len(low[:start]) + len(low[:start].rstrip())
    return match.end() if stem(noun) in kinds and noun not in ATTRIBUTES else None


def having(low: str, items: Sequence[Item], kinds: Collection[str]) -> Found | None:
    """What "the one for four", "the 8-panel package" or "the cabin that sleeps 6" picks: the only one with it."""
    for match in _HAVING.finditer(low):
        noun = match["noun"] or match["kind"]
        number, unit = match["n"] or match["size"], match["unit"] or match["of"] or ""
        if number == "one" or (noun != "one" and stem(noun) not in kinds):
            continue
        value = _value(number)
        fitting = [item for item in items if any(f.value == value for f in figures(item.note))]
        if len(fitting) != 1:
            continue
        said = stem(unit) in {stem(word) for word in fitting[0].note.lower().split()}
        known = not unit or said or unit in PERSONS | _MONEY or any(unit in table for table in _UNITS.values())
        end = match.end() if known or match["size"] else match.end("n")
        return Found(match.start(), end, (fitting[0],))
    return None
