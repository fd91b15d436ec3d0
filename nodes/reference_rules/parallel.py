"""A bare thing in the place of its like in the question before: "cello?" after "can I hire a violin?"."""

import re
from dataclasses import replace

from nodes.reference_rules.contrasts import alone, contrasting, is_adjective
from nodes.reference_rules.focus import Focus
from nodes.reference_rules.grammar import ATTRIBUTES, EN, MEASURES, RELATIONS
from nodes.reference_rules.nominal import WHOLE_SCOPE, Fragment, append, bare, swap
from nodes.reference_rules.phrases import Phrase, is_plural, phrases
from nodes.reference_rules.tokens import tokenize
from nodes.resolving.lexicon import behaviour
from nodes.routing.table import vocabulary
from stores.words import stem

_PROPERTIES = ATTRIBUTES | MEASURES | RELATIONS
_ANY = frozenset({"a", "an"})
_OPEN = frozenset({"", "the", "a", "an", "any", "some"})
_OBJECTS = frozenset({"", "about", "of", "for", "with", "to"})
_CLASSED = vocabulary(
    """pitch ticket pass card permit licence license room box bin bins plan tariff membership course class lesson club
    tour trip seat visa exam test insurance cover policy certificate subscription workshop floor team league"""
)
"""What comes in classes that one word names: "caravan?" after "a tent pitch" is a caravan pitch."""
_LONG = 2
_FEW = 4
_PLACES = frozenset({"in", "on", "at"})
_FOR_MANY = {"is": "are", "was": "were", "does": "do", "has": "have"}
_FOR_ONE = {many: one for one, many in _FOR_MANY.items()}
_IDENTITY = re.compile(r"^\W*(?:what|who)(?:'s|\s+is|\s+are|\s+was|\s+were)\s+(?:the|an?)\s+[\w\s-]+\W*$")
_FOLK = frozenset({"unemployed", "retired", "disabled", "elderly", "pregnant", "deaf", "blind"})
_DEED = re.compile(r"\b(?:is|are|was|were|does|do|can)\s+(?P<deed>[a-z]{3,}ing)\b(?=\s+[a-z])")
_WHO_IS = re.compile(
    r"^\W*who(?:'s|\s+is|\s+was|\s+are|\s+were)\s+(?P<whom>the\s+[\w-]+(?:\s+(?!of\b)[\w-]+)?)(?=\s+of\b|\W*$)"
)
_MODAL = re.compile(
    r"^\W*(?:(?:where|when|how|until\s+when|from\s+when)\s+)?(?:can|could|may|must|should|do|am|are)"
    r"\s+(?:i|we|you|my\s+\w+|our\s+\w+|one|people|guests|visitors|children|members)\s+(?:allowed\s+to\s+)?"
)


def put_parallel(f: Fragment, before: str, focus: Focus | None, known: tuple[str, ...]) -> str | None:
    """The question before with the fragment where its like stood; None where nothing there is like it.

    A word that only describes takes the place of its opposite ("green?"), a thing that of a thing with the same kind
    of article, a verb that of the verb ("and camp?"). Properties are left to `nominal.attribute`.
    """
    if f.limit or f.wh or f.supposed or _LEANS.search(f.text) or not asks(before):
        return None
    word = alone(f.text)
    if word and (other := contrasting(word, before)) is not None:
        return f"{_article(before, other.start, word)}{word}{before[other.end :]}"
    if f.text.lower().startswith("the ") and (who := _WHO_IS.match(before.lower())) and len(f.text.split()) <= _FEW:
        return swap(before, *who.span("whom"), f.text)
    if f.led and (done := _another_deed(f.text, before, focus)):
        return done
    return None if focus is None else _put_thing(f, before, focus, known)


def _put_thing(f: Fragment, before: str, focus: Focus, known: tuple[str, ...]) -> str | None:
    word, new = alone(f.text), phrases(f.text, "en", known)
    if not new or len(new) > 2 or new[0].start > 0 or before[focus.main.end :].startswith(")"):
        return None
    wanted = new[0]
    if wanted.person and word and f.text[0].isupper() and not is_plural(word):  # "Team?" after "Solo"
        named = [p for p in focus.all if p.names]
        return swap(before, named[0].start, named[0].end, f.text) if len(named) == 1 and not named[0].prep else None
    if wanted.names or wanted.time or wanted.person or wanted.prep or WHOLE_SCOPE.match(f.text.lower()):
        return None
    if is_adjective(wanted.words[-1]) and (word or not wanted.det):
        return _described(f.text.lower(), before, focus)
    if wanted.head in _PROPERTIES or wanted.quantity or wanted.det not in {"", "a", "an", "the"}:
        return None
    led = f.led or f.about or f.same
    held = _owner(focus) if wanted.det == "the" else slot(wanted, before, focus, led=led)
    if held is not None:
        return put_at(held, f.text, wanted, before)
    return None if wanted.det or f.about else _for_deed(f.text, before)


def _owner(focus: Focus) -> Phrase | None:
    """The hall of "the rent for the large hall", of which "the kitchen" takes the place."""
    behind = (p for p in focus.all if p.start > focus.main.start and p.prep in {"for", "on"} and p.det == "the")
    owned = focus.main.head in _PROPERTIES and not focus.main.names
    return next((p for p in behind if owned and not (p.time or p.person or p.names)), None)


def _for_deed(text: str, before: str) -> str | None:
    """For "glass?" after "when is recycling collected?": a thing in the place of a deed without a noun."""
    match = _DEED.search(before.lower())
    return swap(before, *match.span("deed"), text) if match else None


def slot(wanted: Phrase, before: str, focus: Focus, *, led: bool, strict: bool = False) -> Phrase | None:
    """The phrase of a question that a new thing takes the place of; `strict`: only one with an article like its own."""
    held = [p for one in focus.all for p in (_within(one),) if _may_give_way(p, one is focus.main, focus)]
    plural = is_plural(wanted.head)
    alike = [p for p in held if _alike(wanted, p, plural=plural)]
    alike.sort(
        key=lambda p: (p.det != wanted.det and not {p.det, wanted.det} <= _ANY, p.asked, p.start != focus.main.start)
    )
    if alike or strict:
        return alike[0] if alike else None
    main = next((p for p in held if focus.main.start <= p.start < focus.main.end and not p.asked), None)
    if main is None or _IDENTITY.match(before.lower()):
        return None
    classed = main.head in _CLASSED and len(main.words) > 1 and len(wanted.words) == 1
    if wanted.det or ((led or classed) and not plural):
        return main
    if main.plural and main.det != "the" and not plural:  # "gallery?" after "seats in the stalls"
        aside = (p for p in focus.sides if p.prep in _PLACES and p.det == "the" and not (p.time or p.names))
        return next(aside, main)
    return None


def _within(phrase: Phrase) -> Phrase:
    """The thing of "the price of a standing ticket"."""
    of = list(re.finditer(r"\sof\s+", phrase.text))
    if not of or phrase.head not in _PROPERTIES:
        return phrase
    inner = phrases(phrase.text[of[-1].end() :], "en")
    if len(inner) != 1:
        return phrase
    start = phrase.start + of[-1].end() + inner[0].start
    return replace(inner[0], start=start, end=phrase.end, prep=phrase.prep, subject=phrase.subject)


def _may_give_way(phrase: Phrase, main: bool, focus: Focus) -> bool:
    mine = main and phrase.det in {"my", "our"}
    if phrase.names or phrase.time or phrase.person or phrase.quantity or (phrase.det not in _OPEN and not mine):
        return False
    if phrase.asked:
        return phrase.head not in _PROPERTIES and len(focus.all) > 1
    return main or (phrase.prep in _OBJECTS and phrase.head not in _PROPERTIES)


def _alike(wanted: Phrase, held: Phrase, *, plural: bool) -> bool:
    if wanted.det in _ANY:
        return held.det in _ANY
    if plural:
        return held.plural and held.det in {"", "the", "any", "some"}
    return held.det in _ANY or (held.det in {"", "my", "our"} and not held.plural)


def put_at(held: Phrase, text: str, wanted: Phrase, before: str) -> str:
    """The question with a new thing at the place of another, with the article and the verb that go with it."""
    if len(wanted.words) == 1 and not wanted.det and len(held.words) > 1 and held.head in _CLASSED - {wanted.head}:
        start = before.lower().rfind(held.head, held.start, held.end)
        first = before.lower().find(held.words[0], held.start)
        if first < start and held.det and wanted.head not in _CLASSED:
            return f"{_article(before, first, text.lower())}{text} {before[start:]}"
    new, plural = text, is_plural(wanted.head)
    if not wanted.det and held.det in {"the", "my", "our"}:
        new = f"{held.det} {text}"
    elif not wanted.det and held.det in _ANY and not plural:
        new = f"{'an' if text[0].lower() in 'aeiou' else 'a'} {text}"
    made = agreeing(swap(before, held.start, held.end, new), held.start, plural=plural)
    general = len(held.words) > _LONG and wanted.head not in _CLASSED and len(wanted.words) == 1
    return append(made, f"({bare(held.text)})") if general else made  # "a bicycle" after "a single ferry ticket"


def agreeing(text: str, at: int, *, plural: bool) -> str:
    """The text with the "is" or "does" before a place in the number of what stands there."""
    match = re.search(r"\b(is|are|was|were|does|do|has|have)\s+$", text[:at])
    if match is None:
        return text
    said = (_FOR_MANY if plural else _FOR_ONE).get(match[1], match[1])
    return swap(text, match.start(1), match.end(1), said)


def _article(before: str, at: int, word: str) -> str:
    """What stands before a word that another takes the place of, with "a" or "an" as it needs."""
    match = re.search(r"\b(an?)\s+$", before[:at])
    if match is None:
        return before[:at]
    return f"{before[: match.start(1)]}{'an' if word[0] in 'aeio' else 'a'} "


def _described(word: str, before: str, focus: Focus) -> str | None:
    """For "bigger?" after "how much is a pitch?": in the place of what described the thing, or before it."""
    main = focus.main
    folk = next((p for p in focus.all if p.person and p.prep == "for" and not p.names), None)
    if word in _FOLK and folk is not None:
        return swap(before, folk.start, folk.end, f"{word} people")
    if main.head in _PROPERTIES:
        behind = (p for p in focus.all if p.start > main.start and p.prep in {"for", "of", "on"} and not p.names)
        main = next((p for p in behind if not (p.person or p.time)), main)
    if word.endswith("est") or main.names or main.asked or main.time or " of " in main.text:
        return None
    start = before.lower().rfind(main.head, main.start, main.end)
    described = main.words[-2] if len(main.words) > 1 else ""
    if start < 0:
        return None
    if described and is_adjective(described):
        start = before.lower().rfind(described, main.start, start)
        return f"{_article(before, start, word)}{word}{before[start + len(described) :]}"
    return f"{_article(before, start, word)}{word} {before[start:]}"


def _another_deed(text: str, before: str, focus: Focus | None) -> str | None:
    """For "and camp?" after "can we fish in the lake?": the question with another verb and what hangs on it."""
    match = _MODAL.match(before.lower())
    first = next(iter(tokenize(text, EN)), None)
    if match is None or first is None or first.kind not in {"word", "verb"}:
        return None
    noun, verb = behaviour(stem(first.low))[1:3]
    acts = first.low in EN.verb or verb > noun
    after = [t.kind for t in tokenize(text, EN)][1:2]
    acts = acts or after in (["adverb"], ["det"], ["possessive"])  # "check out late", "park the car"
    acts = acts or (focus is not None and focus.main.prep in _PLACES and not after)  # "camp", not "the lake"
    if not acts or not first.text.islower() or first.low.endswith("s"):
        return None
    verb_before = next((t for t in tokenize(before, EN) if t.start >= match.end()), None)
    if not after and verb_before is not None and verb_before.kind == "verb":
        return swap(before, verb_before.start, verb_before.end, text)
    return f"{before[: match.end()]}{text}?"


_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_ASKS = re.compile(
    r"^\W*(?:(?:and|but|so|ok(?:ay)?|then|also|now)\W+)*(?:what|which|who|whom|whose|when|where|why|how|until|from|at"
    r"|(?:what|who|when|where|how)'?s|is|are|was|were|do|does|did|can|could|will|would|should|may|must|has|have|tell|give"
    r"|show|list|name|explain|describe|compare|find|i(?:'d|\s+would)\s+like\s+to\s+know)\b",
    re.IGNORECASE,
)
_LEANS = re.compile(r"\b(?:it|its|they|them|their|he|she|him|her|his|there|that|this|those|these)\b", re.IGNORECASE)


def asks(text: str) -> bool:
    """Whether a text is a question or a request, and not something told."""
    return "?" in text or _ASKS.match(text) is not None


def question_in(text: str) -> str:
    """The question at the end of a message that tells something first, where it stands alone: "Oh good, he's in.
    What is the deposit?".
    """
    sentences = _SENTENCE.split(text.strip())
    for at in range(len(sentences) - 1, -1, -1):
        one = sentences[at]
        if asks(one) and len(one.split()) > 2:
            return text if at == 0 or _LEANS.search(one) or not phrases(one, "en") else " ".join(sentences[at:])
    return text
