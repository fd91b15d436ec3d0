"""Messages that need no rewrite."""

import pytest

from nodes.self_contained import names_its_subject


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("What is the budget of the Heron reactor?", "en"),
        ("Who operates the Kestrel ferry in winter?", "en"),
        ("What changed in the 2021 amendment on emission permits?", "en"),
        ("¿Cuál es el presupuesto de la sonda Heron?", "es"),
        ("Wie hoch ist das Budget der Sonde Heron?", "de"),
    ],
)
def test_a_named_question_is_self_contained(message: str, language: str) -> None:
    """It has a subject of its own and points at nothing before it."""
    assert names_its_subject(message, language)


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("And the budget of the Heron reactor?", "en"),
        ("What is its budget under the Heron programme?", "en"),
        ("What was the budget?", "en"),
        ("Who operates Kestrel?", "en"),
        ("Does the other Heron probe have a budget?", "en"),
        ("¿Y el presupuesto de Heron para reservas?", "es"),
        ("Quel est son budget pour Heron?", "fr"),
        ("Heron reaktor költségvetése mennyi volt?", "hu"),
    ],
)
def test_what_points_back_or_says_little_is_not(message: str, language: str) -> None:
    """Pronouns, openers, bare descriptions, and languages without rules."""
    assert not names_its_subject(message, language)
