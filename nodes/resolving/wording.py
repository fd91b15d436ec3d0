"""From chosen stems to words a person can read: whole phrases in the form they were said, with where they were said."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from nodes.resolving.past import Past
from nodes.resolving.text import Text

_LINKS = frozenset(["of", "the", "a", "an", "and", "in", "for", "to", "de", "la", "von", "van", "der", "du"])
_LONGEST_LINK = 2


class Phrase(NamedTuple):
    """Words as they were said, the stems they bring, and where: "turn 3 user", "turn 3 answer", "frame", "ledger"."""

    words: str
    stems: tuple[str, ...]
    source: str


def sources(past: Past) -> list[tuple[str, Text]]:
    """Every text that a term may come from, the most trusted first: users' words, frame and ledger, answers."""
    said = past.said[::-1]
    return [
        *((f"turn {s.turn} user", s.asked) for s in said),
        *past.known,
        *((f"turn {s.turn} answer", s.answer) for s in said),
    ]


def _span(text: Text, at: int, chosen: Mapping[str, float]) -> tuple[int, int]:
    """The widest run of chosen stems around word `at`, joined by at most two linking words."""
    words = text.words

    def reach(step: int) -> int:
        edge, place, gap = at, at + step, 0
        while 0 <= place < len(words) and gap <= _LONGEST_LINK:
            if words[max(place, place - step)].broken:
                break
            if words[place].stem in chosen:
                edge, gap = place, 0
            elif not words[place].stem and words[place].low in _LINKS:
                gap += 1
            else:
                break
            place += step
        return edge

    return reach(-1), reach(1)


def phrases(chosen: Mapping[str, float], past: Past) -> list[Phrase]:
    """Phrases that together bring every chosen stem that some source holds, the likeliest first."""
    found: list[Phrase] = []
    covered: set[str] = set()
    places = sources(past)
    for stem in sorted(chosen, key=lambda s: (-chosen[s], s)):
        if stem in covered:
            continue
        best: tuple[tuple[int, int, int], Phrase] | None = None
        for rank, (source, text) in enumerate(places):
            for at, word in enumerate(text.words):
                if word.stem != stem:
                    continue
                start, end = _span(text, at, chosen)
                stems = tuple(dict.fromkeys(w.stem for w in text.words[start : end + 1] if w.stem))
                fresh = len(set(stems) - covered)
                key = (fresh, -(end - start), -rank)
                if best is None or key > best[0]:
                    words = text.raw[text.words[start].start : text.words[end].end]
                    best = key, Phrase(" ".join(words.split()), stems, source)
        if best is not None:
            found.append(best[1])
            covered.update(best[1].stems)
    return found


_PRONOUNS = frozenset(["it", "they", "them", "he", "him", "she", "this", "that", "these", "those"])
_OWNERS = frozenset(["its", "their", "his"])
_POINTING = frozenset(["this", "that", "these", "those"])


def worded(message: Text, found: Sequence[Phrase]) -> str:
    """The message with the first phrase in the place of its first pronoun, the others in brackets at the end."""
    if not found:
        return message.raw
    text, rest = message.raw, list(found)
    at = _pronoun(message)
    if at is not None:
        word, first = message.words[at], rest.pop(0).words
        owns = word.low in _OWNERS or (word.low == "her" and message.after(at) == "content")
        if owns:
            first += "'" if first.endswith("s") else "'s"
        text = f"{text[: word.start]}{first}{text[word.end :]}"
    if not rest:
        return text
    body = text.rstrip(" ?!.？")
    return f"{body} ({', '.join(phrase.words for phrase in rest)}){text[len(body) :].strip()}"


def _pronoun(message: Text) -> int | None:
    """The first word that stands for something said before."""
    for at, word in enumerate(message.words):
        if word.low in _POINTING and (
            message.after(at) == "content" or (word.low == "that" and at and message.words[at - 1].stem)
        ):
            continue
        if word.low in _PRONOUNS or word.low in _OWNERS or word.low in {"her", "hers"}:
            return at
    return None
