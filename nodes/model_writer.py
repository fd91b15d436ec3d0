"""Writes answers with a model: streamed, cited, in the asked language; when it fails, with the second, then without.

What failed is one notice in the turn's record; the answer never holds an error's text.
"""

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace

from langchain_core.language_models import BaseChatModel

from nodes.answer_prompt import AnswerPrompt, prompt_for_answer
from nodes.citations import CitationFilter
from nodes.counting import TokenMeter
from nodes.model_failures import ModelFailed, failed
from nodes.models import Models, Reply, stream
from nodes.opening import Opening
from nodes.remarks import remarks, supporting
from nodes.state import Call, Notice
from nodes.writing import Brief, Writer, Written

QUIET = ("recall", "clarify")
"""Actions whose answer is exact or fixed, and needs no model."""
SOCIAL_TOKENS = 80
UNRELATED = "The model sent a text that has nothing to do with the question."


@dataclass(frozen=True)
class ModelWriter:
    """Streams a model's answer. `plain` writes when no model can."""

    models: Models
    plain: Writer
    answer_tokens: int = 800
    deadline_s: float = 60.0
    first_token_s: float = 20.0
    meter: TokenMeter = field(default_factory=TokenMeter)

    async def write(self, brief: Brief) -> AsyncIterator[str | Written]:
        """Stream the answer to a brief."""
        ready = [model for model in (self.models.answer, self.models.fallback) if model is not None]
        if brief.route.action in QUIET or not ready:
            async for piece in self.plain.write(brief):
                yield piece
            return
        asked = prompt_for_answer(brief, self.meter)
        failures: list[ModelFailed] = []
        for model in ready if asked.prompt else ():
            try:
                async for piece in self._written(model, asked, brief, failures):
                    yield piece
            except ModelFailed as failure:
                failures.append(failure)
            else:
                return
        notices = (_failed(failures, brief.turn, "The answer was written without a model."),) if failures else ()
        async for piece in self.plain.write(brief):
            if isinstance(piece, Written):
                yield replace(
                    piece, notices=(*notices, *piece.notices), calls=(*_spent(failures, brief.turn), *piece.calls)
                )
            else:
                yield piece

    async def _written(
        self, model: BaseChatModel, asked: AnswerPrompt, brief: Brief, failures: Sequence[ModelFailed]
    ) -> AsyncIterator[str | Written]:
        marks = CitationFilter(asked.passages, lambda n: brief.numbering.number(asked.passages[n]))
        language = "" if brief.route.form == "language" else brief.route.language
        opening = Opening("\n".join(message.text for message in asked.prompt[1:]), language)
        shown: list[str] = []
        reply: Reply | None = None
        started = time.monotonic()
        tokens = SOCIAL_TOKENS if brief.route.action == "social" else self.answer_tokens
        chunks = stream(
            model,
            asked.prompt,
            step="answer",
            deadline_s=self.deadline_s,
            max_tokens=tokens,
            first_token_s=min(self.deadline_s, self.first_token_s),
            shown=False,  # what is shown is the checked text, which the graph streams itself
        )
        async with aclosing(chunks):
            async for chunk in chunks:
                reply = chunk.reply
                try:
                    text = opening.flush() if reply else opening.feed(chunk.text)
                except ValueError:
                    unrelated, ms = ModelFailed("unreadable", "answer", UNRELATED), (time.monotonic() - started) * 1000
                    raise failed(unrelated, model, "answer", self.deadline_s, 1, ms) from None
                text = marks.feed(text)
                if reply:
                    text += _last_piece(marks, "".join(shown) + text, asked, brief)
                if text:
                    shown.append(text)
                    yield text
        assert reply is not None
        text = "".join(shown)
        if asked.documents:
            self.meter.observe(sum(cost for _, cost in asked.tokens), reply.usage.input)
        notices = [_failed(failures, brief.turn, "The fallback model answered.")] if failures else []
        yield Written(
            text,
            answerable=bool(marks.used) or not asked.documents,
            cited=tuple(id_ for n in marks.used if (id_ := brief.numbering.passage(n))),
            tokens=asked.tokens,
            calls=(*_spent(failures, brief.turn), reply.call(brief.turn, "answer")),
            notices=(*notices, *remarks(text, reply, marks, asked, brief)),
        )


def _last_piece(marks: CitationFilter, text: str, asked: AnswerPrompt, brief: Brief) -> str:
    """What was held back, and marks for an answer that has none though documents support it."""
    rest = marks.flush()
    if marks.used or not asked.documents:
        return rest
    added = supporting(text + rest, asked.documents, brief.route.language)
    return rest + "".join(marks.feed(f" [{n}]") for n in added) + marks.flush()


def _failed(failures: Sequence[ModelFailed], turn: int, outcome: str) -> Notice:
    """One notice for all that failed: what happened first, and what was done instead."""
    first = failures[0].notice(turn)
    return replace(first, detail=f"{first.detail} {outcome}")


def _spent(failures: Sequence[ModelFailed], turn: int) -> tuple[Call, ...]:
    """The calls that gave nothing: they took their time."""
    return tuple(failure.call(turn) for failure in failures if failure.calls)
