"""Of whom, where and when a text speaks: what makes two values of the same thing stand side by side."""

import re

from nodes.values import names_in, values_in
from stores.words import STOP_WORDS, stem, words

_NUMBER = re.compile(r"\d[\d.,]*")
_PLACED = re.compile(
    r"\b(?:(?:in|at|under|within|en|au|aux|im|in der|bei)(?:\s(?:the|la|el|los|las|le|les|l'|den|dem|der|die|das))?|"
    r"(?:of|for|from|de|del|para|du|des|pour|für|aus)\s(?:the|la|el|los|las|le|les|l'|den|dem|der|die|das))"
    r"\s(?=[A-ZÀ-Þ])"
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_KINDS = """full-time part-time contractor contractors freelancer freelancers intern interns trainee trainees apprentice
    apprentices temporary permanent probationary volunteer volunteers agency student students child children adult
    adults senior seniors junior juniors minor minors pensioner pensioners resident residents visitor visitors branch
    branches natural
    tiempo-completo tiempo-parcial becarios contratistas niños adultos estudiantes
    temps-plein temps-partiel stagiaires enfants adultes étudiants
    vollzeit teilzeit praktikanten kinder erwachsene studierende"""
KINDS = frozenset(_KINDS.split())
_HYPHENED = re.compile(r"\b(full|part)[ -](?=time\b)", re.IGNORECASE)


def amounts(text: str) -> frozenset[str]:
    """The numbers of a text without their units and separators."""
    return frozenset(number.strip(".,").replace(",", "") for number in _NUMBER.findall(text))


def years_in(text: str) -> frozenset[str]:
    """The years that a text names."""
    return frozenset(_YEAR.findall(text))


def kinds_in(text: str, language: str = "en") -> frozenset[str]:
    """The kinds of people or bodies that a text speaks of, as stems: part-time, contractor, branch."""
    found = {match.group().rstrip(" -").lower() for match in _HYPHENED.finditer(text)}
    return frozenset({f"{word}-time" for word in found} | {stem(w, language) for w in words(text) if w in KINDS})


def places_in(text: str, language: str = "en") -> frozenset[str]:
    """Stems of the names that a text sets its bounds with: "in the UK office", "under the Act"."""
    found: set[str] = set()
    stop = STOP_WORDS.get(language, frozenset())
    bare = _without_values(text)
    for match in _PLACED.finditer(bare):
        name = next(iter(names_in(f"x {bare[match.end() :].split(',')[0]}")), "")
        if name and bare[match.end() :].startswith(name):
            found |= {stem(word, language) for word in words(name) if word not in stop}
    return frozenset(found)


def scope_of(text: str, language: str = "en", *, loose: bool = False) -> frozenset[str]:
    """Places, kinds and years that bound what a text says. `loose`: any name counts as a place."""
    names = {stem(word, language) for name in names_in(text) for word in words(name)} if loose else set()
    return years_in(text) | kinds_in(text, language) | places_in(text, language) | names


def _without_values(text: str) -> str:
    for value in reversed(values_in(text)):
        if value.kind not in ("code", "plain", "year"):
            text = f"{text[: value.start]}0{text[value.end :]}"
    return text
