"""A thing in the place of another: "what about the lemon tart?", "the posted one", "and the payload weight?"."""

import re
from dataclasses import dataclass

from nodes.reference_rules.cue_tables import Cues
from nodes.reference_rules.focus import Focus, definite
from nodes.reference_rules.grammar import ATTRIBUTES, ATTRIBUTES_ELSEWHERE, EN, GENERIC_ADJECTIVES, MEASURES
from nodes.reference_rules.phrases import Phrase, phrases
from nodes.reference_rules.tokens import tokenize
from stores.words import stem, terms

_IDENTITY = re.compile(
    r"^\W*(?:what|who)(?:'s|\s+is|\s+are|\s+was|\s+were)\b|^\W*(?:tell|explain|describe|i|we|our|my)\b"
)
WHOLE_SCOPE = re.compile(
    r"^(?:all\s+)?(?:the\s+)?(?:other|others|rest|remaining|all|every|any other)\b"
    r"|^(?:los|las)?\s*(?:demás|otros|otras)\b|^(?:les )?autres\b|^(?:die |alle )?anderen\b"
)


_DAYS = re.compile(r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays|(?:public|bank)?\s*holidays")
_LONGEST = 10
_SIZES = {"small", "large", "big", "medium", "little", "tiny", "single", "double", "short", "long"}
_INDEFINITE = {"a", "an"}


@dataclass(frozen=True)
class Fragment:
    """A fragment without its connectives. `about`: "what about"; `wh`: it asks with a bare question word."""

    text: str
    about: bool = False
    limit: str = ""
    wh: bool = False
    same: bool = False
    led: bool = False  # it begins with "and"
    supposed: bool = False  # "and if it is late?"


def swap(text: str, start: int, end: int, new: str) -> str:
    return f"{text[:start]}{new}{text[end:]}"


def append(question: str, addition: str) -> str:
    """The question with an addition before its question mark."""
    body = question.rstrip(" ?？.!")
    mark = question[len(body) :].strip() or ""
    addition = addition.strip(" ?？.!")
    return f"{body} {addition}{mark}" if addition else question


def bare(text: str) -> str:
    return re.sub(r"^(?:the|a|an)\s+", "", text, flags=re.IGNORECASE)


def kind_of(phrase: Phrase) -> str:
    for name in ("time", "quantity", "person"):
        if getattr(phrase, name):
            return name
    return "name" if phrase.names else "thing"


def put_nominal(
    f: Fragment, before: str, focus: Focus | None, cues: Cues, language: str, known: tuple[str, ...]
) -> str:
    new = phrases(f.text, language, known)
    low = f.text.lower()
    if focus is None:
        return append(before, f.text)
    if language == "en" and (match := re.match(r"^(?:an?|the|any|another)?\s*((?:[\w-]+\s+){1,3}?)ones?\b(.*)$", low)):
        return _one(f.text, match, before, focus)
    if not new:
        return append(before, f.text)
    wanted = new[0]
    if WHOLE_SCOPE.match(low):
        return _widened(f.text, wanted, before, focus, language)
    like = None if f.limit else _its_like(wanted, focus, language)
    joins = wanted.time or (wanted.person and not focus.main.person)
    if like is None and joins:
        like = next((p for p in focus.all if p is not focus.main and kind_of(p) == kind_of(wanted)), None)
    like = like or (None if f.led else _indefinite_like(wanted, focus, language))
    if like is not None:
        return swap(before, like.start, like.end, f.text)
    if joins:
        joint = f.text if wanted.time or language != "en" or wanted.det else f"for {f.text}"
        joint = f"on {f.text}" if language == "en" and _DAYS.fullmatch(f.text.lower()) else joint
        if f.about or not wanted.definite:
            return append(before, joint)
    if language in {"es", "fr"} and not f.about and len(wanted.words) == 1 and wanted.head not in ATTRIBUTES_ELSEWHERE:
        return append(before, f.text)  # "¿y el anual?": an adjective looks like a noun
    other = wanted.head in MEASURES and not _is_property(focus.main, wanted, before, language)
    specific = not _IDENTITY.match(before.lower())
    if not other and (f.about or f.same or _alike(wanted, focus.main, language, led=f.led, specific=specific)):
        return _in_place(f.text, before, focus, language)
    return attribute(f.text, focus, cues, language)


def of_its_kind(wanted: Phrase, focus: Focus, language: str) -> Phrase | None:
    """A thing of the question with the same noun under another description: "the mileage rate", "the bicycle rate"."""
    if wanted.time or len(wanted.words) < 2:
        return None
    root = stem(wanted.head, language)
    held = [p for p in focus.all if stem(p.head, language) == root and not p.asked and not p.time]
    return next((p for p in held if p.det == wanted.det and len(p.words) > 1 and p.words != wanted.words), None)


def _its_like(wanted: Phrase, focus: Focus, language: str) -> Phrase | None:
    """A thing with the same noun, or who acts in the question for somebody else who might: "and charter airlines?"."""
    if language != "en" or wanted.names or wanted.prep:
        return None
    if (same := of_its_kind(wanted, focus, language)) is not None and not same.names:
        return same
    return next((p for p in focus.all if p.actor and p.subject and not p.prep and wanted.actor and not p.names), None)


def _indefinite_like(wanted: Phrase, focus: Focus, language: str) -> Phrase | None:
    """The one thing with "a" for another with "a": "how long can I keep a film?" – "a puzzle?"."""
    if language != "en" or wanted.det not in _INDEFINITE or wanted.prep or wanted.head in MEASURES or wanted.names:
        return None
    held = [p for p in focus.all if p.det in _INDEFINITE and not (p.time or p.names) and p.person is wanted.person]
    return held[0] if len(held) == 1 else None


def _alike(wanted: Phrase, main: Phrase, language: str, *, led: bool, specific: bool = False) -> bool:
    """Whether a thing stands beside the other rather than belongs to it: "the beef stew" beside "the chicken soup"."""
    if stem(wanted.head, language) == stem(main.head, language) or (wanted.person and main.person):
        return True
    if led and not (wanted.det or main.det or main.names) and wanted.head not in ATTRIBUTES:
        return True  # "and food?" after "can I take liquids?"
    if language == "de":
        return wanted.head not in ATTRIBUTES_ELSEWHERE
    if main.names or wanted.head in ATTRIBUTES or wanted.words[0] in GENERIC_ADJECTIVES:
        return False
    return (len(wanted.words) > 1 and len(main.words) > 1) or (led and wanted.det == main.det == "the" and specific)


def _is_property(main: Phrase, wanted: Phrase, before: str, language: str) -> bool:
    """Whether the question before was about a property too, in the place of which another one can be asked about."""
    return (
        main.head in ATTRIBUTES
        or stem(wanted.head, language) in terms(before, language)
        or wanted.person
        or wanted.time
    )


def _counterpart(wanted: Phrase | None, focus: Focus) -> Phrase:
    """What a new thing takes the place of: the thing itself, or for a plain noun beside a name another plain noun."""
    if wanted is None or wanted.names or wanted.det or not (wanted.plural and focus.main.names):
        return focus.main
    plain = [p for p in focus.all if not p.names and not p.time and p.plural == wanted.plural and p.det == wanted.det]
    return plain[0] if plain else focus.main


def _in_place(new: str, before: str, focus: Focus, language: str) -> str:
    """The new thing in the place of the one the question was about."""
    wanted = phrases(new, language)
    root = stem(wanted[0].head, language) if wanted else ""
    counted = next((p for p in focus.all if p.asked and stem(p.head, language) == root), None)
    main = counted or _counterpart(wanted[0] if wanted else None, focus)
    if main.asked and main is focus.main and counted is None:
        return append(before, new)
    text = definite(new, language) if main.definite and not new.lower().startswith(("the ", "a ", "an ")) else new
    start, end = main.start, main.end
    if wanted and (side := _owner_of(main, wanted[0], focus, before)) is not None:
        return swap(before, side.start, side.end, new)
    if wanted and not wanted[0].names and (owned := re.match(r".+?(?:['’]s|s['’])\s+", main.text)):
        return swap(before, start + owned.end(), end, bare(new))
    if wanted and main.det == "the" and (of := re.search(r"\sof\s+", main.text, re.IGNORECASE)):
        # "disadvantages" take the place of "the advantages" of something, "the tart" that of the thing itself
        if wanted[0].det:
            start = main.start + of.end()
        else:
            end = main.start + of.start()
    elif focus.whole and wanted and wanted[0].det and before[main.start :].lower().startswith(focus.whole.lower()):
        side = next((p for p in focus.all if p.start > main.start and p.end <= main.start + len(focus.whole)), None)
        if side is not None and not side.names and not side.person:
            end = main.start + len(focus.whole)
    return swap(before, start, end, text)


def _owner_of(main: Phrase, wanted: Phrase, focus: Focus, before: str) -> Phrase | None:
    """What a property is of, where another thing takes its place: "the excess for glass", "what about water?"."""
    if main.head not in MEASURES or wanted.head in MEASURES or wanted.time or wanted.person or " of " in main.text:
        return None
    behind = next((p for p in focus.all if p.start > main.start and not p.time), None)
    if behind is None or behind.prep not in {"for", "on", "against"}:
        return None
    return behind if before[main.end : behind.start].lstrip().startswith(behind.prep) else None


def _widened(text: str, wanted: Phrase, before: str, focus: Focus, language: str) -> str:
    """For "and all the other Norvik products?": all of them in the place of the one."""
    if {wanted.head, wanted.head.removesuffix("s")} & ATTRIBUTES and stem(wanted.head, language) != stem(
        focus.main.head, language
    ):
        kind = " ".join(word for word in focus.main.words if word not in GENERIC_ADJECTIVES | _SIZES)
        return swap(before, focus.main.start, focus.main.end, f"{text} of {kind}")
    if len(wanted.words) == 1 and wanted.words[0] in {"others", "other", "rest", "all", "autres", "anderen", "demás"}:
        noun = next((p.text for p in focus.all if p.asked), focus.main.text)
        return append(before, f"{text} {bare(noun)}")
    return _in_place(text, before, focus, language)


def _one(text: str, match: re.Match[str], before: str, focus: Focus) -> str:
    """For "the posted one" after "an express copy of a birth certificate"."""
    main = focus.main
    of = re.search(r"\sof\s", main.text, re.IGNORECASE)
    noun = main.text[: of.start()] if of else main.text
    tail = main.text[of.start() :] if of else ""
    head = noun.split()[-1]
    article = re.match(r"^(?:an?|the|any|another)\b", text.lower())
    described = f"{article.group() + ' ' if article else ''}{match.group(1).strip()} {head}{tail}{match.group(2)}"
    return swap(before, main.start, main.end, described)


def attribute(text: str, focus: Focus, cues: Cues, language: str) -> str:
    """Another property of the same thing, under the same constraints: "the payload weight of the Kestrel probe"."""
    kept = [f"{cues.year} {year}" for year in focus.years if year not in text and year not in focus.thing]
    sides = [f"{p.prep} {p.text}" for p in focus.sides if p.person or (p.names and not focus.main.names)]
    sides = [side for side in sides if side.lower() not in focus.thing.lower()]
    bare_thing = focus.main.definite and len(focus.main.words) == 1  # "the talk in which a thesis is defended"
    thing = focus.whole if bare_thing and len(focus.whole.split()) <= _LONGEST else focus.thing
    kinds = {token.kind for token in tokenize(focus.text, EN)} if language == "en" else {"verb"}
    if not kinds & {"verb", "be", "aux", "wh"} and " of " in thing:
        thing = thing.split(" of ")[-1]  # a property of a property: "the fare of the deposit of the ferry"
    if set(terms(thing, language)) <= set(terms(text, language)):
        thing = ""
    if language == "en" and focus.main.prep == "to" and len(focus.all) == 1 and len(focus.text.split()) <= _LONGEST:
        return f"{text} ({focus.text.strip(' ?.!')})?"  # "do you deliver to Orsa?" – "cost?"
    joined = f"{text} {cues.joins} {thing}" if thing else text
    return " ".join([joined, *sides[:1], *kept[:1]]) + "?"
