"""Restatements of the last answer: shorter, as a table, in another language. They hold nothing but words of form."""

import re
from functools import cache

from nodes.routing import rules as tables
from nodes.routing.table import Rules

_WORD = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*")


@cache
def _language_names(names: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![^\W_])(?:{longest_first})(?![^\W_])|(?:{longest_first})(?=\W*$)")


@cache
def _into(names: tuple[str, ...]) -> re.Pattern[str]:
    """For "in Spanish", "auf Deutsch", or the language alone; "the Polish one" is neither."""
    some = _language_names(names).pattern
    before = r"(?:in|into|to|auf|ins|en|al|a|em|su|naar|на|по)\s+(?:\w+\s+)?"
    return re.compile(rf"(?:(?<![^\W_]){before}|^\W*)(?:{some})|[\u0e00-\u0eff\u3040-\u9fff\uac00-\ud7af]")


def _into_language(low: str, names: tuple[str, ...]) -> bool:
    return _into(names).search(low) is not None


def named_language(low: str, rules: Rules) -> str:
    """The code of the language a text names, or ""."""
    match = _language_names(tuple(rules.languages)).search(low)
    return rules.languages[match.group()] if match else ""


def restatement(low: str, rules: Rules) -> tuple[str, str] | None:
    """(form, target language) when the message asks for the last answer in another form, and for nothing else."""
    target = named_language(low, rules)
    if target and not rules.translates.search(low) and not _into_language(low, tuple(rules.languages)):
        target = ""
    form = "language" if target or rules.translates.search(low) else ""
    for pattern, name in rules.forms:
        if form:
            break
        form = name if pattern.search(low) else ""
    if not form:
        return None
    rest = _language_names(tuple(rules.languages)).sub(" ", rules.translates.sub(" ", low))
    for pattern, _ in rules.forms:
        rest = pattern.sub(" ", rest)
    rest = rules.form_filler.sub(" ", rest)
    known = rules.form_words
    left = [word for word in _WORD.findall(rest) if word not in known and not word.isdigit()]
    left = [word for word in left if not all(part in known for part in re.split(r"[-']", word))]
    return None if left else (form, target)


def every_table(language: str, low: str) -> tuple[Rules, ...]:
    """The rules to try: the language's own first, and the other tables for a message in Latin letters."""
    own = tables.rules_for(language)
    others = (tables.rules_for(one) for one in ("en", "es", "fr", "de")) if re.search("[a-z]", low) else ()
    return (own, *(rules for rules in others if rules is not own))
