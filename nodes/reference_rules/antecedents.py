"""What a pronoun or a definite description stands for."""

import re
from dataclasses import dataclass
from itertools import pairwise

from nodes.reference_rules.answers import ASKS_PERSON, is_person_name, named_by_answer
from nodes.reference_rules.focus import Focus, centred, definite, focus_of
from nodes.reference_rules.governing import governing, rather
from nodes.reference_rules.grammar import ATTRIBUTES, GENERIC_ADJECTIVES
from nodes.reference_rules.past import Exchange, Past
from nodes.reference_rules.persons import person
from nodes.reference_rules.phrases import Phrase, is_plural, phrases
from nodes.reference_rules.salience import Use, hangs_in, most_salient
from nodes.reference_rules.threads import continued
from stores.words import stem, terms

_SINGULAR = frozenset({"it", "its", "it's"})
_SEVERAL = frozenset({"they", "them", "their", "theirs", "they're"})
_OWNING = frozenset({"its", "their", "his", "her"})
_ANY = frozenset({"a", "an"})
_WHICH = re.compile(r"^\W*(?:and\s+|so\s+)?(?:who|which|what)\b")
_PARTICLES = frozenset({"", "in", "out", "off", "up", "over", "down", "back"})  # "hand in the claim"
_ADDED = re.compile(r"\(([^()]+)\)[\s?.!]*$")
_HAD = re.compile(
    r"\bdoes (?:the|your|this) [\w' -]+ (?:have|own|offer|rent out)\W*$|\bare there (?:in|at)\b|\bdo you have\b"
)
_PERSONAL = re.compile(r"\b(?:he|she|him|her|his|hers)\b")
_SHORT = 8  # words of a thing; more are a question of their own
_ALL = frozenset({"people", "persons", "ones", "others", "things", "men", "women"})


@dataclass(frozen=True)
class Antecedent:
    """The words to put in the place of an anaphor, and the exchange they come from."""

    text: str
    turn: int
    matter: str = ""  # what was asked about those who act


def focus(exchange: Exchange, past: Past, language: str) -> Focus | None:
    """What an earlier question was about: what was put in brackets behind it, if anything was."""
    added = _ADDED.search(exchange.query)
    if added and added[0] not in exchange.asked and len(added[1].split()) <= _SHORT:
        inner, entire = (focus_of(text, language, past.known) for text in (added[1], exchange.query))
        main = next((p for p in entire.all if inner and p.text == inner.main.text), None) if entire else None
        if entire and main:
            return centred(entire, main, language)
    return focus_of(exchange.query, language, past.known) or focus_of(exchange.asked, language, past.known)


def _searched(past: Past) -> tuple[Exchange, ...]:
    return past.here or past.all


def of_it(
    past: Past,
    language: str,
    *,
    predicate: bool = False,
    whole: bool = False,
    use: Use | None = None,
    thing: bool = False,
) -> Antecedent | None:
    """For "it", "its", "that". `predicate`: something is said of it ("is it waived"); `whole`: the entire matter;
    `thing`: whoever "she" stood for is passed over.
    """
    for exchange in _searched(past)[:4]:
        found = focus(exchange, past, language)
        if thing and found is not None and _is_somebody(found, exchange):
            continue
        if not whole and not hangs_in(exchange, found) and (same := continued(exchange, _SINGULAR)):
            return Antecedent(same, exchange.turn)
        if not whole and (named := named_by_answer(exchange, found, past, language)):
            return Antecedent(named, exchange.turn)
        if applied := governing(exchange.query, language, past.known):
            return Antecedent(applied, exchange.turn)
        if language == "en" and use is not None:
            best = most_salient(exchange, found, use, past)
            if best is not None and best.told:
                return Antecedent(definite(best.phrase.text, language), exchange.turn)
            if best is not None and found is not None and best.phrase is not found.main:
                whose = found.main.text if found.main.plural and found.main.names else ""
                return Antecedent(_of_group(centred(found, best.phrase), found.main), exchange.turn, whose)
        several = found is not None and found.main.plural and not found.names and not found.main.asked
        vague = found is not None and (_unowned(found) or several) and exchange is not _searched(past)[-1]
        if found is None or (vague and not whole):
            continue
        if not whole and (beside := rather(found, exchange, past, language, use)):
            return Antecedent(definite(beside, language), exchange.turn)
        entire = whole or (predicate and not found.main.plural and not found.main.person)
        text = found.whole if entire and len(found.whole.split()) <= 12 else found.thing
        if not found.main.names and found.names:
            text = _with_name(found)
        return Antecedent(text, exchange.turn)
    return None


def _is_somebody(found: Focus, exchange: Exchange) -> bool:
    """Whether a question was about a person that its "he" or "she" stood for."""
    put = bool(found.main.names) and found.main.names[-1] not in exchange.asked
    return put and _PERSONAL.search(exchange.asked.lower()) is not None


def _of_group(found: Focus, group: Phrase) -> str:
    """A thing with the group whose it is: "the quarterly return of branches" of "must branches file it"."""
    text = found.whole if len(found.whole.split()) <= 12 else found.thing
    plain = group.plural and group.subject and not (group.det or group.names or group.asked or group.prep)
    acts = group.actor or group.head.endswith(("ers", "ors", "ees", "ists", "ants"))
    owned = plain and acts and group.head not in _ALL and found.main.prep in _PARTICLES
    return f"{text} of {group.text}" if owned and group.head not in text.lower() else text


def _unowned(found: Focus) -> bool:
    """Whether a question was about a property whose thing it left out: "what are the types?"."""
    bare = all(word in GENERIC_ADJECTIVES or word == found.main.head for word in found.main.words)
    return bare and found.main.head in ATTRIBUTES and not found.names


def _with_name(found: Focus) -> str:
    """A thing without a name, with the name the question gave beside it: "the message in Norvik Queue"."""
    if any(name in found.whole for name in found.names):
        return found.whole
    named = next((p for p in found.all if p.names and p is not found.main), None)
    return f"{found.thing} {named.prep or 'of'} {named.text}" if named else found.thing


def of_they(past: Past, language: str, *, owning: bool = False) -> Antecedent | None:
    """For "they", "them", "their": something plural, in the user's own words if possible."""
    for exchange in _searched(past)[:3]:
        if same := continued(exchange, _SEVERAL):
            return Antecedent(same, exchange.turn)
        asked, query = (phrases(text, language, past.known) for text in (exchange.asked, exchange.query))
        found = focus(exchange, past, language)
        if joined := joined_pair(exchange.query, language, past.known):
            return Antecedent(joined, exchange.turn)
        if ASKS_PERSON.search(exchange.query.lower()) and (owning or not (found and found.main.plural)):
            named = named_by_answer(exchange, found, past, language, several=True)
            if named and not is_person_name(named):
                return Antecedent(named, exchange.turn)
        if told := _answering(exchange, found, past, language):
            return Antecedent(told, exchange.turn)
        if applied := governing(exchange.query, language, past.known, several=True):
            return Antecedent(applied, exchange.turn)
        several = [p for p in (*asked, *query) if p.plural and not p.time and not p.quantity and not _owned(p)]
        if found is not None and _unowned(found) and exchange is not _searched(past)[-1]:
            continue
        several.sort(key=lambda p: (p.asked, not p.person))
        general = found is not None and not found.main.asked and found.main.det in _ANY and not found.main.person
        general = general and bool(several) and several[0].head in ATTRIBUTES
        if several and not (several[0].asked and general):
            text = _with_thing(definite(several[0].text, language), found, several[0])
            return Antecedent(text, exchange.turn, _matter(several[0], found, text))
        alone = found is not None and found.main.det == "the" and not found.main.names
        if found is not None and not (alone and exchange is not _searched(past)[-1]):
            return Antecedent(found.thing, exchange.turn)
    return None


def _matter(actors: Phrase, found: Focus | None, text: str) -> str:
    """What a question about those who act was about: "parental leave", for "what form do they use?"."""
    if found is None or not actors.actor:
        return ""
    things = [p for p in (found.main, *found.all) if not (p.actor or p.asked or p.time or p.quantity)]
    return next((p.text for p in things if p.head not in text.lower()), "")


def _answering(exchange: Exchange, found: Focus | None, past: Past, language: str) -> str:
    """Those that an answer names where it was asked who or which: "registered researchers may use it"."""
    which = _WHICH.match(exchange.query.lower())
    first = re.split(r"(?<=[.!?])\s+", exchange.answered)[0]
    told = [p for p in phrases(first, language, past.known) if not p.time] if which and language == "en" else []
    if found is None or not told or not told[0].subject or told[0].prep or told[0].quantity or told[0].start > 4:
        return ""
    held = set(terms(exchange.query, language))
    rest = set(terms(first[told[0].end :], language))
    if len(rest & held) < max(1, len(held) // 2) or set(terms(told[0].text, language)) <= held:
        return ""
    pair = joined_pair(first, language, past.known)
    if pair and first.startswith(pair):
        return pair
    return told[0].text if told[0].plural and not told[0].names else ""


def joined_pair(text: str, language: str, known: tuple[str, ...]) -> str:
    """Two things named together: "a visa and a permit"; "" where there are none."""
    found = [p for p in phrases(text, language, known) if not p.asked and not p.time and not p.quantity]
    for one, other in pairwise(found):
        if text[one.end : other.start].strip().lower() in {"and", "or", "und", "et", "y", "oder", "ou", "o"}:
            return text[one.start : other.end]
    return ""


def _owned(phrase: Phrase) -> bool:
    """Whether a phrase is a property, so that "they" would rather be what it belongs to."""
    text = phrase.text.lower()
    of = phrase.det == "the" and " of " in text and (phrase.head in ATTRIBUTES or is_plural(phrase.words[-1]))
    return phrase.det in _OWNING or "'s " in text or "’s " in text or "s' " in text or of


def _with_thing(text: str, found: Focus | None, phrase: Phrase) -> str:
    if found is None or not phrase.asked or found.thing.lower() in text.lower() or found.main.asked:
        return text
    return f"{text} of {found.thing}" if found.main.names else f"{text} {found.main.prep or 'of'} {found.thing}"


def of_person(past: Past, word: str, language: str) -> Antecedent | None:
    """For "he" and "she": a person's name, else a word for a person; with the matter beside somebody of the user's."""
    found = person(past, word, language)
    if found is None:
        near = of_it(past, language)
        return near if near is not None and near.text != near.text.lower() else None
    thing = of_it(past, language) if found.own else None
    return Antecedent(found.text, found.turn, thing.text if thing and thing.text != found.text else "")


def of_kind(noun: str, past: Past, language: str, *, answers: bool = True) -> Antecedent | None:
    """For "that grant", "the exemption": the newest phrase with that noun that says more than the noun.

    `answers`: whether any phrase of an answer will do; otherwise only a name in it.
    """
    roots = {stem(noun, language), stem(noun.rstrip("s"), language)}
    loose = noun.endswith("est")  # "the largest" of mammals
    for exchange in (_searched(past) or past.all)[:6]:
        found = focus(exchange, past, language)
        asked = found is not None and any(p.asked and stem(p.head, language) in roots for p in found.all)
        if asked and (named := named_by_answer(exchange, found, past, language)):
            return Antecedent(named, exchange.turn)
        for text in (exchange.asked, exchange.query, exchange.answered):
            fitting = [
                p
                for p in phrases(text, language, past.known)
                if {stem(w, language) for w in (p.head, *(p.words[-2:] if p.names or not p.det or loose else ()))}
                & roots
                and len(p.words) > 1
                and (answers or text is not exchange.answered or p.names)
            ]
            if fitting:
                best = max(fitting, key=lambda p: (stem(p.head, language) in roots, bool(p.names), len(p.words)))
                return Antecedent(definite(best.text, language), exchange.turn)
    return None


def of_anchor(past: Past, noun: str, language: str) -> Antecedent | None:
    """For "the ticket", "the filter": the named thing that the topic is about, else what was spoken of last.

    What is no property (`noun`) belongs to a thing rather than to the person that "he" stood for.
    """
    last = past.last
    near = (of_it(past, language, thing=True) if noun not in ATTRIBUTES else None) or of_it(past, language)
    found = focus(last, past, language) if last else None
    if found is None or found.names or found.main.det != "the":
        return near
    for exchange in past.here[1:3]:
        held = focus(exchange, past, language)
        if held is not None and held.main.names:
            return Antecedent(held.thing, exchange.turn)
    return near


def of_owner(noun: str, past: Past, language: str) -> Antecedent | None:
    """For "the licence" after "do pilots of a Class C drone need a licence?": what that question was about."""
    root = stem(noun, language)
    for exchange in _searched(past)[:6]:
        if any(stem(p.head, language) == root for p in phrases(exchange.query, language, past.known)):
            found = focus(exchange, past, language)
            if found is not None and stem(found.main.head, language) != root:
                return Antecedent(found.thing, exchange.turn)
    return None


def of_one(past: Past, language: str) -> Antecedent | None:
    """For "one", "mine": the thing's common noun with what describes it, without its article."""
    for exchange in _searched(past)[:3]:
        found = focus(exchange, past, language)
        if found is None:
            continue
        asked = next((p for p in found.all if p.asked and not p.person and p.head not in ATTRIBUTES), None)
        which = asked is not None and re.search(r"\b(?:which|what)\s+$", exchange.query[: asked.start].lower())
        had = _HAD.search(exchange.query.lower())
        counts = asked is not None and not asked.time and is_plural(asked.head) and (found.main.names or had)
        main = asked if asked is not None and (which or counts) else found.main
        bare = re.sub(r"^(?:the|an?|our|my|your|any|some)\s+", "", main.text, flags=re.IGNORECASE)
        return Antecedent(bare, exchange.turn)
    return None
