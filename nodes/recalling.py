"""Answers about the conversation itself, word for word from the archive."""

from nodes.phrases import phrase
from nodes.state import TurnNote
from nodes.writing import Brief, Written

_MOST = 600


def _cut(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _MOST else flat[: _MOST - 1].rsplit(" ", 1)[0] + "…"


def _questions(notes: tuple[TurnNote, ...]) -> list[TurnNote]:
    return [note for note in notes if note.action not in ("social", "recall")]


def recall_answer(brief: Brief) -> Written:
    """What was asked or said, quoted. `Route.target` says which: first, last, list, said, fact or about."""
    language, target = brief.route.language, brief.route.target
    asked = _questions(brief.notes)
    if target == "first" and brief.opening is not None:
        return Written(phrase("first_asked", language, text=_cut(brief.opening.asked)))
    if target == "last" and asked:
        return Written(phrase("last_asked", language, text=_cut(asked[-1].asked)))
    if target == "list" and asked:
        lines = [phrase("asked_list", language), *(f"{note.turn}. {_cut(note.asked)}" for note in asked)]
        return Written("\n".join(lines))
    if target == "fact" and brief.facts:
        fact = brief.facts[0]
        text = f"{fact.subject} {fact.attribute} {fact.value}"
        return Written(phrase("you_said", language, turn=fact.turn, text=text))
    if brief.remembered:
        best = brief.remembered[0]
        if target in ("fact", "asked"):
            return Written(phrase("you_said", language, turn=best.turn, text=_cut(best.asked)))
        return Written(phrase("i_said", language, turn=best.turn, text=_cut(best.answered)))
    return Written(phrase("not_said", language), answerable=False)
