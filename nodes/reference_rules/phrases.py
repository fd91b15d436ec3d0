"""Noun phrases and names of a text, by word classes and positions; about a tenth of a millisecond a sentence."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from nodes.reference_rules.grammar import BODIES, EN, GRAMMARS, HEAD_LAST, PERSONS, TIMES
from nodes.reference_rules.grammar_romance import DEFINITE
from nodes.reference_rules.tokens import tokenize
from nodes.reference_rules.verbs import Token
from nodes.reference_rules.word_classes import Grammar
from nodes.resolving.lexicon import UNKNOWN, behaviour
from stores.words import stem


@dataclass(frozen=True)
class Phrase:
    """A noun phrase with its place in the text.

    `head` is its main noun, `prep` what stands before it, `asked` whether "which" or "how many" asks for it,
    `names` the proper names in it.
    """

    text: str
    start: int
    end: int
    words: tuple[str, ...]
    head: str
    det: str = ""
    prep: str = ""
    asked: bool = False
    names: tuple[str, ...] = ()
    subject: bool = False  # stands before the verb of its clause

    @property
    def definite(self) -> bool:
        return self.det in DEFINITE or self.det in {
            "the",
            "this",
            "that",
            "these",
            "those",
            "el",
            "la",
            "los",
            "las",
            "le",
            "les",
            "l",
            "der",
            "die",
            "das",
            "dem",
            "den",
        }

    @property
    def person(self) -> bool:
        own = self.det in {"my", "our", "his", "her", "their"} and bool(self.names)
        return self.head.removeprefix("non-") in PERSONS or (own and bool(PERSONS & set(self.words)))

    @property
    def actor(self) -> bool:
        """Whether it names somebody, or a body that acts as somebody does."""
        return self.person or self.head in BODIES

    @property
    def time(self) -> bool:
        return self.head in TIMES or bool(re.fullmatch(r"(?:19|20)\d\d", self.head))

    @property
    def quantity(self) -> bool:
        if not self.words or not re.match(r"\d", self.words[0]) or self.time:
            return False
        edition = self.definite and len(self.words) > 1 and _EDITION.fullmatch(self.words[0])
        return not edition  # "the 2021 amendment", "the 4.2 release" count nothing

    @property
    def plural(self) -> bool:
        return is_plural(self.head)


_EDITION = re.compile(r"(?:19|20)\d\d|\d+(?:\.\d+)+")


_ARTICLES = {"a", "an", "the", "my", "our", "your"}
_COUNTING = {
    ("how", "many"),
    ("how", "much"),
    ("combien", "de"),
    ("combien", "d"),
    ("wie", "viele"),
    ("wie", "viel"),
    ("wie", "vielen"),
}


def is_plural(word: str) -> bool:
    """Whether an English noun looks plural."""
    if word in {"people", "children", "men", "women", "staff", "police", "criteria", "data", "feet", "mice"}:
        return True
    return len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is", "'s", "basics", "news"))


@dataclass(frozen=True)
class _Text:
    """A text being read; `fragment`: it has no clause, so that its first capital means something."""

    text: str
    tokens: list[Token]
    grammar: Grammar
    language: str
    named: list[tuple[int, int]]
    shouting: bool
    fragment: bool


@lru_cache(maxsize=4096)
def _phrases(text: str, language: str, known: tuple[str, ...]) -> tuple[Phrase, ...]:
    grammar = GRAMMARS.get(language, EN)
    tokens = tokenize(text, grammar)
    fragment = len(tokens) <= 5 and not any(token.kind in {"verb", "be", "aux", "wh"} for token in tokens)
    read = _Text(text, tokens, grammar, language, _known_spans(text, known), text.upper() == text, fragment)
    found: list[Phrase] = []
    at = 0
    while at < len(tokens):
        if tokens[at].kind not in {"word", "num"}:
            at += 1
            continue
        end = _run(tokens, at, grammar)
        if not _describes_one(tokens, end, grammar):
            found.append(_phrase(read, at, end))
        at = end
    return tuple(found)


def _describes_one(tokens: list[Token], end: int, grammar: Grammar) -> bool:
    """Whether the words before `end` only describe "one": "the cheaper one", "my older ones"."""
    after = tokens[end] if end < len(tokens) else None
    return grammar is EN and after is not None and not after.broken and after.low in {"one", "ones"}


def _run(tokens: list[Token], at: int, grammar: Grammar) -> int:
    """One past the last token of the noun phrase that starts at `at`."""
    end = at + 1
    while end < len(tokens) and not tokens[end].broken:
        token = tokens[end]
        if token.kind in {"word", "num"}:
            end += 1
            continue
        joins = token.low in grammar.of and end + 1 < len(tokens)
        if joins:
            after = end + 1
            while (
                after < len(tokens) and tokens[after].kind in {"det", "dem", "possessive"} and not tokens[after].broken
            ):
                after += 1
            if after < len(tokens) and tokens[after].kind in {"word", "num"} and not tokens[after].broken:
                end = after + 1
                continue
        break
    return end


def _phrase(read: _Text, at: int, end: int) -> Phrase:
    text, tokens, grammar = read.text, read.tokens, read.grammar
    start = at
    det = prep = ""
    before = at - 1
    if before >= 0 and not tokens[at].broken and tokens[before].kind in {"det", "possessive", "dem"}:
        det, start = tokens[before].low, before
        while before - 1 >= 0 and tokens[before - 1].kind == "det" and not tokens[before].broken:
            before -= 1
            start = before
        before = start - 1
    if before >= 0 and not tokens[start].broken and tokens[before].kind == "prep":
        prep = tokens[before].low
    asked = (
        before >= 0
        and not tokens[start].broken
        and det not in _ARTICLES  # "what a permit costs" asks for no permit
        and (
            tokens[before].low in {"which", "what", "whose"} | (grammar.wh if grammar is not EN else frozenset())
            or (before > 0 and (tokens[before - 1].low, tokens[before].low) in _COUNTING)
        )
    )
    words = tuple(token.low for token in tokens[at:end] if token.kind in {"word", "num"})
    head = _head(tokens, at, end, grammar)
    names = _names(read, tokens[at:end])
    later = any(token.kind in {"verb", "be"} for token in tokens[end:])
    return Phrase(
        text[tokens[start].start : tokens[end - 1].end],
        tokens[start].start,
        tokens[end - 1].end,
        words,
        head,
        det,
        prep,
        asked,
        names,
        later,
    )


def _head(tokens: list[Token], at: int, end: int, grammar: Grammar) -> str:
    """The last noun before "of"; in Romance languages the first."""
    stop = next((n for n in range(at, end) if tokens[n].low in grammar.of), end)
    run = [token for token in tokens[at:stop] if token.kind == "word"] or list(tokens[at:stop])
    if grammar not in HEAD_LAST:
        return run[0].low
    return run[-1].low.removesuffix("'s")


def _known_spans(text: str, known: Collection[str]) -> list[tuple[int, int]]:
    low = text.lower()
    return [match.span() for name in known for match in re.finditer(rf"(?<!\w){re.escape(name.lower())}(?!\w)", low)]


def _names(read: _Text, tokens: list[Token]) -> tuple[str, ...]:
    """Runs of capitalized words, and known names, in a phrase. In German capitals tell nothing."""
    found: list[tuple[int, int]] = []
    run: list[Token] = []
    romance = read.grammar not in HEAD_LAST
    for token in tokens:
        if token.kind in {"word", "num"} and _capital(read, token, running=bool(run)):
            near = not run or token.start - run[-1].end <= (8 if romance else 1)  # "Museo del Vidrio"
            if not near:
                found.append((run[0].start, run[-1].end))
            run = [*run, token] if near else [token]
        elif run and not (romance and token.low in read.grammar.of):
            found.append((run[0].start, run[-1].end))
            run = []
    if run:
        found.append((run[0].start, run[-1].end))
    start, end = tokens[0].start, tokens[-1].end
    for a, b in read.named:
        if start <= a and b <= end and not any(x <= a and b <= y for x, y in found):
            found = [(x, y) for x, y in found if y <= a or x >= b]
            found.append((a, b))
    return tuple(read.text[a:b].removesuffix("'s").removesuffix("’s") for a, b in sorted(found))


def _capital(read: _Text, token: Token, *, running: bool) -> bool:
    text = token.text
    if token.kind == "num" and running and re.fullmatch(r"\d{1,3}", text):
        return True
    if read.shouting or not text[0].isupper():
        return False
    if (text.isupper() and len(text) > 1) or any(c.isdigit() for c in text):
        return True
    if read.language == "de":
        return False
    if not token.opens:
        return True
    after = next((t for t in read.tokens if t.start == token.end + 1), None)
    if after is not None and after.text[0].isupper():
        return True
    row = behaviour(stem(token.low))
    return read.fragment if row == UNKNOWN else row[4] > 0.45


def phrases(text: str, language: str = "en", known: Collection[str] = ()) -> tuple[Phrase, ...]:
    """The noun phrases of a text in order. `known` are names to find in lower case and in capitals too."""
    return _phrases(text, language, tuple(known))
