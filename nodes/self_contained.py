"""Whether a message plainly says for itself what it is about, so that no model need be asked for a rewrite."""

import re

from stores.words import terms

_ANAPHORA = {
    "en": """it its they them their theirs he him his she her hers this that these those there one ones other
        others another else same former latter second third both instead also too again more such previous
        earlier above yes no""",
    "es": """él ella ellos ellas lo la los las le les su sus este esta esto estos estas ese esa eso esos esas
        aquel aquella otro otra otros otras mismo misma también además ahí allí anterior sí no""",
    "fr": """il elle ils elles le la les lui leur leurs son sa ses ce cet cette ces ceci cela ça celui celle ceux
        celles autre autres même aussi encore y en précédent oui non""",
    "de": """er sie es ihn ihm ihr ihnen sein seine seiner ihre ihrer dies diese dieser dieses diesen jene der
        die das andere anderen anderer gleiche auch noch davon dazu dafür dabei dort vorherige ja nein""",
}  # fmt: skip
_OPENERS = {
    "en": "and|but|or|so|then|what about|how about|why|ok|okay",
    "es": "y|e|pero|o|entonces|qué tal|por qué",
    "fr": "et|mais|ou|alors|pourquoi",
    "de": "und|aber|oder|also|dann|warum|wieso",
}
_ARTICLES = {"es": {"la", "los", "las", "lo"}, "fr": {"le", "la", "les"}, "de": {"der", "die", "das"}}
_WORDS = {language: frozenset(text.split()) for language, text in _ANAPHORA.items()}
_FIRST = {language: re.compile(rf"\W*(?:{words})\b", re.IGNORECASE) for language, words in _OPENERS.items()}
_NAME = re.compile(r"(?<!\A)(?<![.!?¿¡] )(?<![¿¡])\b[A-Z][\w-]+|\d")
FEWEST_TERMS = 3


def opens_with_link(message: str, language: str = "en") -> bool:
    """Whether a message begins with a word that links it to what was said ("and", "what about")."""
    link = _FIRST.get(language)
    return link is not None and link.match(message.strip()) is not None


def names_its_subject(message: str, language: str = "en", *, plainly: bool = True) -> bool:
    """Whether the message has three content terms and no word that points back, and plainly with a name or figure.

    False for languages without a list of such words here.
    """
    pointing = _WORDS.get(language)
    text = message.strip()
    if pointing is None or _FIRST[language].match(text):
        return False
    said = {word.lower() for word in re.findall(r"[^\W\d_]+", text)}
    if said & (pointing - _ARTICLES.get(language, set())):
        return False
    named = not plainly or _NAME.search(text) is not None
    return named and len(set(terms(text, language))) >= FEWEST_TERMS
