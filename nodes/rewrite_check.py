"""Whether a model's rewrite of a message may be searched with: pure rules, no model.

A rewrite may only say what the conversation holds: every content term must be in the message or in one of the given
texts. It keeps to the message's language and most of its words, to 25 words and one line, and does not answer.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from nodes.reasoning import is_error_text
from nodes.state import AddedTerm
from stores.words import STOP_WORDS, stem, terms, words

MOST_WORDS = 25
KEPT_SHARE = 0.65
"""How much of the message's own content terms a rewrite must keep; of one or two, all."""

MOST_ADDED = 6
"""Content terms that a rewrite may add: more is a heap of words, not a question."""

COPIED = 8
"""So many words in a row out of an earlier answer are a piece of that answer, not the name of a thing."""

MOST_FOREIGN = 0.5
"""How much of a rewrite may come from nowhere for the rest to be of use."""

MOST_SAVED = 3
"""How many terms are taken from such a rewrite: it is a heap of words."""

Reason = Literal[
    "", "empty", "form", "long", "language", "foreign", "lost", "answer", "unchanged", "unlike", "unlikely"
]
"""`unlike` and `unlikely` are of `nodes/rewrite_agreement.py`."""

_GLUE = """
about according across actually after along also although always among answer because before besides between called
certain clarify compare compared comparing comparison concerning could currently describe described describing despite
detail details difference differences different discuss discussed due during either even ever example examples explain
explained exist find following general generally give given happen happened happens help however including information
instead involved kind list main mainly mean meaning means mention mentioned name named overall possible possibly provide
provided rather reason reasons regarding related relating relation relationship relative since something specific
specifically specified state stated still talk tell term terms therefore thing things through together topic towards
type types understand until upon using various versus via vs way ways well whether while within without work works yet
"""
_ASK_WORDS = """
what who whom whose which when where why how is are was were do does did can could will would should shall may might has
have had am qué quién cuál cuándo dónde cómo qui quel quelle quand où comment pourquoi combien wer was wann wo wie warum
welche welcher welches
"""
_ASKS = frozenset(_ASK_WORDS.split())
_NEGATION_WORDS = """
no not never without nor neither none nunca sin jamás tampoco ne pas jamais sans nicht kein keine keinen keiner nie ohne
"""
_NEGATIONS = frozenset(_NEGATION_WORDS.split())
_OPENERS = re.compile(
    r"(?:yes|no|sure|sorry|certainly|as an ai|i (?:cannot|can't|am|don't|think)|the answer|here (?:is|are)|rewritten|"
    r"resolution|query|sí|oui|ja|nein)\b[\s,.:!]", re.IGNORECASE
)  # fmt: skip
_ODD = re.compile(r"[{}<>|\[\]]")
_FIGURES = re.compile(r"\w*\d\w*|(?:(?<=\s)|^(?=.\W*$))[B-HJ-Z]\b(?!['’.])")
_NAMES = re.compile(r"(?<!^)(?<![.!?¿¡] )(?<![¿¡])\b[A-ZÀ-Þ]\w+")


@dataclass(frozen=True)
class Verdict:
    """Whether a rewrite is valid, and if not why: a reason and the term or count that decided it."""

    reason: Reason = ""
    detail: str = ""
    added: tuple[AddedTerm, ...] = ()
    """The terms that the message did not hold, each with the text it came from."""

    @property
    def ok(self) -> bool:
        """Whether the rewrite may be used."""
        return not self.reason


def check_rewrite(
    rewrite: str,
    message: str,
    sources: Mapping[str, str],
    language: str = "en",
    *,
    dependent: bool = False,
    alternative: bool = False,
) -> Verdict:
    """Judge a rewrite of `message`.

    Args:
        rewrite: what the model proposes.
        message: the message it stands for.
        sources: the texts that terms may come from by where they stand ("turn 3 user", "frame", ...), nearest first.
        language: ISO 639-1 code of the message.
        dependent: the message is known to need its context, so that repeating it unchanged resolves nothing.
        alternative: another search for the same need, which need not keep the message's words.
    """
    said = words(rewrite)
    for verdict in (_form(rewrite, message, said), _language(rewrite, message, language)):
        if not verdict.ok:
            return verdict
    own = set(_stems(message, language))
    found = _provenance(rewrite, own, sources, language)
    if found.foreign:
        return Verdict("foreign", found.foreign[0][0])
    if not alternative and (lost := lost_of(message, rewrite, language)):
        return Verdict("lost", ", ".join(lost))
    if _answers(rewrite, message) or _copies(rewrite, message, sources):
        return Verdict("answer", rewrite[:60])
    added = [one for one in found.added if stem(one.term, language) not in _glue(language)]
    if len(added) > MOST_ADDED:
        return Verdict("long", f"{len(added)} terms added")
    if dependent and not found.added:
        return Verdict("unchanged")
    return Verdict(added=found.added)


def lost_of(message: str, rewrite: str, language: str) -> list[str]:
    """What a rewrite lost of the message that it must keep: figures, names, a negation, most of its content terms."""
    own = {term for term in _stems(message, language) if term not in _glue(language)}
    held = set(_stems(rewrite, language))
    gone = {term for term in own if not any(same(term, one) for one in held)}
    if gone and (len(own) <= 2 or len(gone) > (1 - KEPT_SHARE) * len(own)):
        return sorted(gone)
    said = set(words(rewrite))
    lost = [one for one in words(" ".join(_FIGURES.findall(message))) if one not in said]
    if language != "de":  # where every noun has a capital
        names = set(_stems(" ".join(_NAMES.findall(message.strip())), language))
        lost += [one for one in names if not any(same(one, other) for other in held)]
    if _negated(message) and not _negated(rewrite):
        lost.append("not")
    return sorted(lost)


def figures_and_names(text: str, language: str) -> set[str]:
    """The stems of figures, lone capitals and capitalised words within a text."""
    found = [*_FIGURES.findall(text), *_NAMES.findall(text.strip())]
    return {stem(word, language) for word in words(" ".join(found))}


def _negated(text: str) -> bool:
    return any(word in _NEGATIONS or word.endswith(("n't", "n’t")) for word in words(text))


def _copies(rewrite: str, message: str, sources: Mapping[str, str]) -> bool:
    """Whether a long piece of an earlier answer stands in a rewrite."""
    said, own = words(rewrite), " ".join(words(message))
    runs = {" ".join(said[i : i + COPIED]) for i in range(len(said) - COPIED + 1)}
    answers = (" ".join(words(text)) for name, text in sources.items() if name.endswith("answer"))
    return any(run in text for text in answers for run in runs if run not in own)


def _form(rewrite: str, message: str, said: list[str]) -> Verdict:
    if not said:
        return Verdict("empty")
    if "\n" in rewrite.strip() or re.match(r"\s*(?:[-*•#]|\d+[.)])\s", rewrite) or is_error_text(rewrite):
        return Verdict("form", rewrite.strip()[:40])
    odd = set(_ODD.findall(rewrite)) - set(message)
    if odd or any(unicodedata.category(c) == "Cc" for c in rewrite):
        return Verdict("form", rewrite.strip()[:40])
    opener = _OPENERS.match(rewrite.strip())
    if opener and not message.strip().lower().startswith(opener.group().lower()):
        return Verdict("answer", opener.group())
    most = max(MOST_WORDS, len(words(message)) + 5)
    return Verdict("long", str(len(said))) if len(said) > most else Verdict()


def _language(rewrite: str, message: str, language: str) -> Verdict:
    mine, theirs = _script(message), _script(rewrite)
    if mine and theirs and mine != theirs:
        return Verdict("language", theirs)
    found = Counter({code: sum(word in stop for word in words(rewrite)) for code, stop in STOP_WORDS.items()})
    best, count = found.most_common(1)[0]
    if best != language and count >= 2 and count > found[language] + 1 and best != _by_function_words(message):
        return Verdict("language", best)
    return Verdict()


def _by_function_words(text: str) -> str:
    found = Counter({code: sum(word in stop for word in words(text)) for code, stop in STOP_WORDS.items()})
    best, count = found.most_common(1)[0]
    return best if count else ""


def salvage(rewrite: str, message: str, sources: Mapping[str, str], language: str = "en") -> tuple[str, Verdict]:
    """The message followed by what a rewrite added that has a source, where few of its terms have none.

    A good model says "actions" for "what did he do": such a term is not searched with, the name beside it is. Nothing
    is taken from a rewrite that is invalid for another reason, or that invents a name or a number.
    """
    verdict = check_rewrite(rewrite, message, sources, language)
    if verdict.reason != "foreign":
        return "", verdict
    found = _provenance(rewrite, set(_stems(message, language)), sources, language)
    names = set(re.findall(r"(?<!^)(?<![.!?] )\b[A-Z]\w+|\w*\d\w*", rewrite.strip()))
    invented = {one.lower() for one in names} & {word for word, _ in found.foreign}
    total = len(set(_stems(rewrite, language)))
    if invented or not 0 < len(found.added) <= MOST_SAVED or len(found.foreign) > MOST_FOREIGN * total:
        return "", verdict
    query = f"{message.strip()} {' '.join(one.term for one in found.added)}"
    return query, Verdict(added=found.added)


@dataclass(frozen=True)
class _Provenance:
    added: tuple[AddedTerm, ...]
    foreign: tuple[tuple[str, str], ...]  # word and stem


def _provenance(rewrite: str, own: set[str], sources: Mapping[str, str], language: str) -> _Provenance:
    """Where each term of a rewrite that is not the message's own comes from, and those that come from nowhere."""
    held = {name: set(_stems(text, language)) for name, text in sources.items()}
    added: dict[str, AddedTerm] = {}
    foreign: dict[str, str] = {}
    for word, term in _pairs(rewrite, language):
        if term in added or any(same(term, one) for one in own):
            continue
        exact = (name for name, stems in held.items() if term in stems)
        near = (name for name, stems in held.items() if any(same(term, one) for one in stems))
        source = next(exact, None) or next(near, None)
        if source is not None:
            added[term] = AddedTerm(word, source)
        elif term not in _glue(language):
            foreign[word] = term
    return _Provenance(tuple(added.values()), tuple(foreign.items()))


def same(term: str, other: str) -> bool:
    """Equal stems, or two forms of one word that the stemmer keeps apart (but never two numbers)."""
    if term == other:
        return True
    short, long = sorted((term, other), key=len)
    return (
        len(short) >= 5
        and short.isalpha()
        and long.startswith(short[: max(5, len(short) - 1)])
        and (len(long) - len(short) <= 3)
    )


def _answers(rewrite: str, message: str) -> bool:
    asked = asks(message)
    sentences = [one for one in re.split(r"(?<=[.!?])\s+", rewrite.strip()) if one]
    if len(sentences) > 1 + len(re.findall(r"[.!?]\s", message)):
        return True
    if not asked or asks(rewrite):
        return False
    return rewrite.rstrip().endswith(".")


def asks(text: str) -> bool:
    """Whether a text is a question, by its mark or its first word."""
    said = words(text)
    return "?" in text or "？" in text or (bool(said) and said[0] in _ASKS)


def content(text: str, language: str) -> list[str]:
    """The stems of a text that say what it is about, each once, in order."""
    return [one for one in dict.fromkeys(_stems(text, language)) if one not in _glue(language)]


def _stems(text: str, language: str) -> list[str]:
    return terms(text, language) if language in STOP_WORDS else [w for w in terms(text, "en") if w]


def _pairs(text: str, language: str) -> list[tuple[str, str]]:
    code = language if language in STOP_WORDS else "en"
    return [(word.removesuffix("'s"), stem(word, code)) for word in words(text) if word not in STOP_WORDS[code]]


def _glue(language: str) -> frozenset[str]:
    return _GLUE_STEMS if language == "en" else frozenset()


_GLUE_STEMS = frozenset(stem(word) for word in _GLUE.split())


def _script(text: str) -> str:
    """The script that most letters of a text are written in; "" without letters."""
    names = Counter(unicodedata.name(c, "?").split()[0] for c in text if c.isalpha())
    merged = Counter({"CJK": sum(n for name, n in names.items() if name in {"CJK", "HIRAGANA", "KATAKANA"})})
    merged.update({name: n for name, n in names.items() if name not in {"CJK", "HIRAGANA", "KATAKANA"}})
    return merged.most_common(1)[0][0] if sum(merged.values()) else ""
