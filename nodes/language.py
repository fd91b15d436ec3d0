"""The language of a message: by script, by function words, and only then by a language model of character n-grams.

The n-gram model (py3langid) takes half a second to load, so it is loaded for the first message that script and
function words leave open, and never for one of three words or fewer: those keep the thread's language.
"""

import re
from collections import Counter
from functools import cache, lru_cache
from typing import Any

DEFAULT = "en"
_LATIN = ("en", "es", "fr", "de", "it", "pt", "nl")
_SCRIPTS = (
    ("ja", "\u3040-\u30ff"),
    ("ko", "\u1100-\u11ff\uac00-\ud7af"),
    ("zh", "\u3400-\u4dbf\u4e00-\u9fff"),
    ("th", "\u0e00-\u0e7f"),
    ("lo", "\u0e80-\u0eff"),
    ("my", "\u1000-\u109f"),
    ("km", "\u1780-\u17ff"),
    ("hi", "\u0900-\u097f"),
    ("bn", "\u0980-\u09ff"),
    ("ta", "\u0b80-\u0bff"),
    ("ar", "\u0600-\u06ff"),
    ("he", "\u0590-\u05ff"),
    ("el", "\u0370-\u03ff"),
    ("hy", "\u0530-\u058f"),
    ("ka", "\u10a0-\u10ff"),
)
_SCRIPT_PATTERNS = tuple((language, re.compile(f"[{ranges}]")) for language, ranges in _SCRIPTS)
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_UKRAINIAN = re.compile(r"[іїєґІЇЄҐ]")
_LATIN_LETTER = re.compile(r"[A-Za-z\u00c0-\u024f]")
_NOT_PROSE = re.compile(r"```.*?```|`[^`]*`|https?://\S+|\{[^{}]*\}|\S+@\S+|\w+_\w+", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")

_FUNCTION_WORDS = {
    "en": """the of and is are was were does did do what which who whose when where why how much many it its they them
        their this that these those for with about from under between can could should would will shall may might
        must have has been there not than any other others thanks thank please hello hi yes i'm my your our i you we
        he she his her into only also too tell give make show explain shorter again more sorry meant as a an to in
        im ive on at or by be no so if per me now and but yes""",
    "es": """el los las una unos unas del qué cuál cuáles cuándo cuánto cuánta cuántos cuántas dónde cómo quién por para
        con sin sobre hay está están puedo puede pueden tiene tienen y o que es son su sus mi gracias hola
        cuanto cuesta cuando donde como pero también muy más no de en este esta ese esa eso sí al lo se me
        ahora entonces perdón quería dime hazlo favor adiós buenos buenas vale siguiente anterior respuesta
        pregunta primera cuales quien resume cortala cierra abre dos frases palabras a refería refiero
        inglés español francés alemán resúmelo antes""",
    "fr": """le les un une des de du aux est sont était où quel quelle quels quelles combien quand comment pourquoi pour
        avec sans sur dans ce cet cette ces il elle ils elles nous vous je et ou qui que ne pas plus très
        aussi mais faut peut puis peuvent merci bonjour bonsoir salut au à leur leurs son sa ses mon ma mes
        ça cela désolé voulais dire oui non s'il plaît maintenant première question réponse d'accord coûte
        quoi est-ce qu'est-ce c'est qu'est n'est anglais français allemand espagnol peux résumer en phrase""",
    "de": """der die das den dem des in ein eine einen einem einer und oder ist sind war wird werden hat haben was wer
        wann wo wie warum welche welcher welches viel viele für mit von vom zum zur bei nach über unter auf
        nicht kein keine auch ich du wir sie er es man kann können muss müssen darf gibt danke bitte hallo
        nein doch jetzt kostet lange wieso ihr ihre sein seine diese dieser dieses im am aus dann noch
        zusammen meinte entschuldigung frage antwort kürzer ja guten tag morgen tschüss erste letzte
        englisch deutsch französisch spanisch""",
    "it": """il gli della dello dei degli delle che è sono quanto quanti quale quali quando dove come perché per con
        senza su nel nella questo questa quello quella grazie ciao buongiorno non più anche ma si può possono costa
        di e un una il lo la i le al allo alla ai alle dal dalla da in a chi cosa lì ho ha hanno era dura mi ci
        intendevo volevo scusa prima ultima domanda breve favore bene apre chiude ore ora tornando vorrei""",
    "pt": """o os as da do dos das que é são quanto quantos qual quais quando onde como porque por para com sem sobre
        no na este esta esse essa isso obrigado obrigada olá não mais também mas pode podem custa uma um e em bom
        dia a ao à aos às pelo pela num numa ele ela eles elas seu sua tem têm foi há lá abre fecha horas dura minha meu
        primeira última pergunta curto favor queria dizer voltando você""",
    "nl": """het een van en is zijn was wat wie wanneer waar hoe waarom welke voor met zonder over onder op niet geen
        ook ik jij wij zij hij men kan kunnen moet mag dank bedankt hallo ja nee kost deze dit dat die maar de en
        daar er lang hoeveel duurt bij naar uit om""",
}
_WEIGHTS: dict[str, dict[str, float]] = {}
_SHARED = Counter(word for text in _FUNCTION_WORDS.values() for word in set(text.split()))
for _language, _text in _FUNCTION_WORDS.items():
    for _word in set(_text.split()):
        _WEIGHTS.setdefault(_word, {})[_language] = 1.0 / _SHARED[_word]
_LETTERS = {"es": re.compile(r"[ñ¿¡]"), "de": re.compile(r"[äß]"), "fr": re.compile(r"[çœèêûî]|\w['’]\w.* \?$")}


@cache
def _identifier() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(list(_LATIN))
    return identifier


def _by_script(text: str) -> str:
    counts = {language: len(pattern.findall(text)) for language, pattern in _SCRIPT_PATTERNS}
    if counts["ja"] and counts["zh"]:
        counts["ja"] += counts["zh"]
    counts["uk" if _UKRAINIAN.search(text) else "ru"] = len(_CYRILLIC.findall(text))
    best = max(counts, key=lambda language: counts[language])
    letters = len(_LATIN_LETTER.findall(text))
    # a Latin product name may be longer than the Chinese question around it, but has no function words
    if counts[best] and (counts[best] >= letters or max(_scores(text).values()) < 1.0):
        return best
    return ""


def _scores(text: str) -> dict[str, float]:
    scores: dict[str, float] = dict.fromkeys(_LATIN, 0.0)
    for word in _WORD.findall(text.lower().replace("’", "'")):
        for language, weight in _WEIGHTS.get(word, {}).items():
            scores[language] += weight
    for language, pattern in _LETTERS.items():
        if pattern.search(text.lower()):
            scores[language] += 1.0
    return scores


@lru_cache(maxsize=2048)
def detect(message: str, previous: str = "") -> str:
    """ISO 639-1 code of a message's language; what cannot be told keeps `previous`, or is English."""
    text = _NOT_PROSE.sub(" ", message)
    fallback = previous or DEFAULT
    script = _by_script(text)
    if script:
        return fallback if script == "zh" and previous == "ja" and len(text) <= 4 else script
    words = _WORD.findall(text)
    if not words:
        return fallback
    scores = _scores(text)
    first, second = sorted(scores.values(), reverse=True)[:2]
    best = max(scores, key=lambda language: scores[language])
    if first >= 0.5 and (first >= second + 0.5 or (first > second and best == fallback)):
        return best
    tied = first >= 0.5 and scores.get(fallback, 0.0) >= first - 0.25
    if len(words) <= 3 or tied:
        return fallback
    language, confidence = _identifier().classify(text)
    return str(language) if confidence >= 0.8 else fallback
