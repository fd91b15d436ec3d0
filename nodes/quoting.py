"""Which sentences answer: as few as will do, lists and tables' rows as wholes, in an order that reads."""

import re
from collections.abc import Iterable, Sequence
from itertools import dropwhile, pairwise, takewhile

from nodes.question import Asked, roots
from nodes.scope import amounts
from nodes.sentence_scores import Quote
from nodes.values import values_in
from stores.words import words

MOST, CHARACTERS = 3, 700
HEADED = 0.4  # share of what is asked that heads a table which is quoted whole
ROWS = 12  # of a table that is quoted as a whole
BESIDE, ELSEWHERE, VALUED, NAMED, LED, WIDE = 0.3, 0.08, 0.1, 0.3, 0.4, 0.8
"""A further sentence of the best one's passage, of another passage, where a value is asked for, one about another thing
that the question names, one that holds the value which the best one lacks, and of its passage where all is asked for,
must score within this of the best one."""
COVERED, MORE = 0.7, 0.25
"""Of the best one's share of what is asked, what a further sentence must hold too; the same where all is asked for."""
EQUAL = 0.06  # a further sentence so near to the best one is as good an answer
_DANGLING = re.compile(
    r"^(?:the (?:longer|shorter|higher|lower|new|former|latter|same)|"
    r"it|its|they|their|this|these|those|such|both|neither|he|she|otherwise|instead|ello|ella|ellos|estos?|"
    r"estas?|ces|cela|celui-ci|elle|ils|elles|dies\w{0,2}|sie)\b|\bin the same way\b|"
    r"\bthat (?:day|date|limit|period|time)\b",
    re.IGNORECASE,
)
_ANNOUNCES = re.compile(
    r":$|\b(?:following|these|steps?|ways?|as follows|pasos|siguientes?|étapes?|suivante?s?|schritte|folgende\w*)\b|"
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|dos|tres|cuatro|cinco|deux|trois|quatre|cinq|zwei|drei|vier|"
    r"fünf) \w+\.?$",
    re.IGNORECASE,
)


def choose(asked: Asked, quotes: Sequence[Quote]) -> list[Quote]:
    """The sentences to quote, in reading order. `quotes` come best first."""
    rest = list(quotes)
    while rest:
        best = rest[0]
        if table := _table_of(best, quotes):
            if rows := rows_of(asked, table, best):
                return rows if best.columns else [best, *rows]
            rest = [one for one in rest if one not in table and one is not best]
            continue
        return whole_list(asked, best, quotes) or _sentences(asked, best, rest)
    return []


def beside(best: Quote, quotes: Iterable[Quote]) -> list[Quote]:
    """The sentences of a passage in reading order."""
    return sorted((one for one in quotes if one.passage == best.passage), key=lambda one: one.place)


def lists_in(passage: Sequence[Quote]) -> list[list[Quote]]:
    """The lists of one passage's sentences in reading order, each with the sentence that announces it, if any."""
    found: list[list[Quote]] = []
    for before, one in pairwise((None, *passage)):
        if one is None or not one.item:
            continue
        if before is not None and before.item:
            found[-1].append(one)
        else:
            found.append([before, one] if before is not None and _ANNOUNCES.search(before.text) else [one])
    return found


def whole_list(asked: Asked, best: Quote, quotes: Iterable[Quote]) -> list[Quote]:
    """The list that the best sentence announces or is an item of; empty where one item alone answers."""
    for listed in lists_in(beside(best, quotes)):
        if best not in listed or len(listed) < 2:
            continue
        lead = listed[0]
        announced = asked.share(lead.headed if lead.item else lead.held | lead.headed)
        alone = best.item and (asked.share(best.held) > announced or not asked.steps)
        return [] if alone else listed
    return []


def _table_of(best: Quote, quotes: Iterable[Quote]) -> list[Quote]:
    """The rows of the table that the best sentence is a row of, or announces."""
    passage = beside(best, quotes)
    if best.columns:
        return [one for one in passage if one.columns == best.columns]
    after = list(dropwhile(lambda one: not one.columns, passage[passage.index(best) + 1 :]))
    if not after or not _ANNOUNCES.search(best.text):
        return []
    return list(takewhile(lambda one: one.columns == after[0].columns, after))


def rows_of(asked: Asked, table: Sequence[Quote], lead: Quote) -> list[Quote]:
    """The rows that hold what is asked beside what heads them; all of them where none does and the headings, or the
    sentence `lead` that announces them, hold it; none where they do not either.
    """
    # what the resolution added chooses rows only where the message itself does not speak of the table
    words_ = asked.own if asked.own & table[0].headed else asked.weights.keys()
    weights = [sum(asked.weights.get(word, 0.0) for word in (one.held - one.headed) & words_) for one in table]
    most = max(weights)
    if most <= 0:
        headed = table[0].headed if lead.columns else table[0].headed | lead.held
        return list(table) if asked.share(headed) >= HEADED and len(table) <= ROWS else []
    rows = [one for one, weight in zip(table, weights, strict=True) if weight >= 0.8 * most]
    held = max(asked.share(one.held) for one in rows)
    return [one for one in rows if asked.share(one.held) >= 0.9 * held]


def _sentences(asked: Asked, best: Quote, quotes: Sequence[Quote]) -> list[Quote]:
    chosen = [best]
    named = [one for one in quotes if one.scope & asked.own - best.scope - best.held]
    for quote in (*named, *quotes):
        if (
            len(chosen) == MOST + asked.several - asked.polar
            or sum(len(one.text) for one in (*chosen, quote)) > CHARACTERS
        ):
            break
        if quote not in chosen and _adds(asked, quote, chosen, quotes):
            chosen.append(quote)
    if holding := [one for one in chosen if one.held & asked.own]:
        chosen = holding
    found = {one.place: one for one in chosen}
    for quote in chosen:
        if _DANGLING.search(quote.text) and (before := _before(quote, quotes)):
            found.setdefault(before.place, before)
    return [found[place] for place in sorted(found)]


def _adds(asked: Asked, quote: Quote, chosen: Sequence[Quote], quotes: Sequence[Quote]) -> bool:
    """Whether a further sentence answers too, and says something that the chosen ones do not."""
    best = chosen[0]
    known = frozenset().union(*(one.held for one in chosen))
    names = (quote.scope & quote.held & asked.own) - (frozenset() if asked.several else known)
    together = quote.passage == best.passage
    contrasts = together and asked.contrasts(quote.text)
    within = BESIDE if contrasts else VALUED if asked.kinds else BESIDE if together else ELSEWHERE
    # the best one only leads to the value, in the sentence after it
    valued = bool(asked.kinds) and quote.fits and not best.fits and _before(quote, quotes) is best
    if (asked.more and together) or valued:
        within = WIDE if asked.more else LED
    if quote.columns or quote.score < best.score - (NAMED if names else within):
        return False
    if quote.scope - asked.scope and not best.scope - asked.scope:
        return False
    if asked.denies and quote.agrees < best.agrees:
        return False
    if any(alike(quote.text, one.text) for one in chosen):
        return False
    under = together and asked.share(quote.headed) > 0.9 and quote.agrees > 0
    least = MORE if (asked.more and together) or valued else COVERED
    if not names and not under and asked.share(quote.held) < least * asked.share(best.held):
        return False
    covers = bool((quote.held & asked.own) - known)
    equal = quote.score >= best.score - EQUAL or (asked.more and together)
    if asked.defines and not asked.kinds and opens_with(best, asked) and not (covers or equal):
        return False
    if asked.kinds:
        said = frozenset().union(*(amounts(one.text) for one in chosen))
        told = amounts(quote.text)
        return quote.fits and bool(told - said or not told) and (covers or equal or valued or contrasts)
    return covers or under or equal or (bool(values_in(quote.text)) and not asked.polar)


def opens_with(quote: Quote, asked: Asked) -> bool:
    """Whether a sentence begins with the thing that is asked about: "A branch is ..."."""
    first = roots(" ".join(quote.text.split()[:4]), asked.language)
    return bool(first) and len(first & asked.own) >= min(2, len(asked.own))


def _before(quote: Quote, quotes: Iterable[Quote]) -> Quote | None:
    """The sentence right before another one, which its "it" or "in the same way" speaks of."""
    earlier = [one for one in beside(quote, quotes) if one.start < quote.start]
    return earlier[-1] if earlier and not earlier[-1].item and not earlier[-1].columns else None


def alike(one: str, other: str) -> bool:
    """Whether two sentences say the same in nearly the same words; never where their numbers differ."""
    a, b = set(words(one)), set(words(other))
    return amounts(one) == amounts(other) and len(a & b) >= 0.8 * min(len(a), len(b))
