"""What the words of a message say about its topic beside what the trees read of them.

The trees know conversations in which a topic is taken up at length; people also begin one with a terse question. A
question that stands on its own and names what nobody has named leaves its topic more often than the trees believe,
one about "the fee" of nothing in particular less often. The shares are those of held-out dialogues.
"""

import re
from collections.abc import Set

from nodes.resolving.lexicon import behaviour
from nodes.resolving.message import NAMES, look
from nodes.resolving.past import Past
from nodes.resolving.text import Text, read
from nodes.routing.heard import as_meant, hear
from nodes.routing.rules import rules_for
from nodes.self_contained import names_its_subject, opens_with_link

NAMED = 1.25  # log odds of leaving for a question that stands alone and brings a name
NAMED_ELSEWHERE = 3.5  # the same in other languages, whose sentences the embedder finds alike
BEGUN = 1.0  # for one that brings "a resident parking permit"
UNOWNED = -0.5  # for a short one about "the fee", and nobody's
POINTED = -3.0  # for one that picks from what was said: "what does the second one cost?"
COMMON = 0.22  # rarity up to which a word that the topic has used says nothing: cost, open, day
ACRONYM = 5  # letters
POINTS = re.compile(
    r"\bthe (?:second|third|fourth|fifth|latter|former)\b|\bthe (?:first|last|final|next|previous|other) ones?\b"
    r"|\bnumber (?:\d{1,2}|one|two|three|four|five)\b",
    re.IGNORECASE,
)
GOES_ON = re.compile(r"(?:and|but|or|y|o|pero|et|mais|ou|und|aber|oder)\b(?! now\b)")
_LONG_NAME = re.compile(r"(?<=\w )[A-ZÀ-Þ][\w'’-]+(?: (?:de|del|de la|de los|du|des|d'|la|el|le))?[ '’][A-ZÀ-Þ][\w-]+")
_MORE = NAMES.index("more")
_REFERRING = {"he", "she", "it", "they", "this", "these", "ones"}


def is_linked(question: str, language: str) -> bool:
    """Whether a message begins with "and", "but" or "or", in any of the languages that the rules know."""
    return GOES_ON.match(hear(question, language).low) is not None


def points_back(question: str, language: str) -> bool:
    """Whether a message's own words say that it goes on: "and ...", "number 3", a pronoun that it does not explain."""
    if is_linked(question, language):
        return True
    if language == "en":
        return look(read(as_meant(question, language), language), Past(())).points == "back"
    rules = rules_for(language)
    return rules.dangling.search(rules.expletive.sub(" ", hear(question, language).low)) is not None


def leaning(question: str, language: str, current: Set[str], known: Set[str]) -> float:
    """Log odds of leaving the topic that the words of a message add to what the trees say.

    `current` are the stems that the topic has used, `known` those of all topics.
    """
    if POINTS.search(question):
        return POINTED
    text = read(as_meant(question, language), language)
    shared = (behaviour(stem)[0] for stem in text.first if stem in current)
    if text.unspaced or any(rarity > COMMON for rarity in shared) or points_back(question, language):
        return 0.0
    if language != "en":
        named = _LONG_NAME.search(question) and any(stem not in known for stem in text.cap)
        return NAMED_ELSEWHERE if named and names_its_subject(question, language) else 0.0
    message = look(text, Past(()))
    if opens_with_link(text.raw) or message.fragment or message.features[_MORE] or message.pronouns & _REFERRING:
        return 0.0
    if _brings_a_name(text, known):
        return NAMED
    runs = _new_runs(text, known)
    if begun := [length for before, length in runs if before in {"a", "an"}]:
        return BEGUN if max(begun) > 1 else 0.0
    described = all(length == 1 or before == "the" for before, length in runs)
    return UNOWNED if message.points == "thing" and described else 0.0


def _brings_a_name(text: Text, known: Set[str]) -> bool:
    """Whether one of its capitalised words, acronyms apart, is new."""
    return any(
        word.stem in text.cap
        and word.stem not in known
        and not (word.surface.isupper() and len(word.surface) <= ACRONYM)
        for word in text.words
    )


def _new_runs(text: Text, known: Set[str]) -> list[tuple[str, int]]:
    """The runs of new content words: the word before each, and its length."""
    runs: list[tuple[str, int]] = []
    goes_on = False
    for at, word in enumerate(text.words):
        new = bool(word.stem) and word.stem not in known
        if new and goes_on and not word.broken:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        elif new:
            runs.append((text.words[at - 1].low if at and not word.broken else "", 1))
        goes_on = new
    return runs
