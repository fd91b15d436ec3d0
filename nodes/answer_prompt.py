"""The prompt of an answer, made from a brief that was cut to its budget."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from langchain_core.messages import BaseMessage

from nodes.budget import Fitted, fit, title_of
from nodes.counting import TokenMeter
from nodes.prompts import Quoted, answer_messages, social_messages, transform_messages
from nodes.transforming import last_answer
from nodes.writing import Brief

LANGUAGES = {
    "en": "English", "es": "Spanish", "fr": "French", "de": "German", "it": "Italian", "pt": "Portuguese",
    "nl": "Dutch", "ja": "Japanese", "ko": "Korean", "zh": "Chinese", "th": "Thai", "ru": "Russian",
    "uk": "Ukrainian", "ar": "Arabic", "he": "Hebrew", "hi": "Hindi", "el": "Greek",
}  # fmt: skip

WANTED = 80  # characters of what a correction asks for: the whole of it stands in the message


@dataclass(frozen=True)
class AnswerPrompt:
    """What a model is sent. An empty prompt means that there is nothing to write from.

    `passages` holds the passage ids by the numbers that the model may cite, `documents` the shown text by number.
    """

    prompt: list[BaseMessage]
    tokens: tuple[tuple[str, int], ...] = ()
    passages: Mapping[int, str] = field(default_factory=dict)
    documents: Mapping[int, str] = field(default_factory=dict)


def prompt_for_answer(brief: Brief, meter: TokenMeter) -> AnswerPrompt:
    """The prompt for what the turn asks, at most `brief.prompt_tokens` long by the meter."""
    fitted = fit(brief, meter)
    language = LANGUAGES.get(brief.route.language, brief.route.language)
    known = {n: id_ for id_, n in brief.numbering.known.items()}
    match brief.route.action:
        case "social":
            return _counted(social_messages(fitted.question, turns=fitted.window, language=language), meter)
        case "transform":
            answer = meter.clip(last_answer(brief), brief.prompt_tokens // 2)
            prompt = transform_messages(fitted.question, answer=answer, language=language) if answer else []
            return _counted(prompt, meter, known)
        case _:
            return _answer(brief, fitted, language, known, meter)


def _answer(brief: Brief, fitted: Fitted, language: str, known: dict[int, str], meter: TokenMeter) -> AnswerPrompt:
    given = {id_: n for n, id_ in known.items()}
    following = brief.numbering.following
    documents: list[Quoted] = []
    for excerpt, text in fitted.documents:
        id_ = excerpt.passage.id
        if id_ not in given:
            given[id_], following = following, following + 1
        title = title_of(excerpt.passage, meter)
        documents.append(Quoted(given[id_], title, text, f"cited on turn {excerpt.turn}" if excerpt.turn else ""))
    if not documents and not fitted.facts and not fitted.remembered:
        return AnswerPrompt([])
    prompt = answer_messages(
        fitted.question,
        documents=documents,
        turns=fitted.window,
        resolved=fitted.resolved,
        summary=fitted.summary,
        facts=fitted.facts,
        remembered=fitted.remembered,
        notes=_notes(brief, fitted.resumed),
        language=language,
        now=brief.now[:16].replace("T", " "),
    )
    texts = {document.n: f"{document.title}\n{document.text}" for document in documents}
    return AnswerPrompt(prompt, fitted.tokens, {n: id_ for id_, n in given.items()}, texts)


def _notes(brief: Brief, resumed: str) -> list[str]:
    notes = [resumed] if resumed else []
    if brief.route.correction or brief.resolution.correction:
        wanted = f" to {', '.join(brief.route.wanted)[:WANTED]}" if brief.route.wanted else ""
        notes.append(f"With this message the user corrected something they said before{wanted}.")
    return notes


def _counted(prompt: list[BaseMessage], meter: TokenMeter, passages: Mapping[int, str] | None = None) -> AnswerPrompt:
    costs = [meter.count(message.text) for message in prompt]
    tokens = (("system", costs[0]), ("window", sum(costs[1:-1])), ("question", costs[-1])) if costs else ()
    return AnswerPrompt(prompt, tokens, passages or {})
