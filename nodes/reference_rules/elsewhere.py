"""Other languages with cues: what a question that leans on the one before it leaves out."""

import re
from collections.abc import Sequence

from nodes.reference_rules import antecedents
from nodes.reference_rules.cue_tables import Cues
from nodes.reference_rules.focus import definite
from nodes.reference_rules.grammar import ATTRIBUTES_ELSEWHERE, GRAMMARS
from nodes.reference_rules.missing import is_bare
from nodes.reference_rules.nominal import append
from nodes.reference_rules.past import Exchange, Past
from nodes.reference_rules.persons_elsewhere import named_persons, person_of
from nodes.reference_rules.phrases import Phrase, phrases
from nodes.reference_rules.pointing import Pointing, Tags, pointing_of
from nodes.reference_rules.tokens import tokenize
from nodes.reference_rules.verbs import Token
from nodes.routing.rules import rules_for
from nodes.routing.table import vocabulary
from stores.words import terms

_SUBJECTLESS = {
    "es": re.compile(
        r"[¿\s]*(?:(?:cuánto|cuándo|dónde|cómo|qué|a qué hora|qué días?|en qué día"
        r"|cuánto tiempo)\s+)?(?:tiene|incluye|ofrece|abre"
        r"|cierra|acepta|permite"
        r"|cuesta|vale|dura|está|sirve|cubre|pesa|mide|necesita|se (?:puede|compra|vende|paga|usa"
        r"|reserva|pide|alquila))\b"
    ),
    "pt": re.compile(
        r"(?:(?:quanto|quando|onde|como|que|a que horas|em que dias?"
        r"|quanto tempo)\s+)?(?:é que\s+)?(?:tem|inclui|oferece|abre|fecha"
        r"|aceita|permite|custa|vale|dura|está|fica|serve|cobre|pesa|mede|precisa|pode-se|compra-se"
        r"|se (?:pode|compra|vende|paga))\b"
    ),
    "it": re.compile(
        r"(?:(?:quanto|quando|dove|come|che|cosa|a che ora|in che giorno|che giorno|quanto tempo"
        r"|quant[ie] \w+)\s+)?(?:ha|include|offre"
        r"|apre|chiude|accetta|permette|costa|vale|dura|sta|si trova|serve|copre|pesa|misura|si (?:può"
        r"|compra|vende|paga|usa))\b"
    ),
}
_THE = frozenset(
    ["el", "la", "los", "las", "un", "una", "o", "a", "os", "as", "um", "uma", "il", "lo", "i", "gli", "le", "uno"]
)
_CLITICS = {
    "es": {"lo", "la", "los", "las", "le", "les"},
    "fr": {"y", "en", "le", "la", "les"},
    "it": {"lo", "la", "li", "le", "ci", "ne"},
    "pt": {"o", "os", "as"},
}
_ENCLITIC = {
    "es": re.compile(r"\w{2,}(?:ar|er|ir|ando|iendo)(?:me|te|se|nos)?(lo|la|los|las|le|les)\b"),
    "it": re.compile(r"\w{2,}(?:ar|er|ir|ando|endo)(lo|la|li|le|ne)\b"),
    "pt": re.compile(r"\w{2,}(?:ar|er|ir|á|ê|i|ando|endo)-(?:l?)(o|a|os|as)\b"),
}
_COUNTS = re.compile(r"\b(?:cuánt[oa]s|combien de|wie viele|quant[oa]s|quant[ie])\b")
_EXISTS = re.compile(r"\b(?:gibt es|es gibt|il faut|il y a|y a-t-il)\b")
_AT = vocabulary("in im an am auf bei beim zu zum zur dans à au chez en sur em no na nel nella al alla a")
_ADDED = re.compile(r"\(([^()]+)\)\W*$")
_FEW = 3


def point_elsewhere(question: str, low: str, past: Past, language: str, cues: Cues) -> str | None:
    """The question with the person, place or thing that one of its words plainly points to; None without one."""
    table = pointing_of(language)
    if table is None or past.last is None:
        return None
    lead = cues.lead.match(low)
    start = lead.end() if lead and low[lead.end() :].strip(" ?") else 0
    body, said = question[start:], low[start:]
    every = phrases(body, language, past.known)
    solid = [p for p in every if not p.asked and not p.time and p.det not in GRAMMARS[language].possessive]
    meant = (
        _person(body, said, past, language, table, solid)
        or _place(said, past, language, table, solid)
        or _thing(body, said, past, language, table, solid)
        or _owner(every, past, language, table, led=bool(lead and lead.group().strip(" ¿¡")))
    )
    if not meant or set(terms(meant, language)) <= set(terms(question, language)):
        return None
    return append(body, f"({meant})")


def _first(pattern: re.Pattern[str], body: str, said: str, language: str, solid: Sequence[Phrase]) -> str:
    """The first pronoun that nothing before it explains; German "Sie" and "Ihr" address somebody."""
    for match in pattern.finditer(said):
        polite = language == "de" and match.start() > 0 and body[match.start()].isupper()
        if not polite and all(p.end > match.start() for p in solid):
            return match.group()
    return ""


def _person(body: str, said: str, past: Past, language: str, table: Pointing, solid: Sequence[Phrase]) -> str:
    """Who is meant: somebody must have been named, and what is said must fit somebody."""
    expletive = rules_for(language).expletive.search(said)
    pronoun = "" if expletive or _EXISTS.search(said) else _first(table.person, body, said, language, solid)
    unsaid = not solid and table.unsaid.match(said) is not None
    if not (pronoun or unsaid) or named_persons(body, language):
        return ""
    found = person_of(past, language)
    if found is None:
        return ""
    name, spoken_of = found
    fits = table.acts.search(said) or (spoken_of and not table.lies.search(said))
    return name if fits else ""


def _place(said: str, past: Past, language: str, table: Pointing, solid: Sequence[Phrase]) -> str:
    """For "there": where the question before was about, else what it was about."""
    match = table.place.search(said)
    if match is None or any(p.end <= match.start() and p.prep in _AT for p in solid) or past.last is None:
        return ""
    found = antecedents.focus(past.last, past, language)
    where = next((p for p in found.all if p.prep in _AT and not p.time and not p.asked), None) if found else None
    meant = antecedents.of_it(past, language, predicate=True)
    whole = meant.text if meant else ""
    return where.text if where and where.text not in whole else whole


def _thing(body: str, said: str, past: Past, language: str, table: Pointing, solid: Sequence[Phrase]) -> str:
    """What a pronoun with nothing before it stands for, or the object of a verb: "quién lo dirige", "à le rendre"."""
    expletive = rules_for(language).expletive.search(said) is not None
    pronoun = "" if expletive else _first(table.thing, body, said, language, solid)
    pronoun = pronoun or object_of(body, said, language, solid, expletive=expletive)
    return _agreeing(pronoun, past, language, table) if pronoun else ""


def _agreeing(pronoun: str, past: Past, language: str, table: Pointing) -> str:
    """The thing spoken of, or where its gender does not fit the pronoun another of that question whose gender does."""
    found = antecedents.of_it(past, language, predicate=True)
    wanted = table.pronouns.get(pronoun.lstrip("-"), frozenset())
    focus = antecedents.focus(past.last, past, language) if past.last else None
    if found is None:
        return ""
    if focus is None or not wanted or found.text not in {focus.thing, focus.whole}:
        return definite(found.text, language)
    held = _tags(focus.main, table, language)
    if held and not held & wanted:
        fitting = [p for p in focus.all if p is not focus.main and not p.time and _tags(p, table, language) & wanted]
        if fitting:
            return fitting[-1].text
    return definite(found.text, language)


def _tags(phrase: Phrase, table: Pointing, language: str) -> Tags:
    """The genders that a phrase may have, by its article."""
    if phrase.asked and not phrase.det:  # "cuántos libros", "wie viele Bücher"
        return frozenset("MFp")
    if language == "de" and phrase.det == "der":
        return frozenset("fp") if phrase.prep else frozenset("m")
    if language == "de" and phrase.det == "den" and phrase.prep:
        return frozenset("mp")
    return table.articles.get(phrase.det) or table.articles.get(phrase.prep) or frozenset()


def _owner(every: Sequence[Phrase], past: Past, language: str, table: Pointing, *, led: bool) -> str:
    """What a lone noun belongs to that is always of something: "wie hoch ist die Kaution?"."""
    own = [p for p in every if not p.asked and not p.time]
    if len(own) != 1 or len(own[0].words) != 1 or own[0].names or not (past.begun or led):
        return ""
    part = own[0].head in table.parts or (own[0].head in ATTRIBUTES_ELSEWHERE and own[0].det)
    if not part or not (own[0].det or led) or len(every) > 2:
        return ""
    found = antecedents.of_it(past, language, predicate=True)
    return found.text if found else ""


def revise_added(wanted: str, last: Exchange, language: str) -> str | None:
    """The question before with what was meant in the place of the thing it was given; None where it was given none."""
    added = _ADDED.search(last.query)
    own = phrases(wanted, language)
    if added is None or added[0] in last.asked or not own or (own[0].prep and own[0].start > 0):
        return None
    if own[0].time or own[0].person or own[0].head in ATTRIBUTES_ELSEWHERE:
        return None
    return f"{last.query[: added.start(1)]}{wanted}{last.query[added.end(1) :]}"


def lean_elsewhere(question: str, low: str, past: Past, language: str, pronoun: re.Pattern[str]) -> str | None:
    """The question with the thing it leans on; None when it stands alone."""
    every = phrases(question, language, past.known)
    own = [p for p in every if not p.asked]
    owned = GRAMMARS[language].possessive
    solid = [p for p in own if not p.time and not p.person and not is_bare(p, language) and p.det not in owned]
    found = antecedents.of_it(past, language, predicate=True)
    if found is None or past.last is None or set(terms(found.text, language)) <= set(terms(question, language)):
        return None
    few = not own and len(terms(question, language)) <= _FEW
    counts = past.begun and bool(_COUNTS.search(low))
    bare = _SUBJECTLESS.get(language)
    said = bare is not None and (bare.match(low) or (not solid and bare.search(low)))
    subjectless = said and not any(p.det in _THE and not p.time for p in own)
    part = len(own) == 1 and not solid and is_bare(own[0], language) and not own[0].names
    if (
        (not solid and _points_back(low, language, pronoun))
        or (few and (counts or not any(p.asked for p in every)))
        or (past.begun and (subjectless or part))
    ):
        return append(question, f"({definite(found.text, language)})")
    return None


def _points_back(low: str, language: str, pronoun: re.Pattern[str]) -> bool:
    """Whether a pronoun leans on a noun said before: "con él", "a-t-elle"."""
    expletive = rules_for(language).expletive.search(low)
    return expletive is None and any(not _opens_clause(low, match) for match in pronoun.finditer(low))


def object_of(question: str, low: str, language: str, solid: Sequence[Phrase], *, expletive: bool) -> str:
    """A verb's object that no noun before it explains: "quién lo dirige", "comprarla", "y participer"."""
    tokens = tokenize(question, GRAMMARS[language])
    held = _CLITICS.get(language, set[str]())
    found = [(t.start, t.low) for at, t in enumerate(tokens) if t.low in held and _is_object(tokens, at, language)]
    if expletive:  # "faut-il le rendre", but "y a-t-il"
        found = [(at, low_) for at, low_ in found if low_ not in {"y", "en"}]
    if pattern := _ENCLITIC.get(language):
        found.extend((match.start(), match.group(1)) for match in pattern.finditer(low))
    return next((word for start, word in found if all(p.end > start for p in solid)), "")


def _is_object(tokens: list[Token], at: int, language: str) -> bool:
    """Whether a small word stands before a verb as its object, and not before a noun as its article."""
    token, after = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else None
    if after is None or after.broken or after.low in {"que", "de", "cual", "che", "di"} or token.opens:
        return False
    before = tokens[at - 1].kind if at and not token.broken else ""
    verb = after.kind in {"verb", "aux", "be"} or (
        language == "fr" and after.low.endswith(("er", "ir", "oir", "dre", "tre"))
    )
    if token.low == "lo" and language == "es":
        return True
    if language == "fr" and token.low in {"le", "la", "les"}:
        said = before in {"pron", "aux", "wh"} or (before == "prep" and after.kind == "verb")
        return verb and said and after.low != tokens[at - 1].low
    last = after.kind == "word" and at + 2 == len(tokens)
    if language in {"pt", "it"}:
        return (verb and before in {"wh", "pron", "aux", "adverb", "prep"}) or (
            before == "wh" and last and token.low != "a"
        )
    return verb or (language == "es" and before == "wh" and last)


_OPENS = frozenset(["das", "die", "der", "dieser", "diese", "dieses", "ihren", "seinen", "lo", "y", "en"])


def _opens_clause(low: str, match: re.Match[str]) -> bool:
    """German "das Bad", "es gibt", French "il faut", "en août", Spanish "lo que": no pronoun that leans."""
    after = low[match.end() :].split()
    word = match.group()
    if word in _OPENS:
        return bool(after)
    return word in {"es", "il"} and bool(_EXISTS.search(low))


def verb_first(tokens: Sequence[Token], language: str) -> bool:
    """Whether a message begins with a verb and its subject: "Nimmt der Hof Müll an?", "¿Acepta el museo tarjetas?"."""
    if language == "en" or len(tokens) < _FEW or tokens[0].kind not in {"word", "verb"}:
        return False
    first, second = tokens[0].low, tokens[1]
    ends = ("t", "en", "st") if language == "de" else ("a", "e", "an", "en", "ent", "ono", "ano", "am", "em")
    return second.kind == "det" and not second.broken and first.endswith(ends) and first not in ATTRIBUTES_ELSEWHERE
