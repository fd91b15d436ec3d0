"""Answers from the conversation itself, word for word: what was asked, what was answered, what the user stated."""

import re

from nodes.answering_facts import fact_that_answers, sentence_of
from nodes.fact_rules.tables import RULES
from nodes.facts import USER, Draft, user_facts
from nodes.phrases import phrase
from nodes.state import Fact, TurnNote
from nodes.writing import Brief, Remembered, Written
from stores.words import stem, terms, words

_MOST = 600
_LISTED = 12  # questions that a list of them shows
_LINE = re.compile(r"- turn (\d+): (.*?)(?: → .*| \(not answered\))?$")
_SENTENCE = re.compile(r"(?<=[.!?。！？\]])\s+(?=[^\s\[])")
_RETOLD = "tell told say said mention mentioned answer answered explain explained earlier before again about remind"
_ENOUGH = 0.6  # share of a question's words that an earlier answer must hold to stand in for the documents


def recall_answer(brief: Brief) -> Written:
    """What was asked or said, quoted. `Route.target` says which: first, last, list, said, asked, fact or about."""
    language, target = brief.route.language, brief.route.target
    asked = [note for note in brief.notes if note.action not in ("social", "recall")]
    if target == "first" and brief.opening is not None:
        return Written(phrase("first_asked", language, text=_cut(brief.opening.asked)))
    if target == "last" and asked:
        return Written(phrase("last_asked", language, text=_cut(asked[-1].asked)))
    if target == "list" and asked:
        return Written("\n".join([phrase("asked_list", language), *_questions(brief, asked)]))
    if target != "said" and (told := fact_that_answers(brief.message, brief.facts, brief.route)):
        return you_said(brief, told.fact)
    if target == "fact" and (fact := next((one for one in brief.facts if one.speaker == "user"), None)):
        return you_said(brief, fact)
    if brief.remembered:
        best = brief.remembered[0]
        asks = best.asked.rstrip().endswith(("?", "？"))
        if target == "asked" or (target == "fact" and not asks):
            return Written(phrase("you_said", language, turn=best.turn, text=_cut(best.asked)))
        return Written(phrase("i_said", language, turn=best.turn, text=_cut(_about(brief, best.answered))))
    return Written(phrase("not_said", language), answerable=False)


def _about(brief: Brief, answered: str) -> str:
    """The sentences of an earlier answer that hold most of what a message asks about; all where none stands out."""
    language = brief.route.language
    wanted = set(terms(brief.message, language)) - set(terms(_RETOLD, language))
    parts = [part for part in re.split(r"(?<=\])\s+(?!\[)|\n+", answered) if part.strip()]
    held = [len(wanted & {stem(word, language) for word in words(part)}) for part in parts]
    if len(parts) < 2 or not wanted or max(held) == min(held):
        return answered
    return " ".join(part for part, count in zip(parts, held, strict=True) if count == max(held))


def you_said(brief: Brief, fact: Fact) -> Written:
    """A fact in the user's own sentence."""
    text = _cut(sentence_of(fact, brief.told.get(fact.turn, "")))
    return Written(phrase("you_said", brief.route.language, turn=fact.turn, text=text))


def noted(brief: Brief, *, only: bool) -> Written | None:
    """An acknowledgement of what a message states. `only`: of one that does nothing but state exact or own facts."""
    drafts = user_facts(brief.message, brief.route.language)
    shaped = [draft for draft in drafts if draft.attribute]
    if not drafts or "?" in brief.message:
        return None
    if only and (
        brief.route.correction or len(shaped) < len(drafts) or not all(_settles(one, brief) for one in shaped)
    ):
        return None
    told = [(one.subject if one.subject != USER else "", one.attribute, one.value) for one in shaped or drafts]
    texts = [" ".join(filter(None, (subject, name))) + f": {value}" if name else value for subject, name, value in told]
    return Written(phrase("noted", brief.route.language, text="; ".join(_cut(text) for text in texts)))


def _settles(draft: Draft, brief: Brief) -> bool:
    """Whether a statement settles something, rather than describing a problem to be solved."""
    own = RULES.get(brief.route.language, RULES["en"]).first_person
    return draft.kind != "fact" or (draft.subject == USER and bool(own.search(brief.message)))


def earlier_answer(brief: Brief) -> Written | None:
    """An earlier answer's sentence that holds most of the question's words, with its source numbers."""
    language = brief.route.language
    wanted = set(terms(brief.resolution.query, language))
    best: tuple[float, Remembered, str] | None = None
    for turn in brief.remembered:
        for sentence in _SENTENCE.split(turn.answered):
            held = wanted & {stem(word, language) for word in words(f"{turn.asked} {sentence}")}
            share = len(held) / max(1, len(wanted))
            if share >= _ENOUGH and "[" in sentence and (best is None or share > best[0]):
                best = (share, turn, sentence)
    if best is None:
        return None
    _, turn, sentence = best
    numbers = [int(number) for number in re.findall(r"\[(\d+)\]", sentence)]
    cited = tuple(id_ for number in numbers if (id_ := brief.numbering.passage(number)))
    return Written(phrase("i_said", language, turn=turn.turn, text=_cut(sentence)), cited=cited)


def _questions(brief: Brief, asked: list[TurnNote]) -> list[str]:
    folded = [match.groups() for line in brief.summary.text.splitlines() if (match := _LINE.match(line))]
    lines = [*(f"{turn}. {text}" for turn, text in folded), *(f"{note.turn}. {_cut(note.asked)}" for note in asked)]
    return lines[-_LISTED:]


def _cut(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _MOST else flat[: _MOST - 1].rsplit(" ", 1)[0] + "…"
