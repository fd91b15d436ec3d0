"""What the thread remembers: the ledger, the frames' contents and the summary, in their rule-based forms."""

import re
from collections.abc import Sequence
from dataclasses import replace

from nodes.state import Constraint, Fact, Frame, Resolution, Route, Source, Summary, TurnNote
from stores.words import terms

RESUME_AFTER = 4 * 3600.0
CITED, ENTITIES, TERMS = 6, 12, 24
_PROPER = re.compile(r"\b[A-Z][\w-]+(?:\s+[A-Z][\w-]+)*")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def learn(
    message: str,
    answer: str,
    *,
    route: Route,
    facts: tuple[Fact, ...],
    turn: int,
    next_id: int,
    at: str,
    cited: tuple[Source, ...],
) -> tuple[tuple[Fact, ...], tuple[int, ...], int]:
    """Facts with this turn's added, the ids of those added or changed, and the next free id."""
    del message, answer, route, turn, at, cited
    return facts, (), next_id


def facts_for(query: str, facts: Sequence[Fact], language: str) -> tuple[Fact, ...]:
    """The active facts that a query touches, best first."""
    wanted = set(terms(query, language))
    active = [fact for fact in facts if not fact.superseded_by and not fact.until]
    scored = [(len(wanted & set(terms(f"{f.subject} {f.attribute} {f.value}", language))), f) for f in active]
    return tuple(fact for score, fact in sorted(scored, key=lambda pair: -pair[0]) if score)[:8]


def update_frame(
    frames: tuple[Frame, ...],
    *,
    route: Route,
    resolution: Resolution | None,
    answer: str,
    cited: tuple[str, ...],
    turn: int,
    answerable: bool,
) -> tuple[Frame, ...]:
    """The current frame with what this turn added to it."""
    frame, query = frames[0], resolution.query if resolution else route.question
    names = [match.group() for match in _PROPER.finditer(query)]
    gone = {word.lower() for word in route.replaced}
    entities = dict.fromkeys(name for name in (*names, *frame.entities) if name.lower() not in gone)
    years = tuple(Constraint("year", year, turn) for year in _YEAR.findall(query))
    constraints = (
        (*years, *frame.constraints) if not years else (*years, *(c for c in frame.constraints if c.slot != "year"))
    )
    weights = dict.fromkeys(terms(query, route.language), 1.0)
    for term, weight in frame.terms:
        weights[term] = weights.get(term, 0.0) + 0.7 * weight
    strongest = sorted(weights.items(), key=lambda pair: -pair[1])[:TERMS]
    updated = replace(
        frame,
        entities=tuple(entities)[:ENTITIES],
        constraints=constraints[:8],
        cited=tuple(dict.fromkeys((*cited, *frame.cited)))[:CITED],
        open_questions=frame.open_questions if answerable else (*frame.open_questions, route.question[:200])[-3:],
        terms=tuple((term, round(weight, 3)) for term, weight in strongest),
        last_turn=turn,
    )
    del answer
    return (updated, *frames[1:])


def fold(summary: Summary, leaving: Sequence[TurnNote], facts: Sequence[Fact]) -> Summary:
    """The summary with the turns that leave the window folded in."""
    del facts
    text = summary.text
    for note in leaving:
        if note.turn > summary.upto and note.action not in ("social", "transform", "recall"):
            first = note.answered.split(". ")[0]
            text = f"{text}\n- {note.query}: {first}".strip()
    kept = " ".join(text.split(" ")[-600:])
    return replace(summary, text=kept, upto=max([summary.upto, *(note.turn for note in leaving)]))


def resumed_note(gap: float, notes: Sequence[TurnNote]) -> str:
    """How long ago the thread was left and about what, after a gap of hours; else ""."""
    if gap < RESUME_AFTER or not notes:
        return ""
    hours = gap / 3600
    ago = f"{hours:.0f} hours" if hours < 48 else f"{hours / 24:.0f} days"
    return f"The conversation resumes after {ago}; it was last about: {notes[-1].query}"
