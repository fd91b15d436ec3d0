"""Restating the last answer without a model: shorter, as a list, as a table; what needs a writer says so."""

import re

from nodes.phrases import phrase
from nodes.state import Notice
from nodes.writing import Brief, Written

_SENTENCE = re.compile(r"(?<=[.!?。！？\]])\s+(?=[^\s\[])(?<!\d\.\s)|\n+")
_MARKER = re.compile(r"^(?:\d{1,2}[.)]|[-*•])\s+")
_NUMBER = re.compile(r"\s*\[(\d+)\]")


def last_answer(brief: Brief) -> str:
    """The newest answer in the window that says something; "" without one."""
    for note in reversed(brief.notes):
        if note.action not in ("social", "recall", "clarify") and note.answered:
            return note.answered
    return ""


def _cited(brief: Brief, text: str) -> tuple[str, ...]:
    ids = [brief.numbering.passage(int(n)) for n in _NUMBER.findall(text)]
    return tuple(dict.fromkeys(id_ for id_ in ids if id_))


def transform_answer(brief: Brief) -> Written:
    """The last answer in the form asked for. Its source numbers stay."""
    language, form = brief.route.language, brief.route.form
    answer = last_answer(brief)
    if not answer:
        return Written(phrase("nothing_yet", language), answerable=False)
    sentences = [_MARKER.sub("", line.strip()) for line in _SENTENCE.split(answer) if line.strip()]
    if form in ("shorter", "summary"):
        text = min(sentences[:2], key=len) if len(sentences) > 1 else _first_clause(sentences[0])
    elif form in ("list", "steps"):
        text = "\n".join(f"- {sentence}" for sentence in sentences)
    elif form == "table":
        text = "\n".join(["| | |", "|---|---|", *(_row(sentence) for sentence in sentences)])
    elif form in ("repeat", "longer"):
        text = answer
    else:
        detail = f"no model is configured, so the answer was not restated ({form or 'rewrite'})"
        notice = Notice(brief.turn, "needs_writer", detail)
        return Written(phrase("needs_writer", language), answerable=False, notices=(notice,))
    return Written(text, cited=_cited(brief, text))


def _row(sentence: str) -> str:
    numbers = " ".join(f"[{n}]" for n in _NUMBER.findall(sentence))
    return f"| {_NUMBER.sub('', sentence).replace('|', '/')} | {numbers} |"


def _first_clause(sentence: str) -> str:
    numbers = "".join(f" [{n}]" for n in _NUMBER.findall(sentence))
    bare = _NUMBER.sub("", sentence).rstrip(".")
    for mark in (";", ", which", ", and", ", but", " because", ","):
        head, found, _ = bare.partition(mark)
        if found and len(head.split()) >= 5:
            return f"{head}.{numbers}"
    return sentence
