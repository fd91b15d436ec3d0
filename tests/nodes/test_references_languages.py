"""Follow-ups in Spanish, French, German, Chinese, Japanese and Thai; and from one language into another."""

import pytest

from tests.nodes.conversing import converse, last


@pytest.mark.parametrize(
    ("turns", "held", "gone"),
    [
        (["¿Cuánto cuesta la entrada general del museo?", "¿Y para los estudiantes?"], "entrada estudiantes", ""),
        (["¿Cuánto cuesta la entrada para adultos?", "¿Y para niños?"], "entrada niños", "adultos"),
        (["¿Qué días cierra el Museo del Mar?", "¿Y cuánto cuesta?"], "museo cuesta", ""),
        (["¿Quién ganó la Copa del Puerto en 2021?", "¿Y en 2022?"], "copa 2022", "2021"),
        (["¿Quién ganó la Copa del Puerto en 2021?", "¿Y el año siguiente?"], "copa 2022", "2021"),
        (["Combien coûte la carte mensuelle Rivelin ?", "Et pour les étudiants ?"], "carte étudiants", ""),
        (["Combien coûte la carte Rivelin pour les adultes ?", "Et pour les enfants ?"], "carte enfants", "adultes"),
        (["Combien coûte la piscine Les Ormes ?", "Quel jour est-elle fermée ?"], "piscine fermée", ""),
        (["Was kostet der Eintritt für Erwachsene?", "Und für Kinder?"], "eintritt kinder", "erwachsene"),
        (["Was kostet die Restmülltonne?", "Und die Biotonne?"], "biotonne kostet", "restmüll"),
        (["Was kostet die Biotonne?", "Wie oft wird sie geleert?"], "biotonne geleert", ""),
        (["年卡多少钱?", "月卡呢?"], "月卡 多少钱", "年卡"),
        (["私教课多少钱一节?", "可以退款吗?"], "私教课 退款", ""),
        (["ลาป่วยได้ปีละกี่วัน", "แล้วลาคลอดล่ะ"], "ลาคลอด", "แล้ว"),
    ],
)
def test_follow_ups_are_made_whole_in_their_own_language(turns: list[str], held: str, gone: str) -> None:
    """With the words of the question before."""
    query = last(*turns).query.lower()
    assert all(word in query for word in held.split()), query
    assert not any(word in query for word in gone.split()), query


@pytest.mark.parametrize(
    "turns",
    [
        ["¿Cuánto cuesta la entrada del museo?", "¿A qué hora sale el autobús siete?"],
        ["Combien coûte la carte mensuelle ?", "À quelle heure circulent les bus de nuit ?"],
        ["Wie viel kostet die Sauna?", "Wie lange werden Bücher in der Stadtbücherei ausgeliehen?"],
        ["Was kostet die Monatskarte?", "Wie tief ist der Istersee?"],
        ["游泳池单次票价是多少?", "停车场怎么收费?"],
        ["พนักงานประจำมีวันลาพักร้อนปีละกี่วัน", "พนักงานประจำมีวันลาพักร้อนปีละกี่วัน"],
        ["ゴミの収集日はいつですか?", "図書館は何時に開きますか?"],
        ["Сколько стоит билет?", "Где находится библиотека?"],
        ["Quanto costa il biglietto?", "Quando apre la biblioteca comunale?"],
    ],
)
def test_whole_questions_pass_unharmed(turns: list[str]) -> None:
    """Also in languages without rules: nothing is translated and nothing added."""
    assert last(*turns).query == turns[-1]


def test_another_language_takes_over_names_only() -> None:
    """A Spanish question after an English one is never mixed with English words."""
    query = last("How much is a replacement library card?", "¿Y el permiso de aparcamiento para residentes?").query
    assert query == "el permiso de aparcamiento para residentes?"
    query = last("What does the Heron probe study?", "¿Y cuándo fue lanzada?").query
    assert query == "cuándo fue lanzada Heron?"


def test_the_language_follows_the_last_message() -> None:
    """Each message is read by the rules of its own language."""
    turns = ["Wie viele Parkplätze gibt es?", "Danke, und jetzt auf Englisch bitte", "How long is parking free?"]
    assert [heard.route.language for heard in converse(*turns)] == ["de", "de", "en"]


def test_ordinals_and_corrections_work_elsewhere_too() -> None:
    """Spanish, French and German lists and slips."""
    lists = ("¿Qué abonos hay?", "Hay tres abonos: el Azul, el Verde y el Rojo.")
    assert "verde" in last(lists, "¿Cuánto cuesta el segundo?").query.lower()
    plans = ("Quels forfaits existe-t-il ?", "Il y a deux forfaits : Azur et Ciel.")
    assert "ciel" in last(plans, "Combien coûte le deuxième ?").query.lower()
    fixed = last("Was kostet die Monatskarte im Sommer?", "Nein, ich meinte die Jahreskarte").query.lower()
    assert "jahreskarte" in fixed
    assert "monatskarte" not in fixed


@pytest.mark.parametrize(
    ("asked", "answered", "message", "words"),
    [
        ("Wer leitet den Töpferkreis?", "Der Kreis wird von Hanne Brink geleitet.", "Seit wann ist sie da?", "brink"),
        ("¿Quién fundó la escuela?", "La escuela fue fundada por Inés Robledo.", "¿Y dónde nació?", "robledo"),
        ("谁负责陶艺课?", "陶艺课由林小雨负责。", "她在哪里学习过?", "林小雨"),
        ("ใครเป็นครูสอนโยคะ", "ครูสอนโยคะคือ มาลี ใจดี", "เธอเรียนจบจากที่ไหน", "มาลี"),
    ],
)
def test_the_person_that_an_answer_named_is_meant_in_any_language(
    asked: str, answered: str, message: str, words: str
) -> None:
    """ "Since when has she been one?" after "who leads the class?"."""
    assert words in last((asked, answered), message).low


def test_the_same_pronoun_keeps_the_person_it_stood_for() -> None:
    """A second "he" in Chinese, where no answer names anybody again."""
    turns: list[str | tuple[str, str]] = [
        ("合唱团的指挥是谁?", "合唱团的指挥是王建国。"),
        ("他多大年纪?", "文档中没有提到。"),
        "他住在哪里?",
    ]
    assert "王建国" in last(*turns).query


@pytest.mark.parametrize(
    ("asked", "message", "words"),
    [
        ("Was kostet der Minigolfplatz?", "Gibt es dort einen Kiosk?", "minigolfplatz"),
        ("¿Dónde está el museo del corcho?", "¿Se puede aparcar allí?", "corcho"),
        ("Quanto custa a visita ao castelo?", "e para estudantes?", "castelo"),
    ],
)
def test_a_place_or_a_short_message_with_and_keeps_the_topic(asked: str, message: str, words: str) -> None:
    """ "Is there a kiosk there?"; and in a language without rules of its own, "and for students?"."""
    assert words in last(asked, message).low
