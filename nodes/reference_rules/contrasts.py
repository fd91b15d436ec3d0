"""Words of which one gives way to another: "female?" after "a male cat", "week?" after "a day ticket"."""

import re

from nodes.reference_rules.grammar import EN, GENERIC_ADJECTIVES
from nodes.reference_rules.tokens import tokenize
from nodes.reference_rules.verbs import Token

_SETS = tuple(
    frozenset(line.split())
    for line in """
    red orange yellow green blue purple pink brown black white grey gray beige silver golden
    male female
    first second third fourth fifth sixth seventh eighth ninth tenth ground last
    hour hourly day daily night week weekly fortnightly month monthly quarter season seasonal year yearly annual
    small medium large big smaller bigger larger extra-large mini
    single double twin triple quadruple family
    adult child junior senior
    indoor outdoor
    front back rear middle
    upper lower
    left right
    north south east west northern southern eastern western
    morning afternoon evening
    spring summer autumn winter
    domestic national international
    public private
    hot cold
    full half
    full-time part-time
    beginner intermediate advanced
    online printed paper digital plastic glass metal wooden cardboard
    oral written practical theoretical
    new used second-hand old
    one-way return
    short long shorter longer
    manual automatic electric
    cheap expensive cheaper cheapest dearer dearest
    standard express premium basic deluxe economy
    """.strip().splitlines()
    if len(line.split()) > 1
)
_ALONE = re.compile(r"^(?:(?:the|an?|my|our)\s+)?(?P<word>[a-z][a-z-]*)(?:\s+(?:one|ones))?$")
_ADJECTIVE = re.compile(r"[a-z]{4,}(?:ous|ful|less|ible)|[a-z]{3,}[^e]ed")


def alone(text: str) -> str:
    """The only word of "female", "the second", "a bigger one"; "" for anything longer."""
    match = _ALONE.match(text.lower().strip())
    return match["word"] if match else ""


def is_adjective(word: str) -> bool:
    """Whether a word that stands alone describes something that it leaves out."""
    return word in EN.predicate or word in GENERIC_ADJECTIVES or _ADJECTIVE.fullmatch(word) is not None


def contrasting(word: str, before: str) -> Token | None:
    """The word of a question that another of the same kind takes the place of; the last one there is."""
    kinds = [one for one in _SETS if word in one]
    found = [t for t in tokenize(before, EN) if t.low != word and any(t.low in one for one in kinds)]
    plain = [t for t in found if t.kind not in {"verb", "prep"}]
    return plain[-1] if plain else None
