"""Lists the assistant gave, and the words that pick from them: "the second one", "point 3", "the latter"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from nodes.reference_rules.cue_tables import Cues
from nodes.reference_rules.grammar import EN
from nodes.reference_rules.past import Exchange
from nodes.reference_rules.persons import is_role
from nodes.reference_rules.phrases import phrases
from stores.words import stem, terms, words

_TURNS = {"latter", "former", "letztere", "letzteren", "erstere", "ersteren"}
_LINE = re.compile(r"^[ \t]*(?:(?:\d{1,2}|[a-zA-Z])[.)]|[-*•–])[ \t]+(\S.*)$", re.MULTILINE)
_INLINE = re.compile(r"(?:(?<=^)|(?<=[\s:;,(]))(?:\(?\d{1,2}[.)])\s+(.+?)(?=(?:[\s;,]+\(?\d{1,2}[.)]\s)|$)", re.DOTALL)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"“¿¡ÄÖÜÉÀ])|\n+")
_TOLD = re.compile(
    r"(?:First|Firstly|Second|Secondly|Third|Thirdly|Fourth|Next|Then|Finally|Lastly)\b,?\s+(.+)$", re.DOTALL
)
_AND = re.compile(r"(?:,\s*)?\b(?:and|or|as well as|y|o|e|u|et|ou|und|oder|sowie)\b\s+", re.IGNORECASE)
_COMMA = re.compile(r"\s*[,;]\s*(?![^()]*\))")
_NOTE = re.compile(r"^(?P<label>.+?)\s*(?:\((?P<note>[^()]+)\)|\s(?:with|by|led by|con|avec|mit)\s(?P<by>.+))\s*$")
_JOIN = re.compile(r"^(?:with|for|in|on|at|the|a|an|of|to|from|about|con|para|en|avec|pour|mit|für)\s+", re.IGNORECASE)


@dataclass(frozen=True)
class Item:
    """An entry of a list; `note` is what stands in parentheses or after "with"."""

    text: str
    label: str
    note: str = ""


@dataclass(frozen=True)
class Picked:
    """What an ordinal stands for: the span of the words in the message and the items."""

    start: int
    end: int
    items: tuple[Item, ...]
    others: tuple[Item, ...]
    noun: str = ""
    counted: bool = False  # "number 3", "point 2"


@lru_cache(maxsize=512)  # the same answers are read again with every message
def items_of(text: str, language: str = "en") -> tuple[Item, ...]:
    """The entries of the first list in a text: numbered or bulleted lines, or the longest enumeration in a sentence."""
    lines = _LINE.findall(text)
    if len(lines) >= 2:
        return tuple(_item(line) for line in lines)
    inline = [match.strip(" ;,.") for match in _INLINE.findall(text)]
    if len(inline) >= 2:
        return tuple(_item(entry) for entry in inline)
    told = [match.group(1) for sentence in _SENTENCE.split(text) if (match := _TOLD.match(sentence))]
    if len(told) >= 2:
        return tuple(_item(entry) for entry in told)
    best: tuple[Item, ...] = ()
    for sentence in _SENTENCE.split(text):
        found = _enumerated(sentence, language)
        if len(found) > len(best):
            best = found
    return best


def _item(text: str) -> Item:
    text = text.strip().rstrip(".;,")
    match = _NOTE.match(text)
    if match and len(text.split()) <= 10:
        return Item(text, match.group("label"), match.group("note") or match.group("by") or "")
    return Item(text, text)


def _enumerated(sentence: str, language: str) -> tuple[Item, ...]:
    body = sentence.rstrip(" .!?")
    colon = body.rfind(": ")
    if colon >= 0 and (_AND.search(body, colon) or "," in body[colon:]):
        body = body[colon + 2 :]
        first_free = True
    else:
        first_free = False
    joins = list(_AND.finditer(body))
    if not joins:
        return ()
    last = joins[-1]
    left = [part for part in _COMMA.split(body[: last.start()]) if part.strip()]
    if not left:
        return ()
    right = body[last.end() :]
    entries = [*left, right]
    if not first_free:
        entries[0] = _trailing(entries[0], language)
    entries[-1] = _leading(entries[-1], language) if not first_free or len(right.split()) > 6 else right
    entries = [
        _JOIN.sub("", entry.strip()) if not entry.strip().lower().startswith(("the ", "a ", "an ")) else entry.strip()
        for entry in entries
    ]
    if any(not entry or len(entry.split()) > 9 for entry in entries):
        return ()
    return tuple(_item(entry) for entry in entries)


_PERSON = re.compile(r"(?:[A-Z][\w'’.-]*)(?:\s+[A-Z][\w'’-]*){1,3}")
_TITLE = re.compile(
    r"[A-Z][\w'’-]*(?:\s+(?:(?:at|of|and|in|for|the|on|to|with|de|del|la|du|des|und|für|am)\s+)*[A-Z][\w'’-]*)+$"
)


def _trailing(segment: str, language: str) -> str:
    title = _TITLE.search(segment.rstrip()) if language != "de" else None
    if title and not segment[: title.start()].endswith(". ") and title.start():
        return title.group()
    found = phrases(re.sub(r"\([^()]*\)", lambda m: " " * len(m.group()), segment), language)
    return segment[found[-1].start :] if found else segment


def _leading(segment: str, language: str) -> str:
    note = re.match(r"[^()]+\([^()]*\)", segment)
    if note:
        return note.group()
    found = phrases(segment, language)
    return segment[: found[0].end] if found else segment


_FOR_SEVERAL = re.compile(
    r"^\W*(?:and\s+|so\s+)?(?:list|name|compare|who\s+(?:are|works?|teaches|leads|sits)|are\s+there|(?:tell|give|show)\b.*\b(?:all|which))\b"
    r"|\b(?:differences?|differs?|compared?|versus|vs|better)\b|\bsteps\b"
)


def asked_for(one: Exchange, language: str) -> tuple[str, ...]:
    """The texts of an exchange that list what was asked for: several of a kind, steps, two things compared."""
    low = f"{one.asked} {one.query}".lower()
    lined = len(_LINE.findall(one.answered)) >= 2 or len(_INLINE.findall(one.answered)) >= 2
    several = any(p.asked and p.plural and not p.time for p in phrases(one.query, language)) and "how many" not in low
    wanted = bool(_FOR_SEVERAL.search(low))
    return (one.answered, one.asked) if wanted else ((one.answered,) if lined or several else ())


def pick(low: str, cues: Cues, items: Sequence[Item], context: str, language: str) -> Picked | None:
    """The entries that a message picks, when the words are meant to pick.

    `context` is what was said around the list: a noun after the ordinal counts only when it was said there
    ("the second instructor"), so that "a second car" picks nothing.
    """
    if both := cues.ends.search(low):
        chosen = [_at(items, cues.nth.get(both.group(name), 0)) for name in ("nth", "second")]
        if all(chosen):
            kept = tuple(item for item in chosen if item)
            return Picked(both.start(), both.end(), kept, _rest(items, kept))
    for match in cues.ordinal.finditer(low):
        groups = match.groupdict()
        which = next((groups[name] for name in ("nth", "nth2", "nth3", "nth4", "nth5") if groups.get(name)), "")
        noun = (groups.get("noun") or "").strip()
        if noun and (
            which in _TURNS
            or noun in EN.verb | EN.prep | EN.adverb | EN.conj | EN.be | EN.aux | EN.predicate
            or noun == "early"
        ):
            noun = ""
        people = is_role(noun) and all(_PERSON.fullmatch(item.note) or _PERSON.fullmatch(item.label) for item in items)
        if not people and not _picks(
            noun,
            context,
            language,
            counted=bool(groups.get("nth2") or groups.get("nth3") or groups.get("nth4") or groups.get("nth5")),
        ):
            continue
        place = int(which) if which.isdigit() else cues.nth.get(which, int(re.sub(r"\D", "", which) or 0))
        item = _at(items, place)
        if item is not None:
            end = match.end() if noun or not groups.get("noun") else match.start("noun")
            end -= len(low[:end]) - len(low[:end].rstrip())
            counted = bool(groups.get("nth2") or groups.get("nth5"))
            return Picked(match.start(), end, (item,), _rest(items, (item,)), noun, counted)
    return None


_OTHER = re.compile(r"\b(?:the\s+)?other(?:\s+(?:one|two))?(?=\W*$|\s+(?:is|was|cost|costs|have|has|do|does|in|for)\b)")


def pick_other(low: str, items: Sequence[Item], before: str) -> Picked | None:
    """For "the other one": of two entries the one that the question before did not name."""
    match = _OTHER.search(low)
    if match is None or len(items) != 2:
        return None
    named = [item for item in items if _contains(before.lower(), _JOIN.sub("", item.label.lower()))]
    if len(named) != 1:
        return None
    return Picked(match.start(), match.end(), _rest(items, named), tuple(named))


def _picks(noun: str, context: str, language: str, *, counted: bool) -> bool:
    if counted or not noun or noun.startswith(("one", "of ", "d'entre", "de ", "von", "davon")):
        return True
    if noun in {
        "point",
        "item",
        "option",
        "bullet",
        "step",
        "entry",
        "choice",
        "two",
        "and",
        "is",
        "was",
        "please",
        "punto",
        "opción",
        "punkt",
    }:
        return True
    said = {stem(word, language) for word in words(context)}
    return stem(noun, language) in said and noun not in {"year", "time", "day", "week", "month", "place", "part", "car"}


def _at(items: Sequence[Item], place: int) -> Item | None:
    if place == 0:
        return items[len(items) // 2] if len(items) % 2 else None
    index = place - 1 if place > 0 else len(items) + place
    return items[index] if 0 <= index < len(items) else None


def _rest(items: Sequence[Item], kept: Sequence[Item]) -> tuple[Item, ...]:
    return tuple(item for item in items if item not in kept)


def wording(picked: Picked) -> str:
    """The entries in the words a query needs: a person's name for "the second instructor", else the whole entry."""
    person = is_role(picked.noun.rstrip("s"))
    return " and ".join(_person_of(item) if person else item.text for item in picked.items)


def _person_of(item: Item) -> str:
    if item.note and (_PERSON.fullmatch(item.note) or not _PERSON.fullmatch(item.label)):
        return item.note
    return item.label


def chosen_option(reply: str, items: Sequence[Item], cues: Cues, language: str) -> tuple[Item, ...]:
    """The options that a reply names, by ordinal or by their words."""
    low = reply.lower()
    if picked := pick(low, cues, items, "", language):
        return picked.items
    if re.search(r"\b(?:both|all(?: of them)?|ambos|ambas|les deux|beide)\b", low):
        return tuple(items)
    said = set(words(low))
    whole = [item for item in items if _contains(low, item.label.lower())]
    if whole:
        return tuple(whole)
    scored = [(len(set(terms(item.text, language)) & set(terms(reply, language))), item) for item in items]
    best = max((score for score, _ in scored), default=0)
    if best:
        return tuple(item for score, item in scored if score == best)
    return tuple(item for item in items if said and said <= set(words(item.text)) and len(said) <= 3)


def _contains(text: str, part: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text) is not None
