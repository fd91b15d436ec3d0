"""Claims against an answer, put beside the question they are about: "I don't think so, the poster says nine"."""

from nodes.reference_rules.nominal import append
from nodes.reference_rules.past import Exchange
from nodes.routing.rules import rules_for
from stores.words import STOP_WORDS, stem, terms, words


def objected(question: str, low: str, last: Exchange, language: str) -> str:
    """The question before with what the objection claims instead; "" where the message objects to nothing."""
    objects = rules_for(language).contradicts
    match = objects.search(low)
    rest = low[match.end() :].lstrip(" ?.!") if match else ""
    if match is None or "?" in rest:
        return ""
    claim = question[len(low) - len(rest) :].strip(" ,.;:!–-")
    if not _content(claim, language) and match.group().startswith("though"):
        claim = question[: match.start()].strip(" ,.;:!–-")
    if (again := objects.match(claim.lower())) and _content(claim[again.end() :], language):
        claim = claim[again.end() :]
    if not _content(claim, language):
        return last.query
    held = set(terms(last.query, language)) | {"though"}
    stops = STOP_WORDS.get(language, frozenset())
    said = [(word, word.strip(".,!?").lower()) for word in claim.split()]
    new = [word for word, plain in said if plain not in stops and stem(plain, language) not in held]
    return append(last.query, " ".join(new)) if new else last.query


def _content(text: str, language: str) -> list[str]:
    return [word for word in words(text) if word not in STOP_WORDS.get(language, ())]
