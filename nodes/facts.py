"""What a user states and what an answer quotes, as drafts for the ledger. Rules only: no model.

A statement that fits a shape ("our budget code is 4471-B") becomes subject, attribute and value; one that fits none is
kept word for word when it is in the first person or holds an exact value.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from nodes.fact_rules.shapes import Rules
from nodes.fact_rules.tables import RULES
from nodes.state import Speaker
from nodes.values import Value, kind_of, names_in, values_in
from stores.sentences import sentence_spans
from stores.words import stem, terms, words

USER = "user"
MOST = 8  # drafts from one message
VALUE_WORDS, VALUE_LENGTH = 28, 200
SHORT_WORDS, SHORT_LENGTH = 12, 80  # of subjects and attributes
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`]*`", re.DOTALL)
_MARK = re.compile(r"\s*\[(\d+)\]")
_TAIL = re.compile(r"[\s.!,;:\"”“»«'’]+\Z")
_HEAD = re.compile(r"\A[\s\"”“»«'‘-]+")
_CHANGE = re.compile(
    r"\b(?:rais|ris|rose|lower|shorten|extend|increas|decreas|reduc|chang|mov|amend|cut|grow|grew|fall"
    r"|fell|sub|aument|baj|"
    r"cambi|pas|augment|baiss|rédui|erhöh|gesenkt|senk|verkürz|verläng|steig)\w*",
    re.IGNORECASE,
)
_LINKS = ("to", "a", "à", "auf", "to the", "zu")
_ASIDE = re.compile(
    r",\s+(?:by the way|btw|please|thanks|thank you|por cierto|au fait|übrigens|bitte)\Z", re.IGNORECASE
)


@dataclass(frozen=True)
class Draft:
    """A fact that is not in the ledger yet."""

    subject: str
    attribute: str
    value: str
    speaker: Speaker = "user"
    kind: str = "fact"
    source: int = 0  # number of the document it comes from
    replaces: str = ""  # the value that it corrects
    single: bool = False  # a new value of the same slot takes the place of the old one
    ends: bool = False  # says that something no longer holds


def user_facts(message: str, language: str = "en") -> tuple[Draft, ...]:
    """The facts that a user's message states. A question states none."""
    rules = RULES.get(language, RULES["en"])
    found: list[Draft] = []
    for sentence in _statements(_CODE.sub(" ", message), rules):
        previous = ""
        whole = _trimmed(sentence)
        defined = any(shape.match(whole) for shape, name, *_ in rules.shapes if name == "means")
        for clause in [whole] if defined else rules.clause.split(sentence):
            drafts = _drafts(_trimmed(clause), previous, rules)
            previous = _topic_of(drafts[-1]) or previous if drafts else previous
            found.extend(drafts)
    return tuple(dict.fromkeys(found))[:MOST]


def answer_facts(answer: str, query: str, subject: str, language: str = "en", most: int = 2) -> tuple[Draft, ...]:
    """The exact values that documents gave in an answer, from the cited sentences nearest to the query."""
    wanted = set(terms(query, language))
    ranked: list[tuple[int, int, Draft]] = []
    parts = _MARK.split(answer)  # text, number, text, number, ..., rest
    for at in range(0, len(parts) - 1, 2):
        spans = sentence_spans(parts[at])
        if not spans:
            continue
        sentence = parts[at][slice(*spans[-1])].strip(" .")
        near = len(wanted & {stem(word, language) for word in words(sentence)})
        for value in settled_values(sentence):
            if stem(value.text.lower(), language) in wanted:
                continue
            around = f"{sentence[: value.start]}… {sentence[value.end :]}"
            draft = Draft(
                _short(subject), around_of(around), value.text, "document",
                "date" if value.kind == "date" else "number", int(parts[at + 1]),
            )  # fmt: skip
            ranked.append((-near, at, draft))
    ranked.sort(key=lambda one: one[:2])
    return tuple(dict.fromkeys(draft for _, _, draft in ranked))[:most]


def settled_values(sentence: str) -> list[Value]:
    """The exact values of a sentence, without bare numbers, and of "raised from X to Y" only Y."""
    found = [value for value in values_in(sentence) if value.kind not in ("plain", "year")]
    if not found or not _CHANGE.search(sentence):
        return found
    between = [sentence[a.end : b.start].strip().lower() for a, b in pairwise(found)]
    return [value for value, link in zip(found, [*between, ""], strict=True) if link not in _LINKS]


def _statements(message: str, rules: Rules) -> Iterator[str]:
    """The sentences that state something; of a question, the statement it begins with."""
    for start, end in sentence_spans(message):
        sentence = _opened(message[start:end], rules)
        if sentence.endswith(("?", "？")):
            head, *rest = rules.question.split(sentence, maxsplit=1)
            if not rest or not rules.first_person.match(head):
                continue
            sentence = head
        if not rules.asks.match(sentence):
            yield sentence


def _opened(sentence: str, rules: Rules) -> str:
    text = _HEAD.sub("", sentence.strip())
    opener = rules.openers.match(text)
    rest = text[opener.end() :] if opener else text
    return rest if len(rest.split()) > 1 else text


def _drafts(clause: str, previous: str, rules: Rules) -> list[Draft]:
    if len(clause.split()) < 2 or rules.asks.match(clause) or rules.chat.match(clause):
        return []
    replaces = ""
    if found := rules.instead.search(clause):
        replaces, clause = _short(found["old"]), clause[: found.start()]
    ends = bool(rules.over.search(clause))
    if previous and (pronoun := rules.pronoun.match(clause)):
        clause = f"{previous} {clause[pronoun.end() :].strip()}"
    for pattern, attribute, kind, single in () if ends else rules.shapes:
        match = pattern.match(clause)
        groups = match.groupdict() if match else {}
        value = _value(groups.get("value") or "")
        if not match or not value:
            continue
        subject = _short(groups.get("subject") or "") or USER
        name = _short(groups.get("attribute") or attribute)
        if attribute == "means":
            subject = subject.strip("\"“”„«»'")
        judged = kind or ("constraint" if rules.bound.search(f"{name} {value}") else kind_of(value))
        old = replaces or _short(groups.get("old") or "")
        known = [Draft(USER, _short(kin), subject, "user", "name", single=True)] if (kin := groups.get("kin")) else []
        return [*known, Draft(subject, name, value, "user", judged, replaces=old, single=single)]
    exact = (values_in(clause) or names_in(clause)) and rules.finite.match(clause)
    if len(clause.split()) < 3 or not (ends or exact or rules.first_person.search(clause)):
        return []
    judged = "constraint" if rules.bound.search(clause) else "fact"
    return [Draft(USER, "", _value(clause), "user", judged, replaces=replaces, ends=ends)]


def _topic_of(draft: Draft) -> str:
    """What "it" or "she" in the next clause stands for."""
    if draft.subject != USER:
        return draft.subject
    names = names_in(f"x {draft.value}")
    if draft.kind in ("name", "fact") and names and draft.attribute not in ("name", "is", ""):
        return names[0]
    return draft.attribute if draft.single else ""


def _trimmed(text: str) -> str:
    return _ASIDE.sub("", _TAIL.sub("", _HEAD.sub("", text)))


def cut_value(text: str) -> str:
    """A value in one line of at most 28 words and 200 characters, so that the ledger stays bounded."""
    flat = " ".join(text.split()[:VALUE_WORDS])
    return flat if len(flat) <= VALUE_LENGTH else flat[:VALUE_LENGTH].rsplit(" ", 1)[0]


def cut_label(text: str) -> str:
    """A subject or attribute in one line of at most 14 words and 120 characters."""
    return " ".join(text.split()[: SHORT_WORDS + 2])[: SHORT_LENGTH + 40].strip()


def _value(text: str) -> str:
    return cut_value(_trimmed(text))


def _short(text: str) -> str:
    return " ".join(_trimmed(text).split()[:SHORT_WORDS])[:SHORT_LENGTH].strip()


def around_of(text: str) -> str:
    """The words next to a value's place, which is marked by an ellipsis; half of them from each side."""
    before, _, after = text.partition("…")
    half = SHORT_WORDS // 2
    return " ".join((*before.split()[-half - 2 :], "…", *after.split()[:half]))[: SHORT_LENGTH + 40].strip()
