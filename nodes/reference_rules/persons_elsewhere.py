"""Who a pronoun of another language stands for: the one person whom the exchanges before named."""

from nodes.reference_rules.answers import ASKS_PERSON
from nodes.reference_rules.grammar import GRAMMARS
from nodes.reference_rules.past import Exchange, Past
from nodes.reference_rules.pointing import NAMED, NO_PERSONS
from nodes.routing.table import compiled
from stores.words import words

_ASKS = compiled(r"\b(?:quem|chi|quién|quiénes|wessen|wem)\b")
_READ = 400  # characters of an answer that are read for names


def named_persons(text: str, language: str) -> list[str]:
    """What looks like the names of persons in a text, in order and once each."""
    grammar = GRAMMARS[language]
    small = (
        grammar.det | grammar.prep | grammar.pron | grammar.aux | grammar.be | grammar.conj | grammar.wh | grammar.verb
    )
    found: dict[str, None] = {}
    for match in NAMED.finditer(text):
        parts = match.group().split()
        while parts and parts[0].lower() in small:
            parts.pop(0)
        plain = {part.lower().strip(".") for part in parts}
        if len(parts) > 1 and not plain & NO_PERSONS:
            found[" ".join(parts)] = None
    return list(found)


def person_of(past: Past, language: str) -> tuple[str, bool] | None:
    """The person spoken of, and whether the talk is about them: asked for, or the subject of the question before."""
    for at, exchange in enumerate((past.here or past.all)[:3]):
        said = named_persons(exchange.query, language)
        if len(said) == 1:
            return said[0], at == 0
        answered = _new(exchange, language)
        asked = any(
            pattern.search(text.lower())
            for pattern in (ASKS_PERSON, _ASKS)
            for text in (exchange.query, exchange.asked)
        )
        if answered and (asked or len(answered) == 1):
            return answered[0], asked and at == 0
    return None


def _new(exchange: Exchange, language: str) -> list[str]:
    """The persons whom an answer names beside what was asked."""
    held = set(words(exchange.query))
    return [name for name in named_persons(exchange.answered[:_READ], language) if not set(words(name)) <= held]
