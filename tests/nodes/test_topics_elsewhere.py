"""Topics that a message of another language leaves or goes back to, by its words."""

import pytest

from nodes.state import Frame, TurnNote
from nodes.topics_elsewhere import Move, moves_elsewhere


def talk(language: str, *asked: str) -> tuple[list[TurnNote], list[Frame]]:
    """Questions, each of a topic of its own, with their frames, the newest first."""
    notes = [
        TurnNote(n, str(n), "retrieve", text, n, asked=text, answered="[1]", language=language)
        for n, text in enumerate(asked, 1)
    ]
    return notes, [Frame(n, text, first_turn=n, last_turn=n) for n, text in enumerate(asked, 1)][::-1]


GERMAN = ("Was kostet das Leihrad?", "Wann öffnet die Sternwarte?")
FRENCH = ("Combien coûte le kayak ?", "Quand ouvre la fromagerie ?")
CHINESE = ("水彩班多少钱?", "动物园几点关门?")


@pytest.mark.parametrize(
    ("language", "before", "question", "cue", "frame"),
    [
        ("de", GERMAN, "Wie tief ist der Waldsee?", "", 0),
        ("de", GERMAN, "Wo kann ich das Leihrad abgeben?", "", 1),
        ("de", GERMAN, "Wann schließt die Sternwarte?", "", None),
        ("de", GERMAN, "Und der Waldsee?", "", None),
        ("de", GERMAN, "Gibt es dort ein Café?", "", None),
        ("de", GERMAN, "Wie hoch ist die Kaution?", "", None),
        ("de", GERMAN, "Leihrad: Wie lange darf ich es behalten?", "return", 1),
        ("fr", FRENCH, "Qui dirige le conservatoire municipal ?", "", 0),
        ("fr", FRENCH, "Où peut-on rendre le kayak ?", "", 1),
        ("fr", FRENCH, "Quel jour est-elle fermée ?", "", None),
        ("es", ("¿Cuánto cuesta el kayak?",), "¿Qué día cierra la mediateca?", "", 0),
        ("es", ("¿Cuánto cuesta el kayak?",), "¿Dónde lo devuelvo?", "", None),
        ("zh", CHINESE, "图书馆几点开门?", "", 0),
        ("zh", CHINESE, "水彩班什么时候开始?", "", 1),
        ("zh", CHINESE, "那里可以停车吗?", "", None),
        ("nl", ("Wat kost de zeilcursus?",), "Wanneer sluit het zwembad?", "", None),
        ("en", ("What does the kayak cost?",), "When does the library close?", "", None),
    ],
)
def test_a_thing_named_by_a_whole_question_says_where_it_goes(
    language: str, before: tuple[str, ...], question: str, cue: str, frame: int | None
) -> None:
    """To a new topic, to a parked one, or nowhere: English and languages without rules are left to the trees."""
    notes, frames = talk(language, *before)
    move = moves_elsewhere(question, notes, frames, language, cue)
    assert move == (None if frame is None else Move(frame))
