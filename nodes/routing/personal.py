"""Messages about the conversation itself, or about what the user told of themselves."""

import re
from collections.abc import Iterable, Sequence

from nodes.routing.table import Rules
from nodes.state import Fact, TurnNote
from stores.words import STOP_WORDS, stem, terms, words

_NAMES = ("name", "name2", "name3")
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+")


_BEFORE_THAT = re.compile(
    r"\W*(?:(?:and|so|but|what about|how about)\W+)*the one (?:right |just )?before (?:this|that)\W*$"
)
"""An entry of a list as well as a question: only one who asked for a question before means a question."""


def about_own_words(asked: str, rules: Rules, notes: Sequence[TurnNote], facts: Sequence[Fact], language: str) -> str:
    """What of the conversation a message asks for (first, last, list, said, asked, fact), or ""."""
    listed = _BEFORE_THAT.match(asked) is not None and bool(notes) and notes[-1].action != "recall"
    for pattern, target in rules.recall:
        if pattern.search(asked) and not listed:
            return target
    for pattern in (rules.who, rules.mine):
        match = pattern.match(asked)
        name = next((match[group] for group in _NAMES if match and group in pattern.groupindex and match[group]), "")
        if name and _told(name.strip(), pattern is rules.mine, rules, notes, facts, language):
            return "fact"
    return "fact" if _asks_what_was_told(asked, rules, notes, facts, language) else ""


def _asks_what_was_told(
    asked: str, rules: Rules, notes: Sequence[TurnNote], facts: Sequence[Fact], language: str
) -> bool:
    """Whether a question holds nothing but a name the user introduced and words they said about it."""
    if not rules.asks.match(asked):
        return False
    held = set(terms(asked, language))
    told = _stated(notes, rules)
    told += [f"{fact.subject} {fact.attribute} {fact.value}".lower() for fact in facts if fact.speaker == "user"]
    for text in told:
        if len(held) < 2 or not held <= set(terms(text, language)):
            continue
        names = [word for word in words(asked) if stem(word, language) in held]
        if any(_told(name, False, rules, notes, facts, language) for name in names):
            return True
    return False


def _stated(notes: Sequence[TurnNote], rules: Rules) -> list[str]:
    """What the user said in the window, without their questions: who asks about a thing has told nothing of it."""
    said = []
    for note in notes:
        parts = _SENTENCE.split(note.asked.lower().replace("’", "'"))
        stated = [part for part in parts if not part.rstrip().endswith(("?", "？")) and not rules.asks.match(part)]
        said.append(" ".join(stated))
    return [text for text in said if text]


def _told(name: str, own: bool, rules: Rules, notes: Sequence[TurnNote], facts: Sequence[Fact], language: str) -> bool:
    """Whether the user told about this name, or about this thing of their own."""
    said = _stated(notes, rules)
    known = [f"{fact.subject} {fact.attribute} {fact.value}".lower() for fact in facts if fact.speaker == "user"]
    content = [word for word in words(name) if word not in STOP_WORDS.get(language, ())]
    if own:
        return bool(known or said) and _held(content, (*known, *said), name)
    if not content or name.split(maxsplit=1)[0] in STOP_WORDS.get(language, ()):
        return False
    if any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for text in known):
        return True
    templates = [re.compile(template.format(name=re.escape(name))) for template in rules.introduces]
    return any(template.search(text) for template in templates for text in said)


def _held(content: list[str], texts: Iterable[str], name: str) -> bool:
    """Whether one text holds the thing and says whose it is; for "where do I live" any word about oneself will do."""
    if not content:
        return any(
            re.search(
                r"\b(?:i am|i'm|i live|my name|call me|soy|vivo|me llamo|je suis|j'habite|ich bin|ich wohne)\b", t
            )
            for t in texts
        )
    roots = {word.removesuffix("'s") for word in content} - {"name", "called"}
    possessive = name.split(maxsplit=1)[0]
    if possessive not in {"my", "mi", "mon", "ma", "mein", "meine"}:
        return any(roots & set(words(text)) and {"i", "i'm", "my", "user"} & set(words(text)) for text in texts)
    return any(
        bool(roots) and roots & set(words(text)) and (possessive in words(text) or "user" in text) for text in texts
    ) or (not roots and any(re.search(r"\b(?:my name|i'm|i am|call me|name)\b", text) for text in texts))
