"""Persons, places, things and parts that a message of another language points to, kind by kind."""

import pytest

from tests.nodes.conversing import last

Turns = list[str | tuple[str, str]]


def holds(query: str, words: str) -> None:
    """Every word that stands in `words` is in the query, none that follows a minus is."""
    for word in words.split():
        stem = word.lstrip("-").replace("_", " ")
        assert (stem in query.lower()) is not word.startswith("-"), (query, word)


WAL = ("Wer leitet das Walmuseum?", "Das Walmuseum leitet Dr. Imke Petersen.")
KAJAK = ("Wer gibt den Kajakkurs?", "Den Kajakkurs gibt Jannis Wolter.")
ORGUE = ("Qui joue de l'orgue à Saint-Loup ?", "C'est Maxime Castel qui tient l'orgue.")
CIRQUE = ("Quand ouvre l'école de cirque ?", "En mars. Elle a été fondée par Odile Brunet.")
QUESO = ("¿Quién fundó la quesería Altorey?", "La fundó Ramiro Cifuentes en 1961.")
FARO = ("¿Quién cuida el faro?", "El faro lo cuida Nieves Aldama.")
VINHO = ("Quem fundou a adega?", "A adega foi fundada por Lourenço Teles.")
BOTTEGA = ("Chi ha aperto la bottega?", "La bottega è stata aperta da Ettore Salvi.")


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        ([WAL, "Wo ist sie geboren?"], "imke_petersen geboren"),
        ([WAL, "Seit wann ist sie Biologin?"], "petersen biologin"),
        ([WAL, "Hat sie Bücher geschrieben?", "Und wo wohnt sie?"], "petersen wohnt"),
        ([WAL, "Wann öffnet es?"], "walmuseum -petersen"),
        ([KAJAK, "Wie erreiche ich ihn?"], "wolter"),
        ([KAJAK, "Wie lautet seine Telefonnummer?"], "wolter telefonnummer"),
        ([KAJAK, "Und wie lange dauert er?"], "kajakkurs -wolter"),
        ([ORGUE, "Où a-t-il appris à jouer ?"], "castel appris"),
        ([ORGUE, "Quel âge a-t-il ?"], "castel"),
        ([CIRQUE, "Où est-elle née ?"], "brunet née"),
        ([CIRQUE, "Combien coûte-t-elle ?"], "cirque -brunet"),
        ([QUESO, "¿Dónde nació?"], "cifuentes nació"),
        ([QUESO, "¿Y qué estudió él?"], "cifuentes estudió"),
        ([QUESO, "¿Cuándo abre?"], "quesería abre -cifuentes"),
        ([FARO, "¿Dónde vive ella ahora?"], "aldama vive"),
        ([VINHO, "Onde é que ele nasceu?"], "teles nasceu"),
        ([VINHO, "E onde mora?"], "teles mora"),
        ([BOTTEGA, "Dove è nato?"], "salvi nato"),
        ([BOTTEGA, "Quanti anni ha lui?"], "salvi"),
        ([("乐团的指挥是谁?", "乐团的指挥是方一鸣。"), "他得过什么奖?"], "方一鸣 奖 -他"),
        ([("谁设计了这座桥?", "这座桥由罗思远设计。"), "他还设计了什么?"], "罗思远"),
        ([("校长叫什么?", "校长叫白露。"), "她教什么科目?", "她的邮箱是什么?"], "白露 邮箱"),
        ([("館長は誰ですか?", "館長は大沢健二さんです。"), "彼の専門は何ですか?"], "大沢健二 専門"),
    ],
)
def test_a_pronoun_for_somebody_takes_the_person_just_named(turns: Turns, words: str) -> None:
    """Where what is said fits somebody; what is said of things goes to the thing."""
    holds(last(*turns).query, words)


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (["Wann öffnet die Sternwarte?", "Darf man dort fotografieren?"], "sternwarte fotografieren"),
        (["Und der Botanische Garten?", "Gibt es dort ein Café?"], "garten café"),
        (["Où se trouve le marché couvert ?", "Peut-on manger là-bas ?"], "marché manger"),
        (["Quand a lieu le carnaval ?", "Faut-il un billet pour y assister ?"], "carnaval assister"),
        (["¿Cuándo abre el jardín botánico?", "¿Se puede comer allí?"], "jardín comer"),
        (["Quando abre o aquário?", "Posso comer lá?"], "aquário comer"),
        (["Quando apre l'acquario?", "Si può mangiare lì?"], "acquario mangiare"),
        (["动物园几点关门?", "那里可以停车吗?"], "动物园 停车 -那里"),
        (["水族館は何時に閉まりますか?", "そこで食事はできますか?"], "水族館 食事 -そこ"),
    ],
)
def test_there_is_the_place_spoken_of(turns: Turns, words: str) -> None:
    """Also beside a noun of the question's own."""
    holds(last(*turns).query, words)


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (["Was kostet der Anhänger?", "Wo gebe ich ihn zurück?"], "anhänger"),
        (["Was kostet ein Zelt für eine Woche?", "Kann ich damit auch am Strand campen?"], "zelt strand"),
        (["Wie viel kostet die Waschmaschine im Keller?", "Wie bezahle ich dafür?"], "waschmaschine"),
        (["Combien coûte le sac de couchage ?", "Où peut-on le laver ?"], "sac_de_couchage laver"),
        (["Combien coûte la tente ?", "Comment la réserver ?"], "tente réserver"),
        (["¿Cuánto cuesta la tienda de campaña?", "¿Dónde puedo devolverla?"], "tienda_de_campaña devolver"),
        (["¿Cuántos libros presta la mediateca?", "¿Cómo los renuevo?"], "libros renuevo"),
        (["Quanto custa a tenda?", "Onde posso devolvê-la?"], "tenda"),
        (["Quanto costa la tenda?", "Dove posso lasciarla?"], "tenda lasciarla"),
        (["Quanto costa il corso di vela?", "Chi lo insegna?"], "corso_di_vela insegna"),
    ],
)
def test_an_object_is_what_was_spoken_of(turns: Turns, words: str) -> None:
    """A pronoun before or behind its verb, and the German ones with a preposition in them."""
    holds(last(*turns).query, words)


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (["Was kostet ein Leihrad?", "Und wie hoch ist die Kaution?"], "kaution leihrad"),
        (["Combien coûte le kayak ?", "Et la caution ?"], "caution kayak"),
        (["¿Cuánto cuesta el kayak?", "¿Y la fianza?"], "fianza kayak"),
        (["Quanto custa o caiaque?", "e a caução?"], "caução caiaque"),
        (["Quanto costa il kayak?", "E la cauzione?"], "cauzione kayak"),
        (["Quanto custa a visita guiada ao farol?", "e para idosos?"], "visita idosos"),
        (["Quanto custa a visita para adultos?", "e para idosos?"], "visita idosos -adultos"),
        (["A que horas abre o mercado?", "e em que dia fecha?"], "mercado fecha"),
        (["A che ora apre il mercato?", "e in che giorno chiude?"], "mercato chiude"),
        (["Combien de films peut-on emprunter ?", "Et pour combien de temps ?"], "films temps"),
        (["¿Cuántas películas se pueden llevar?", "¿Y durante cuánto tiempo?"], "películas tiempo"),
        (["水彩班多少钱?", "需要自己带材料吗?"], "水彩班 材料"),
        (["水彩班多少钱?", "押金是多少?"], "水彩班 押金"),
        (["水彩班多少钱?", "每周几次?"], "水彩班 每周"),
        (["水彩班多少钱?", "最多几个人?"], "水彩班 最多"),
        (["滑冰场成人票多少钱?", "那儿童呢?"], "滑冰场 儿童 多少钱 -成人"),
        (["水彩教室の料金はいくらですか?", "定員は何人ですか?"], "水彩教室 定員"),
        (["水彩教室の料金はいくらですか?", "学生は?"], "水彩教室 学生 いくら"),
        (["水彩教室の料金はいくらですか?", "何時に始まりますか?"], "水彩教室 何時"),
        (["Wat kost de zeilcursus?", "en voor kinderen?"], "zeilcursus kinderen"),
        (["Ile kosztuje kurs żeglarski?", "a dla dzieci?"], "kurs dzieci"),
        (["Сколько стоит абонемент в бассейн?", "А для детей?"], "абонемент детей"),
    ],
)
def test_a_part_and_a_fragment_keep_what_they_belong_to(turns: Turns, words: str) -> None:
    """Deposits, prices for somebody else, another question word; in any language behind "and"."""
    holds(last(*turns).query, words)


@pytest.mark.parametrize(
    "turns",
    [
        [WAL, "Wann hat die Musikschule Ferien?"],
        [WAL, "Was kostet eine Karte für das Freibad?"],
        [KAJAK, "Können Sie mir sagen, wo die Post ist?"],
        [KAJAK, "Nimmt die Apotheke alte Medikamente an?"],
        [KAJAK, "Wenn mein Sohn krank ist, muss er dann ein Attest bringen?"],
        [ORGUE, "Quand ferme la bibliothèque universitaire ?"],
        [ORGUE, "Est-ce que le musée vend des billets sur place ?"],
        [CIRQUE, "Quels jours circule le petit train ?"],
        [QUESO, "¿Qué documentos pide la oficina de empleo?"],
        [QUESO, "¿Acepta el aparcamiento tarjetas?"],
        [FARO, "¿La biblioteca abre los domingos?"],
        [VINHO, "Quais documentos são precisos para o passaporte?"],
        [BOTTEGA, "A che ora parte l'autobus per l'aeroporto?"],
        ["乐团的指挥是谁?", "地铁末班车是几点?"],
        ["館長は誰ですか?", "市営バスの始発は何時ですか?"],
        ["Wat kost de zeilcursus?", "Wanneer sluit het zwembad?"],
    ],
)
def test_whole_questions_stay_whole_beside_persons(turns: Turns) -> None:
    """A question with a thing of its own is not touched, polite address is no pronoun."""
    assert last(*turns).query == turns[-1]


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (["How much is the pottery class?", "¿Y quién la dirige?"], "pottery dirige"),
        (["Wann öffnet das Hallenbad?", "Can I buy goggles there?"], "hallenbad goggles"),
        (["What does the sailing course cost?", "Wann beginnt er?"], "sailing beginnt"),
    ],
)
def test_another_language_keeps_what_it_plainly_points_to(turns: Turns, words: str) -> None:
    """In the words it was said with."""
    holds(last(*turns).query, words)


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (["Quanto custa o aluguer de bicicletas?", "e a caução?", "Não, queria dizer a canoa"], "caução canoa -bici"),
        (["Quanto costa la tenda?", "No, intendevo il sacco a pelo"], "sacco costa -tenda"),
        (["¿Cuánto cuesta la tienda?", "¿Y la fianza?", "Perdón, quería decir el saco"], "fianza saco -tienda"),
        (["天文台几点开放?", "不是,我是说水族馆"], "水族馆 几点 -天文台"),
        (["会議室の料金はいくらですか?", "いえ、会議室ではなくホールです"], "ホール いくら -会議室"),
    ],
)
def test_a_correction_takes_the_place_of_the_thing(turns: Turns, words: str) -> None:
    """Also where the question before had been given its thing."""
    heard = last(*turns)
    assert heard.route.correction
    holds(heard.query, words)


@pytest.mark.parametrize(
    ("message", "question"),
    [
        ("Danke, das hilft mir sehr. Wann öffnet das Freibad?", "Wann öffnet das Freibad?"),
        ("Merci, c'est très clair. Quand ferme la mairie ?", "Quand ferme la mairie ?"),
        ("Gracias, qué útil. ¿Cuándo abre el mercado?", "¿Cuándo abre el mercado?"),
        ("Obrigada, ajudou muito. Quando abre o mercado?", "Quando abre o mercado?"),
        ("Grazie mille, molto utile. Quando apre il mercato?", "Quando apre il mercato?"),
        ("谢谢,很有帮助。动物园几点开门?", "动物园几点开门?"),
        ("ありがとうございます。動物園は何時に開きますか?", "動物園は何時に開きますか?"),
    ],
)
def test_thanks_with_a_tail_are_no_part_of_the_question(message: str, question: str) -> None:
    """In every language with courtesies."""
    assert last("Was kostet ein Leihrad?", message).query == question


@pytest.mark.parametrize(
    ("message", "action"),
    [
        ("vielen Dank, das war's!", "social"),
        ("grazie mille, ciao!", "social"),
        ("mais curto, por favor", "transform"),
        ("più breve per favore", "transform"),
        ("列成要点", "transform"),
        ("qual foi a minha primeira pergunta?", "recall"),
    ],
)
def test_messages_about_the_talk_are_known_for_what_they_are(message: str, action: str) -> None:
    """Thanks, restatements and questions about the conversation."""
    first = "Quanto custa a tenda?" if "por" in message or "minha" in message else "Quanto costa la tenda?"
    assert last(first, message).route.action == action
