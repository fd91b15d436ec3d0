"""What a message's own words say about its need for context."""

import re
from dataclasses import dataclass

from nodes.resolving.lexicon import behaviour
from nodes.resolving.past import Past
from nodes.resolving.text import CLASS_OF, Text

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
    "similar", "difference", "compare", "compared", "differ", "versus",
})  # fmt: skip
_OPENERS = ("what about", "how about", "and ", "or ", "but ", "so ", "also ", "then ", "why not", "any ")
_ASKS = ("tell me about", "what is", "what are", "who is", "who was", "who are", "who were", "describe", "explain",
         "what was", "what were", "tell me more about", "what's", "define")  # fmt: skip
_PREPOSITIONS = frozenset(
    ["of", "in", "for", "about", "between", "on", "with", "from", "to", "at", "by", "during", "as"]
)
_RANKED = frozenset(["first", "last", "next", "best", "worst", "most", "least", "main", "only", "largest", "biggest"])
_JOINTS = frozenset(["and", "or", "but", "if", "so", "because", "when", "while"])
FRAGMENT, UNOWNED = 5, 4  # words; words other than stop words
_REFERRING = {"it", "they", "he", "she", "this", "these"}
_POINTING = re.compile(
    r"\b(?:mine|yours|ours|latter|former)\b"
    r"|\b(?:the|which|any|other|that|this|first|second|third|last) ones?\b"
    r"|\b(?:point|step|item|option)\s+(?:\d|(?:one|two|three|four|five)\b)"
    r"|\bthe\s+(?:second|third|fourth|fifth|previous)\b"
)
_UNOWNED = re.compile(r"\bthe (?:\w+ )?\w+\b(?! (?:of|in|for|on|at|to|by|with|from|that|which|who)\b)")
_NOTHING = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
NAMES = (
    *(f"says_{kind}" for kind in _PRONOUNS),
    "possessive", "more", "opener", "asks", "wh", "content", "words", "length1", "rarest", "mean_rarity", "unseen",
    "unseen_share", "names", "unseen_names", "the_seen", "the_unseen", "ends_prep", "attached", "verbs", "nouns",
    "last_noun", "last_last", "turns", "seen_last", "seen_first", "bare", "digits", "existential", "free", "bound",
    "headless", "relation", "relation_last", "attached_new", "attached_seen", "rarest_unseen", "the_rarest", "personal",
    "rarest_attached", "plural_end", "one_sided", "seen_share", "holds_last", "holds_first", "holds_streak",
    "holds_most",
)  # fmt: skip


@dataclass(frozen=True)
class Message:
    """A message with its features (in the order of `NAMES`)."""

    text: Text
    pronouns: frozenset[str]
    seen: frozenset[str]
    points: str  # "back": a pronoun without a noun before it, "the latter", "point 3"; "thing": "the budget"; or ""
    fragment: bool  # a few words without a verb: "in 2023?", "and of Norvik Mail?"
    features: tuple[float, ...]


def _is_existential(text: Text, at: int) -> bool:
    words = text.words
    low = words[at].low
    if low == "there":
        return (at > 0 and words[at - 1].low in {"is", "are", "was", "were", "has", "have", "been", "be"}) or (
            at + 1 < len(words) and words[at + 1].low in {"is", "are", "was", "were", "any", "a", "an"} and at == 0
        )
    return False


def _anaphors(text: Text) -> tuple[set[str], int, int]:
    """Kinds of pronouns, and how many have no noun before them in the message, or only one in an earlier clause."""
    kinds: set[str] = set()
    free = bound = 0
    noun = joint = False
    for at, word in enumerate(text.words):
        if word.stem:
            noun = noun or text.before(at) != "start" or behaviour(word.stem)[1] > behaviour(word.stem)[2]
        elif word.low in _JOINTS or word.broken:
            joint = joint or noun
        kind = _KIND.get(word.low)
        if kind is None or _is_existential(text, at):
            continue
        if (
            kind in {"this", "these"}
            and at + 1 < len(text.words)
            and word.low == "that"
            and at
            and text.words[at - 1].stem
        ):
            continue  # "breeds that are independent"
        kinds.add(kind)
        if noun and joint:
            bound += 1
        else:
            free += 1
    return kinds, free, bound


def _is_unowned(text: Text, low: str) -> bool:
    """Whether a short question asks for "the" something, and says no more whose: "how long are the backups kept?"."""
    return not text.cap and len(text.first) <= UNOWNED and _UNOWNED.search(low) is not None


def _is_fragment(text: Text) -> bool:
    classes = {CLASS_OF.get(word.low) for word in text.words}
    verb = any(behaviour(word.stem)[2] > behaviour(word.stem)[1] for word in text.words if word.stem)
    return len(text.words) <= FRAGMENT and not verb and not classes & {"be", "aux", "wh"}


def _rarest(text: Text) -> str:
    return max(text.first, key=lambda stem: (behaviour(stem)[0] * behaviour(stem)[1], stem), default="")


def _holds(text: Text, past: Past) -> tuple[float, float, float, float]:
    """Whether the message names what the last turn, the first turn, the newest or the most turns were about."""
    if not past.said:
        return 0.0, 0.0, 0.0, 0.0
    count: dict[str, int] = {}
    for said in past.said:
        for stem in said.query.first:
            count[stem] = count.get(stem, 0) + 1
    final = past.said[-1].query
    lasting = max(final.first, key=lambda stem: (count[stem], behaviour(stem)[0], stem), default="")
    most = max(count, key=lambda stem: (count[stem], behaviour(stem)[0], stem), default="")
    own = text.first
    return (
        float(_rarest(final) in own),
        float(_rarest(past.said[0].query) in own),
        float(lasting in own),
        float(most in own),
    )


def look(text: Text, past: Past) -> Message:
    """Read the message against its past."""
    low = text.raw.lower().strip()
    words = text.words
    kinds, free, bound = _anaphors(text)
    content = list(text.first)
    seen_in: set[str] = set()
    for said in past.said:
        seen_in |= said.asked.first.keys() | said.query.first.keys() | said.answer.first.keys()
    seen = frozenset(stem for stem in content if stem in seen_in)
    nature = [behaviour(stem) for stem in content] or [_NOTHING]
    the_seen = the_unseen = attached = attached_new = attached_seen = headless = 0
    the_rarest = rarest_attached = relation = relation_last = 0.0
    for at, word in enumerate(words):
        left = words[at - 1].low if at and not word.broken else ""
        right = words[at + 1] if at + 1 < len(words) and not words[at + 1].broken else None
        if ((left in _RANKED or left.endswith("est")) and len(left) > 3 and not word.stem) or (
            word.low in _RANKED and right is None
        ):
            headless += 1
        if not word.stem:
            continue
        own = behaviour(word.stem)
        if right is None or not (right.stem or right.low in _PREPOSITIONS):
            relation = max(relation, own[5])
            relation_last = own[5]
        if left in {"the", "this", "that", "these", "those"}:
            the_seen += word.stem in seen
            the_unseen += word.stem not in seen
            the_rarest = max(the_rarest, own[0])
        if left in _PREPOSITIONS or (left in {"the", "a", "an"} and at > 1 and words[at - 2].low in _PREPOSITIONS):
            attached += 1
            attached_new += word.stem not in seen
            attached_seen += word.stem in seen
            rarest_attached = max(rarest_attached, own[0])
    last = nature[-1]
    final = past.said[-1] if past.said else None
    opening = past.said[0] if past.said else None
    names = text.cap
    tail = words[-1] if words else None
    features = (
        *(float(kind in kinds) for kind in _PRONOUNS),
        float(bool(text.low & {"its", "their", "his", "her", "theirs"})),
        float(bool(text.low & _MORE)),
        float(low.startswith(_OPENERS)),
        float(low.startswith(_ASKS)),
        float(bool(words) and words[0].low in {"what", "who", "how", "why", "when", "where", "which"}),
        min(len(content), 10) / 10,
        min(len(words), 20) / 20,
        float(len(content) <= 1),
        max(row[0] for row in nature),
        sum(row[0] for row in nature) / len(nature),
        min(len(content) - len(seen), 6) / 6,
        (len(content) - len(seen)) / max(1, len(content)),
        min(len(names), 4) / 4,
        min(len(names - seen), 4) / 4,
        min(the_seen, 2) / 2,
        min(the_unseen, 2) / 2,
        float(tail is not None and tail.low in _PREPOSITIONS),
        min(attached, 3) / 3,
        max(row[2] for row in nature),
        max(row[1] for row in nature),
        last[1],
        last[3],
        min(len(past.said), 10) / 10,
        len(final.query.first.keys() & text.first.keys()) / max(1, len(content)) if final else 0.0,
        len(opening.query.first.keys() & text.first.keys()) / max(1, len(content)) if opening else 0.0,
        float(not kinds),
        float(any(stem.isdigit() for stem in content)),
        float(any(_is_existential(text, at) for at in range(len(words)))),
        min(free, 2) / 2,
        min(bound, 2) / 2,
        float(headless > 0),
        relation,
        relation_last,
        min(attached_new, 2) / 2,
        min(attached_seen, 2) / 2,
        max((behaviour(stem)[0] for stem in content if stem not in seen), default=0.0),
        the_rarest,
        float(bool(text.low & {"i", "my", "you", "your", "we", "me"} - {"me"})),
        rarest_attached,
        float(tail is not None and bool(tail.stem) and tail.low.endswith("s")),
        float(bool(text.low & {"difference", "differences", "compare", "differ", "relationship", "related"})),
        len(seen) / max(1, len(content)),
        *_holds(text, past),
    )
    back = bool(free and kinds & _REFERRING) or _POINTING.search(low) is not None
    points = "back" if back else "thing" if _is_unowned(text, low) else ""
    return Message(text, frozenset(kinds), seen, points, _is_fragment(text), features)
