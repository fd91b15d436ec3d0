"""Chinese, Japanese and Thai follow-ups: the topic that a question leaves out is put before it, in its own words."""

import re
from collections.abc import Sequence

from nodes.reference_rules.past import Exchange, Past
from nodes.reference_rules.unspaced_words import SIGNS, Signs
from nodes.state import Route

_LONGEST_TOPIC, _LONGEST_SLOT = 16, 14


def topic(text: str, language: str) -> str:
    """What stands before the question word: "私教课" of "私教课多少钱一节?"; "" when the question begins with it."""
    signs = SIGNS[language]
    text = signs.leads.sub("", text.strip())
    match = signs.asks.search(text)
    head = text[: match.start()] if match else ""
    if language == "ja":
        head = re.split(r"[はがも]", head)[0] if re.search(r"[はがも]", head) else head
    return head.strip(signs.particles)


def follow_up(question: str, route: Route, past: Past, language: str) -> str | None:
    """The follow-up with the topic or the person it leans on, or None when it names its own."""
    signs, last = SIGNS.get(language), past.last
    if signs is None or last is None or last.language != language:
        return None
    if route.correction and route.wanted:
        return _corrected(route, last, language)
    said = question.strip()
    if match := signs.returns.match(said):
        rest = said[match.end() :].strip()
        return f"{match['topic']} {rest}" if rest and match["topic"] not in rest else None
    before = _about(last, language)
    if named := signs.person.search(said):
        name = _person(past, signs)
        return f"{said[: named.start()]}{name}{said[named.end() :]}" if name and name not in said else None
    if not before or len(before) > _LONGEST_TOPIC or before in said:
        return None
    if there := signs.place.search(said) or signs.thing.search(said):
        return f"{said[: there.start()]}{before}{said[there.end() :]}"
    slot = signs.slot.match(said)
    if slot and len(slot["new"]) <= _LONGEST_SLOT and not signs.asks.search(slot["new"][1:]):
        return _put(slot["new"].strip(), before, last, signs, language)
    if signs.part.match(said):
        return f"{_whole(before, language)} {said}"
    return f"{before} {said}" if signs.leans.match(said) else None


def _put(new: str, before: str, last: Exchange, signs: Signs, language: str) -> str:
    """For "and the X?": X in the place of its like, beside the topic, or asked of the topic."""
    if signs.part.match(new):
        return f"{_whole(before, language)} {new}"
    if (signs.when.match(new) or signs.folk.match(new)) and before in last.query:
        old = next((one for one in _FOLK if one in last.query), "")
        if old and signs.folk.match(new):
            return last.query.replace(old, new, 1)
        joint = "の" if language == "ja" else ""
        return last.query.replace(before, f"{before}{joint}{new}", 1)
    if before in last.query and _alike(new, before, language):
        return last.query.replace(before, new, 1)
    return new


_FOLK = ("成人", "儿童", "学生", "老人", "大人", "子ども", "子供", "シニア", "ผู้ใหญ่", "เด็ก")


def _whole(before: str, language: str) -> str:
    """What a part is of: "陶芸教室" of "陶芸教室の料金"."""
    at = before.rfind("の" if language == "ja" else "的")
    return before[:at] if at > 1 else before


def _about(last: Exchange, language: str) -> str:
    """The topic of an exchange: what was put before its question, or what its question begins with."""
    asked, query = last.asked.strip(), last.query.strip()
    if query != asked and query.endswith(asked) and " " in query:
        return query[: -len(asked)].strip()
    head, _, rest = query.partition(" ")
    if query != asked and rest and head not in asked:
        return head
    return topic(query, language)


def _person(past: Past, signs: Signs) -> str:
    """The person whom an answer to "who?" named, or who took a pronoun's place in the question before."""
    for exchange in (past.here or past.all)[:4]:
        held = signs.person.search(exchange.asked)
        if held and exchange.query != exchange.asked:
            tail = exchange.asked[held.end() :]
            name = exchange.query.removesuffix(tail)[held.start() :]
            if name and exchange.query.endswith(tail):
                return name
        if signs.who.search(exchange.asked) or signs.who.search(exchange.query):
            found = [match["name"].strip() for match in signs.names.finditer(exchange.answered)]
            new = [name for name in found if name not in exchange.query]
            if new:
                return new[0]
    return ""


def _corrected(route: Route, last: Exchange, language: str) -> str | None:
    """The question before with what was meant in the place of what was said."""
    wanted, replaced = route.wanted[0].strip(), _in(route.replaced, last.query)
    old = replaced or _about(last, language)
    old = old if replaced or _folkless(wanted) else ""
    if not old or old not in last.query:
        return None
    kept = _whole(old, language) if not replaced else old
    return last.query.replace(kept, wanted, 1)


def _folkless(wanted: str) -> bool:
    return not any(signs.folk.match(wanted) for signs in SIGNS.values())


def _in(replaced: Sequence[str], query: str) -> str:
    return next((one for one in replaced if one and one in query), "")


def _alike(new: str, before: str, language: str) -> bool:
    """Whether the new topic may stand in the old one's place: of like length, or sharing a character."""
    if language == "th":
        return new[:2] == before[:2]
    return abs(len(new) - len(before)) <= 4 or bool(set(new) & set(before))
