"""Threads of one pronoun: a question with the pronoun of the question before keeps the thing it stood for."""

import re
from difflib import SequenceMatcher

from nodes.reference_rules.anaphors import POSSESSIVE
from nodes.reference_rules.past import Exchange


def continued(exchange: Exchange, pronouns: frozenset[str]) -> str:
    """What the same pronoun stood for in the question before: a thread of pronouns keeps its thing."""
    asked, query = exchange.asked.split(), exchange.query.split()
    if asked == query or not pronouns & {_plain(word) for word in asked}:
        return ""
    for tag, i, j, k, m in SequenceMatcher(None, asked, query, autojunk=False).get_opcodes():
        replaced = [word for word in asked[i:j] if _plain(word) in pronouns]
        if tag == "replace" and replaced and j - i <= 2 and m - k <= 10:
            text = _balanced(" ".join(query[k:m]).strip(" ?.,!"))
            if _plain(replaced[0]) in POSSESSIVE:
                text = re.sub(r"['’]s?$", "", text)
            return re.sub(r"\s+is$", "", text) if "'" in replaced[0] or _plain(replaced[0]) == "its" else text
    return ""


def _balanced(text: str) -> str:
    """The text without a parenthesis that it only opens or only closes."""
    if text.startswith("(") and text.endswith(")"):
        return text[1:-1]
    return text if text.count("(") == text.count(")") else text.replace("(", "").replace(")", "")


def _plain(word: str) -> str:
    return word.lower().strip("?.,!()").replace("’", "'")
