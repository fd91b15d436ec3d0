"""Features of each term that the past offers: where, when and how it was said, and what the message leaves open."""

from collections import Counter

from nodes.resolving.lexicon import behaviour
from nodes.resolving.message import NAMES as MESSAGE_NAMES
from nodes.resolving.message import Message
from nodes.resolving.past import Past, Said
from nodes.resolving.text import CLASSES, Text

FROM_ANSWER = 40  # terms of the last answer that are looked at
FROM_OLDER = 20  # terms of older answers
_LEFT = ("start", "det", "prep", "be", "pron", "content")
_RIGHT = ("end", "prep", "be", "content")
TERM_NAMES = (
    "asked_last", "query_last", "answer_last", "asked_first", "query_first", "answer_first", "asked_share",
    "query_share", "answer_share", "asked_ago", "query_ago", "answer_ago", "user_said", "added_last", "streak",
    "dropped",
    "rarity", "noun", "verb", "last", "name", "cap", "digit", "short", "plural", "ing", "ed",
    *(f"left_{name}" for name in _LEFT), *(f"right_{name}" for name in _RIGHT), "place", "place_end", "only",
    *(f"first_left_{name}" for name in _LEFT), *(f"first_right_{name}" for name in _RIGHT), "first_place",
    "beside_message", "before_message", "after_message", "rival", "beside_turn_overlap", "turn_overlap",
    "same_turn",
    "answer_count", "answer_place", "answer_left_det", "answer_only", "known", "frame", "number_fit", "person_fit",
    "neighbour_rarity", "neighbour_streak", "query_size", "last_dependent", "rarest_in_query", "rank_rarity",
)  # fmt: skip
NAMES = (*TERM_NAMES, *MESSAGE_NAMES)


def candidates(message: Message, past: Past) -> list[str]:
    """Stems that might be missing from the message: all of the user's, and the salient ones of the answers."""
    found: dict[str, None] = {}
    for said in past.said:
        found.update(dict.fromkeys((*said.query.first, *said.asked.first)))
    for _, text in past.known:
        found.update(dict.fromkeys(text.first))
    if past.said:
        found.update(dict.fromkeys(salient(past.said[-1].answer, FROM_ANSWER)))
    older = Counter(stem for said in past.said[:-1] for stem in said.answer.cap if stem not in found)
    found.update(dict.fromkeys(sorted(older, key=lambda s: (-older[s], s))[:FROM_OLDER]))
    return [stem for stem in found if stem not in message.text.first]


def salient(answer: Text, size: int) -> list[str]:
    """The terms of an answer that stand out: named, repeated, rare, early."""
    if len(answer.first) <= size:
        return list(answer.first)
    length = len(answer.words)
    weight = {
        stem: (stem in answer.cap) + 0.5 * (answer.count[stem] > 1) + behaviour(stem)[0] + 0.5 * (1 - at / length)
        for stem, at in answer.first.items()
    }
    return sorted(weight, key=lambda stem: -weight[stem])[:size]


def _context(text: Text, stem: str) -> tuple[list[float], float, float]:
    """One-hot classes to the left and right of a stem's first mention, and its place among the words (0 to 1)."""
    at = text.first.get(stem)
    if at is None:
        return [0.0] * (len(_LEFT) + len(_RIGHT)), 0.0, 0.0
    left, right = text.before(at), text.after(at)
    size = len(text.words)
    return (
        [*(float(left == name) for name in _LEFT), *(float(right == name) for name in _RIGHT)],
        at / size,
        (size - 1 - at) / size,
    )


def _ago(turns: tuple[Said, ...], which: str, stem: str) -> int:
    for back, said in enumerate(reversed(turns)):
        if stem in getattr(said, which).first:
            return back
    return 9


def rows(message: Message, past: Past, stems: list[str]) -> list[list[float]]:
    """One row of features (`NAMES`) for each stem."""
    said = past.said
    n = len(said)
    if not n:
        return []
    own = message.text.first
    final, opening = said[-1], said[0]
    plural_wanted = "they" in message.pronouns or "these" in message.pronouns
    single_wanted = bool(message.pronouns & {"it", "this", "he", "she"})
    person_wanted = bool(message.pronouns & {"he", "she"})
    overlap = [len(own.keys() & (t.query.first.keys() | t.asked.first.keys())) for t in said]
    meets = [bool(o or own.keys() & t.answer.first.keys()) for o, t in zip(overlap, said, strict=True)]
    total_overlap = sum(overlap) or 1
    pairs: set[tuple[str, str]] = set()
    for t in said:
        pairs |= t.query.pairs | t.asked.pairs
    answer_pairs = final.answer.pairs
    befores: dict[str, set[str]] = {}
    for a, b in pairs | answer_pairs:
        befores.setdefault(b, set()).add(a)
    modified = {b for a, b in message.text.pairs if b in message.seen}
    caps: dict[str, int] = {}
    mentions: dict[str, int] = {}
    for t in said:
        for text in (t.asked, t.answer):
            for stem in text.first:
                mentions[stem] = mentions.get(stem, 0) + 1
            for stem in text.cap:
                caps[stem] = caps.get(stem, 0) + 1
    streaks = {stem: _streak(said, stem) for stem in stems}
    neighbours: dict[str, set[str]] = {}
    for a, b in pairs:
        neighbours.setdefault(a, set()).add(b)
        neighbours.setdefault(b, set()).add(a)
    known = {stem for _, text in past.known for stem in text.first}
    framed = {stem for source, text in past.known if source == "frame" for stem in text.first}
    query_size = len(final.query.first)
    last_added = final.query.first.keys() - final.asked.first.keys()
    rare_in_query = sorted((-behaviour(s)[0], s) for s in final.query.first)
    rank = {s: k for k, (_, s) in enumerate(rare_in_query)}
    result = []
    for stem in stems:
        nature = behaviour(stem)
        asked_ago, query_ago, answer_ago = (_ago(said, which, stem) for which in ("asked", "query", "answer"))
        best = said[n - 1 - query_ago].query if query_ago < n else final.answer
        context, place, end = _context(best, stem)
        first_context, first_place, _ = _context(opening.query, stem)
        at = best.first.get(stem)
        word = best.words[at].low if at is not None else stem
        around = neighbours.get(stem, set())
        plural = word.endswith("s") and not word.endswith("ss") and len(word) > 3
        cap = caps.get(stem, 0) / max(1, mentions.get(stem, 1))
        answer_at = final.answer.first.get(stem)
        result.append([
            float(asked_ago == 0), float(query_ago == 0), float(answer_ago == 0),
            float(stem in opening.asked.first), float(stem in opening.query.first), float(stem in opening.answer.first),
            sum(stem in t.asked.first for t in said) / n, sum(stem in t.query.first for t in said) / n,
            sum(stem in t.answer.first for t in said) / n,
            min(asked_ago, 9) / 9, min(query_ago, 9) / 9, min(answer_ago, 9) / 9,
            float(asked_ago < 9), float(stem in last_added), min(streaks[stem], 6) / 6,
            float(query_ago < 9 and query_ago > 0),
            *nature, cap, float(stem.isdigit()), float(len(stem) <= 3), float(plural), float(word.endswith("ing")),
            float(word.endswith("ed")),
            *context, place, end, float(at is not None and len(best.first) == 1),
            *first_context, first_place,
            float(any((stem, m) in pairs or (m, stem) in pairs for m in own)),
            float(any((stem, m) in pairs or (stem, m) in answer_pairs for m in own)),
            float(any((m, stem) in pairs or (m, stem) in answer_pairs for m in own)),
            float(any(stem in befores.get(m, ()) for m in modified)),
            sum(o for o, t in zip(overlap, said, strict=True) if stem in t.query.first) / total_overlap,
            float(overlap[-1] > 0) * (query_ago == 0),
            float(any(
                m and (stem in t.query.first or stem in t.answer.first) for m, t in zip(meets, said, strict=True)
            )),

            min(final.answer.count.get(stem, 0), 4) / 4,
            answer_at / len(final.answer.words) if answer_at is not None else 1.0,
            float(answer_at is not None and final.answer.before(answer_at) == "det"),
            float(query_ago >= 9), float(stem in known), float(stem in framed),
            (1.0 if plural else -1.0) * (float(plural_wanted) - float(single_wanted)),
            cap * person_wanted,
            max((behaviour(s)[0] for s in around), default=0.0),
            max((_streak(said, s) for s in around), default=0) / 6,
            min(query_size, 10) / 10, float(bool(last_added)),
            float(rank.get(stem, 9) == 0), min(rank.get(stem, 9), 9) / 9,
            *message.features,
        ])  # fmt: skip
    return result


def _streak(said: tuple[Said, ...], stem: str) -> int:
    """For how many of the newest turns in a row the query has held the stem."""
    length = 0
    for turn in reversed(said):
        if stem not in turn.query.first:
            break
        length += 1
    return length


assert set(_LEFT) | set(_RIGHT) <= set(CLASSES)
