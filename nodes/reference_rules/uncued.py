"""Languages without cues: a short message that goes on keeps what the question before was about; all others stay."""

import re

from nodes.reference_rules.past import Exchange, Past
from nodes.reference_rules.unspaced import follow_up as follow_unspaced
from nodes.reference_rules.unspaced_words import SIGNS
from nodes.routing.table import vocabulary
from nodes.state import Route
from stores.words import words

_LEADS = vocabulary(
    "en maar a i oraz ale och men og ja mutta ve peki ama și dar és де а и но та але και ו و और 그럼 그리고 dan và"
)
_SMALL = vocabulary(
    """het de een van in is zijn wat wie wanneer waar hoe waarom welke voor met op er dat die dit kan kun kunt ik je
    mag mogen moet
    kost kosten duurt sluit opent lang veel hoeveel naar bij om uur per
    ile kosztuje kiedy gdzie jak jest czy dla na w z do się nie co kto który jaka jaki trwa ma są po od za o której
    godzinie
    vad kostar när var hur är för med på av det den ett som vem vilken kan man jag mycket länge till
    hvad hvor hvornår koster det der til fra hva når
    ne kadar nerede nasıl kim bir bu mi mı mu var için ile
    сколько стоит когда где как что кто какой какая для на в с у по до от за это есть ли можно и он она оно
    """
)
_FOR = vocabulary("voor met zonder dla bez för med utan for uten için для без με 위한")
_POINTS = vocabulary(
    "hij zij ze hem haar daar ervan on ona ono tam jego jej han hon där dit onu orada он она оно его её там"
)
_FRAGMENT, _SHORT, _LONGEST = 4, 5, 8


def follow_up(question: str, route: Route, past: Past, language: str) -> str | None:
    """The message with what it leans on, or None when it stands alone."""
    if language in SIGNS:
        return follow_unspaced(question, route, past, language)
    last = past.last
    if last is None or last.language != language or route.correction:
        return None
    said = words(question)
    led = len(said) > 1 and said[0] in _LEADS
    rest = said[1:] if led else said
    content = [word for word in rest if word not in _SMALL and word not in _FOR]
    pointing = any(word in _POINTS for word in rest)
    fragment = led and len(rest) <= _FRAGMENT
    subjectless = past.begun and not content and len(rest) <= _SHORT
    if not (fragment or subjectless or (pointing and len(content) <= 1 and len(rest) <= _SHORT + 1)):
        return None
    about = _about(last, content)
    if not about:
        return None
    body = question.strip()
    if led:
        body = body[re.match(r"\W*\w+[\s,]*", body).end() :]  # type: ignore[union-attr]  # it begins with a word
    return f"{body.rstrip(' ?？.!')} ({about})?"


def _about(last: Exchange, content: list[str]) -> str:
    """The content words of the question before, in its own wording."""
    added = re.search(r"\(([^()]+)\)\W*$", last.query)
    text = added[1] if added and added[0] not in last.asked else last.query
    kept = [word for word in text.split() if (held := words(word)) and held[0] not in _SMALL and held[0] not in _LEADS]
    new = [word.strip("?？.!,:;") for word in kept if words(word)[0] not in content]
    return " ".join(new[:_LONGEST])
