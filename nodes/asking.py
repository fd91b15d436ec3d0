"""What kind of value a question asks for, and whether a text holds one."""

import re

from nodes.values import names_in, values_in

_WHEN = r"\b(?:when|(?:what|which) (?:date|day|time|year)|by what|cuándo|quand|wann)\b"
_HOW = (
    r"\b(?:how (?:long|soon|much|many|often|far|big|large|heavy|high|tall|old|fast|wide|late|early)|deadline|threshold|"
    r"limit|price|cost|fee|fine|penalty|rate|number|code|amount|period|duration|maximum|minimum|percentage|share|weight|"
    r"budget|allowance|supplement|entitlement|"
    r"cuánt\w+|plazo|límite|precio|combien|délai|prix|montant|wie ?(?:viel\w*|lange|hoch|oft|schwer)|frist|grenze|"
    r"preis)\b"
)
_WHO = r"\b(?:who|whose|quién|qui|wer|wessen)\b"
_CODE = (
    r"\b(?:which|what|qué|quel|welche\w?) (?:form|number|code|extension|section|room|formulario|formulaire|formular)\b"
)
_ASKS = (
    (re.compile(_CODE, re.IGNORECASE), frozenset({"code", "number"})),
    (re.compile(_WHEN, re.IGNORECASE), frozenset({"date", "time", "year", "number"})),
    (re.compile(_HOW, re.IGNORECASE), frozenset({"number", "code", "time", "date"})),
    (re.compile(_WHO, re.IGNORECASE), frozenset({"name"})),
)


POLAR = re.compile(
    r"\W*(?:and |but |so )?(?:do|does|did|is|are|was|were|can|could|may|must|should|shall|will|would|has|have|had)\b",
    re.IGNORECASE,
)
"""How a question begins that asks for yes or no."""


def kinds_asked(question: str) -> frozenset[str]:
    """Kinds of value (of `nodes.values`, or "name") that answer the question; none where any text may."""
    found: frozenset[str] = frozenset()
    for pattern, kinds in _ASKS:
        if pattern.search(question):
            found |= kinds
    return found


def fits(question: str, text: str, kind: str = "") -> bool:
    """Whether a text holds a value of a kind that the question asks for, beside those that the question names."""
    kinds = kinds_asked(question)
    if not kinds:
        return False
    held = (
        {one.kind for one in values_in(text) if one.text not in question}
        | {kind}
        | ({"name"} if names_in(f"x {text}") else set())
    )
    return bool(kinds & held)
