"""The words of a text with their classes; verbs are found by position, since most of them are nouns too."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from nodes.reference_rules.grammar import DE, EN, ES, FR, GENERIC_ADJECTIVES
from nodes.reference_rules.verbs import Token, with_verbs
from nodes.reference_rules.word_classes import Grammar
from nodes.routing.table import vocabulary

_TOKEN = re.compile(r"\d+(?:[.,:]\d+)*%?|[^\W_]+(?:[-'’._/&][^\W_]+)*'?")
_BREAK = re.compile(r"[,;:?!()\[\]\"“”«»¿¡…|/\n]|\.(?=\s|$)|\s[–—-]\s")
_MONTHS = {"May", "March"}  # with a capital no "may"
_SENTENCE_END = re.compile(r"[.?!:\n]\s*$|^[^\w]*$")


def tokenize(text: str, grammar: Grammar) -> list[Token]:
    """The words of a text with their classes; verbs are found by position."""
    return list(_tokens(text, grammar))


@lru_cache(maxsize=1024)  # a message is read by several rules
def _tokens(text: str, grammar: Grammar) -> Sequence[Token]:
    found: list[Token] = []
    last = 0
    for match in _TOKEN.finditer(text):
        between = text[last : match.start()]
        word = match.group().rstrip("'")
        for piece, at in _split(word, match.start(), grammar):
            low = piece.lower().replace("’", "'")
            broken = bool(_BREAK.search(between))
            opens = not found or bool(_SENTENCE_END.search(between.strip() or "x"))
            kind = "word" if piece in _MONTHS and not opens else _kind(low, piece, grammar)
            found.append(Token(piece, low, at, at + len(piece), kind, broken, opens))
            between = ""
        last = match.end()
    if grammar is EN:
        return with_verbs(_within_names(_testaments(found)))
    if grammar is DE:
        return _without_small(found)
    return _romance(found, _BEFORE_VERB if grammar in (ES, FR) else _BEFORE_VERB_ELSEWHERE)


_SMALL = {"conj", "adverb", "prep", "det", "aux", "be", "pron"}


def _testaments(tokens: list[Token]) -> list[Token]:
    """A noun where its article is: "a will", "a simple will with you"; "as well" is none."""
    found = list(tokens)
    for at in range(1, len(tokens)):
        before, token = tokens[at - 1], tokens[at]
        if token.low == "well" and before.low == "as":
            found[at] = replace(token, kind="adverb")
        if token.low not in {"will", "can", "must"} or token.broken:
            continue
        after = tokens[at + 1] if at + 1 < len(tokens) and not tokens[at + 1].broken else None
        led = at > 1 and not before.broken and tokens[at - 2].kind in {"det", "possessive"} and before.kind == "word"
        ends = after is None or after.kind in {"prep", "conj", "aux", "be"}
        named = led and tokens[at - 2].low in {"a", "an"} and (after is None or after.kind == "prep")  # "a mirror will"
        if before.kind in {"det", "possessive"} or named or (led and ends and before.low in _DESCRIBES):
            found[at] = replace(token, kind="word")
    return found


_DESCRIBES = EN.predicate | GENERIC_ADJECTIVES | vocabulary("simple last own single double plain")


def _within_names(tokens: list[Token]) -> list[Token]:
    """A small word with a capital behind another capital is part of a name: "Lumo Plus", but no part of a title."""
    within = [token for token in tokens if not token.opens]
    if sum(token.text[0].isupper() for token in within) > max(2, len(within) / 2):
        return tokens
    found = list(tokens)
    for at in range(1, len(tokens)):
        before, token = tokens[at - 1], tokens[at]
        joined = not token.broken and before.text[0].isupper() and before.kind in {"word", "num"}
        if joined and token.kind in _SMALL and len(token.text) > 1 and token.text.istitle():
            found[at] = replace(token, kind="word")
    return found


_BEFORE_VERB = vocabulary(
    "se lo me te nos on je il elle ils elles nous vous yo tú quién quiénes qui cómo cuándo dónde no ne n"
)
_BEFORE_VERB_ELSEWHERE = vocabulary(
    "mi ti si ci vi ne io tu lui lei noi voi chi dove come quando non se me te eu você ele ela eles "
    "nós quem onde como quando não"
)  # Portuguese and Italian, where "no" and "il" stand before nouns
_INFINITIVE = re.compile(r"(?:[aeií]r|oir|dre)(?:me|te|se|nos)?(?:lo|la|los|las|le|les)?$")


def _romance(tokens: list[Token], before_verb: frozenset[str]) -> list[Token]:
    """A capital makes an article part of a name ("Les Ormes"); what follows "is" directly is said of its subject."""
    found: list[Token] = []
    for token in tokens:
        kind = token.kind
        if kind in {"det", "pron"} and token.text[0].isupper() and not token.opens and not token.broken:
            kind = "word"
        if (
            kind == "word"
            and found
            and found[-1].kind in {"be", "adverb"}
            and token.text.islower()
            and not token.broken
        ):
            kind = "verb" if found[-1].kind == "be" or (len(found) > 1 and found[-2].kind == "be") else kind
        if kind == "word" and found and not token.broken and token.text.islower():
            before = found[-1]
            governed = before.low in before_verb or (
                before.kind in {"aux", "pron", "verb"} and _INFINITIVE.search(token.low)
            )
            clitic = before.low in {"la", "los", "las", "les", "le"} and len(found) > 1 and found[-2].low in before_verb
            takes_place = token.low == "lieu" and before.kind == "aux"  # "quand a lieu le carnaval"
            kind = "verb" if governed or clitic or takes_place else kind
        found.append(replace(token, kind=kind))
    for at, token in enumerate(found[:-1]):
        if at > 1 and _acts_between(found, at):
            found[at] = replace(token, kind="verb")
        elif token.kind == "word" and found[at + 1].kind == "pron" and 1 <= found[at + 1].start - token.end <= 3:
            glued = found[at + 1].start - token.end > 1 or found[at + 1].low in {"il", "elle", "ils", "elles", "on"}
            found[at] = replace(token, kind="verb") if glued else token
    return found


def _acts_between(tokens: list[Token], at: int) -> bool:
    """Whether a word stands between what is asked for and a noun with its article: "qué horas presta la biblioteca"."""
    token, before, after = tokens[at], tokens[at - 1], tokens[at + 1]
    asked = tokens[at - 2].kind == "wh" or (at > 2 and tokens[at - 3].kind == "wh" and tokens[at - 2].kind == "prep")
    plain = token.kind == "word" == before.kind and token.text.islower() and not (token.broken or after.broken)
    return plain and asked and after.kind == "det"


def _without_small(tokens: list[Token]) -> list[Token]:
    """German nouns have capitals: a small word that stands before none is a verb or an adjective of its own."""
    return [
        replace(token, kind="verb")
        if token.kind == "word" and token.text.islower() and not _before_noun(tokens, at)
        else token
        for at, token in enumerate(tokens)
    ]


def _before_noun(tokens: list[Token], at: int) -> bool:
    while at + 1 < len(tokens) and not tokens[at + 1].broken and tokens[at + 1].kind in {"word", "num"}:
        at += 1
        if tokens[at].text[0].isupper():
            return True
    return False


_ELIDED = re.compile(
    r"(?:l|un|d|c|dov|com|cos|quant|quest|quell|(?:d|n|a|da|su)ell|all|dall|sull)['’](?=\w)", re.IGNORECASE
)


def _split(word: str, start: int, grammar: Grammar) -> list[tuple[str, int]]:
    """French and Italian elisions come apart: l'entrée, d'une, dov'è."""
    match = re.match(r"(l|d|qu|j|s|n|c|m|t|jusqu|lorsqu)['’](?=\w)", word, re.IGNORECASE)
    if match and "quoi" in grammar.wh and "lequel" in grammar.wh:
        cut = match.end() - 1
        return [(word[:cut], start), (word[cut + 1 :], start + cut + 1)]
    elided = _ELIDED.match(word) if "nello" in grammar.prep else None
    if elided:
        return [(word[: elided.end() - 1], start), (word[elided.end() :], start + elided.end())]
    inverted = re.match(r"(.+?)(-(?:t-)?)(il|elle|ils|elles|on|vous|tu|je|nous|ce)$", word, re.IGNORECASE)
    if inverted and "lequel" in grammar.wh:
        return [(inverted.group(1), start), (inverted.group(3), start + inverted.start(3))]
    return [(word, start)]


_NOT_ADVERBS = {
    "family",
    "supply",
    "reply",
    "assembly",
    "anomaly",
    "monthly",
    "yearly",
    "weekly",
    "daily",
    "friendly",
    "butterfly",
    "elderly",
    "quarterly",
    "hourly",
    "monopoly",
    "ally",
    "belly",
    "jelly",
}


def _adverb(low: str) -> bool:
    """Whether a word in -ly is an adverb: "safely", not "family" or "read-only"."""
    return low not in _NOT_ADVERBS and "-" not in low


def _kind(low: str, text: str, grammar: Grammar) -> str:
    for name in ("wh", "possessive", "be", "aux", "det", "prep", "conj", "adverb"):
        if low in getattr(grammar, name):
            return name if name != "det" or low not in {"this", "that", "these", "those"} else "dem"
    if low in grammar.pron:
        return "pron"
    if low[0].isdigit():
        return "num"
    if grammar is EN and low.endswith("ly") and len(low) > 5 and text.islower() and _adverb(low):
        return "adverb"
    if grammar is not EN and low in grammar.verb and (not text[0].isupper() or "der" not in grammar.det):
        return "verb"
    if grammar is not EN and low in grammar.predicate:
        return "verb"
    return "word"
