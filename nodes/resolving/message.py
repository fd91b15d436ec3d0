"""What a message's own words say about its need for context."""

from dataclasses import dataclass

from nodes.resolving.lexicon import behaviour
from nodes.resolving.past import Past
from nodes.resolving.text import Text

_PRONOUNS = {
    "he": "he him his himself",
    "she": "she her hers herself",
    "it": "it its itself it's",
    "they": "they them their theirs themselves they're",
    "this": "this that that's",
    "these": "these those",
    "there": "there there's here",
    "ones": "one ones",
}
_KIND = {word: kind for kind, group in _PRONOUNS.items() for word in group.split()}
_MORE = frozenset({
    "other", "others", "another", "else", "more", "also", "same", "instead", "too", "again", "besides", "different",
    "similar",
})  # fmt: skip
_OPENERS = ("what about", "how about", "and ", "or ", "but ", "so ", "also ", "then ", "why not", "any ")
_ASKS = ("tell me about", "what is", "what are", "who is", "who was", "who are", "who were", "describe", "explain",
         "what was", "what were", "tell me more about", "what's", "define")  # fmt: skip
NAMES = (
    *(f"says_{kind}" for kind in _PRONOUNS),
    "possessive", "more", "opener", "asks", "wh", "content", "words", "length1",
    "rarest", "mean_rarity", "unseen", "unseen_share", "names", "unseen_names", "the_seen", "the_unseen", "ends_prep",
    "attached", "verbs", "nouns", "last_noun", "last_last", "turns", "seen_last", "seen_first", "bare", "digits",
    "existential",
)  # fmt: skip


@dataclass(frozen=True)
class Message:
    """A message with its features (in the order of `NAMES`)."""

    text: Text
    pronouns: frozenset[str]
    seen: frozenset[str]
    features: tuple[float, ...]


def look(text: Text, past: Past) -> Message:
    """Read the message against its past."""
    low = text.raw.lower().strip()
    kinds = {_KIND[word.low] for word in text.words if word.low in _KIND}
    existential = any(
        (
            word.low in {"there", "it"}
            and at + 1 < len(text.words)
            and text.words[at + 1].low in {"any", "a", "an", "other"}
        )
        or (word.low == "there" and at and text.words[at - 1].low in {"is", "are", "was", "were"})
        for at, word in enumerate(text.words)
    )
    if existential:
        kinds.discard("there")
    content = list(text.first)
    seen_in: set[str] = set()
    for said in past.said:
        seen_in |= said.asked.first.keys() | said.query.first.keys() | said.answer.first.keys()
    seen = frozenset(stem for stem in content if stem in seen_in)
    rarity = [behaviour(stem) for stem in content] or [(0.0, 0.0, 0.0, 0.0, 0.0)]
    the_seen = the_unseen = attached = 0
    for at, word in enumerate(text.words):
        if not word.stem or not at or word.broken:
            continue
        left = text.words[at - 1].low
        if left in {"the", "this", "that", "these", "those"}:
            the_seen += word.stem in seen
            the_unseen += word.stem not in seen
        attached += left in {"of", "in", "for", "about", "between", "on", "with", "from", "to", "at"}
    last = rarity[-1]
    words = text.words
    final = past.said[-1] if past.said else None
    opening = past.said[0] if past.said else None
    names = text.cap
    features = (
        *(float(kind in kinds) for kind in _PRONOUNS),
        float(bool(text.low & {"its", "their", "his", "her", "theirs"})),
        float(bool(text.low & _MORE)),
        float(low.startswith(_OPENERS)),
        float(low.startswith(_ASKS)),
        float(
            bool(words)
            and text.before(0) == "start"
            and words[0].low in {"what", "who", "how", "why", "when", "where", "which"}
        ),
        min(len(content), 10) / 10,
        min(len(words), 20) / 20,
        float(len(content) <= 1),
        max(row[0] for row in rarity),
        sum(row[0] for row in rarity) / len(rarity),
        min(len(content) - len(seen), 6) / 6,
        (len(content) - len(seen)) / max(1, len(content)),
        min(len(names), 4) / 4,
        min(len(names - seen), 4) / 4,
        min(the_seen, 2) / 2,
        min(the_unseen, 2) / 2,
        float(bool(words) and words[-1].low in {"of", "in", "on", "to", "for", "with", "from", "about", "at", "by"}),
        min(attached, 3) / 3,
        max(row[2] for row in rarity),
        max(row[1] for row in rarity),
        last[1],
        last[3],
        min(len(past.said), 10) / 10,
        len(final.query.first.keys() & text.first.keys()) / max(1, len(content)) if final else 0.0,
        len(opening.query.first.keys() & text.first.keys()) / max(1, len(content)) if opening else 0.0,
        float(not kinds),
        float(any(stem.isdigit() for stem in content)),
        float(existential),
    )
    return Message(text, frozenset(kinds), seen, features)
