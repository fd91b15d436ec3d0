"""Features of each term that the past offers: where, when and how it was said, and what the message leaves open."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nodes.resolving.lexicon import behaviour
from nodes.resolving.message import NAMES as MESSAGE_NAMES
from nodes.resolving.message import Message
from nodes.resolving.past import Past, Said
from nodes.resolving.text import Text

FROM_ANSWER = 30  # terms of the last answer that are looked at
FROM_OLDER = 15  # terms of older answers
REFERRING = frozenset(["it", "its", "he", "his", "him", "she", "her", "hers", "they", "them", "their", "theirs"])
NEVER = 9  # turns ago, for what was not said
_LEFT = ("start", "det", "prep", "be", "pron", "aux", "wh", "content")
_RIGHT = ("end", "prep", "be", "content")
TERM_NAMES = (
    "asked_last", "query_last", "answer_last", "asked_first", "query_first", "answer_first", "asked_share",
    "query_share", "answer_share", "asked_ago", "query_ago", "answer_ago", "user_said", "added_last", "streak",
    "dropped", "focus", "focus_ago", "focus_fresh", "since_focus", "intro_ago", "intro_focus", "added_share",
    "rarity", "noun", "verb", "last", "name", "of", "cap", "digit", "short", "plural", "ing", "ed",
    *(f"left_{name}" for name in _LEFT), *(f"right_{name}" for name in _RIGHT), "place", "place_end",
    "run_size", "run_head", "run_first", *(f"run_left_{name}" for name in _LEFT), "run_end",
    "run_streak", "run_rarity", "run_least", "run_added", "run_seen", "run_cap", "run_query",
    "beside_message", "before_message", "after_message", "rival", "beside_turn_overlap", "turn_overlap", "meets",
    "answer_count", "answer_place", "answer_det", "answer_only", "answer_cap", "known", "frame", "number_fit",
    "person_fit", "query_size", "last_dependent", "rarity_rank", "asked_size",
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


@dataclass(frozen=True)
class _Scene:
    """What all terms of a message share: tallies over the past."""

    asked_ago: dict[str, int]
    query_ago: dict[str, int]
    answer_ago: dict[str, int]
    asked: Counter[str]
    query: Counter[str]
    answer: Counter[str]
    intro: dict[str, int]
    streak: dict[str, int]
    added: Counter[str]
    caps: Counter[str]
    focus: int
    pairs: frozenset[tuple[str, str]]


def _survey(said: tuple[Said, ...]) -> _Scene:
    asked_ago: dict[str, int] = {}
    query_ago: dict[str, int] = {}
    answer_ago: dict[str, int] = {}
    intro: dict[str, int] = {}
    asked: Counter[str] = Counter()
    query: Counter[str] = Counter()
    answer: Counter[str] = Counter()
    added: Counter[str] = Counter()
    caps: Counter[str] = Counter()
    pairs: set[tuple[str, str]] = set()
    focus = 0
    n = len(said)
    for at, turn in enumerate(said):
        back = n - 1 - at
        for tally, ago, text in (
            (asked, asked_ago, turn.asked),
            (query, query_ago, turn.query),
            (answer, answer_ago, turn.answer),
        ):
            tally.update(text.first.keys())
            ago.update(dict.fromkeys(text.first, back))
            caps.update(text.cap)
        for stem in turn.asked.first:
            intro.setdefault(stem, back)
        more = turn.query.first.keys() - turn.asked.first.keys()
        added.update(more)
        if not more and turn.asked.first and not turn.asked.low & REFERRING:
            focus = at
        pairs |= turn.asked.pairs
    pairs |= said[-1].answer.pairs
    streak: dict[str, int] = {}
    alive = set(said[-1].query.first)
    for turn in reversed(said):
        alive &= turn.query.first.keys()
        if not alive:
            break
        for stem in alive:
            streak[stem] = streak.get(stem, 0) + 1
    return _Scene(
        asked_ago, query_ago, answer_ago, asked, query, answer, intro, streak, added, caps, focus, frozenset(pairs)
    )  # fmt: skip


class _Stand(NamedTuple):
    """What does not change about where a stem stands in a text."""

    placed: tuple[float, ...]
    run: tuple[str, ...]  # the content words it stands among
    rare: tuple[float, float]
    capital: float


@lru_cache(maxsize=8192)
def _stand(text: Text, stem: str) -> _Stand:
    at = text.first[stem]
    left, right = text.before(at), text.after(at)
    size = len(text.words)
    start, end = text.runs[stem]
    run = tuple(text.words[place].stem for place in range(start, end + 1) if text.words[place].stem)
    before = text.before(start)
    rarity = [behaviour(s)[0] for s in run]
    placed = (
        *(float(left == name) for name in _LEFT),
        *(float(right == name) for name in _RIGHT),
        at / size,
        (size - 1 - at) / size,
        min(len(run), 5) / 5,
        float(at == end),
        float(at == start),
        *(float(before == name) for name in _LEFT),
        float(text.after(end) == "end"),
    )
    return _Stand(placed, run, (max(rarity), min(rarity)), sum(s in text.cap for s in run) / len(run))


@lru_cache(maxsize=8192)
def _form(word: str) -> tuple[float, float, float]:
    """Whether a word looks like a plural, ends in -ing, ends in -ed."""
    plural = word.endswith("s") and not word.endswith("ss") and len(word) > 3
    return float(plural), float(word.endswith("ing")), float(word.endswith("ed"))


def _context(text: Text, stem: str, own: Collection[str], scene: _Scene, added: set[str]) -> tuple[float, ...]:
    """How the stem stood in a text, and the run of content words it stood in."""
    placed, run, rare, capital = _stand(text, stem)
    size = len(run)
    return (
        *placed,
        max([scene.streak.get(s, 0) for s in run]) / 6,
        *rare,
        float(not added.isdisjoint(run)),
        sum([s in own for s in run]) / size,
        capital,
        sum([scene.query_ago.get(s, NEVER) == 0 for s in run]) / size,
    )


_NO_CONTEXT = (0.0,) * (2 * len(_LEFT) + len(_RIGHT) + 13)


def rows(message: Message, past: Past, stems: Sequence[str]) -> NDArray[np.float32]:
    """The features of each stem, (stems, `NAMES`). There is a past, and at least one stem."""
    said = past.said
    n = len(said)
    scene = _survey(said)
    own = message.text.first
    final, opening, focus = said[-1], said[0], said[scene.focus]
    plural_wanted = float("they" in message.pronouns or "these" in message.pronouns)
    single_wanted = float(bool(message.pronouns & {"it", "this", "he", "she"}))
    person_wanted = float(bool(message.pronouns & {"he", "she"}))
    overlap = [len(own.keys() & (t.query.first.keys() | t.asked.first.keys())) for t in said]
    total_overlap = sum(overlap) or 1
    shares = [(share, turn.query.first) for share, turn in zip(overlap, said, strict=True) if share]
    met: set[str] = set()
    for share, turn in zip(overlap, said, strict=True):
        if share or own.keys() & turn.answer.first.keys():
            met |= turn.query.first.keys() | turn.answer.first.keys()
    before_message = {a for a, b in scene.pairs if b in own}
    after_message = {b for a, b in scene.pairs if a in own}
    modified = {b for a, b in message.text.pairs if b in message.seen}
    rivals = {a for a, b in scene.pairs if b in modified}
    known = {stem for _, text in past.known for stem in text.first}
    framed = {stem for source, text in past.known if source == "frame" for stem in text.first}
    last_added = set(final.query.first.keys() - final.asked.first.keys())
    rank = {s: k for k, s in enumerate(sorted(final.query.first, key=lambda s: (-behaviour(s)[0], s)))}
    since_focus = (n - 1 - scene.focus) / 9
    answer_words = len(final.answer.words) or 1
    shared = [min(len(final.query.first), 10) / 10, float(bool(last_added))]
    asked_size = min(len(final.asked.first), 10) / 10
    result = []
    for stem in stems:
        asked_ago = scene.asked_ago.get(stem, NEVER)
        query_ago = scene.query_ago.get(stem, NEVER)
        answer_ago = scene.answer_ago.get(stem, NEVER)
        if asked_ago < n:
            best: Text | None = said[n - 1 - asked_ago].asked
        elif answer_ago < n:
            best = said[n - 1 - answer_ago].answer
        else:
            best = None
        if best is None:
            word, context = stem, _NO_CONTEXT
        else:
            word = best.words[best.first[stem]].low
            context = _context(best, stem, own, scene, last_added)
        plural, ing, ed = _form(word)
        mentions = scene.asked[stem] + scene.answer[stem] + scene.query[stem]
        cap = scene.caps[stem] / max(1, mentions)
        answer_at = final.answer.first.get(stem)
        intro = scene.intro.get(stem, NEVER)
        result.append((
            float(asked_ago == 0), float(query_ago == 0), float(answer_ago == 0),
            float(stem in opening.asked.first), float(stem in opening.query.first), float(stem in opening.answer.first),
            scene.asked[stem] / n, scene.query[stem] / n, scene.answer[stem] / n,
            min(asked_ago, NEVER) / 9, min(query_ago, NEVER) / 9, min(answer_ago, NEVER) / 9,
            float(asked_ago < NEVER), float(stem in last_added), min(scene.streak.get(stem, 0), 6) / 6,
            float(0 < query_ago < NEVER),
            float(stem in focus.asked.first), since_focus if stem in focus.asked.first else 1.0,
            float(intro == n - 1 - scene.focus), since_focus, intro / 9, float(intro <= n - 1 - scene.focus),
            scene.added[stem] / n,
            *behaviour(stem), cap, float(stem.isdigit()), float(len(stem) <= 3), plural, ing, ed,
            *context,
            float(stem in before_message or stem in after_message), float(stem in before_message),
            float(stem in after_message), float(stem in rivals),
            sum([share for share, held in shares if stem in held]) / total_overlap,
            float(overlap[-1] > 0 and query_ago == 0), float(stem in met),
            min(final.answer.count.get(stem, 0), 4) / 4,
            answer_at / answer_words if answer_at is not None else 1.0,
            float(answer_at is not None and final.answer.before(answer_at) == "det"),
            float(query_ago == NEVER), float(stem in final.answer.cap), float(stem in known), float(stem in framed),
            (2 * plural - 1) * (plural_wanted - single_wanted), cap * person_wanted,
            *shared, min(rank.get(stem, 9), 9) / 9, asked_size,
        ))  # fmt: skip
    return np.hstack([np.array(result, np.float32), np.tile(np.array(message.features, np.float32), (len(stems), 1))])
