"""The ledger: what was settled in a thread, each fact with its turn and whether it still holds.

A new value of a slot supersedes the old one; both are kept. The state holds so many facts and no more: what has to go
is handed back, for the archive, the oldest facts that hold no longer first, then what documents said, then the rest.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any

from nodes.dates import absolute, since_of
from nodes.facts import USER, Draft, cut_label, cut_value
from nodes.state import Fact, Route
from nodes.values import kind_of
from stores.words import stem, terms, words

FACTS = 23
WORDS = 340  # of all values together, so that a summary of 600 words has room for each
KNOWN = frozenset(Fact.__dataclass_fields__)


@dataclass(frozen=True)
class Settled:
    """The ledger after a turn. `changed` are the ids added or ended, `evicted` what the state has no room for."""

    facts: tuple[Fact, ...]
    changed: tuple[int, ...]
    next_id: int
    evicted: tuple[Fact, ...] = ()


def settle(
    facts: Sequence[Fact],
    drafts: Sequence[Draft],
    *,
    turn: int,
    next_id: int,
    at: str = "",
    language: str = "en",
    corrected: int = 0,
) -> Settled:
    """Enter a turn's drafts. `at`: its ISO time; `corrected`: the turn whose document facts hold no longer."""
    today = date.fromisoformat(at[:10]) if at else None
    book = {fact.id: fact for fact in facts}
    changed: dict[int, None] = {}
    for draft in drafts:
        made = _made(draft, next_id, turn, today, language)
        active = [fact for fact in book.values() if is_active(fact)]
        if any(_same(made, fact, language) for fact in active):
            continue
        for old in active:
            if _gives_way(old, made, draft, language, corrected):
                book[old.id] = replace(old, until=at[:10], superseded_by=next_id)
                changed[old.id] = None
        book[next_id] = made
        changed[next_id] = None
        next_id += 1
    kept, evicted = bounded(tuple(book.values()))
    return Settled(kept, tuple(changed), next_id, evicted)


def restated(facts: Sequence[Fact], route: Route, turn: int) -> tuple[Draft, ...]:
    """What a correction that names only the new value ("I meant 4471-C") says about a fact of the last two turns."""
    if not route.correction or not route.wanted:
        return ()
    wanted, gone = route.wanted[0], [one.casefold() for one in route.replaced]
    for fact in sorted(facts, key=lambda one: -one.id):
        if fact.speaker != "user" or not is_active(fact) or not fact.attribute:
            continue
        named = any(one in fact.value.casefold() for one in gone)
        if named or (not gone and fact.turn >= turn - 2 and fact.kind == kind_of(wanted) != "fact"):
            return (Draft(fact.subject, fact.attribute, wanted, "user", fact.kind, replaces=fact.value, single=True),)
    return ()


def is_active(fact: Fact) -> bool:
    """Whether a fact still holds."""
    return not fact.superseded_by and not fact.until


def bounded(facts: Sequence[Fact]) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
    """The facts that the state has room for, oldest first, and those it has not."""
    order = sorted(facts, key=_worth)
    evicted: list[Fact] = []
    spent = sum(length(fact) for fact in facts)
    while len(order) > FACTS or spent > WORDS:
        gone = order.pop(0)
        spent -= length(gone)
        evicted.append(gone)
    return tuple(sorted(order, key=lambda fact: fact.id)), tuple(evicted)


def length(fact: Fact) -> int:
    """Words of a fact's value, as the bound counts them."""
    return len(fact.value.split())


def said(fact: Fact) -> str:
    """A fact in words, as near to how it was said as its parts allow."""
    if fact.speaker == "document":
        return fact.attribute.replace("…", fact.value) if "…" in fact.attribute else _joined(fact)
    if fact.subject == USER:
        return f"{fact.attribute}: {fact.value}" if fact.attribute else fact.value
    return _joined(fact)


def line(fact: Fact) -> str:
    """A fact for a prompt: where it comes from, and what it says."""
    source = f"documents [{fact.source}]" if fact.speaker == "document" else fact.speaker
    ended = ", taken back since" if fact.superseded_by else ""
    return f"turn {fact.turn}, {source}{ended}: {said(fact)}"


def as_json(fact: Fact) -> dict[str, Any]:
    """A fact as plain JSON values."""
    return asdict(fact)


def from_json(body: dict[str, Any]) -> Fact:
    """The fact that `as_json` made; other keys are left out."""
    return Fact(**{name: value for name, value in body.items() if name in KNOWN})


def slot(fact: Fact, language: str = "en") -> frozenset[str]:
    """What a fact is about, as stems; facts of the same slot are values of one thing."""
    about = f"{'' if fact.subject == USER else fact.subject} {fact.attribute}"
    return frozenset(terms(about, language) or words(about))


def draft_fact(draft: Draft) -> Fact:
    """A draft as the fact it would be, before it has a number and a turn."""
    return Fact(0, draft.subject, draft.attribute, draft.value, 0, draft.speaker, draft.kind)


def _joined(fact: Fact) -> str:
    return " ".join(part for part in (fact.subject, fact.attribute, fact.value) if part)


def _made(draft: Draft, id_: int, turn: int, today: date | None, language: str) -> Fact:
    value = cut_value(draft.value)
    if today and draft.speaker == "user":
        value = absolute(value, today, language)
    subject, name, since = cut_label(draft.subject), cut_label(draft.attribute), since_of(value)
    return Fact(id_, subject, name, value, turn, draft.speaker, draft.kind, since, source=draft.source)


def _same(one: Fact, other: Fact, language: str) -> bool:
    if one.value.casefold() != other.value.casefold() or one.speaker != other.speaker:
        return False
    return one.source == other.source if one.speaker == "document" else slot(one, language) == slot(other, language)


def _gives_way(old: Fact, new: Fact, draft: Draft, language: str, corrected: int) -> bool:
    """Whether an active fact holds no longer, now that another was stated."""
    if "document" in (old.speaker, new.speaker):
        return old.speaker == new.speaker and 0 < old.turn == corrected
    if draft.replaces and draft.replaces.casefold() in old.value.casefold():
        return True
    if draft.ends:
        held = set(terms(said(old), language))
        return bool(held) and held <= {stem(word, language) for word in words(new.value)}
    return draft.single and slot(old, language) == slot(new, language)


def _worth(fact: Fact) -> tuple[bool, bool, int]:
    return is_active(fact), fact.speaker != "document", fact.id
