"""Which words of an English text are verbs: told by position, since most English verbs are nouns too."""

from dataclasses import dataclass

from nodes.reference_rules.grammar import EN, GENERIC_ADJECTIVES, PARTICIPLES, TIMES
from nodes.resolving.lexicon import behaviour
from stores.words import stem


@dataclass(frozen=True)
class Token:
    """A word of a text; `kind` is its class; `opens`: it begins a sentence; `broken`: punctuation stands before it."""

    text: str
    low: str
    start: int
    end: int
    kind: str
    broken: bool
    opens: bool


_SUBJECTS = {
    "i",
    "you",
    "we",
    "they",
    "he",
    "she",
    "it",
    "one",
    "someone",
    "anyone",
    "people",
    "who",
    "there",
    "i'm",
    "i've",
    "i'd",
    "i'll",
    "we're",
    "we've",
    "we'd",
    "they're",
    "you're",
    "it's",
}
_LINKS = {"stay", "stays", "remain", "remains", "become", "get", "keep", "look", "seem", "feel", "sound"}
_PAST = {"got", "went", "came", "took", "began", "won", "led", "built", "wrote", "brought", "sent", "held", "said",
         "became", "cost", "made", "gave", "kept", "paid"}  # fmt: skip
_PHASES = {"start", "stop", "keep", "begin", "avoid", "consider", "continue", "finish", "quit", "enjoy", "like"}
_OPENS = {"that", "who", "which", "to", "when", "before", "after", "until", "since", "as"}
_BOUND = {"prep", "det", "dem", "possessive", "pron", "num", "conj", "adverb", "wh", "be", "aux", "verb"}


def with_verbs(tokens: list[Token]) -> list[Token]:
    kinds = [token.kind for token in tokens]
    _adjectives(tokens, kinds)
    main = -1
    for at, token in enumerate(tokens):
        following = _following(tokens, kinds, at)
        if token.low == "how" and following == "word" and _measures(tokens, kinds, at + 1):
            kinds[at + 1] = "adverb"
        if token.kind == "aux" and (found := _main_verb(tokens, kinds, at)) is not None:
            kinds[found], main = "verb", found
        elif token.kind == "be":
            _predicate(tokens, kinds, at)
        elif kinds[at] == "word" and _is_verb_here(tokens, kinds, at, following):
            kinds[at] = "verb" if main < 0 or _in_clause_of_its_own(tokens, kinds, at, main) else "word"
    for at, token in enumerate(tokens):
        if token.kind == "dem":  # "that grant" has a noun to stand before, "is that true" does not
            nxt = tokens[at + 1] if at + 1 < len(tokens) else None
            noun = nxt is not None and not nxt.broken and kinds[at + 1] in {"word", "num"}
            said = nxt is not None and (nxt.low in EN.predicate or _is_participle(nxt.low) or nxt.low.endswith("ed"))
            said = said or (noun and nxt is not None and token.low in {"this", "that"} and _is_third(nxt.low))
            kinds[at] = "det" if noun and not said else "pron"
    return [
        Token(t.text, t.low, t.start, t.end, kind, t.broken, t.opens) for t, kind in zip(tokens, kinds, strict=True)
    ]


def _adjectives(tokens: list[Token], kinds: list[str]) -> None:
    """Mark adverbs that stand before a noun as part of it: "the late check-out", "an early claim"."""
    for at in range(1, len(tokens) - 1):
        within = (
            not tokens[at].broken and not tokens[at + 1].broken and kinds[at - 1] in {"det", "possessive", "dem", "be"}
        )
        if within and tokens[at].low in {"late", "early", "long", "back", "once"} and kinds[at + 1] == "word":
            kinds[at] = "word"


def _in_clause_of_its_own(tokens: list[Token], kinds: list[str], at: int, main: int) -> bool:
    """Whether a word beside the main verb can be a verb too: behind "that", "who" or "if", or a participle."""
    if at > main:
        between = range(main + 1, at + 1)
        joined = any(tokens[n].broken or kinds[n] in {"conj", "wh", "pron"} or tokens[n].low in _OPENS for n in between)
        return joined or tokens[at].low.endswith(("ed", "ing")) or tokens[at].low in PARTICIPLES
    return any(token.low in _OPENS for token in tokens[max(0, at - 4) : at])


def _following(tokens: list[Token], kinds: list[str], at: int) -> str:
    if at + 1 >= len(tokens) or tokens[at + 1].broken:
        return "end"
    return kinds[at + 1]


def _is_participle(word: str) -> bool:
    return word in PARTICIPLES or word.removeprefix("re") in PARTICIPLES  # "rebuilt", "rewritten"


def _lower(token: Token) -> bool:
    return token.text[0].islower() or token.text.isupper()


def _measures(tokens: list[Token], kinds: list[str], at: int) -> bool:
    """Whether "how" asks for a measure: "how tall is", "how far must"."""
    return _following(tokens, kinds, at) in {"be", "aux", "end", "pron", "det", "prep", "conj"} and _lower(tokens[at])


_TELLS = {"tell", "explain", "describe", "list", "name", "give", "show", "compare", "summarize", "define", "find"}


def _is_verb_here(tokens: list[Token], kinds: list[str], at: int, following: str) -> bool:
    token = tokens[at]
    if at == 0 or token.opens:
        return token.low in _TELLS and following not in {"end", "be", "aux"}
    if token.broken or not _lower(token):
        return False
    before = tokens[at - 1]
    two = tokens[at - 2].low if at > 1 else ""
    after_subject = before.low in _SUBJECTS - {"who"} or (kinds[at - 1] == "adverb" and two in _SUBJECTS)
    exists = before.low == "there" and at > 1 and kinds[at - 2] == "be"  # "are there showers?"
    return not exists and (
        after_subject
        or _after_asking(tokens, kinds, at, following)
        or _after_noun(tokens, kinds, at, following)
        or (_unfinite(tokens, kinds, at, following))
    )


def _after_asking(tokens: list[Token], kinds: list[str], at: int, following: str) -> bool:
    """Behind "who", "that", "what": "who leads it", "the team that builds it", "what causes it"."""
    token, before = tokens[at], tokens[at - 1]
    if before.low == "who":
        return True
    if before.low == "that" and at > 1 and kinds[at - 2] == "word" and not before.broken:
        return token.low in EN.verb or token.low.endswith(("s", "ed"))
    if before.low in {"what", "which"}:
        known = token.low in EN.verb and following in _BOUND | {"end"}
        return known or (before.low == "what" and _finite(token, following))
    return at > 1 and tokens[at - 2].low in {"which", "what"} and _finite(token, following)


def _after_noun(tokens: list[Token], kinds: list[str], at: int, following: str) -> bool:
    """Behind a noun: "how much rosemary goes into", "which regions offer Norvik Grid"."""
    token, before = tokens[at], tokens[at - 1]
    if kinds[at - 1] not in {"word", "num"}:
        return False
    if before.low in GENERIC_ADJECTIVES and at > 1 and kinds[at - 2] == "det":
        return False  # "the maximum cover"
    known = token.low in EN.verb
    if following in {"det", "dem", "possessive"} and _agrees(token.low, before.low):
        return True  # "the reform lowers the rate"
    if known and not _agrees(token.low, before.low) and token.low not in _PAST:
        return False  # "the price list"
    if not _lower(before) and _finite(token, following, final=True):
        return True
    if known and token.low.endswith("s") and not _lower(before):
        return True
    bound = following in _BOUND | {"end"}
    named = at + 1 < len(tokens) and tokens[at + 1].text[0].isupper() and not token.text.isupper()
    return (
        (known and (bound or named)) or ((token.low.endswith("ed") or token.low in PARTICIPLES) and bound)
    ) and not (token.low == "cost" and following == "prep" and behaviour(stem(before.low))[1] > 0.9)


def _is_third(word: str) -> bool:
    """Whether a word in -s is a plural or a verb of the third person: "that fails"."""
    return word.endswith("s") and not word.endswith(("ss", "us", "is", "'s", "ws", "ics"))


def _agrees(word: str, subject: str) -> bool:
    """Whether a word may be the verb of a noun before it: "reform lowers", "branches send", "the fee rose"."""
    third = _is_third(word)
    if _is_third(subject):
        return not third and len(word) > 2
    return third or word.endswith("ed")


def _unfinite(tokens: list[Token], kinds: list[str], at: int, following: str) -> bool:
    """For "to contest a fine", "for closing the account"."""
    token = tokens[at]
    noun, verb = behaviour(stem(token.low))[1:3]
    if tokens[at - 1].low == "to":
        return token.low in EN.verb or verb > noun or following in {"det", "possessive", "dem", "num"}
    if (
        token.low.endswith("ing")
        and len(token.low) > 5
        and token.low not in TIMES
        and (kinds[at - 1] in {"prep", "be"} or _before_gerund(tokens, at - 1))
    ):
        gerund = _before_gerund(tokens, at - 1)
        return gerund or following in _BOUND | {"end"} or (at + 1 < len(tokens) and tokens[at + 1].text[0].isupper())
    return False


def _finite(token: Token, following: str, *, final: bool = False) -> bool:
    """Whether "causes" in "what causes throat cancer" is the verb: a word in -s with something said of it."""
    noun, verb = behaviour(stem(token.low))[1:3]
    goes_on = final or following in {"word", "det", "num"}
    return goes_on and token.low.endswith("s") and not token.low.endswith("ss") and verb >= noun / 2


def _main_verb(tokens: list[Token], kinds: list[str], aux: int) -> int | None:
    """The verb that belongs to "does", "can", "has", ..."""
    has = tokens[aux].low in {"has", "have", "had"} and aux + 1 < len(tokens)
    if has and tokens[aux + 1].low == "to":
        return aux + 2 if aux + 2 < len(tokens) and kinds[aux + 2] == "word" else None
    return None if has and kinds[aux + 1] in {"det", "possessive", "dem", "num"} else _likeliest(tokens, kinds, aux)


def _likeliest(tokens: list[Token], kinds: list[str], aux: int) -> int | None:
    """The likeliest verb behind the subject, or the one right behind a pronoun."""
    if aux > 0 and (tokens[aux - 1].low == "who" or (tokens[aux - 1].low in _SUBJECTS and kinds[aux - 1] == "pron")):
        return aux + 1 if aux + 1 < len(tokens) and kinds[aux + 1] == "word" else None
    led = aux > 0 and kinds[aux - 1] == "word" and not tokens[aux].broken  # "how many guests may use the pool"
    base = tokens[aux].low not in {"has", "have", "had"}
    best, best_score, opened = None, -9.0, False
    for at in range(aux + 1, len(tokens)):
        token = tokens[at]
        if token.broken and at > aux + 1:
            break
        if kinds[at] in {"be", "aux", "verb"}:
            return None
        opened = opened or (best is not None and kinds[at] in {"det", "dem", "possessive"})
        if kinds[at] != "word" or not _lower(token):
            continue
        left, following = tokens[at - 1], _following(tokens, kinds, at)
        if at - 2 == aux and kinds[at - 1] == "dem" and following in _BOUND | {"end"}:
            return at
        if left.low in _SUBJECTS or (kinds[at - 1] == "adverb" and at - 2 > aux and tokens[at - 2].low in _SUBJECTS):
            return at
        last = following == "end" and token.low in EN.verb  # "what does a room in the hotel cost"
        if (
            (opened and not last)
            or kinds[at - 1] in {"det", "dem", "possessive", "prep"}
            or (kinds[at - 1] == "num" and not tokens[at - 2].text[0].isupper())  # "the Safeguarding Act 2018 apply"
            or (at - 1 == aux and not led)
        ):
            continue
        if _is_noun(tokens, at, following, base=base):
            continue
        noun, verb = behaviour(stem(token.low))[1:3]
        score = verb - noun + (0.3 if token.low in EN.verb else 0.0) + _before_object(tokens, at, following) - 0.01 * at
        if score > best_score:
            best, best_score = at, score
    return best


def _before_gerund(tokens: list[Token], at: int) -> bool:
    """Whether a word takes a verb in -ing: "start taking", "stop using"."""
    return tokens[at].low in _PHASES and at + 1 < len(tokens) and tokens[at + 1].low.endswith("ing")


def _is_noun(tokens: list[Token], at: int, following: str, *, base: bool) -> bool:
    """Whether a word cannot be the verb of "does" and its like: before "of", or in -s."""
    if following == "prep" and tokens[at + 1].low == "of":
        return True
    return base and tokens[at].low.endswith("s") and not tokens[at].low.endswith(("ss", "us"))


def _before_object(tokens: list[Token], at: int, following: str) -> float:
    """How much what follows a word speaks for a verb: an object with its article, or the end of the phrase."""
    links = tokens[at].low in _LINKS and at + 1 < len(tokens) and tokens[at + 1].low in EN.predicate
    if links or _before_gerund(tokens, at):
        return 0.7
    if following in {"det", "dem", "possessive", "pron"}:
        return 0.7
    return 0.25 if following in _BOUND | {"end"} else 0.0


def _predicate(tokens: list[Token], kinds: list[str], be: int) -> None:
    """Mark what is said of the subject after "is": participles and adjectives that stand alone."""
    for at in range(be + 1, len(tokens)):
        token = tokens[at]
        if token.broken or kinds[at] in {"be", "aux", "wh"}:
            return
        if kinds[at] != "word" or not _lower(token) or kinds[at - 1] in {"det", "dem", "possessive", "prep"}:
            continue
        participle = (token.low.endswith("ed") and len(token.low) > 4) or _is_participle(token.low)
        adjective = token.low in EN.predicate or token.low.endswith(("able", "ible", "ful", "ous"))
        if (participle or adjective) and _following(tokens, kinds, at) in _BOUND | {"end"}:
            kinds[at] = "verb"
            return
