"""What is told about the question before: claims against its answer ("I don't think so, the poster says north"), and
whom it is asked for ("I'm a student").
"""

import re
from dataclasses import replace

from nodes.reference_rules.grammar import PERSONS
from nodes.reference_rules.nominal import append
from nodes.reference_rules.parallel import asks, question_in
from nodes.reference_rules.past import Exchange, Past
from nodes.routing.rules import rules_for
from stores.words import STOP_WORDS, content_words, stem, terms, words

_FIGURE = re.compile(r"\d")
_PROFILE = re.compile(
    r"\W*(?:(?:btw|by the way|oh|and|but|so|well|actually)\W+)*(?:i'?m|i am|we'?re|we are|(?:he|she)(?:'s| is))\s+"
    r"(?:(?:only|just|already|over|under|about)\s+)?(?P<who>\d{1,2}(?:\s+years\s+old)?|an?\s+[\w-]+(?:\s+[\w-]+)??"
    r"|retired|disabled|unemployed|pregnant|[\w-]+s)\s*(?:,?\s*(?:btw|by the way|though|tho|too))?\W*"
)


def told_about(question: str, low: str, past: Past, language: str) -> str:
    """The last question with what a message tells about it; "" where it tells nothing of the kind."""
    asked = [one for one in past.here[:3] if asks(one.query)] if language == "en" else []
    last = replace(asked[0], query=question_in(asked[0].query)) if asked else past.last
    if last is None:
        return ""
    if asked and (match := _PROFILE.fullmatch(low)) and "?" not in low:
        who = match["who"]
        if set(words(who)) & PERSONS:
            return append(last.query, f"for {who}")
        return "" if who.startswith(("a ", "an ")) or who.endswith("s") else append(last.query, f"({who})")
    return objected(question, low, last, language)


def objected(question: str, low: str, last: Exchange, language: str) -> str:
    """The question before with what the objection claims instead; "" where the message objects to nothing.

    A figure that is claimed stands behind a comma: it is no part of the question.
    """
    objects = rules_for(language).contradicts
    match = objects.search(low)
    rest = low[match.end() :].lstrip(" ?.!") if match else ""
    if match is None or "?" in rest:
        return ""
    claim = question[len(low) - len(rest) :].strip(" ,.;:!–-")
    if not content_words(claim, language) and match.group().startswith("though"):
        claim = question[: match.start()].strip(" ,.;:!–-")
    if (again := objects.match(claim.lower())) and content_words(claim[again.end() :], language):
        claim = claim[again.end() :]
    if not content_words(claim, language):
        return last.query
    held = set(terms(last.query, language)) | {"though"}
    stops = STOP_WORDS.get(language, frozenset())
    said = [(word, word.strip(".,!?").lower()) for word in claim.split()]
    new = [word for word, plain in said if plain not in stops and stem(plain, language) not in held]
    told = " ".join(new)
    made = append(last.query, told) if new else last.query
    return made.replace(f" {told}", f", {told}") if _FIGURE.search(told) else made
