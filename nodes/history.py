"""What of a conversation an answer may rest on: five strategies over the same record, so that they can be compared."""

from dataclasses import replace

from nodes.folding import fold_by_rules
from nodes.state import Summary
from nodes.writing import Brief, Remembered
from stores.words import stem, terms, words

RECENT = 3  # turns that entity memory keeps verbatim
RECALLED = 3


def seen_by(brief: Brief) -> Brief:
    """The brief as its `history` sees it.

    `ours` sees summary, facts, recalled turns and the window; `full` every turn, verbatim (facts and best turns help a
    writer that cannot read them all); `window` the last turns and nothing else; `summary` one running summary of every
    turn; `entities` the facts that matter, and the last three turns.
    """
    match brief.history:
        case "full":
            said = best_of(brief.transcript, brief.resolution.query, brief.route.language)
            return replace(brief, summary=Summary(), remembered=said)
        case "window":
            return replace(brief, summary=Summary(), facts=(), remembered=())
        case "summary":
            summary = fold_by_rules(brief.summary, brief.notes, ()) if brief.notes else brief.summary
            return replace(brief, summary=summary, facts=(), remembered=(), notes=())
        case "entities":
            return replace(brief, summary=Summary(), remembered=(), notes=brief.notes[-RECENT:])
        case _:
            return brief


def best_of(transcript: tuple[Remembered, ...], query: str, language: str) -> tuple[Remembered, ...]:
    """The turns of a transcript that hold most of the query's words, the newer of two equals first."""
    wanted = set(terms(query, language))
    held = [len(wanted & {stem(word, language) for word in words(f"{one.asked} {one.answered}")}) for one in transcript]
    order = sorted(range(len(transcript)), key=lambda at: (-held[at], -at))
    return tuple(transcript[at] for at in order[:RECALLED] if held[at])
