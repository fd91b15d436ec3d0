"""The prompt fitted into a fixed number of tokens, counted by section.

What is remembered (summary, facts, recalled turns) has a share of its own. When all together are too much, passages are
compressed first, then what was recalled goes, then facts, the oldest turns and the summary; each section
keeps a floor while another one is above its own. Whatever comes in, what comes out costs at most the cap.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from nodes.counting import TokenMeter
from nodes.folding import KEY
from nodes.ledger import line
from nodes.prompts import ANSWER, Turns, quoted
from nodes.writing import Brief, Excerpt
from stores.passages import Passage
from stores.words import stem, terms, words

EARLIER = 250  # tokens that an earlier answer, or question, may have
QUESTION = 0.4  # most of what is left beside the system prompt that a message may take
TURN, DOCUMENT, LINE = 16, 24, 4  # tokens that tags, roles, numbers and notes cost, at most
TITLE = 32  # tokens of a document's title
NOTES = 130  # tokens of language, time, corrections and the tags around sections
SMALLEST = 24  # tokens: less than this of a passage or a turn is not worth showing
MEMORY, DEEP = 0.15, 0.08
"""Most of the cap that summary, facts and recalled turns may take together, and a deep summary on top: what is
remembered costs the same however long the conversation is."""
SMALL = {"summary": 0.05, "remembered": 0.03, "facts": 0.0}  # what each keeps of the cap while another can give way
FLOORS = {"passages": 0.35, "remembered": 0.0, "facts": 0.04, "window": 0.2, "summary": 0.1}  # in order of cutting
SECTIONS = ("system", "summary", "facts", "remembered", "window", "passages", "question")
Item = TypeVar("Item")
_TITLE_MARKS = {ord('"'): "'", ord("<"): "‹", ord(">"): "›"}  # as a tag's attribute shows them
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|\n+")


@dataclass(frozen=True)
class Fitted:
    """What the prompt holds. `tokens` has every section, also the empty ones; their sum is at most the cap."""

    question: str
    resolved: str
    summary: str = ""
    facts: tuple[str, ...] = ()
    remembered: Turns = ()
    window: Turns = ()
    documents: tuple[tuple[Excerpt, str], ...] = ()  # each with what is shown of it
    resumed: str = ""  # how long ago the conversation was left, and about what
    tokens: tuple[tuple[str, int], ...] = ()

    @property
    def sections(self) -> dict[str, str]:
        """The text of each section, for a reader."""
        return {
            "summary": self.summary,
            "facts": "\n".join(self.facts),
            "remembered": _dialogue(self.remembered),
            "window": _dialogue(self.window),
            "passages": "\n\n".join(text for _, text in self.documents),
            "question": self.question,
        }


def fit(brief: Brief, meter: TokenMeter | None = None) -> Fitted:
    """The brief cut to its cap (`Brief.prompt_tokens`), by the meter of the model that will read it."""
    meter = meter or TokenMeter()
    system = min(brief.prompt_tokens, meter.count(ANSWER) + meter.scaled(NOTES))
    room = brief.prompt_tokens - system
    question = meter.clip(quoted(brief.message), int(QUESTION * room))
    resolved = "" if _same(brief.resolution.query, brief.message) else quoted(brief.resolution.query)
    resolved, resumed = meter.clip(resolved, room // 10), meter.clip(quoted(brief.resumed), room // 20)
    asking = sum(meter.count(text) for text in (question, resolved, resumed))
    room -= asking
    cut = _Cutter(brief, meter)
    needs = {name: cut.needs(name) for name in FLOORS}
    if brief.history == "ours":
        most = int(MEMORY * brief.prompt_tokens) + min(cut.deep, int(DEEP * brief.prompt_tokens))
        needs |= _shares({name: needs[name] for name in SMALL}, most, SMALL, brief.prompt_tokens)
    allowed = _shares(needs, room, FLOORS, room)
    facts, facts_cost = cut.facts(allowed["facts"])
    summary, summary_cost = cut.summary(allowed["summary"])
    remembered, remembered_cost = cut.remembered(allowed["remembered"])
    window, window_cost = cut.window(allowed["window"])
    documents, documents_cost = cut.documents(allowed["passages"])
    counted = (system, summary_cost, facts_cost, remembered_cost, window_cost, documents_cost, asking)
    tokens = tuple(zip(SECTIONS, counted, strict=True))
    return Fitted(question, resolved, summary, facts, remembered, window, documents, resumed, tokens)


def title_of(passage: Passage, meter: TokenMeter) -> str:
    """A document's title in a prompt: its source and headings, in at most 32 tokens."""
    title = " > ".join(part for part in (passage.source, passage.heading) if part)
    return meter.clip(title.translate(_TITLE_MARKS), TITLE)


def _shares(needs: dict[str, int], room: int, floors: dict[str, float], whole: int) -> dict[str, int]:
    """What each section may cost: its need, less what has to go, in the floors' order down to so much of `whole`."""
    allowed = dict(needs)
    for least in (floors, dict.fromkeys(floors, 0.0)):
        for name, floor in least.items():
            excess = sum(allowed.values()) - room
            if excess > 0:
                allowed[name] = max(min(allowed[name], int(floor * whole)), allowed[name] - excess)
    return allowed


class _Cutter:
    """Cuts each section of one brief to what it may cost; gives the section and its cost, which is never higher."""

    def __init__(self, brief: Brief, meter: TokenMeter) -> None:
        self._brief, self._meter = brief, meter
        self._query = set(terms(brief.resolution.query, brief.route.language))
        self._turns: list[tuple[str, str]] = (
            [(quoted(turn.asked), quoted(turn.answered)) for turn in brief.transcript]
            if brief.history == "full"
            else [(self._earlier(note.asked), self._earlier(note.answered)) for note in brief.notes]
        )
        beside = brief.history != "full"  # a full history already holds what was recalled and stated
        recalled = brief.remembered if beside else ()
        self._recalled = [(self._earlier(one.asked), self._earlier(one.answered)) for one in recalled]
        self._facts = [quoted(line(fact)) for fact in brief.facts] if beside else []
        self.deep = sum(meter.count(text) + meter.scaled(LINE) for text in _lines(quoted(brief.summary.deep)))
        self._summary = _lines(quoted(brief.summary.deep), quoted(brief.summary.text))
        self._turn, self._document, self._line = (meter.scaled(cost) for cost in (TURN, DOCUMENT, LINE))
        self._titles = {one.passage.id: meter.count(title_of(one.passage, meter)) for one in brief.excerpts}

    def needs(self, name: str) -> int:
        """What a section would cost uncut."""
        count = self._meter.count
        match name:
            case "passages":
                return sum(self._document_cost(one, quoted(one.text)) for one in self._brief.excerpts)
            case "remembered":
                return sum(map(self._turn_cost, self._recalled))
            case "facts":
                return sum(count(text) + self._line for text in self._facts)
            case "window":
                return sum(map(self._turn_cost, self._turns))
            case _:
                return sum(count(text) + self._line for text in self._summary)

    def facts(self, most: int) -> tuple[tuple[str, ...], int]:
        """The first facts that there is room for."""
        kept, cost = _while_room(self._facts, most, lambda text: self._meter.count(text) + self._line)
        return tuple(kept), cost

    def summary(self, most: int) -> tuple[str, int]:
        """The summary's lines: key facts before all, then the newest."""
        lines = self._summary
        order = sorted(range(len(lines)), key=lambda at: (not lines[at].startswith(KEY), -at))
        kept, cost = _while_room(order, most, lambda at: self._meter.count(lines[at]) + self._line)
        if not kept and lines:
            text = self._meter.clip(lines[order[0]], most - self._line)
            return text, self._meter.count(text) + self._line if text else 0
        return "\n".join(lines[at] for at in sorted(kept)), cost

    def remembered(self, most: int) -> tuple[Turns, int]:
        """The best recalled turns."""
        return _while_room(self._recalled, most, self._turn_cost)

    def window(self, most: int) -> tuple[Turns, int]:
        """The newest turns; the very newest is cut rather than left out."""
        kept, cost = _while_room(list(reversed(self._turns)), most, self._turn_cost, stop=True)
        if not kept and self._turns and most > self._turn + SMALLEST:
            half = (most - self._turn) // 2
            kept = [(self._meter.clip(self._turns[-1][0], half), self._meter.clip(self._turns[-1][1], half))]
            cost = self._turn_cost(kept[0])
        return list(reversed(kept)), cost

    def documents(self, most: int) -> tuple[tuple[tuple[Excerpt, str], ...], int]:
        """The passages in their order; where room is short, each keeps its sentences nearest to the query."""
        shown: list[tuple[Excerpt, str]] = []
        cost = 0
        whole = {one.passage.id: self._document_cost(one, quoted(one.text)) for one in self._brief.excerpts}
        smallest = self._document + TITLE + SMALLEST
        waiting = list(self._brief.excerpts)
        while waiting and most < sum(min(smallest, whole[one.passage.id]) for one in waiting):
            waiting.pop()
        for at, excerpt in enumerate(waiting):
            # what short ones after it leave over is room for this one
            others = sorted(whole[one.passage.id] for one in waiting[at + 1 :])
            share = most - cost
            for left, other in zip(range(len(others) + 1, 1, -1), others, strict=True):
                share -= min(other, share // left)
            text = self._squeeze(quoted(excerpt.text), share - self._document_cost(excerpt, ""))
            if text:
                shown.append((excerpt, text))
                cost += self._document_cost(excerpt, text)
        return tuple(shown), cost

    def _document_cost(self, excerpt: Excerpt, text: str) -> int:
        return self._meter.count(text) + self._titles[excerpt.passage.id] + self._document

    def _squeeze(self, text: str, most: int) -> str:
        if self._meter.count(text) <= most:
            return text
        parts = [part for part in _SENTENCE.split(text) if part]
        language = self._brief.route.language
        held = [len(self._query & {stem(word, language) for word in words(part)}) for part in parts]
        order = sorted(range(len(parts)), key=lambda at: (-held[at], at))
        kept, _ = _while_room(order, most, lambda at: self._meter.count(parts[at]) + 1)
        return " ".join(parts[at] for at in sorted(kept)) if kept else self._meter.clip(text, most)

    def _earlier(self, text: str) -> str:
        return self._meter.clip(quoted(text), EARLIER)

    def _turn_cost(self, turn: tuple[str, str]) -> int:
        return self._meter.count(turn[0]) + self._meter.count(turn[1]) + self._turn


def _while_room(
    items: Sequence[Item], most: int, cost: Callable[[Item], int], *, stop: bool = False
) -> tuple[list[Item], int]:
    """The items that there is room for, in order, and what they cost; `stop`: none after the first that is too much."""
    kept: list[Item] = []
    spent = 0
    for item in items:
        price = cost(item)
        if spent + price <= most:
            kept.append(item)
            spent += price
        elif stop:
            break
    return kept, spent


def _lines(*texts: str) -> list[str]:
    return [line for text in texts for line in text.splitlines() if line.strip()]


def _dialogue(turns: Turns) -> str:
    return "\n".join(f"User: {asked}\nAssistant: {answered}" for asked, answered in turns)


def _same(query: str, message: str) -> bool:
    return " ".join(query.split()).casefold() == " ".join(message.split()).casefold()
