"""The language of a message."""

import subprocess
import sys

import pytest

from nodes.language import detect


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("How long does the ferry take to Skarn?", "en"),
        ("¿Cuánto cuesta la entrada general del museo?", "es"),
        ("Combien coûte la carte mensuelle ?", "fr"),
        ("Wie lange werden Bücher ausgeliehen?", "de"),
        ("Quanto costa il biglietto intero?", "it"),
        ("Quanto custa o bilhete para estudantes?", "pt"),
        ("Hoeveel kost een kaartje voor de trein?", "nl"),
        ("私教课多少钱一节?", "zh"),
        ("料金はいくらですか", "ja"),
        ("수영장은 언제 열어요?", "ko"),
        ("ลาป่วยได้ปีละกี่วัน", "th"),
        ("Сколько стоит абонемент?", "ru"),
        ("Скільки коштує квиток і де його купити?", "uk"),
        ("كم سعر التذكرة؟", "ar"),
        ("Πόσο κοστίζει το εισιτήριο;", "el"),
    ],
)
def test_a_sentence_is_known_by_its_script_or_its_small_words(message: str, language: str) -> None:
    """Whatever the thread spoke before."""
    assert detect(message, "en") == language
    assert detect(message, "de") == language


@pytest.mark.parametrize(
    ("message", "before", "language"),
    [
        ("price?", "de", "de"),
        ("ok", "fr", "fr"),
        ("👍👍", "es", "es"),
        ("2024", "th", "th"),
        ('{"a": 1, "the": "of"}', "de", "de"),
        ("https://example.org/what-is-the-price", "fr", "fr"),
        ("Norvik Grid", "es", "es"),
        ("C", "", "en"),
        ("¿Y para los estudiantes?", "en", "es"),
        ("Und für Kinder?", "en", "de"),
        ("Et Vault ?", "en", "fr"),
        ("gracias", "en", "es"),
        ("en inglés", "de", "es"),
        ("auf Deutsch bitte", "en", "de"),
    ],
)
def test_a_few_words_keep_the_threads_language_unless_they_tell_another(
    message: str, before: str, language: str
) -> None:
    """Numbers, pictures, code, links and names tell nothing."""
    assert detect(message, before) == language


def test_a_foreign_name_inside_a_sentence_changes_nothing() -> None:
    """A Latin product name in a Chinese question, a Chinese word in an English one."""
    assert detect("Norvik Queue多少钱?", "en") == "zh"
    assert detect("what about 私教课?", "en") == "en"


def test_plain_messages_never_load_the_language_model() -> None:
    """It takes half a second: only a longer message that script and small words leave open pays it."""
    program = (
        "import sys; from nodes.language import detect;"
        "[detect(m, 'en') for m in ('How much is it?', 'price?', '¿Y el anual?', '多少钱', 'ok', '2023')];"
        "sys.exit('py3langid' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
