"""What a message asks for, from the user's own words and a glance at what came before."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from nodes.reference_rules.phrases import phrases
from nodes.routing.heard import Heard, hear
from nodes.routing.opening import inner_question, opening_of, without_emoji
from nodes.routing.personal import about_own_words
from nodes.routing.restating import every_table, named_language, restatement
from nodes.routing.rules import rules_for
from nodes.routing.table import Rules
from nodes.routing.turning import correction_of, reply_of
from nodes.state import Action, Fact, Frame, Route, TurnNote
from stores.words import UNSPACED

SUBSTANTIVE: tuple[Action, ...] = ("retrieve", "reuse", "transform")
_LETTER = re.compile(r"[^\W_]")
_FORMAT = re.compile(r"\b(?:pdf|csv|json|xml|html|excel|word|markdown|e-?mail|table|spreadsheet)\b")
UNSURE = 0.6  # confidence of a decision that a model may look at again
_SHORT = 9
_SAID = re.compile(
    r"\b(?:you (?:said|told|mentioned)|i (?:said|told|asked|mentioned)|dijiste|dije|vous avez dit|gesagt)\b"
)
_SOCIAL_WORDS = 14
_LINKS = frozenset(
    ["and", "so", "then", "but", "also", "y", "et", "und", "pero", "mais", "aber", "e", "ou", "or", "now", "all", "it"]
)
_PROSE_END = " \t\n"


@dataclass(frozen=True)
class _Turn:
    """The message being routed, with all that the rules look at."""

    heard: Heard
    low: str  # without pictures
    question: str
    asked: str  # the question as the rules read it
    start: int  # where it begins
    rules: Rules
    language: str
    notes: Sequence[TurnNote]
    frames: Sequence[Frame]
    facts: Sequence[Fact]

    @property
    def substance(self) -> list[TurnNote]:
        return [note for note in self.notes if note.action in SUBSTANTIVE]


def route_message(
    message: str,
    *,
    notes: Sequence[TurnNote],
    frames: Sequence[Frame],
    facts: Sequence[Fact] = (),
    language: str,
) -> Route:
    """Decide what a message asks for; in doubt it is a question for the documents.

    Args:
        message: the user's words, as they came.
        notes: the turns of the window, oldest first.
        frames: the frames before this turn, the current one first.
        facts: the ledger, for what the user told about themselves.
        language: ISO 639-1 code of the message.
    """
    heard = hear(message, language)
    low = without_emoji(heard.low)
    rules = rules_for(language)
    base = Route("retrieve", message.strip(), language=language)
    if not _LETTER.search(low):
        return _wordless(base, heard)
    opening = opening_of(low, rules)
    start, end = inner_question(low, opening.start, rules)
    question = _tidy(heard.cut(start, end)) or message.strip()
    turn = _Turn(heard, low, question, low[start:end].strip(), start, rules, language, notes, frames, facts)
    base = replace(base, question=question, cue=opening.cue)
    return _decide(base, turn)


def _decide(base: Route, turn: _Turn) -> Route:
    pending = turn.notes[-1] if turn.notes else None
    reply = reply_of(turn.low, turn.rules, pending)
    asks_again = "?" in turn.low and _restated(turn) is not None
    if _only_social(turn) and not asks_again and not (reply and turn.rules.assent.match(turn.low.strip())):
        return replace(base, action="social", question=base.question, reason="nothing but social words")
    if turn.substance and (shown := turn.rules.reuse_alone.match(turn.asked) or turn.rules.reuse.search(turn.asked)):
        rest = _after_evidence(turn, shown.end())
        return replace(base, action="reuse", question=rest, reason=f"names evidence shown: {shown.group().strip()}")
    if recalled := about_own_words(turn.asked, turn.rules, turn.notes, turn.facts, turn.language):
        return replace(base, action="recall", target=recalled, reason=f"about the conversation: {recalled}")
    if restated := _restated(turn):
        return restated_route(base, restated, turn)
    correction = correction_of(turn.low, turn.heard, turn.rules, turn.start, earlier=bool(turn.substance))
    if correction:
        wanted, replaced = correction
        # a reply after "which one do you mean?" fills the slot, whatever words introduce it
        if reply and pending is not None and pending.action == "clarify":
            return replace(base, reply_to=reply, question=wanted, reason="fills what was asked back")
        replaced_terms = (replaced,) if replaced else ()
        return replace(base, correction=True, wanted=(wanted,), replaced=replaced_terms, reason="corrects the request")
    if reply:
        return replace(base, reply_to=reply, reason="answers the question asked back")
    if not turn.substance and not turn.heard.code and _dangling(turn):
        return replace(base, action="clarify", confidence=0.8, reason="nothing yet that it could refer to")
    unsure = bool(turn.substance) and _almost(turn)
    return replace(base, confidence=UNSURE, reason="words of a restatement or a recall in it") if unsure else base


def _almost(turn: _Turn) -> bool:
    """Whether a short message holds words of form, or speaks of what was said, and yet is taken for a question."""
    if len(turn.asked.split()) > _SHORT:
        return False
    return _SAID.search(turn.asked) is not None or any(form.search(turn.asked) for form, _ in turn.rules.forms)


def _wordless(base: Route, heard: Heard) -> Route:
    if heard.code:
        return base
    if "?" in heard.low or "？" in heard.low:
        return replace(base, action="clarify", confidence=0.6, reason="a question mark alone")
    digits = any(character.isdigit() for character in heard.low)
    return base if digits else replace(base, action="social", reason="no words")


def _tidy(question: str) -> str:
    return question.strip(_PROSE_END).rstrip(",;:–—- ")


def _only_social(turn: _Turn) -> bool:
    """Whether the message is made of social phrases of one language, be it the one it was taken for or not."""
    if len(turn.low.split()) > _SOCIAL_WORDS or turn.low.strip(" ?!.,") in _LINKS:
        return False
    return any(
        _all_social(rules.social.pattern).fullmatch(turn.low) for rules in map(rules_for, ("en", "es", "fr", "de", ""))
    )


@cache
def _all_social(phrase: str) -> re.Pattern[str]:
    return re.compile(rf"(?:[\W_]|(?<![^\W_])(?:{phrase})(?![^\W_])|(?=[{UNSPACED}])(?:{phrase}))+", re.VERBOSE)


def _after_evidence(turn: _Turn, at: int) -> str:
    """The question beside the words that name the evidence."""
    rest = turn.question[at:].lstrip(" ,.:;–—-")
    return rest if len(rest.split()) >= 2 else turn.question


def _restated(turn: _Turn) -> tuple[str, str] | None:
    for rules in every_table(turn.language, turn.low):
        found = restatement(turn.asked, rules) or restatement(turn.low.strip(), rules)
        if not found:
            continue
        last = turn.substance[-1] if turn.substance else None
        before = last.asked.lower() if last and last.action != "transform" else ""  # of what the documents were asked
        if found[0] == "language" and found[1] and named_language(before, rules):
            return None  # "is it offered in German?" – "and in English?"
        if _FORMAT.search(turn.asked) and _FORMAT.search(before):
            return None  # "how do I export it as PDF?" – "as CSV?"
        return found
    return None


def restated_route(base: Route, restated: tuple[str, str], turn: _Turn) -> Route:
    """A restatement, or a question back when there is no answer yet to restate."""
    form, target = restated
    if not turn.substance:
        return replace(base, action="clarify", form=form, target=target, reason="no answer yet to restate")
    return replace(
        base, action="transform", form=form, target=target, reason=f"the last answer in another form: {form}"
    )


def _dangling(turn: _Turn) -> bool:
    if turn.rules.bare.match(turn.asked):
        return True
    asked = turn.rules.expletive.sub(" ", turn.asked)
    match = turn.rules.dangling.search(asked)
    return bool(match) and not _named_before(asked[: match.start()], turn) if match else False


def _named_before(before: str, turn: _Turn) -> bool:
    """Whether something that a pronoun could stand for is named before it; "the price of" names nothing for "it"."""
    own = bool(re.search(r"\b(?:of|for|about|de|para|sobre|pour|du|von|für|über)\s*$", before))
    named = phrases(turn.heard.cut(turn.start, turn.start + len(before)), turn.language)
    return sum(not phrase.asked for phrase in named) > own
