"""Follow-ups without a clause of their own: "and of Vault?", "in 2023?", "price?", "for how long?".

What the fragment names takes the place of what it corresponds to in the question before, or joins it.
"""

import re
from dataclasses import replace

from nodes.reference_rules.cue_tables import Cues
from nodes.reference_rules.elsewhere import verb_first
from nodes.reference_rules.focus import Focus, focus_of
from nodes.reference_rules.grammar import ATTRIBUTES, EN, GRAMMARS, MEASURES
from nodes.reference_rules.nominal import Fragment, append, put_nominal
from nodes.reference_rules.parallel import asks, put_parallel, question_in, slot
from nodes.reference_rules.past import Exchange, Past
from nodes.reference_rules.phrases import phrases
from nodes.reference_rules.slots import put_name, put_number, put_prepositional, put_year
from nodes.reference_rules.tokens import tokenize
from nodes.reference_rules.verbs import Token


def _with_noun(text: str, focus: Focus) -> str:
    """For "for international ones": the noun in place of "ones"."""
    match = re.match(r"(?P<prep>[a-z]+)\s+(?:the\s+)?\w+\s+(?P<one>ones?)\b", text.lower())
    held = next((p for p in focus.all if match and p.prep == match["prep"] and not p.names), None)
    if match is None or held is None:
        return text
    return f"{text[: match.start('one')]}{held.head}{text[match.end('one') :]}"


_SUPPOSES = re.compile(r"(?:if|unless|as long as|provided)\s+(?:it|they|he|she|i|we|that|this|you)\b[^,?]*\W*$")
_WHAT_IF = re.compile(
    r"(?:(?:and|but|so)\s+)?(?:what\s+if|how\s+about\s+if|if)\s+(?:it|that|this|mine)(?:'s|\s+(?:is|was|were"
    r"|had\s+been))\s+(?:only\s+|just"
    r"\s+)?(?=(?:an?|the|two|three|four|five|six|seven|eight|nine|ten)\s+[\w-]+\W*$|an?\s+[\w-]+\s+[\w-]+\W*$|[\d€$£])"
)
_LONG = 10  # words of a fragment
_SAYS_MORE = re.compile(r"\b(?:valid|available)\b")  # "is it valid for the bus?" asks for no price
_OPENS_WH = {"wh", "prep", "adverb"}


def fragment_of(question: str, low: str, cues: Cues, language: str) -> Fragment | None:
    """The message as a fragment, or None when it has a clause of its own."""
    start, about, limit, same, led = 0, False, "", False, False
    if match := cues.same.match(low):
        start, same = match.end(), True
    elif match := cues.about.match(low):
        start, about = match.end(), True
    elif match := cues.limit.match(low):
        start, limit = match.end(), low[: match.end()].strip().split()[-1]
    elif match := cues.lead.match(low):
        start, led = match.end(), True
        if (more := cues.about.match(low, start)) or (more := cues.limit.match(low, start)):
            start, about = more.end(), cues.about.match(low, match.end()) is not None
    if language == "en" and (match := _WHAT_IF.match(low, 0 if about else start)):
        start, about = match.end(), True
    rest = question[start:].strip(" ?？!.,¿¡")
    if not rest or (same and language == "en" and _SAYS_MORE.search(low[:start])):
        return None
    if led and _SUPPOSES.match(low, start):
        return Fragment(rest, supposed=True)
    grammar = GRAMMARS.get(language, EN)
    if same and (match := re.match(r"(?:the\s+)?(?:case|one)s?\s+", rest)):
        rest = rest[match.end() :]
    tokens = tokenize(low[start:] if question.isupper() else question[start:], grammar)
    tokens = _without_relative(tokens) if language == "en" else tokens
    kinds = {token.kind for token in tokens}
    if "wh" in kinds and not same:
        bare = not kinds & {"be", "aux", "verb"} and not any(t.kind == "pron" for t in tokens) and len(tokens) <= 4
        short = len(tokens) <= 2 or not tokens[0].low.startswith(("what", "which", "who"))
        return Fragment(rest, about, limit, wh=True) if bare and short and tokens[0].kind in _OPENS_WH else None
    clause = kinds & {"be", "aux"} or (kinds & {"verb"} and not about) or any(_subject(t.low, t.kind) for t in tokens)
    if same or about or (language == "en" and _AFTER_THAT.fullmatch(rest.lower())):
        clause = False
    if clause or len(tokens) > _LONG or (not low[:start].strip(" ¿¡") and verb_first(tokens, language)):
        return None
    return Fragment(rest, about, limit, same=same, led=led)


_AFTER_THAT = re.compile(r"(after|before|until|since|without|besides) (?:that|this|then|it)")


def _without_relative(tokens: list[Token]) -> list[Token]:
    """The words before what is told of the thing: "for my son" of "for my son who is nine"."""
    if len(tokens) > _LONG or not tokens or tokens[0].kind not in {"prep", "det"}:
        return tokens
    relative = (n for n, t in enumerate(tokens) if n > 1 and t.low in {"who", "that", "which"} and not t.broken)
    at = next(relative, len(tokens))
    return tokens[:at] if at > 1 and tokens[at - 1].kind == "word" else tokens


def like_the_last(fragment: Fragment, last: Exchange, past: Past, language: str) -> Fragment:
    """For "and robotics?" after "is the chess club free?": the robotics club, where somebody spoke of one."""
    word = fragment.text.strip()
    held = focus_of(last.query, language, past.known) if language == "en" else None
    if held is None or not word.isalpha() or held.main.asked or len(held.main.words) < 2 or " of " in held.main.text:
        return fragment
    head = held.main.text.split()[-1]
    said = re.compile(rf"\b{re.escape(word)}\s+{re.escape(head)}\b", re.IGNORECASE)
    if word.lower() == head.lower() or not any(said.search(f"{one.answered} {one.asked}") for one in past.all[:4]):
        return fragment
    article = f"{held.main.det} " if held.main.det in {"the", "a"} else ""
    return replace(fragment, text=f"{article}{word} {head}", about=True)


_FAR = 3


def leaned_on(fragment: Fragment, past: Past, last: Exchange, language: str) -> Exchange:
    """The exchange whose question a fragment leans on, with that question alone: rather than what was only told, or
    than one that a pronoun led to, that with a place for it ("who teaches piano?", "where did she study?", "guitar?").
    """
    if language != "en":
        return last
    here = [one for one in past.here[:_FAR] if asks(one.query)] or [last]
    said_against = len(here) > 1 and here[0].query.startswith(f"{here[1].query.rstrip(' ?')},")
    here = here[1:] if said_against else here
    first = here[0]
    wanted = next(iter(phrases(fragment.text, "en", past.known)), None)
    if wanted is not None and wanted.start == 0 and not (wanted.names or wanted.time or wanted.person or wanted.prep):
        for one in here if wanted.head not in MEASURES | ATTRIBUTES else ():
            held = focus_of(one.query, "en", past.known)
            if held is not None and slot(wanted, one.query, held, led=fragment.led, strict=True) is not None:
                first = one
                break
            if not _PERSONAL.search(one.asked.lower()):
                break
    return replace(first, query=question_in(first.query))


_PERSONAL = re.compile(r"\b(?:he|she|him|her|his|they|them|their)\b")


def _subject(low: str, kind: str) -> bool:
    return kind == "pron" and low in {
        "i",
        "you",
        "we",
        "they",
        "he",
        "she",
        "it",
        "yo",
        "je",
        "ich",
        "wir",
        "nous",
        "that",
        "this",
    }


def apply_fragment(
    fragment: Fragment, before: str, focus: Focus | None, cues: Cues, language: str, known: tuple[str, ...]
) -> str:
    """The question before with the fragment in its place. `before` is that question, `focus` its focus."""
    before = before.strip()
    if language == "en" and focus is not None:
        fragment = replace(fragment, text=_with_noun(fragment.text, focus))
    if named := _behind_lead(fragment, language):
        known = (named, *known)
    if fragment.supposed or _AFTER_THAT.fullmatch(fragment.text.lower()):
        return append(before, fragment.text)
    if fragment.wh:
        return _other_question(fragment.text, before, focus, language)
    for step in (put_year, put_number, put_name, put_prepositional):
        if (made := step(fragment, before, focus, cues, language, known)) is not None:
            return made
    if language == "en" and (made := put_parallel(fragment, before, focus, known)) is not None:
        return made
    return put_nominal(fragment, before, focus, cues, language, known)


_SPAN = {"time", "tiempo", "temps", "zeit"}
_CAPITALS = re.compile(r"[A-Z][\w-]*(?:\s+[A-Z\d][\w-]*)*")


def _behind_lead(fragment: Fragment, language: str) -> str:
    """A name at the start of a fragment: behind "and", a capital says so, in a sentence of its own it would not."""
    match = _CAPITALS.match(fragment.text) if fragment.led or fragment.same or fragment.limit else None
    return match.group() if match and language != "de" else ""


def _other_question(wh: str, before: str, focus: Focus | None, language: str) -> str:
    """For "why?", "for how long?": the same question with another question word."""
    grammar = GRAMMARS.get(language, EN)
    tokens = tokenize(before, grammar)
    start = next(
        (n for n, t in enumerate(tokens) if t.kind in {"be", "aux"} or (t.kind == "verb" and language != "en")), None
    )
    asks = any(t.kind == "wh" for t in tokens[: (start or 0) + 1])
    if start is None or (not asks and start > 1):
        own = any(p.asked and not p.time for p in phrases(wh, language))
        return append(wh, f"({focus.thing})") if own and focus is not None else f"{wh} {before}"
    counted = next((p for p in phrases(before, language) if p.asked and p.end <= tokens[start].start), None)
    counts = any(p.asked and not p.time and p.head not in _SPAN for p in phrases(wh, language)) or re.search(
        r"\bhow many\b|\bwhich\b", wh.lower()
    )
    while start and language != "en" and tokens[start - 1].kind == "pron" and not tokens[start].broken:
        start -= 1
    rest = before[tokens[start].start :]
    if counted is not None and not counts:
        return append(f"{wh} {rest}", counted.text)
    return f"{wh} {rest}"
