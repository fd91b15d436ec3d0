"""The words that pick from a list: "the second one", "point 3", "the other two", "the one before that"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from nodes.reference_rules.cue_tables import Cues
from nodes.reference_rules.focus import definite
from nodes.reference_rules.given import Listed, kinds, listed, named_in
from nodes.reference_rules.grammar import EN, TIMES
from nodes.reference_rules.lists import FIGURE, Item
from nodes.reference_rules.measuring import extreme, having
from nodes.reference_rules.past import Past
from nodes.reference_rules.persons import is_role
from nodes.reference_rules.phrases import is_plural
from nodes.reference_rules.tokens import tokenize
from nodes.routing.table import vocabulary
from stores.words import stem, terms, words

_TURNS = {"latter", "former", "letztere", "letzteren", "erstere", "ersteren"}
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5}
_UNITS = TIMES | vocabulary("hour hours minute minutes second seconds time times km mile miles page pages chapter")
_PERSON = re.compile(r"(?:[A-Z][\w'’.-]*)(?:\s+[A-Z][\w'’-]*){1,3}")


@dataclass(frozen=True)
class Picked:
    """What an ordinal stands for: the span of the words in the message and the items."""

    start: int
    end: int
    items: tuple[Item, ...]
    others: tuple[Item, ...]
    noun: str = ""
    counted: bool = False  # "number 3", "point 2"
    beside: bool = False  # the items join the message, none takes the place of its words: "which is the cheapest?"


def choose(low: str, past: Past, cues: Cues, language: str) -> Picked | None:
    """The entries of a list given before that a message picks."""
    lists = listed(past, language)
    last = past.last
    if last is None:
        return None
    for one in lists[1:2] if _turns(low) and len(lists) > 1 and len(lists[0].items) != 2 else lists:
        if language == "en":
            for step in (_beside_the_last, _several, _left_over, _extreme):
                if (found := step(low, one, past)) is not None:
                    return found
            if found := _having(low, one):
                return found
        if other := pick_other(low, one.items, last.query):
            return other
        if found := pick(low, cues, one.items, one.context, language):
            return found
    return None


def _turns(low: str) -> bool:
    return bool(set(words(low)) & _TURNS)


_BESIDE = re.compile(
    r"\bthe\s+(?:(?P<before>one\s+(?:before|above|preceding)|previous\s+one)"
    r"|(?P<after>one\s+(?:after|below|following)|(?:next|following)\s+one))(?:\s+(?:that|it|this)(?:\s+one)?)?\b"
)


def _beside_the_last(low: str, one: Listed, past: Past) -> Picked | None:
    """For "the one before that": the entry beside the one spoken of last."""
    match = _BESIDE.search(low)
    spoken = named_in(past.last.query, one.items) if match and past.last else []
    if match is None or len(spoken) != 1:
        return None
    at = one.items.index(spoken[0]) + (-1 if match["before"] else 1)
    chosen = one.items[at : at + 1] if at >= 0 else ()
    return Picked(*match.span(), chosen, _rest(one.items, chosen)) if chosen else None


_SEVERAL = re.compile(
    r"\bthe\s+(?P<which>first|last|other|remaining|top|bottom)\s+(?P<n>two|three|four|five|[2-5])\b"
    r"(?:\s+(?P<noun>ones\b|of\s+(?:them|those|these)\b|[a-z-]+))?"
)


def _several(low: str, one: Listed, past: Past) -> Picked | None:
    """For "the last two", "the other three"."""
    match = _SEVERAL.search(low)
    if match is None:
        return None
    noun = (match["noun"] or "").strip()
    apart = not noun or noun.startswith(("ones", "of ")) or not is_plural(noun) or noun in EN.verb
    if noun in _UNITS or not (apart or _is_kind(noun, one)):
        return None
    count = _COUNTS.get(match["n"]) or int(match["n"])
    if match["which"] in {"other", "remaining"}:
        chosen = _unspoken(one, past, count)
    elif count < len(one.items):
        chosen = one.items[:count] if match["which"] in {"first", "top"} else one.items[-count:]
    else:
        chosen = ()
    end = match.end() if noun.startswith(("ones", "of ")) or not apart else match.end("n")
    return Picked(match.start(), end, chosen, _rest(one.items, chosen)) if len(chosen) == count else None


def _unspoken(one: Listed, past: Past, count: int) -> tuple[Item, ...]:
    """The entries that the last questions did not name, when as many are left as are wanted (0: any number)."""
    spoken: list[Item] = []
    for exchange in (past.here or past.all)[: len(one.items)]:
        if exchange is one.exchange:
            break
        spoken += named_in(exchange.query, one.items)
        left = _rest(one.items, spoken)
        if spoken and (len(left) == count or (not count and len(left) > 1)):
            return left
    return ()


_OTHERS = re.compile(
    r"\bthe\s+(?:(?:two\s+|three\s+)?others|other\s+ones|rest(?:\s+of\s+(?:them|those))?|remaining\s+ones)\b(?!\s+of\b)"
)


def _left_over(low: str, one: Listed, past: Past) -> Picked | None:
    """For "the others"."""
    match = _OTHERS.search(low)
    chosen = _unspoken(one, past, 0) if match else ()
    return Picked(*match.span(), chosen, _rest(one.items, chosen)) if match and chosen else None


def _having(low: str, one: Listed) -> Picked | None:
    """For "the one for four people", "the 8-panel package": the only entry that says so of itself."""
    found = having(low, one.items, kinds(one))
    return Picked(found.start, found.end, found.items, _rest(one.items, found.items)) if found else None


def _extreme(low: str, one: Listed, past: Past) -> Picked | None:
    """For "the cheapest", "the bigger one"."""
    told = [exchange.answered for exchange in past.all]
    found = extreme(low, one.items, kinds(one), told, wanted=one.wanted)
    return (
        Picked(found.start, found.end, found.items, _rest(one.items, found.items), beside=found.beside)
        if found
        else None
    )


def _is_kind(noun: str, one: Listed) -> bool:
    return stem(noun) in kinds(one) or stem(noun) in {stem(word) for word in words(one.context)}


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
        if noun and (which in _TURNS or noun in _NO_NOUNS or _acts(low, match.start("noun"), language)):
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


_NO_NOUNS = (
    EN.verb | EN.prep | EN.adverb | EN.conj | EN.be | EN.aux | EN.predicate | EN.pron - {"one", "ones"} | {"early"}
)


def _acts(low: str, start: int, language: str) -> bool:
    """Whether the word behind an ordinal is what is done: "when is the third brewed?"."""
    return language == "en" and any(
        t.start == start and t.kind == "verb" and t.low.endswith("ed") for t in tokenize(low, EN)
    )


_OTHER = re.compile(r"\b(?:the\s+)?other(?:\s+(?:one|two))?(?=\W*$|\s+(?:is|was|cost|costs|have|has|do|does|in|for)\b)")


def pick_other(low: str, items: Sequence[Item], before: str) -> Picked | None:
    """For "the other one": of two entries the one that the question before did not name."""
    match = _OTHER.search(low)
    if match is None or len(items) != 2:
        return None
    named = named_in(before, items)
    if len(named) != 1:
        return None
    return Picked(match.start(), match.end(), _rest(items, named), tuple(named))


_LIST_NOUNS = vocabulary("point item option bullet step entry choice two and is was please punto opción punkt")
_SELDOM = vocabulary("year time day week month place part car")


def _picks(noun: str, context: str, language: str, *, counted: bool) -> bool:
    if counted or not noun or noun.startswith(("one", "of ", "d'entre", "de ", "von", "davon")) or noun in _LIST_NOUNS:
        return True
    said = {stem(word, language) for word in words(context)}
    return stem(noun, language) in said and noun not in _SELDOM


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
    said = [_person_of(item) if person else _within(definite(item.text)) for item in picked.items]
    return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)


def _person_of(item: Item) -> str:
    told = item.note and not FIGURE.search(item.note)
    if told and (_PERSON.fullmatch(item.note) or not _PERSON.fullmatch(item.label)):
        return item.note
    return item.label


def _within(name: str) -> str:
    """A name as it stands within a sentence."""
    return f"the {name[4:]}" if name.startswith("The ") else name


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
