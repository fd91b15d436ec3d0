"""Words, stems and content terms of a text, the same for the lexical index and for the rules that read messages.

Scripts written without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) come as overlapping character bigrams,
so that a two-character word is found; a lone character comes as itself.
"""

import re
import unicodedata
from functools import lru_cache

import Stemmer

UNSPACED = (
    "\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # kana and Han
)
_TOKEN = re.compile(rf"[{UNSPACED}]+|[^\W_{UNSPACED}]+(?:['’][^\W_{UNSPACED}]+)*")
_UNSPACED_RUN = re.compile(rf"[{UNSPACED}]+")

_STOP = {
    "en": """a an the of in on at to for and or but is are was were be been being am do does did doing what when
        where who whom whose which why how it its it's they them their theirs he his him she her hers this
        that these those there here i you me my mine your yours we our ours us about with by as from into
        onto over under tell so also can could would should will shall may might must have has had having
        not no nor any some one ones s t d ll m re ve if then than much many more most other others else
        please just only very too up out off all both each such own same again let's lets give show explain
        get got want know like need i'm i'd i've i'll what's that's there's don't doesn't isn't aren't can't
        cannot""",
    "es": """el la los las un una unos unas de del en a al y o u e que qué quien quién cual cuál cuales cuáles
        cuando cuándo cuanto cuánto cuanta cuánta cuantos cuántos cuantas cuántas donde dónde como cómo por
        porque para con sin sobre es son era eran ser fue está están hay lo le les se su sus mi mis tu tus
        me te nos este esta esto estos estas ese esa eso esos esas aquel aquella no ni si sí más menos muy
        también ya pero puedo puede pueden tiene tienen ha han""",
    "fr": """le la les l un une des de du d en à au aux et ou où que qu quoi qui quel quelle quels quelles quand
        combien comment pourquoi pour par avec sans sur dans est sont était étaient être ce cet cette ces c
        il elle ils elles on nous vous je j tu me te se s son sa ses mon ma mes ton ta tes leur leurs y ne n
        pas plus moins très aussi mais si a ont as ai peut peuvent faut m t""",
    "de": """der die das den dem des ein eine einen einem einer eines und oder aber in im an am auf aus bei mit
        nach von vom vor zu zum zur für über unter ist sind war waren sein wird werden hat haben was wer wen
        wem wessen wann wo wie warum wieso weshalb welche welcher welches welchen wieviel viel viele es er
        sie ihr ihre sein seine ich du wir mich mir uns euch dies diese dieser dieses diesen jene man nicht
        kein keine auch noch nur so dann denn als wenn ob sich da dort hier kann können muss müssen darf
        gibt es""",
}
STOP_WORDS: dict[str, frozenset[str]] = {language: frozenset(text.split()) for language, text in _STOP.items()}
_ALGORITHMS = {"en": "english", "es": "spanish", "fr": "french", "de": "german"}
_STEMMERS = {language: Stemmer.Stemmer(name) for language, name in _ALGORITHMS.items()}


def words(text: str) -> list[str]:
    """Lower-case word tokens in order; runs of scripts without spaces as overlapping character bigrams."""
    found: list[str] = []
    for token in _TOKEN.findall(unicodedata.normalize("NFKC", text).lower().replace("’", "'")):
        if len(token) > 1 and _UNSPACED_RUN.fullmatch(token):
            found.extend(token[i : i + 2] for i in range(len(token) - 1))
        else:
            found.append(token)
    return found


@lru_cache(maxsize=65536)
def stem(word: str, language: str = "en") -> str:
    """The Snowball stem of a lower-case word; languages without a stemmer here give the word back."""
    stemmer = _STEMMERS.get(language)
    if stemmer is None:
        return word
    return str(stemmer.stemWord(word.removesuffix("'s")))


def content_words(text: str, language: str = "en") -> list[str]:
    """Words in order without stop words, repeats kept."""
    stop = STOP_WORDS.get(language, frozenset())
    return [word for word in words(text) if word not in stop]


def terms(text: str, language: str = "en") -> list[str]:
    """Content stems in order, repeats kept: words without stop words, stemmed."""
    return [stem(word, language) for word in content_words(text, language)]


def is_unspaced(text: str) -> bool:
    """Whether the text is written, for the most part, in a script without spaces."""
    letters = [c for c in text if c.isalpha() or _UNSPACED_RUN.match(c)]
    return bool(letters) and sum(bool(_UNSPACED_RUN.match(c)) for c in letters) * 2 > len(letters)
