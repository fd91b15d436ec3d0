"""Spanish, French and German: what a question that leans on the one before it leaves out."""

import re
from collections.abc import Sequence

from nodes.reference_rules import antecedents
from nodes.reference_rules.focus import definite
from nodes.reference_rules.grammar import GRAMMARS
from nodes.reference_rules.missing import is_bare
from nodes.reference_rules.nominal import append
from nodes.reference_rules.past import Exchange, Past
from nodes.reference_rules.phrases import Phrase, phrases
from nodes.reference_rules.tokens import tokenize
from nodes.reference_rules.verbs import Token
from nodes.routing.rules import rules_for
from stores.words import terms

_SUBJECTLESS = re.compile(
    r"[¿\s]*(?:(?:cuánto|cuándo|dónde|cómo|qué|a qué hora|cuánto tiempo)\s+)?(?:tiene|incluye|ofrece|abre"
    r"|cierra|acepta|permite"
    r"|cuesta|vale|dura|está|sirve|cubre|pesa|mide|necesita|se (?:puede|compra|vende|paga|usa|reserva|pide))\b"
)
_THE = frozenset({"el", "la", "los", "las", "un", "una"})
_CLITICS = {"es": {"lo", "la", "los", "las", "le", "les"}, "fr": {"y", "en", "le", "la", "les"}, "de": set[str]()}
_ENCLITIC = re.compile(r"\w{2,}(?:ar|er|ir|ando|iendo)(?:me|te|se|nos)?(?:lo|la|los|las|le|les)")
_COUNTS = re.compile(r"\b(?:cuánt[oa]s|combien de|wie viele)\b")
_EXISTS = re.compile(r"\b(?:gibt es|es gibt|il faut|il y a|y a-t-il)\b")
_FEW = 3


def lean_elsewhere(question: str, low: str, past: Past, language: str, pronoun: re.Pattern[str]) -> str | None:
    """The question with the thing it leans on; None when it stands alone."""
    every = phrases(question, language, past.known)
    own = [p for p in every if not p.asked]
    owned = GRAMMARS[language].possessive
    solid = [p for p in own if not p.time and not p.person and not is_bare(p, language) and p.det not in owned]
    found = antecedents.of_it(past, language, predicate=True)
    if found is None or past.last is None or set(terms(found.text, language)) <= set(terms(question, language)):
        return None
    if told := _somebody(question, low, past, language):
        return told
    few = not own and len(terms(question, language)) <= _FEW
    counts = past.begun and bool(_COUNTS.search(low))
    subjectless = language == "es" and _SUBJECTLESS.match(low) and not any(p.det in _THE for p in own)
    part = len(own) == 1 and not solid and is_bare(own[0], language) and not own[0].names
    if (
        (not solid and _points_back(low, language, pronoun))
        or _object(question, low, language, solid)
        or (few and (counts or not any(p.asked for p in every)))
        or (past.begun and (subjectless or part or _THERE.search(low)))
    ):
        return append(question, f"({definite(found.text, language)})")
    return None


_PERSONAL = {
    "es": re.compile(r"\b(?:él|ella|suyo|suya)\b"),
    "fr": re.compile(r"\b(?:il|elle|lui)\b"),
    "de": re.compile(r"\b(?:er|sie|ihn|ihm|ihr)\b"),
}
_WHO = re.compile(r"\b(?:quién|quiénes|qui|wer|wem|wen|who)\b")
_UPPER = "A-ZÁÉÍÓÚÄÖÜÇÈ"
_NAME = re.compile(
    rf"(?:(?:Dr|Prof|Herr|Frau|Sra?|Mme|M)\.?\s+)?[{_UPPER}][\w'’-]+(?:\s+(?:de|del|von|van|la|du)?\s*[{_UPPER}][\w'’-]+)+"
)
_THERE = re.compile(r"\b(?:dort|dorthin|allí|ahí|allá|là-bas)\b")


def _somebody(question: str, low: str, past: Past, language: str) -> str | None:
    """The question with the person that the answer to "who" named: "seit wann ist sie Trainerin?", "¿dónde nació?"."""
    last = past.last
    if last is None or last.language != language or not _WHO.search(f"{last.asked} {last.query}".lower()):
        return None
    pronoun = _PERSONAL[language].search(low)
    nothing = language == "es" and not phrases(question, language, past.known)
    expletive = rules_for(language).expletive.search(low) or _EXISTS.search(low)
    if not (pronoun or nothing) or expletive:
        return None
    said = f"{last.asked} {last.query}".lower()
    names = [name for name in _NAME.findall(last.answered) if name.lower() not in said]
    return append(question, f"({names[-1]})") if names and names[-1].lower() not in low else None


def _points_back(low: str, language: str, pronoun: re.Pattern[str]) -> bool:
    """Whether a pronoun leans on a noun said before: "con él", "a-t-elle"."""
    expletive = rules_for(language).expletive.search(low)
    return expletive is None and any(not _opens_clause(low, match) for match in pronoun.finditer(low))


def _object(question: str, low: str, language: str, solid: Sequence[Phrase]) -> bool:
    """Whether a verb has an object that no noun before it explains: "quién lo dirige", "comprarla", "y participer"."""
    if rules_for(language).expletive.search(low):
        return False
    tokens = tokenize(question, GRAMMARS[language])
    starts = [
        t.start for at, t in enumerate(tokens) if t.low in _CLITICS[language] and _is_object(tokens, at, language)
    ]
    if language == "es":
        starts.extend(match.start() for match in _ENCLITIC.finditer(low))
    return any(all(p.end > start for p in solid) for start in starts)


def _is_object(tokens: list[Token], at: int, language: str) -> bool:
    """Whether a small word stands before a verb as its object, and not before a noun as its article."""
    token, after = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else None
    if after is None or after.broken or after.low in {"que", "de", "cual"} or token.opens:
        return False
    before = tokens[at - 1].kind if at and not token.broken else ""
    verb = after.kind in {"verb", "aux", "be"} or (language == "fr" and after.low.endswith(("er", "ir", "oir", "dre")))
    if token.low == "lo":
        return True
    if language == "fr" and token.low in {"le", "la", "les"}:
        return verb and before in {"pron", "aux"} and after.low != tokens[at - 1].low
    return verb or (language == "es" and before == "wh" and after.kind == "word" and at + 2 == len(tokens))


def _opens_clause(low: str, match: re.Match[str]) -> bool:
    """German "das Bad", "es gibt", French "il faut", "en août", Spanish "lo que": no pronoun that leans."""
    after = low[match.end() :].split()
    word = match.group()
    if word in {
        "das",
        "die",
        "der",
        "dieser",
        "diese",
        "dieses",
        "ihr",
        "ihre",
        "ihren",
        "sein",
        "seine",
        "seinen",
        "lo",
        "y",
        "en",
    }:
        return bool(after) and word not in {"seine", "ihre", "sein", "ihr"}
    return word in {"es", "il"} and bool(_EXISTS.search(low))


_AND = re.compile(r"^(?:e|ed|en|og|och|i|a|és|ja|ve|и|а|та|și|și|και)\s+", re.IGNORECASE)
_SHORT, _WHOLE = 6, 16


def joined(question: str, last: Exchange, language: str) -> str | None:
    """For a language without rules: a short message that begins with "and", beside the question it goes on from."""
    match = _AND.match(question.strip())
    if match is None or language != last.language or len(question.split()) > _SHORT:
        return None
    return append(question, f"({last.query.strip(' ?.!')})") if len(last.query.split()) <= _WHOLE else None
