"""What a pronoun or a definite description stands for."""

import re
from dataclasses import dataclass

from nodes.reference_rules.acted import acted, brought_up, done_to
from nodes.reference_rules.answers import ASKS_PERSON, is_person_name, named_by_answer
from nodes.reference_rules.focus import Focus, centred, definite, focus_of
from nodes.reference_rules.governing import governing, rather
from nodes.reference_rules.grammar import ATTRIBUTES, GENERIC_ADJECTIVES
from nodes.reference_rules.past import Exchange, Past
from nodes.reference_rules.persons import is_role, person
from nodes.reference_rules.phrases import Phrase, is_plural, phrases
from nodes.reference_rules.salience import Use, hangs_in, most_salient
from nodes.reference_rules.threads import continued
from stores.words import stem

_SINGULAR = frozenset({"it", "its", "it's"})
_PARTICLES = frozenset({"", "in", "out", "off", "up", "over", "down", "back"})  # "hand in the claim"
_ADDED = re.compile(r"\(([^()]+)\)[\s?.!]*$")
_HAD = re.compile(
    r"\bdoes (?:the|your|this) [\w' -]+ (?:have|own|offer|rent out)\W*$|\bare there (?:in|at)\b|\bdo you have\b"
)
_GOT = re.compile(r"^\W*(?:and\s+|so\s+|but\s+)?where\s+(?:do|can|could|may|must|should|would)\s+(?:i|we|you)\b")
_LIGHT = frozenset({"do", "get", "take", "have", "make", "use", "need", "see", "go", "find", "want", "give"})
_WRITE_TO = ("apply", "write", "call", "go", "contact", "complain", "get", "email", "send", "run", "charge")
_OF_PLACES = frozenset(
    stem(word) for word in ("open", "close", "address", "located", "far", "reach", "phone", "street", *_WRITE_TO)
)
_WHO_IS = re.compile(r"^\W*(?:and\s+|so\s+)?who(?:['’]?s|\s+is|\s+was)\s+(?:the|your|our)\b")
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
        if entire and inner and language == "en":
            return inner  # the message had a sentence of its own besides
    return focus_of(exchange.query, language, past.known) or focus_of(exchange.asked, language, past.known)


def searched(past: Past) -> tuple[Exchange, ...]:
    """The exchanges in which a pronoun is looked up, newest first: the topic's own."""
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
    for exchange in searched(past)[:4]:
        found = focus(exchange, past, language)
        if thing and found is not None and is_somebody(found, exchange):
            if language == "en" and (made := brought_up(exchange, past, language)):
                return Antecedent(made, exchange.turn)
            continue
        if said := _said(exchange, found, past, language, whole=whole, use=use, thing=thing):
            return Antecedent(said, exchange.turn)
        if language == "en" and use is not None:
            best = most_salient(exchange, found, use, past)
            if best is not None and best.told:
                return Antecedent(definite(best.phrase.text, language), exchange.turn)
            if best is not None and found is not None and best.phrase is not found.main:
                whose = found.main.text if found.main.plural and found.main.names else ""
                return Antecedent(_of_group(centred(found, best.phrase), found.main), exchange.turn, whose)
        several = found is not None and found.main.plural and not found.names and not found.main.asked
        vague = found is not None and (unowned(found) or several) and exchange is not searched(past)[-1]
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


def _said(
    exchange: Exchange, found: Focus | None, past: Past, language: str, *, whole: bool, use: Use | None, thing: bool
) -> str:
    """What an exchange itself says "it" is: the act, what "it" was in its question, the answer's name; or ""."""
    if language == "en" and (made := acted(exchange, past, language)):
        return made
    done = use.done if use is not None and language == "en" and use.done not in _LIGHT else ""
    if done and (made := done_to(exchange, done, past, language)):
        return made
    if not whole and not hangs_in(exchange, found) and (same := continued(exchange, _SINGULAR)):
        return same
    if not whole and not _is_got(exchange, found, use):
        named = named_by_answer(exchange, found, past, language)
        person = thing and ASKS_PERSON.search(exchange.query.lower()) is not None and is_person_name(named)
        if named and not person:
            return named
    return governing(exchange.query, language, past.known)


def _is_got(exchange: Exchange, found: Focus | None, use: Use | None) -> bool:
    """Whether "it" is rather what is got somewhere than the place: "where do I get a permit?"."""
    if use is None or found is None or not _GOT.match(exchange.query.lower()):
        return False
    main = found.main
    single = not (main.plural or main.person or main.asked or main.names or main.time) and not main.prep
    return single and use.governor not in _OF_PLACES


def is_somebody(found: Focus, exchange: Exchange) -> bool:
    """Whether a question was about a person that its "he" or "she" stood for, or asked who holds an office."""
    put = bool(found.main.names) and found.main.names[-1] not in exchange.asked
    if put and _PERSONAL.search(exchange.asked.lower()) is not None:
        return True
    if found.names or not _WHO_IS.match(exchange.query.lower()):
        return False
    named = (name for p in phrases(exchange.answered[:200]) for name in p.names)
    return is_role(found.main.head) or any(is_person_name(name) for name in named)


def _of_group(found: Focus, group: Phrase) -> str:
    """A thing with the group whose it is: "the quarterly return of branches" of "must branches file it"."""
    text = found.whole if len(found.whole.split()) <= 12 else found.thing
    plain = group.plural and group.subject and not (group.det or group.names or group.asked or group.prep)
    acts = group.actor or group.head.endswith(("ers", "ors", "ees", "ists", "ants"))
    owned = plain and acts and group.head not in _ALL and found.main.prep in _PARTICLES
    return f"{text} of {group.text}" if owned and group.head not in text.lower() else text


def unowned(found: Focus) -> bool:
    """Whether a question was about a property whose thing it left out: "what are the types?"."""
    bare = all(word in GENERIC_ADJECTIVES or word == found.main.head for word in found.main.words)
    alone = found.whole.lower() == found.main.text.lower()  # "the deposit for a card" says whose it is
    return bare and alone and found.main.head in ATTRIBUTES and not found.names


def _with_name(found: Focus) -> str:
    """A thing without a name, with the name the question gave beside it: "the message in Norvik Queue"."""
    if any(name in found.whole for name in found.names):
        return found.whole
    named = next((p for p in found.all if p.names and p is not found.main), None)
    return f"{found.thing} {named.prep or 'of'} {named.text}" if named else found.thing


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
    for exchange in (searched(past) or past.all)[:6]:
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
    if found is None or last is None or found.names or found.main.det != "the" or _described(found):
        test = _tested(found) if found is not None and language == "en" else ""
        return Antecedent(test, last.turn) if test and last is not None else near
    for exchange in past.here[1:3]:
        held = focus(exchange, past, language)
        if held is not None and held.main.names:
            return Antecedent(held.thing, exchange.turn)
    return near


def _described(found: Focus) -> bool:
    """Whether a question says more of its thing than the noun: "the appeal against a fine"."""
    return len(found.whole.split()) > len(found.main.text.split()) + 1


def _tested(found: Focus) -> str:
    """What a question with a bare noun is for: "the swim test" of "can I eat bread for the swim test?"; or ""."""
    bare = not (found.main.det or found.main.names or found.main.plural or found.main.asked)
    return next((p.text for p in found.sides if bare and p.prep == "for" and p.det == "the" and not p.person), "")


def of_owner(noun: str, past: Past, language: str) -> Antecedent | None:
    """For "the licence" after "do pilots of a Class C drone need a licence?": what that question was about."""
    root = stem(noun, language)
    for exchange in searched(past)[:6]:
        if any(stem(p.head, language) == root for p in phrases(exchange.query, language, past.known)):
            found = focus(exchange, past, language)
            if found is not None and stem(found.main.head, language) != root:
                return Antecedent(found.thing, exchange.turn)
    return None


def of_one(past: Past, language: str) -> Antecedent | None:
    """For "one", "mine": the thing's common noun with what describes it, without its article."""
    for exchange in searched(past)[:3]:
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
