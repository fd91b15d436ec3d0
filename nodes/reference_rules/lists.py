"""Lists that were given: numbered lines, enumerations, sentences of one make; each entry with its name cut clean."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from nodes.reference_rules.grammar import EN
from nodes.reference_rules.phrases import phrases
from nodes.reference_rules.tokens import tokenize
from nodes.reference_rules.verbs import Token

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

_BULLETED = re.compile(r"(?:[^-*•–\n]{0,80}:)?\s*[-*•–]\s+\S")
_BULLET = re.compile(r"(?:^|(?<=\s))[-*•–]\s+")
_NUMBER = (
    r"(?:\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety"
    r"|one(?=\s[a-z])|half an?)\b)"
)
_WHEN = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|spring|summer|autumn|winter)\b"
)
_ABOUT = r"(?:only\s|up\sto\s|about\s|around\s|just\s|over\s|under\s|at\smost\s)?[€$£]?"
_SAYS = r"(?:[a-z]{2,}s|cost|held|took|for|at|from|with|of|in|on|until|since|by|is|are)"
FIGURE = re.compile(_NUMBER)
"""A number in figures or words, case as in a sentence."""
_SEATS = re.compile(rf"[a-z]{{2,}}s\s{_ABOUT}{_NUMBER}")
_FIGURED = re.compile(rf"(?<=\S)\s+{_SAYS}\s{_ABOUT}(?:{_NUMBER}|{_WHEN})")
_COUNTED = re.compile(
    rf"(?<=[a-z])\s+[€$£]?(?:\d[\d.,]*(?=\s?[a-z%°])|(?!\d){_NUMBER}(?=\s[a-z]))|(?<=[A-Za-z]),?\s+[€$£]\d|(?<=[A-Z\d])\s+\d[\d.,]*\s(?=[a-z%])"
)
_HEADED = re.compile(r"(?P<name>[^:;,.!?–—]{2,45}?)\s*(?::|\s[–—-])\s+(?P<said>\S.*)$")
_NAMES = re.compile(r"(?:(?:the|an?)\s+)?[^\W\d][\w'’&-]*(?:\s+[\w'’&-]+){0,6}$", re.IGNORECASE)
_CLAUSES = {"verb", "be", "aux", "prep", "pron", "wh"}
_PAST = {"came", "took", "held", "became", "got", "had", "finished", "ended"}
_MOST, _LONGEST = 6, 6  # sentences of a list; words of a name


@dataclass(frozen=True)
class Item:
    """An entry of a list; `note` is what it says beside its name: in parentheses, after "with", or a figure."""

    text: str
    label: str
    note: str = ""


@lru_cache(maxsize=512)  # the same answers are read again with every message
def items_of(text: str, language: str = "en") -> tuple[Item, ...]:
    """The entries of the first list in a text: numbered or bulleted lines, or the longest enumeration in a sentence."""
    lines = _LINE.findall(text)
    if len(lines) >= 2:
        return _items(lines)
    inline = [match.strip(" ;,.") for match in _INLINE.findall(text)]
    if len(inline) >= 2:
        return _items(inline)
    if _BULLETED.match(text) and len(marked := [e.strip(" ;,") for e in _BULLET.split(text)[1:]]) >= 2:
        return _items(marked)
    told = [match.group(1) for sentence in _SENTENCE.split(text) if (match := _TOLD.match(sentence))]
    if len(told) >= 2:
        return _items(told)
    best: tuple[Item, ...] = ()
    for sentence in _SENTENCE.split(text):
        found = _enumerated(sentence, language)
        if len(found) > len(best):
            best = found
    sentences = [sentence.rstrip(" .!") for sentence in _SENTENCE.split(text) if sentence.strip()]
    return best or (_told_alike(sentences) if language == "en" and 1 < len(sentences) <= _MOST else ())


def is_lined(text: str) -> bool:
    """Whether a text lists in lines, or with numbers or bullets in a line."""
    return len(_LINE.findall(text)) >= 2 or len(_INLINE.findall(text)) >= 2 or _BULLETED.match(text) is not None


_DONE = re.compile(
    r"(?!(?:the|an?|all|both)\b)[a-z]+\s+(?:the|an?|your|it|them|this|these|all|each|to)\b", re.IGNORECASE
)


def _items(entries: Sequence[str]) -> tuple[Item, ...]:
    """The entries of one list; in a list of steps ("soak the beans for 8 hours") nothing is cut from what is done."""
    steps = any(_DONE.match(entry.strip()) for entry in entries)
    return tuple(Item(text := entry.strip().rstrip(".;,"), text) if steps else _item(entry) for entry in entries)


def _item(text: str) -> Item:
    text = text.strip().rstrip(".;,")
    name, said = _cut(text)
    if said:
        return Item(name, name, said)
    match = _NOTE.match(text)
    if match and len(text.split()) <= 10:
        label, note = match.group("label"), match.group("note") or match.group("by") or ""
        return Item(label if FIGURE.search(note) else text, label, note)
    return Item(text, text)


def _cut(entry: str) -> tuple[str, str]:
    """(its name, what is said of it): "Room Ada" and "seats 4"; ("", "") where it is told by no figure."""
    if (noted := _HEADED.match(entry)) and not noted["said"][0].isspace():
        return noted["name"], noted["said"]
    found = _FIGURED.search(entry) or _COUNTED.search(entry)
    if found is None or not found.start():
        return "", ""
    end = found.start()
    verb = _verb(tokenize(entry, EN))
    if verb is not None and verb.start < end:
        end = verb.start
    name = entry[:end].strip(" ,:–—-(")
    return (name, entry[end:].strip(" ,:–—-()")) if _NAMES.match(name) else ("", "")


def _verb(tokens: Sequence[Token]) -> Token | None:
    """The verb that ends the name at the start of a clause; None where there is none."""
    for before, token in pairwise(tokens):
        if token.text[0].isupper() or before.kind in {"det", "prep"}:
            continue
        if token.kind in {"verb", "be", "aux"} or token.low in EN.verb | _PAST:
            return token
    return None


def _told_alike(clauses: Sequence[str]) -> tuple[Item, ...]:
    """What clauses of one make are about: "the Reds play at Sandbank, the Blues at Fen", "A costs 4. B costs 5"."""
    read = tokenize(clauses[0], EN)
    led = rf"(?:the|an?|{re.escape(read[0].low)})\s|[A-Z]" if read else "$"
    if any(not re.match(led, clause) for clause in clauses[1:]) or not re.match(r"(?:the|an?)\s|[A-Z]", clauses[0]):
        return ()
    figured = all(FIGURE.search(clause) for clause in clauses)
    counting = next((t for t in read[1:] if figured and _SEATS.match(clauses[0], t.start)), None)
    verb = _verb(read) or counting or _acting(read, clauses[1:])
    if verb is None or read[0].kind in {"pron", "adverb", "wh", "prep", "conj"}:
        return ()
    joint = next((t.low for t in read if t.start > verb.start and t.kind not in {"verb", "be", "aux", "adverb"}), "")
    joined = joint in EN.prep
    items = [Item(name := clauses[0][: verb.start].strip(), name, clauses[0][verb.start :])]
    for clause in clauses[1:]:
        own = _verb(tokenize(clause, EN))
        gap = re.search(rf"\s{re.escape(joint)}\s", clause) if joined else None
        name, said = _cut(clause) if figured else ("", "")
        if gap is not None and (own is None or own.start > gap.start() or own.low == verb.low):
            end = min(gap.start(), own.start if own else len(clause))
            name, said = clause[:end].strip(), clause[end:].strip()
        elif own is not None and (own.low == verb.low) and not said:
            name, said = clause[: own.start].strip(), clause[own.start :]
        if not said or len(name.split()) > _LONGEST:
            return ()
        items.append(Item(name, name, said))
    return tuple(items) if len(items[0].label.split()) <= _LONGEST else ()


def _acting(read: Sequence[Token], others: Sequence[str]) -> Token | None:
    """The verb of "Tide United play at Sandbank", where the other clauses leave it out: "Anchor FC at Old Dock"."""
    for before, token, after in zip(read, read[1:], read[2:], strict=False):
        if before.text[0].isupper() and token.text.islower() and after.kind == "prep":
            named = re.compile(rf"(?:[A-Z][\w'’-]*\s)+{re.escape(after.low)}\s")
            return token if all(named.match(other) for other in others) else None
    return None


def _enumerated(sentence: str, language: str) -> tuple[Item, ...]:
    body = sentence.rstrip(" .!?")
    colon = body.rfind(": ")
    free = colon >= 0 and (_AND.search(body, colon) is not None or "," in body[colon:])
    if free:
        body = body[colon + 2 :]
    joins = list(_AND.finditer(body))
    if not joins:
        return ()
    last = joins[-1]
    left = [part for part in _COMMA.split(body[: last.start()]) if part.strip()]
    if not left:
        return ()
    right = body[last.end() :]
    entries = [*left, right]
    if language == "en" and not sentence.rstrip().endswith("?"):
        if alike := _told_alike([entry.strip() for entry in entries]):
            return alike
        free = free or _is_name(left[0])
    if not free:
        entries[0] = (_told(left[0]) if language == "en" else "") or _trailing(left[0], language)
    if not free or len(right.split()) > 6:
        entries[-1] = right if language == "en" and _cut(right)[1] else _leading(right, language)
    entries = [
        _JOIN.sub("", entry.strip()) if not entry.strip().lower().startswith(("the ", "a ", "an ")) else entry.strip()
        for entry in entries
    ]
    if any(not entry or len(entry.split()) > 9 for entry in entries):
        return ()
    return _items(entries)


def _told(segment: str) -> str:
    """What follows the verb, where a figure says more of it: "the dinghy for 12 a day" of "we rent the dinghy ..."."""
    verb = _verb(tokenize(segment, EN))
    rest = segment[verb.end :].strip() if verb else ""
    return rest if re.match(r"(?:the|an?)\s|[A-Z]", rest) and _cut(rest)[1] else ""


def _is_name(entry: str) -> bool:
    """Whether the first entry of an enumeration is a name and no more, so that nothing stands before the list."""
    name = _cut(entry)[0] or entry
    tokens = tokenize(name, EN)
    plain = (
        tokens
        and _verb(tokenize(entry, EN)) is None
        and tokens[0].kind in {"word", "det"}
        and not any(t.kind in _CLAUSES for t in tokens)
    )
    return bool(plain) and len(tokens) <= _LONGEST


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
