"""Follow-ups with a clause of their own: each pronoun gives way to what it stands for."""

import re

from nodes.reference_rules import antecedents
from nodes.reference_rules.anaphors import POSSESSIVE, Anaphor, anaphors
from nodes.reference_rules.answers import given_value
from nodes.reference_rules.antecedents import Antecedent
from nodes.reference_rules.grammar import ATTRIBUTES, EN, MEASURES, PARTICIPLES
from nodes.reference_rules.locations import place_acted, place_sent, place_told
from nodes.reference_rules.nominal import append
from nodes.reference_rules.past import Past
from nodes.reference_rules.phrases import is_plural, phrases
from nodes.reference_rules.plurals import of_they
from nodes.reference_rules.salience import use_of
from stores.words import STOP_WORDS, content_words

_LONGEST, _THIN, _FEWEST = 24, 2, 4
_ASIDE = re.compile(r"\s*\([^()]*\)")
_IDENTITY = re.compile(
    r"^\W*(?:and\s+|so\s+)?(?:what(?:'s|\s+is|\s+are|\s+was|\s+were)|tell|explain|describe|define|list|name|show)\b"
)
_MATTER = {"this", "that", "that's"}
_UNIT_QUESTION = re.compile(
    r"^\W*(?:and\s+|so\s+)?(?:(?:which|what|how\s+(?:many|much))\s+(?:\w+\s+){1,3}?(?:is|are|was"
    r"|would)\s+(?:that|this|it)(?:\s+be)?|(?:what|how\s+much)(?:'s|\s+is|\s+are|\s+would)\s+(?:that|this"
    r"|it)(?:\s+be)?\s+(?:in|as)\s+\w+(?:\s+\w+)?|(?:convert|translate)\s+(?:that|this|it)\s+(?:in)?to\s+\w+"
    r"|(?:that|this|it)?\s*(?:is\s+)?in\s+(?:\w+\s+)?(?:dollars|euros|pounds|francs|yen|feet|inches|miles"
    r"|kilometres|kilometers|metres|meters|fahrenheit|celsius|kelvin|hours|minutes|seconds|days|weeks|months"
    r"|years|ounces|grams|kilograms|kilos|litres|liters|gallons|percent)\b.*)\W*$"
)
_MEASURED = re.compile(
    r"\b(?:how\s+(?:hot|cold|long|far|tall|high|deep|thick|heavy|big|large|wide|fast|much|many|old)|temperature"
    r"|price|cost|costs|weight|height|length|distance|size|speed|fee|budget|age|duration)\b"
)


_UNDER = r"(?:with|in|under|for|on|at|after|during|when|if|since|as|once|by|between|because|through|while)"
_SITUATION = re.compile(
    rf"\b(?:do|does|did|will|would|can|could|may|might|should)\s+(?:that|this)\s+(?:\w+ly\s+|also\s+|still\s+|ever\s+)*"
    rf"(?:change[sd]?|differ|vary|hold|mean|matter|apply)(?=\W*$|\s+(?:{_UNDER}|too|then)\b)"
    rf"|(?<!how )\b(?:does|did|will|would)\s+it\s+(?:also\s+|still\s+)?(?:change|differ|vary)(?=\s+{_UNDER}\b)"
    rf"|\b(?:is|was|are|were)\s+(?:that|this)\s+(?:\w+ly\s+|also\s+|still\s+|any\s+|all\s+)*(?:different|the same"
    rf"|unchanged|otherwise|the case)(?=\W*$|\s+{_UNDER}\b)"
    r"|\bwhy\s+(?:is|was|are)\s+(?:that|this)(?:\s+(?:so|the case|necessary))?(?=\W*$)"
    r"|\bhow\s+(?:does|do|did|would|will)\s+(?:that|this)\s+(?:work|look)\b"
)


_THEN = re.compile(r"(?<!until )(?<!till )(?<!by )(?<!since )(?<!and )(?<!what )(?<!ok )(?<!before )\bthen\W*$")


def _situation(question: str, low: str, past: Past, language: str) -> str:
    """For "does that change with the update?", "what happens to my data then?": the whole of what was asked; or ""."""
    match, last = _SITUATION.search(low) or _happens(question, low, past, language), past.last
    if match is None or last is None or _IDENTITY.match(last.query.lower()):
        return ""
    asked = re.split(r"[.!?]\s+(?=\S+\s+\S)", _ASIDE.sub("", last.query).strip(" ?.!"))[-1]
    found = antecedents.focus(last, past, language)
    if found is None or not asked or len(asked.split()) > _LONGEST:
        return ""
    return append(question, f"({asked})")


def _happens(question: str, low: str, past: Past, language: str) -> re.Match[str] | None:
    """Whether a message asks what comes of it: "will I lose my data then?"; not with a pronoun or a name of its own."""
    match = _THEN.search(low)
    if match is None or not past.begun or anaphors(question, low, language) or len(low.split()) < _FEWEST:
        return None
    own = phrases(question, language, past.known)
    return None if any(p.names or (p.definite and p.subject) for p in own) or _ASIDE.search(question) else match


def resolve_clause(question: str, low: str, past: Past, language: str) -> tuple[str, bool]:
    """(the question with its anaphors put into words, whether anything leaned on the past); English."""
    leaning = anaphors(question, low, language)
    if _UNIT_QUESTION.match(low) and past.last and _MEASURED.search(f"{past.last.asked} {past.last.query}".lower()):
        value = given_value(past)
        place = next((a for a in leaning if a.kind == "it"), None)
        if value:
            return (_put(question, place, value) if place else append(question, f"({value})")), True
    if whole := _situation(question, low, past, language):
        return whole, True
    changed, text, shift, done, matter = False, question, 0, set(), ""
    for anaphor in leaning:
        found = _antecedent(anaphor, low, past, language)
        if found is None:
            continue
        changed = True
        if found.text.lower() in text.lower() or anaphor.kind in done:
            continue
        done.add(anaphor.kind)
        alone = anaphor.kind == "person" and {a.kind for a in leaning} == {"person"}
        matter = found.matter if len(content_words(low)) <= _THIN or alone else ""
        moved = Anaphor(anaphor.word, anaphor.start + shift, anaphor.end + shift, anaphor.kind)
        new = _put(text, moved, found.text)
        shift += len(new) - len(text)
        text = new
    return (append(text, f"({matter})") if matter and matter.lower() not in text.lower() else text), changed


def leans_at_once(question: str, low: str, made: str, past: Past, language: str) -> bool:
    """Whether the first pronoun has no noun before it in the message that it could stand for: "do this and the fee".

    False where a mere property took its place in the query: "are the different types safe?".
    """
    leaning = anaphors(question, low, language)
    if not leaning and _THEN.search(low):
        return made != question
    before = [p for p in phrases(question, language, past.known) if leaning and p.end <= leaning[0].start]
    put = [p for p in phrases(made, language, past.known) if p.text.lower() not in low]
    vague = any(p.head in ATTRIBUTES and not p.names and " of " not in p.text for p in put)
    return bool(leaning) and not vague and all(p.asked or p.time or p.head in MEASURES for p in before)


def _antecedent(anaphor: Anaphor, low: str, past: Past, language: str) -> Antecedent | None:
    if anaphor.kind == "person":
        return antecedents.of_person(past, anaphor.word, language)
    if anaphor.kind == "they":
        return of_they(past, language, owning=anaphor.word in POSSESSIVE)
    if anaphor.kind in {"one", "mine"}:
        return antecedents.of_one(past, language)
    if anaphor.kind == "there" and (place := place_told(past, language) or place_sent(past, language)):
        return Antecedent(*place)
    if anaphor.kind == "it" and (place := place_acted(past, language)):
        return Antecedent(*place)
    after = low[anaphor.end :].split()
    before = low[: anaphor.start].split()
    whole = anaphor.word in _MATTER or anaphor.kind == "there"
    said = (
        bool(before)
        and before[-1] in EN.be
        and bool(after)
        and (
            after[0].strip("?.,!") in EN.predicate | PARTICIPLES
            or after[0].strip("?.,!").endswith(("ed", "able", "ible"))
        )
    )
    said = said or (len(after) > 1 and after[0] in EN.be and after[1].strip("?.,!").endswith(("ed", "able")))
    return antecedents.of_it(past, language, predicate=said, whole=whole, use=use_of(low, anaphor.start), thing=True)


_DETERMINER = re.compile(r"(?:The|An?|My|Our|Your|This|That|These|Those|Some|Any) ")


def _put(question: str, anaphor: Anaphor, text: str) -> str:
    word = anaphor.word
    text = re.sub(r"^(?:his|her|their|its)\s", "the ", re.sub(r"['’]s?$", "", text))
    text = f"{text[0].lower()}{text[1:]}" if _DETERMINER.match(text) else text
    if anaphor.kind == "there":
        return f"{question[: anaphor.start]}there ({text}){question[anaphor.end :]}"
    if anaphor.kind == "mine":
        text = f"my {text}"
    elif anaphor.kind == "one":
        if (
            word == "one"
            and _alone(question, anaphor)
            and not is_plural(text.split()[-1].lower())
            and text[0].islower()
        ):
            text = f"{'an' if text[0] in 'aeiou' else 'a'} {text}"
        return f"{question[: anaphor.start]}{_singular_after(question, anaphor, text)}{question[anaphor.end :]}"
    if word in POSSESSIVE and not (
        word == "her" and anaphor.kind == "person" and not _noun_follows(question, anaphor.end)
    ):
        text = f"{text}'" if text.endswith("s") and text.islower() else f"{text}'s"
    elif "'" in word:
        text = f"{text} is"
    return f"{question[: anaphor.start]}{text}{question[anaphor.end :]}"


def _alone(question: str, anaphor: Anaphor) -> bool:
    """Whether "one" stands for a noun with its article: "can I rent one?", not "which one" or "the red one"."""
    before = question[: anaphor.start].lower().split()
    return (
        bool(before)
        and before[-1] not in {"each", "every", "another", "which", "this", "that", "the", "any", "first"}
        and (len(before) < 2 or before[-2] not in {"the", "a", "an", "any", "another"})
    )


def _noun_follows(question: str, end: int) -> bool:
    following = question[end:].split()
    return (
        bool(following)
        and question[end : end + 1] == " "
        and following[0].strip("?.,!").lower() not in STOP_WORDS["en"]
    )


def _singular_after(question: str, anaphor: Anaphor, text: str) -> str:
    before = question[: anaphor.start].lower().split()
    if anaphor.word == "one" and before and before[-1] in {"each", "every", "another", "which", "this", "that"}:
        part = re.split(r"\sof\s", text)[-1] if before[-1] in {"each", "every"} else text
        return re.sub(r"(?<=[a-z]{3})s$", "", part) if not part.endswith("ss") else part
    return text
