"""A small model's opinion on what a message asks for, where the rules are unsure; theirs stands in every other case."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from langchain_core.language_models import BaseChatModel

from nodes.model_failures import ModelFailed
from nodes.models import complete
from nodes.prompts import route_messages
from nodes.race import Rest
from nodes.replies import RouteReply
from nodes.state import Action, Call, Notice, Route, TurnNote
from stores.words import STOP_WORDS, stem, terms, words

UNSURE = 0.7
FEW_WORDS = 4
MOST_NAMED = 2
"""Content words that a message about the last answer or the conversation has, beside those that speak of them."""
_OF_ANSWERS = """
make give put say tell write read show turn want need like please bit little much part thing point last previous earlier
first answer answers reply response text words sentence sentences line lines list table summary version form language
conversation chat question questions ask asked said told talk talked discuss discussed mention mentioned cover covered
short shorter long longer brief briefer simple simpler detail details detailed again far
"""
_SPEAKS_OF_ANSWERS = frozenset(map(stem, _OF_ANSWERS.split()))
_QUESTION = re.compile(
    r"\W*(?:and |so |but |y |et |und )?(?:what|who|whose|which|when|where|why|how|qué|quién|cuál\w*|cuándo|dónde|cómo|"
    r"cuánt\w+|qui|quel\w*|quand|où|comment|pourquoi|combien|wer|was|welche\w?|wann|wo|wie|warum)\b", re.IGNORECASE,
)  # fmt: skip
_OF_TALK = re.compile(
    r"\b(?:i|we|you|me|us|conversation|chat|discussion|so far|yo|nosotros|usted|conversación|je|nous|vous|tu|ich|wir|"
    r"du|sie|gespräch)\b", re.IGNORECASE,
)  # fmt: skip
MOST_TOKENS = 40
ANSWER_CHARS = 400
_NEED_A_PAST: tuple[Action, ...] = ("reuse", "transform", "recall")


@dataclass(frozen=True)
class ModelRouter:
    """Asks only when it must, and takes only what can be."""

    model: BaseChatModel
    deadline_s: float = 1.0
    rest: Rest = field(default_factory=Rest)

    async def settle(
        self, route: Route, message: str, notes: Sequence[TurnNote], turn: int
    ) -> tuple[Route, tuple[Notice, ...], tuple[Call, ...]]:
        """The route to take, with a failure's notice and the call made. Never raises for what a model does."""
        if not is_unsure(route, message) or self.rest.resting:
            return route, (), ()
        turns = [(note.asked, note.answered[:ANSWER_CHARS]) for note in notes[-1:]]
        try:
            reply = await complete(
                self.model,
                route_messages(message, turns=turns),
                step="route",
                deadline_s=self.deadline_s,
                max_tokens=MOST_TOKENS,
                schema=RouteReply,
            )
        except ModelFailed as failure:
            self.rest.note(failed=True)
            return route, (failure.notice(turn),), (failure.call(turn),)
        self.rest.note(failed=False)
        assert isinstance(reply.value, RouteReply)
        calls = (reply.call(turn, "route"),)
        if reply.value.action not in possible(route, notes, message):
            return route, (), calls
        return replace(route, action=reply.value.action, reason="a model's opinion, the rules were unsure"), (), calls


def possible(route: Route, notes: Sequence[TurnNote], message: str) -> tuple[Action, ...]:
    """The actions that a model may choose instead: what it says in the end is only an opinion.

    In a language of the rules, a message that they take for a question may be about the last answer or the
    conversation, and no more, where it reads so and names little else; in another it may also be small talk. Only a
    first message can leave nothing to go by.
    """
    known = route.language in STOP_WORDS
    looking_back = tuple(one for one in _NEED_A_PAST if not known or _may_be(one, message, route.language))
    looking_back = looking_back if notes else ()
    others: tuple[Action, ...] = () if known else ("social",) if notes else ("social", "clarify")
    return tuple(one for one in ("retrieve", *looking_back, *others) if one != route.action)


def _may_be(action: Action, message: str, language: str) -> bool:
    """Whether a message, in a language of the rules, may look back: a question asks for no other form of an answer, and
    the conversation is spoken of by who is in it.
    """
    if sum(one not in _SPEAKS_OF_ANSWERS for one in set(terms(message, language))) > MOST_NAMED:
        return False
    return _OF_TALK.search(message) is not None if action == "recall" else _QUESTION.match(message) is None


def is_unsure(route: Route, message: str) -> bool:
    """Whether the rules leave it open: little confidence, or a few words in a language that they do not know."""
    if route.correction or route.reply_to or any(character.isdigit() for character in message):
        return False
    unknown = route.language not in STOP_WORDS and route.action == "retrieve"
    short = len(words(message)) <= FEW_WORDS and "?" not in message and "？" not in message
    return route.confidence < UNSURE or (unknown and short)
