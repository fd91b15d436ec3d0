"""What a follow-up leaves out, kind by kind: the topic, the aspect, the predicate, a part of a name."""

import pytest

from nodes.language import detect
from nodes.resolver import resolve
from nodes.routing.router import route_message
from nodes.state import TurnNote
from tests.nodes.conversing import DULL, last
from tests.nodes.test_references import holds


def resolved(*turns: str) -> str:
    """The query of the last message, with the learned scores after the rules."""
    notes: list[TurnNote] = []
    query = language = ""
    for number, message in enumerate(turns, 1):
        language = detect(message, language)
        route = route_message(message, notes=notes[-6:], frames=(), facts=(), language=language)
        query = resolve(route.question, route=route, notes=notes[-6:], frames=(), facts=(), language=language).query
        notes.append(TurnNote(number, str(number), route.action, query, 1, asked=message, answered=DULL))
    return query


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (["We want to book the glass blowing course in June.", "What's the price per person?"], "glass_blowing price"),
        (["I'm going to apply for the Orlen Fellowship.", "How many references do I need?"], "orlen references"),
        (["How many beds does the Larch Hut have?", "From what date is it open?"], "larch_hut open"),
        (["When is the climbing hall open?", "What do students pay?"], "climbing_hall students"),
        (["What does a day in the marina cost?", "Do members pay too?"], "marina members"),
        (["How much rent is due for a beehive stand in Orford?", "How long is the waiting list?"], "beehive waiting"),
        (["We are taking the night train to Velmora.", "How long is the journey?"], "train journey"),
        (["What does the shuttle to Pinehaven cost?", "dogs too?"], "shuttle dogs"),
        (["Tell me about the boathouse at Elm Reach.", "Is smoking allowed?"], "boathouse smoking"),
    ],
)
def test_a_follow_up_that_names_nothing_of_its_own_gets_the_topic(turns: list[str], words: str) -> None:
    """Also one that opened with a plan, and whatever place the thing leads to."""
    holds(resolved(*turns), words)


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ("How do I report an absence?", "What does a locksmith permit cost?"),
        ("When is the sauna open?", "Where can I borrow skis?"),
        ("How long is a gym contract?", "How long is a booking for groups?"),
        ("What does the Heron tariff cost?", "When was the Kestrel probe launched?"),
        ("Who teaches pottery?", "How many months of service does parental leave require?"),
        ("What is the notice period?", "Which excess applies to storm damage?"),
    ],
)
def test_a_question_with_a_thing_of_its_own_stays_as_it_is(before: str, question: str) -> None:
    """A new thing, or something done to one, is a new question."""
    assert resolved(before, question) == question


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (["How much is Orbit Mail per seat?", "How about Docs?", "and Sheets?"], "sheets seat -docs -mail"),
        (["What does Nova Plus cost?", "And Nova Max, then?"], "nova_max cost -plus"),
        (["I'm thinking of taking Nova Plus.", "What's the monthly price?"], "nova_plus price"),
        (["Who may enter Zone 2 labs?", "and Zone 4?"], "zone_4 labs -zone_2"),
        (["How many loaves does the dough make with three kilos of flour?", "and with 5 kilos?"], "5_kilos -three"),
        (
            ["Tell me about the boathouse at Elm Reach.", "Is smoking allowed?", "And the rent for a day?"],
            "boathouse rent",
        ),
        (["How is rhubarb jam made?", "shelf life?"], "rhubarb shelf_life -made"),
        (["How long is the flight to Norlund?", "What about the luggage limit?"], "flight luggage"),
        (["How much do you charge for repairing a cracked screen?", "And if it's a tablet?"], "tablet repair"),
        (["Where may drones be flown?", "I only need weekends"], "drones weekends"),
        (
            ["How long is the exam in which a licence is earned?", "And the number of questions?"],
            "licence questions",
        ),
    ],
)
def test_a_fragment_takes_the_place_of_its_like_or_asks_for_another_property(turns: list[str], words: str) -> None:
    """Names give way to names, numbers to numbers; a property of its own is asked of the topic."""
    holds(last(*turns).query, words)


def test_names_keep_their_small_words() -> None:
    """ "Plus" and "at" are parts of a name where capitals stand around them."""
    asked = ("I'd like to book a class.", "Do you mean Baking at Sea or Knife Skills?")
    assert "baking at sea" in last(asked, "the first one please").query.lower()
    assert last("How much does Nova Plus cost?", "Oops, I meant Nova Start").query == "How much does Nova Start cost?"
    assert last("Does Orlan's Boat Cover pay for theft?", "What does it exclude?").query == (
        "What does Orlan's Boat Cover exclude?"
    )


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (["How many words does a short essay have?", "How does this differ from a long essay?"], "words long_essay"),
        (["What does Tern Basic charge per litre?", "How does Tern Green compare with that?"], "green charge litre"),
        (["How long does the ferry take?", "Is that different from the bus?"], "ferry bus take"),
        (
            ["How many guests did Orford count in 2021?", "and the next year?", "And one year after that?"],
            "guests 2023",
        ),
        (["Who won the Elm Regatta in 2020?", "No wait, 2022, not 2020.", "And who came third?"], "regatta 2022 third"),
        (["Which cats need a chip?", "And which ones don't?"], "cats chip"),
        (["Which Nova plans have a deposit?", "Which one has none?"], "plan deposit"),
        (["Who may vote in the assembly?", "And who can't?"], "vote assembly"),
        (
            ["What does a cabin on the Merle cost?", "What does one cost on the Osprey?", "Which of them is cheaper?"],
            "merle osprey",
        ),
        (["What does Nova Plus cost?", "What does Nova Max cost?", "Which one of the two has more data?"], "plus max"),
    ],
)
def test_the_aspect_that_was_asked_about_is_kept(turns: list[str], words: str) -> None:
    """A comparison keeps what is compared, a cut-off predicate its verb, a chain of dates its question."""
    holds(last(*turns).query, words)


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (["Which meter is required for Tern Night?", "What does fitting one cost?"], "meter fitting -tern"),
        (["What does a library card cost?", "Where do I get one?"], "library_card get"),
        (["How long does a visa for Norlund take?", "Do children need one?"], "visa children"),
        (["Do you rent kayaks?", "Can I reserve one online?"], "kayak reserve"),
        (["Is there a lift pass for a week?", "Is there a cheaper one?"], "lift_pass cheaper"),
    ],
)
def test_one_stands_for_the_common_noun(turns: list[str], words: str) -> None:
    """As an object too, with an article of its own."""
    holds(last(*turns).query, words)


def test_an_ordinal_picks_the_person_in_brackets() -> None:
    """Where a list names in brackets who goes with each entry, "the second trainer" is that person."""
    told = ("Which courses run now?", "Rowing (Ada Nkemelu), Yoga (Per Lindqvist) and Judo (Mika Sato).")
    holds(last(told, "Which classes does the second trainer give in May?").query, "per_lindqvist may -yoga")
    holds(last(told, "What does the second one cost?").query, "yoga")


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (["¿Cuánto vale el abono del gimnasio?", "¿Cuántas clases puedo tomar con él?"], "abono clases"),
        (["¿Dónde está la piscina cubierta?", "¿Quién la gestiona?"], "piscina gestiona"),
        (["¿Qué documentos pide la beca Nadal?", "¿Cómo puedo solicitarla?"], "beca solicitarla"),
        (["¿Cuánto cuesta la entrada del museo?", "¿Es posible comprarla por internet?"], "entrada comprarla"),
        (["¿Cuántos discos se pueden alquilar con el abono?", "¿Y durante cuánto tiempo?"], "discos tiempo"),
        (["Combien de vélos peut-on louer ?", "Et pour combien de temps ?"], "vélos temps"),
        (["Combien coûte le cours de danse ?", "Combien de personnes peuvent y participer ?"], "danse personnes"),
        (["Où se trouve le gymnase Lavigne ?", "Comment peut-on y aller en bus ?"], "lavigne bus"),
        (["Quels jours ouvre la patinoire ?", "À quelle heure ferme-t-elle ?"], "patinoire ferme"),
        (["Comment réserver la salle Orme ?", "Combien de places a-t-elle ?"], "orme places"),
        (["Was kostet der Tanzkurs?", "Wie viele Personen können mitmachen?"], "tanzkurs personen"),
        (["Wann öffnet das Heimatmuseum?", "Darf man fotografieren?"], "heimatmuseum fotografieren"),
    ],
)
def test_pronouns_and_counted_nouns_of_other_languages(turns: list[str], words: str) -> None:
    """Objects before and behind the verb, counted nouns, and questions of a verb alone."""
    holds(last(*turns).query, words)


@pytest.mark.parametrize(
    ("report", "question", "words"),
    [
        ('Orbit Mail stops with OM-71. Config: {"wait_s": 5}', "how do I get rid of it?", "om-71 -config"),
        ('My printer reports P-12. Settings: {"tray": 1, "mode": "eco"}', "What does it mean?", "p-12 -tray -settings"),
        ("The boiler shows E9", "How do I clear it?", "e9 clear"),
        ("The scale displays H4 {'unit': 'kg'}", "Is it dangerous?", "h4 dangerous -unit"),
        ("Our modem says N7 since noon", "Which button resets it?", "n7 resets"),
    ],
)
def test_a_fault_is_about_its_code_and_never_about_the_settings(report: str, question: str, words: str) -> None:
    """JSON pasted beside a report is not what the user asks about."""
    holds(last(report, question).query, words)
