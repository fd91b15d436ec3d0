"""The few sentences the system says in its own voice when no model writes, in the languages it has rules for."""

import re
from typing import Literal

Name = Literal[
    "social", "greeted", "clarify", "unanswered", "corrected", "needs_writer", "nothing_yet", "first_asked",
    "last_asked", "you_said", "i_said", "not_said", "asked_list", "noted", "differs", "newer", "older", "history",
]  # fmt: skip

_PHRASES: dict[str, dict[str, str]] = {
    "en": {
        "greeted": "Hello. Ask me anything about the documents.",
        "social": "You're welcome. Ask me anything about the documents.",
        "clarify": "Which one do you mean? I understood “{message}”, but not what it is about.",
        "unanswered": "The documents don't say.",
        "corrected": "Corrected to {wanted}.",
        "needs_writer": "I can only quote the documents as they are written: no model is configured to write that.",
        "nothing_yet": "There is nothing to restate yet.",
        "first_asked": "Your first question was: “{text}”",
        "last_asked": "Your last question was: “{text}”",
        "you_said": "You said (turn {turn}): “{text}”",
        "i_said": "I said (turn {turn}): “{text}”",
        "not_said": "That has not come up in this conversation.",
        "asked_list": "You have asked:",
        "noted": "Noted: {text}.",
        "differs": "The documents differ here:",
        "newer": "The documents differ here, and the newer says:",
        "older": "The documents differ here, and the older says:",
        "history": "Earlier:",
    },
    "es": {
        "greeted": "Hola. Pregúnteme lo que quiera sobre los documentos.",
        "social": "De nada. Pregúnteme lo que quiera sobre los documentos.",
        "clarify": "¿A qué se refiere? He entendido «{message}», pero no de qué se trata.",
        "unanswered": "Los documentos no lo dicen.",
        "corrected": "Corregido: {wanted}.",
        "needs_writer": "Solo puedo citar los documentos tal como están: ningún modelo está configurado para eso.",
        "nothing_yet": "Todavía no hay nada que reformular.",
        "first_asked": "Su primera pregunta fue: «{text}»",
        "last_asked": "Su última pregunta fue: «{text}»",
        "you_said": "Usted dijo (turno {turn}): «{text}»",
        "i_said": "Yo dije (turno {turn}): «{text}»",
        "not_said": "Eso no ha salido en esta conversación.",
        "asked_list": "Usted ha preguntado:",
        "noted": "Anotado: {text}.",
        "differs": "Los documentos no coinciden:",
        "newer": "Los documentos no coinciden; el más reciente dice:",
        "older": "Los documentos no coinciden; el más antiguo dice:",
        "history": "Antes:",
    },
    "fr": {
        "greeted": "Bonjour. Posez-moi vos questions sur les documents.",
        "social": "Je vous en prie. Posez-moi vos questions sur les documents.",
        "clarify": "De quoi s'agit-il ? J'ai compris « {message} », mais pas à quoi cela se rapporte.",
        "unanswered": "Les documents ne le disent pas.",
        "corrected": "Corrigé : {wanted}.",
        "needs_writer": "Je ne peux que citer les documents : aucun modèle n'est configuré pour rédiger cela.",
        "nothing_yet": "Il n'y a encore rien à reformuler.",
        "first_asked": "Votre première question était : « {text} »",
        "last_asked": "Votre dernière question était : « {text} »",
        "you_said": "Vous avez dit (tour {turn}) : « {text} »",
        "i_said": "J'ai dit (tour {turn}) : « {text} »",
        "not_said": "Cela n'a pas été évoqué dans cette conversation.",
        "asked_list": "Vous avez demandé :",
        "noted": "C'est noté : {text}.",
        "differs": "Les documents ne concordent pas :",
        "newer": "Les documents ne concordent pas ; le plus récent dit :",
        "older": "Les documents ne concordent pas ; le plus ancien dit :",
        "history": "Auparavant :",
    },
    "de": {
        "greeted": "Guten Tag. Fragen Sie mich etwas zu den Dokumenten.",
        "social": "Gern geschehen. Fragen Sie mich etwas zu den Dokumenten.",
        "clarify": "Was meinen Sie genau? Ich habe „{message}“ verstanden, aber nicht, worauf es sich bezieht.",
        "unanswered": "In den Dokumenten steht dazu nichts.",
        "corrected": "Korrigiert: {wanted}.",
        "needs_writer": "Ich kann die Dokumente nur zitieren: Es ist kein Modell eingerichtet, das so etwas schreibt.",
        "nothing_yet": "Es gibt noch nichts umzuformulieren.",
        "first_asked": "Ihre erste Frage war: „{text}“",
        "last_asked": "Ihre letzte Frage war: „{text}“",
        "you_said": "Sie sagten (Runde {turn}): „{text}“",
        "i_said": "Ich sagte (Runde {turn}): „{text}“",
        "not_said": "Das kam in diesem Gespräch nicht vor.",
        "asked_list": "Sie haben gefragt:",
        "noted": "Notiert: {text}.",
        "differs": "Die Dokumente weichen hier voneinander ab:",
        "newer": "Die Dokumente weichen hier voneinander ab; im neueren steht:",
        "older": "Die Dokumente weichen hier voneinander ab; im älteren steht:",
        "history": "Früher:",
    },
}


_PHRASES |= {
    "zh": {"unanswered": "文档中没有提到。", "differs": "文档之间不一致：", "newer": "文档之间不一致，较新的写道：",
           "older": "文档之间不一致，较早的写道：", "history": "此前："},
    "ja": {"unanswered": "文書には書かれていません。", "differs": "文書の内容が異なります：",
           "newer": "文書の内容が異なります。新しい方には：", "older": "文書の内容が異なります。古い方には：",
           "history": "以前は："},
    "th": {"unanswered": "เอกสารไม่ได้ระบุไว้", "differs": "เอกสารไม่ตรงกัน:", "newer": "เอกสารไม่ตรงกัน ฉบับใหม่ระบุว่า:",
           "older": "เอกสารไม่ตรงกัน ฉบับเก่าระบุว่า:", "history": "ก่อนหน้านี้:"},
    "it": {"unanswered": "I documenti non lo dicono."},
    "pt": {"unanswered": "Os documentos não dizem."},
}  # fmt: skip


GREETS = re.compile(
    r"\b(?:hi+|hiya|hello+|hey+|howdy|greetings|good (?:morning|afternoon|evening|day)|how are you|hola|buen[oa]s"
    r"|bonjour|bonsoir|salut|hallo|guten (?:tag|morgen|abend)|moin|ciao|buongiorno|ol[áa]|bom dia)\b"
    r"|привет|здравствуй|こんにちは|おはよう|你好|您好|안녕|สวัสดี|مرحبا|السلام",
    re.IGNORECASE,
)


def greeting(message: str, language: str) -> str:
    """The reply to small talk: a greeting to a greeting, else that one is welcome."""
    return phrase("greeted" if GREETS.search(message) else "social", language)


def phrase(name: Name, language: str, **values: object) -> str:
    """One of the sentences, in the language asked for where it is known, else in English."""
    return {**_PHRASES["en"], **_PHRASES.get(language, {})}[name].format(**values)
