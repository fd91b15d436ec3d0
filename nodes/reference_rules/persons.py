"""Who "he" and "she" are: the person that a question or an answer names, told from places and bodies with names."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from nodes.reference_rules.answers import ASKS_PERSON, is_person_name
from nodes.reference_rules.focus import definite
from nodes.reference_rules.genders import gender_of
from nodes.reference_rules.grammar import BODIES, PERSONS
from nodes.reference_rules.past import Exchange, Past
from nodes.reference_rules.phrases import Phrase, phrases
from nodes.routing.table import vocabulary

_TITLES = vocabulary(
    """mr mrs ms miss dr doctor prof professor sir dame lady lord captain father sister nurse chef judge pastor coach
    señor señora don doña monsieur madame mme herr frau"""
)
_HE = vocabulary(
    """mr sir lord father dad grandfather grandpa son brother uncle nephew husband boyfriend man boy king prince monk
    grandson landlord gentleman"""
)
_SHE = vocabulary(
    """mrs ms miss dame lady mother mum mom grandmother grandma daughter sister aunt niece wife girlfriend woman girl
    queen princess nun granddaughter landlady"""
)
_PLACES = vocabulary(
    """tower museum mount fort hotel hall house street road square bridge harbour harbor island lake river park
    garden gardens valley hill mountain bay beach station airport castle palace church chapel cathedral abbey
    inn lodge court centre center gallery library theatre theater arena stadium market farm mill port pier
    university college institute foundation society trust fund group company council plan card pass policy
    scheme grant scholarship act prize award festival league cup class course tour line service version edition
    bank baths pool brewery bakery works store shop clinic laboratory labs inc ltd gmbh north south east west
    nine ten one two three"""
)
_ROLE = re.compile(
    r"\w{2,}(?:er|or|ist|ian|man|woman|ant|ect|master)|mayor|chef|coach|mechanic|clerk|head|chair|judge|vet|nurse"
)
_NO_ROLE = vocabulary(
    """number letter paper water computer tower river order offer center winter summer chapter quarter corner door
    floor color factor sector motor restaurant plant grant december october november september
    poster counter border manner matter member shelter filter printer scanner trailer object project subject
    effect aspect insect"""
)
_BEHIND = re.compile(r",\s+(?:(?:an?|the|our|its|their)\s+(?P<role>(?:[\w-]+\s+){0,3}?[\w-]+)|who\b)")
_WHERE = frozenset({"at", "in", "to", "from", "near", "of"})
_TURNS = 6
_MASCULINE = frozenset({"he", "him", "his", "he's", "himself"})
_NAMED, _CALLED, _KNOWN, _MEANT = 1, 2, 3, 4


@dataclass(frozen=True)
class Person:
    """A person's name or description with the turn it was said in; `own`: somebody of the user's: "my cousin Falk"."""

    text: str
    turn: int
    own: bool = False


def person(past: Past, word: str, language: str) -> Person | None:
    """The likeliest person for "he" or "she": the newest exchange first, there who is best known to be one.

    Nobody who was called she before is a "he", unless there is no one else.
    """
    order = (past.here or past.all)[:_TURNS]
    other: Person | None = None
    for exchange in order:
        for one, _ in sorted(_named(exchange, past, word, language), key=lambda one: -one[1]):
            if language != "en" or _fits(one, word, past, language):
                return one
            other = other or one
    for exchange in order:
        for text in (exchange.asked, exchange.answered):
            for phrase in phrases(text, language, past.known):
                if phrase.person and not phrase.plural and not phrase.asked and _agrees(phrase, word):
                    return Person(definite(phrase.text, language), exchange.turn, phrase.det in {"my", "our"})
    return other


def _fits(one: Person, word: str, past: Past, language: str) -> bool:
    """Whether nothing says that the person with this name is the other of he and she."""
    gender = gender_of(one.text, past, language)
    return gender is None or (gender == "he") is (word in _MASCULINE)


def _named(exchange: Exchange, past: Past, word: str, language: str) -> Iterator[tuple[Person, int]]:
    """Persons with a name, each with how sure that is; where a person was asked for, the answer's first."""
    asks = ASKS_PERSON.search(exchange.asked.lower()) or ASKS_PERSON.search(exchange.query.lower())
    texts = [exchange.query, exchange.asked, exchange.answered]
    said = f"{exchange.query} {exchange.asked}".lower()
    for text in [exchange.answered, *texts[:2]] if asks else texts:
        every = phrases(text, language, past.known)
        for at, phrase in enumerate(every):
            if not phrase.names or not _agrees(phrase, word):
                continue
            own = phrase.det in {"my", "our"} and phrase.person
            sure = _sureness(text, every, at, own=own)
            if (
                text is not exchange.answered
                and sure == _NAMED
                and not (phrase.det or phrase.prep in _WHERE)
                and _is_strict(phrase.names[-1])
            ):
                sure = _KNOWN
            whose = text[: phrase.start].lower().endswith((" of the ", " of "))
            new = phrase.names[-1].lower() not in said and not whose
            if asks and text is exchange.answered and sure:
                sure = _MEANT if new and not _belongs(phrase) else 0
            if sure:
                yield Person(phrase.text if own else phrase.names[-1], exchange.turn, own), sure


def _sureness(text: str, every: tuple[Phrase, ...], at: int, *, own: bool) -> int:
    """0 for no person; more where a title, an office before the name or behind it says that it is one."""
    phrase = every[at]
    if own:
        return _MEANT
    parts = [part.lower().strip(".") for part in phrase.names[-1].split()]
    if parts[-1] in _PLACES | BODIES | _TITLES or parts[0] in _PLACES:
        return 0
    before = [word for word in phrase.words if word not in parts]
    led = at > 0 and re.fullmatch(r",\s+", text[every[at - 1].end : phrase.start]) is not None
    office = (before and is_role(before[-1])) or (led and is_role(every[at - 1].head))
    behind = _BEHIND.match(text, phrase.end)
    told = behind is not None and (behind["role"] is None or is_role(behind["role"].split()[-1]))
    titled = at > 0 and every[at - 1].words[-1] in _TITLES and text[every[at - 1].end : phrase.start] in {". ", " "}
    if titled or parts[0] in _TITLES or (before and before[-1].strip(".") in _TITLES) or office or told:
        return _CALLED
    return _NAMED if is_person_name(phrase.names[-1]) else 0


def _belongs(phrase: Phrase) -> bool:
    """Whether the name only says whose somebody is: "the manager of Loft Nine"."""
    return re.search(rf"\s(?:of|at|in|from)\s+(?:the\s+)?{re.escape(phrase.names[-1])}", phrase.text) is not None


def is_role(word: str) -> bool:
    """Whether a noun names somebody by what they do: "the architect", "a coach"."""
    return word in PERSONS or (_ROLE.fullmatch(word) is not None and word not in _NO_ROLE)


def _is_strict(name: str) -> bool:
    """Whether nothing in a name is a place's, a body's or a thing's."""
    return is_person_name(name) and not {part.lower() for part in name.split()} & (_PLACES | BODIES)


def _agrees(phrase: Phrase, word: str) -> bool:
    """Whether what a person is called leaves it open whether it is he or she, or says so: "my uncle", "Mrs Farran"."""
    other = _SHE if word in _MASCULINE else _HE
    return not other & {part.strip(".") for part in phrase.words}
