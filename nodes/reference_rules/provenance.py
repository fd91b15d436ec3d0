"""Where the words of a resolution were said."""

from collections.abc import Sequence

from nodes.reference_rules.past import Past
from nodes.state import AddedTerm, Fact
from stores.words import STOP_WORDS, stem, terms, words


def added_terms(question: str, made: str, past: Past, facts: Sequence[Fact], language: str) -> tuple[AddedTerm, ...]:
    """The content words of a query that its message did not hold, in order, each with its source."""
    held = set(terms(question, language))
    added: dict[str, AddedTerm] = {}
    for word in words(made):
        root = stem(word, language)
        if root not in held and root not in added and word not in STOP_WORDS.get(language, ()):
            added[root] = AddedTerm(word, _source(root, past, facts, language))
    return tuple(added.values())


def _source(root: str, past: Past, facts: Sequence[Fact], language: str) -> str:
    """Where a term was said: the newest turn that holds it, the frame, or the ledger."""
    for one in past.all:
        if root in set(terms(one.asked, language)):
            return f"turn {one.turn} user"
    for one in past.all:
        if root in set(terms(one.answered, language)):
            return f"turn {one.turn} answer"
    for one in past.here:
        if root in set(terms(one.query, language)):
            return "frame" if past.frame else f"turn {one.turn} user"
    if any(root in set(terms(f"{f.subject} {f.value}", language)) for f in facts):
        return "ledger"
    return "message" if not past.all else "frame"
