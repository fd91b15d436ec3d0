"""How people state facts, in four languages: fragments of patterns, put together in `nodes/facts.py`.

Named groups: `subject`, `attribute`, `value`, `old` (the value that is replaced), `kin` (what a named subject is to the
user). Text comes one clause at a time.
"""

import re
from dataclasses import dataclass

Shape = tuple[re.Pattern[str], str, str, bool]
"""Pattern, attribute (where the pattern has no such group), ledger kind ("" to judge by the value), one at a time."""


@dataclass(frozen=True)
class Rules:
    """One language's way of stating facts."""

    openers: re.Pattern[str]  # what may stand before a statement and is no part of it
    asks: re.Pattern[str]  # beginnings of questions and requests
    chat: re.Pattern[str]  # clauses in the first person that settle nothing
    first_person: re.Pattern[str]
    finite: re.Pattern[str]  # verbs that make a clause without a first person a statement
    clause: re.Pattern[str]  # where a clause with a subject of its own begins
    pronoun: re.Pattern[str]  # beginnings that speak of the clause before
    question: re.Pattern[str]  # where a question begins inside a sentence
    bound: re.Pattern[str]  # words of a constraint
    over: re.Pattern[str]  # words that say that something no longer holds
    instead: re.Pattern[str]  # ", not X" at the end of a correction
    shapes: tuple[Shape, ...]


def compiled(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_PRONOUN = (
    r"(?!(?:I|Let|We|It|He|She|They|This|That|There|These|Those|You|If|When|Yo|Él|Ella|Eso|Esto|Je|Il|Elle|On|Nous|Vous|Ce|"
    r"Ça|Ich|Wir|Er|Sie|Es|Das|Dies|The|My|Our|El|La|Los|Las|Mi|Mis|Le|Les|Mon|Ma|Mes|Der|Die|Mein|"
    r"Meine|Unser|Unsere)\b)"
)
NAME = rf"(?-i:{_PRONOUN}[\"“„«']?[A-ZÀ-Þ][\w'’-]*(?: [A-ZÀ-Þ0-9][\w'’-]*)*[\"”“»']?)"
_THING = r"[^,;:?!]{1,60}?"


def shapes(
    owner: str, the: str, of: str, be: str, verbs: str, changed: str, extra: tuple[tuple[str, str, str, bool], ...]
) -> tuple[Shape, ...]:
    """The shapes that all languages share, the more particular first; `extra` go before them."""
    owner, the, of, be, verbs = (f"(?:{part})" for part in (owner, the, of, be, verbs))
    equals = rf"(?: {be} |\s?[=:]\s?)"
    shared = (
        (rf"(?:{owner}|{the}) (?P<attribute>{_THING}) {changed} (?P<value>.+)", "", "", True),
        (rf"(?P<subject>{NAME}) {changed} (?P<value>.+)", "", "", True),
        (rf"(?P<value>{NAME}) {be} {owner} (?P<attribute>.+)", "", "name", True),
        ((rf"{owner} (?P<kin>[^\W\d]+(?: (?-i:[^\W\dA-Z]+))?) (?P<subject>{NAME}) (?P<attribute>{be}|"
         rf"{verbs}) (?P<value>.+)"),
         "", "", False),
        (rf"{owner} (?P<attribute>{_THING}){equals}(?P<value>.+)", "", "", True),
        ((rf"{the} (?P<attribute>{_THING}) {of} (?:(?:{owner}|"
         rf"{the}) )?(?P<subject>{_THING}){equals}(?P<value>.+)"), "", "",
         True),
        (rf"{the} (?P<attribute>{_THING}){equals}(?P<value>.+)", "", "", True),
        (rf"(?:{owner}|{the}) (?P<subject>{_THING}) (?P<attribute>{verbs}) (?P<value>.+)", "", "", True),
        (rf"(?P<subject>{NAME}) (?P<attribute>{verbs}) (?P<value>.+)", "", "", True),
        (rf"(?P<subject>{NAME})['’]s (?P<attribute>{_THING}){equals}(?P<value>.+)", "", "", True),
        (rf"(?P<subject>{NAME}) (?P<attribute>{be}) (?P<value>.+)", "", "", False),
    )  # fmt: skip
    return tuple((compiled(rf"(?:{text})\Z"), name, kind, single) for text, name, kind, single in (*extra, *shared))
