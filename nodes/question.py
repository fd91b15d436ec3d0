"""What a question looks for in the evidence: its words by weight, the kind of value, whom and when it is about."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nodes.asking import POLAR, kinds_asked
from nodes.scope import amounts, scope_of, years_in
from nodes.values import Value, names_in, values_in
from stores.words import stem, terms, words

ADDED, MEANT, NAMED = 0.35, 0.6, 1.5
"""Weights of a word that the resolution added, of one that it put for an "it", and of a name, a number or "after",
against another word of the message."""
DENIED = 0.9  # share of what is asked that a denial must hold
LIGHT = 0.5  # of a verb that goes with anything
_LIGHT = """apply applies use used work works need needs happen happens include includes mean means concern concerns
    count counts go goes come comes available possible aplica usa trabaja applique utilise gilt nutzen"""
_TEMPORAL = frozenset(["after", "before", "during", "without", "until", "nach", "vor", "während", "ohne", "después"])
_IRREGULAR = {
    form: verb
    for verb, forms in {
        "keep": "kept", "pay": "paid", "send": "sent", "take": "took taken", "give": "gave given", "make": "made",
        "hold": "held", "leave": "left", "buy": "bought", "sell": "sold", "find": "found", "build": "built",
        "lose": "lost", "meet": "met", "win": "won", "write": "wrote written", "choose": "chose chosen",
        "spend": "spent", "begin": "began begun", "break": "broke broken", "steal": "stole stolen", "drive": "driven",
        "fall": "fell fallen", "rise": "rose risen", "grow": "grew grown", "teach": "taught", "lend": "lent",
    }.items()
    for form in forms.split()
}  # fmt: skip
_STEPS = re.compile(
    r"\b(?:steps?|process|procedure|how (?:do|can|should|must) (?:i|we|you|one|an?|the)\b|how to|pasos|"
    r"cómo (?:se|puedo|hago)|étapes|comment (?:faire|puis)|schritte|wie (?:kann|beantrage|melde|gehe))",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"\b(?:each|every|list|table|overview|all (?:the|of)|which \w+ (?:has|have|is|are|gets?)|"
    r"most|least|highest|lowest|longest|shortest|biggest|smallest|cheapest|cada|todos|chaque|tous|jede\w?|alle)\b",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"\b(?:more (?:about|on|of)|(?:in )?(?:more )?details?|elaborate|expand|everything|tell me (?:all )?about|"
    r"más sobre|"
    r"detalles?|en savoir plus|plus sur|détails?|mehr (?:über|zu)|einzelheiten)\b",
    re.IGNORECASE,
)
_DEFINES = re.compile(
    r"\W*(?:and |so )?(?:what (?:is|are)|what does .* mean|qué (?:es|son)|qu'est-ce|was (?:ist|sind))\b",
    re.IGNORECASE,
)
_WHERE = re.compile(r"\W*(?:and |so )?(?:where|dónde|où|wo)\b", re.IGNORECASE)
_IT = re.compile(
    r"\b(?:it|its|they|them|their|this|that|these|those|he|she|him|her|lo|ello|esto|eso|il|elle|ils|elles|cela|ça|leur|"
    r"es|sie|er|ihn|ihm|ihr|das|dies\w{0,2})\b",
    re.IGNORECASE,
)
_CONTRAST = re.compile(
    r"\b(?:differ\w*|compar\w+|versus|vs|diferencia\w*|différence\w*|unterscheid\w*|unterschied\w*)\b", re.IGNORECASE
)
_WHILE = re.compile(
    r"\b(?:while|whereas|unlike|instead|but not|rather than|mientras|tandis|alors que|contrairement|während|statt)\b",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\b(?:not|never|cannot|\w+n't|nunca|no (?:se|es|está|son|puede\w*)|pas|jamais|nicht|kein\w*|nie)\b", re.IGNORECASE
)
_NONE = re.compile(
    r"\b(?:do|does|did) not (?:receive|get|have|need|pay|take|qualify)\b|\b(?:no|nobody|none) \w+|"
    r"\b(?:not|never) (?:available|allowed|possible|entitled|paid|reimbursed|due|required)\b|"
    r"\bno (?:recibe|tiene|necesita|hay)\w*|\bne (?:\w+ )?(?:reçoi|ont|a) pas\b|\b(?:erhält|hat|haben|braucht) kein\w*",
    re.IGNORECASE,
)
_ABOVE = re.compile(
    r"\b(?:over|above|more than|exceed\w*|beyond|larger than|higher than|from)\W+(?:\w{3} )?[€$£]?\d", re.IGNORECASE
)
_BELOW = re.compile(
    r"\b(?:up to|under|below|less than|at most|not exceed\w*|until)\W+(?:\w{3} )?[€$£]?\d", re.IGNORECASE
)
_WHEN = re.compile(r"\b(?:when|by what|cuándo|quand|wann|how (?:long|soon|fast|quickly|late|early))\b", re.IGNORECASE)
_LASTS = re.compile(r"\bhow long (?!(?:do|does|did|have|has|before|until)\b.*\bhave\b)", re.IGNORECASE)
_PRICE = re.compile(
    r"\b(?:price|costs?|fees?|fine|penalt\w+|rate|budget|allowance|precio|tarifa|prix|tarif|preis|kosten|gebühr)\b",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"[€$£¥₹%]|\b(?:EUR|USD|GBP|CHF|CAD|AUD|JPY|INR|SEK|NOK|DKK|PLN|CZK|percent|per cent|prozent|por ciento|pour cent|"
    r"euros?|dollars?|pounds?|francs?|franken|cents?|marks?|crowns?|points?|times)\b",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\b(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|quarters?|years?|segundos?|minutos?|horas?|días?|"
    r"semanas?|mes(?:es)?|años?|secondes?|heures?|jours?|semaines?|mois|ans?|sekunden?|minuten?|stunden?|tagen?|"
    r"tage?|wochen?|monate?n?|jahre?n?)\b",
    re.IGNORECASE,
)
_WORDED = re.compile(
    r"\b(?:(?:one|two|a) (?:third|quarter|half|fifth|tenth)s?|half|twice|double|three times|un tercio|la mitad|"
    r"un tiers|la moitié|ein drittel|die hälfte|doppelt)\b",
    re.IGNORECASE,
)
_DEADLINE = re.compile(
    r"\b(?:within|by|no later than|at the latest|innerhalb|dentro de|dans les|sous)\W+(?:\w+ )?$", re.IGNORECASE
)


@dataclass(frozen=True)
class Asked:
    """What an answer is looked for by."""

    weights: Mapping[str, float]  # by stem
    own: frozenset[str]  # stems of the message
    kinds: frozenset[str]  # of value
    scope: frozenset[str]  # what a sentence may be about
    text: str
    numbers: frozenset[str]
    language: str
    years: frozenset[str] = frozenset()
    steps: bool = False  # asks for steps
    several: bool = False  # asks for several things, or for the first among them
    more: bool = False  # asks for all that is said of a thing
    defines: bool = False  # asks what a thing is
    polar: bool = False  # asks for a yes or no
    contrast: bool = False  # asks how things differ
    where: bool = False  # asks for a place

    @property
    def denies(self) -> bool:
        """Whether the question holds a "not"."""
        return _NOT.search(self.text) is not None

    def contrasts(self, text: str) -> bool:
        """Whether a text sets two things side by side, where a question asks how they differ."""
        return self.contrast and _WHILE.search(text) is not None

    def evades(self, text: str) -> bool:
        """Whether a text only says that things differ."""
        return self.contrast and _CONTRAST.search(text) is not None and not self.fits(text)

    def share(self, held: frozenset[str]) -> float:
        """How much of what is asked these stems hold, between 0 and 1; 0 where nothing is asked by words."""
        total = sum(self.weights.values())
        return sum(weight for word, weight in self.weights.items() if word in held) / total if total else 0.0

    def fits(self, text: str) -> bool:
        """Whether a text holds a value of a kind that is asked for, beside the values that the question names."""
        for value in values_in(text):
            known = amounts(value.text) <= self.numbers
            if value.kind in self.kinds and not known and self._timely(value, text):
                return True
        if "number" in self.kinds and _WORDED.search(text) and not _WHEN.search(self.text):
            return True
        return "name" in self.kinds and bool(names_in(f"x {text}"))

    def denied_by(self, text: str, held: frozenset[str]) -> bool:
        """Whether a text says of all that is asked that it is not so, which answers as well as a value does."""
        return bool(self.kinds) and _NONE.search(text) is not None and self.share(held) > DENIED

    def _timely(self, value: Value, text: str) -> bool:
        """A number that answers "when" is of days or hours, one that answers "how long does it last" no deadline, and
        one that answers "at what price" is of money or a share.
        """
        if value.kind == "number" and _PRICE.search(self.text):
            return _MONEY.search(value.text) is not None
        if value.kind != "number" or not _WHEN.search(self.text):
            return True
        if not _TIME.search(value.text):
            return False
        return not (_LASTS.search(self.text) and _DEADLINE.search(text[: value.start]))

    def agrees(self, text: str, heading: str) -> int:
        """1 for a text that denies as the question does, 2 for one about the question's side of a limit ("over 500"),
        -2 for one about the other side.
        """
        if self.numbers & amounts(text):
            for asked, against, beside in ((_ABOVE, _BELOW, _ABOVE), (_BELOW, _ABOVE, _BELOW)):
                if asked.search(self.text):
                    return 2 if beside.search(text) else -2 if against.search(text) else 0
        return int(self.denies and bool(_NOT.search(f"{heading} {text}")))


def roots(text: str, language: str) -> frozenset[str]:
    """The content stems of a text, irregular past forms as their verbs ("kept" as "keep")."""
    found = terms(text, language)
    if language != "en":
        return frozenset(found)
    return frozenset(stem(_IRREGULAR.get(one, one), language) for one in found)


def asked_of(message: str, query: str, held: Sequence[frozenset[str]], headed: frozenset[str], language: str) -> Asked:
    """What a message asks for, `query` being its resolution. `held` are the stems of the evidence's sentences, which
    say which words are rare; a word that neither they nor the headings (`headed`) hold tells no sentence from another.
    """
    own, resolved = roots(message, language), roots(query, language)
    named = roots(" ".join((*names_in(message), *(value.text for value in values_in(message)))), language)
    named |= roots(" ".join(_TEMPORAL & set(words(message))), language)
    light = roots(_LIGHT, language)
    form = roots(" ".join(_CONTRAST.findall(f"{message} {query}")), language)
    added, weights = MEANT if _IT.search(message) else ADDED, {}
    for word in (own | resolved) - form:
        count = sum(word in one for one in held)
        if count or word in headed:
            rarity = math.log(1 + len(held) / (1 + count))
            rarity *= LIGHT if word in light else 1.0
            weights[word] = rarity * (NAMED if word in named else 1.0 if word in own else added)
    kinds, polar = kinds_asked(message), POLAR.match(message) is not None
    if not kinds and not polar:
        kinds = kinds_asked(query)
    where = _WHERE.match(message) is not None
    if not kinds and where:
        kinds = frozenset({"name"})
    if not kinds and form:
        kinds = frozenset({"number", "date"})
    return Asked(
        weights=weights,
        own=own,
        kinds=kinds,
        scope=scope_of(f"{query} {message}", language, loose=True) | own | resolved,
        text=message,
        numbers=amounts(message) | amounts(query),
        language=language,
        years=years_in(query),
        steps=_STEPS.search(message) is not None,
        several=bool(form) or _SEVERAL.search(message) is not None,
        more=_MORE.search(message) is not None,
        defines=_DEFINES.match(message) is not None,
        polar=polar,
        contrast=bool(form),
        where=where,
    )
