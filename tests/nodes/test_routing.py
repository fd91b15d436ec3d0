"""What a message asks for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.language import detect
from nodes.routing.router import route_message
from nodes.state import Fact, TurnNote
from tests.nodes.conversing import last

ASKED = "What are the visiting hours of the museum?"


@pytest.mark.parametrize(
    "message",
    [
        "hey there",
        "thanks!!",
        "ok cool",
        "Good morning",
        "great, that helps",
        "bye",
        "👍",
        "😂🎉",
        "lol",
        "got it",
        "makes sense",
        "how are you?",
        "Hello?",
        "nice one",
        "no, that's all, thanks",
        "hmm",
        "K",
        "very helpful, thank you",
        "great, ta",
        "you've been such a huge help!",
        "Thanks for your help",
        "that's super helpful, thank you so much",
        "no more questions from my side, have a great weekend",
        "awesome work, you saved my day",
        "ok that's good to hear",
        "ha, good one",
        "alright, that's everything I wanted to know",
        "Super, vielen lieben Dank!",
        "thx anyway, bye!",
        "got it, thanks a ton for explaining",
        "Gracias",
        "vale, gracias",
        "merci beaucoup",
        "d'accord merci",
        "Danke schön",
        "alles klar, danke",
        "ありがとうございます",
        "ขอบคุณครับ",
        "谢谢你",
        "你好",
        "спасибо",
        "grazie mille",
        "obrigado",
        "감사합니다",
        "شكرا",
    ],
)
def test_small_talk_is_answered_as_such(message: str) -> None:
    """At the start of a thread and in its middle; it never corrects anything."""
    assert last(message).route.action == "social"
    route = last(ASKED, message).route
    assert (route.action, route.correction) == ("social", False)


@pytest.mark.parametrize(
    ("message", "form"),
    [
        ("shorten that", "shorter"),
        ("tl;dr", "shorter"),
        ("in one sentence please", "shorter"),
        ("say that in simple words for my grandma", "simpler"),
        ("can you make this sound more formal?", "rewrite"),
        ("Could you rewrite the answer as an e-mail to my boss?", "rewrite"),
        ("too long", "shorter"),
        ("put it in a table", "table"),
        ("Now as a table", "table"),
        ("Can you give me that as bullet points?", "list"),
        ("Explain it like I'm five", "simpler"),
        ("I don't understand", "simpler"),
        ("Summarize your previous answer", "summary"),
        ("rephrase that", "rewrite"),
        ("Explain that so that a twelve-year-old can understand it", "simpler"),
        ("say that again", "repeat"),
        ("Can you make this answer a bit longer?", "longer"),
        ("thanks! now shorter", "shorter"),
        ("als Tabelle bitte", "table"),
        ("kürzer bitte", "shorter"),
        ("resúmelo en dos frases", "shorter"),
        ("fais plus court", "shorter"),
        ("plus simple s'il te plaît", "simpler"),
    ],
)
def test_the_last_answer_in_another_form(message: str, form: str) -> None:
    """Only words of form, in any of the languages with rules; there must be an answer to restate."""
    route = last(ASKED, message).route
    assert route.action == "transform"
    assert route.form == form
    assert last(message).route.action == "clarify"


@pytest.mark.parametrize(
    ("message", "target"),
    [
        ("Can you say that in Spanish?", "es"),
        ("in French please", "fr"),
        ("Translate your answer into German", "de"),
        ("en español por favor", "es"),
        ("auf Englisch bitte", "en"),
        ("en inglés", "en"),
        ("翻译成英文", "en"),
    ],
)
def test_the_last_answer_in_another_language(message: str, target: str) -> None:
    """The language asked for is named by its code."""
    route = last(ASKED, message).route
    assert (route.action, route.form, route.target) == ("transform", "language", target)


@pytest.mark.parametrize(
    "message",
    [
        "Make a list of the ingredients of the pie",
        "Summarize the parental leave policy",
        "What's in the table of fees?",
        "In which languages is the tour offered?",
        "Explain the refund steps",
        "How do I shorten a leash?",
        "Is there a simple list of rules for children?",
    ],
)
def test_words_of_form_with_a_subject_of_their_own_are_questions(message: str) -> None:
    """They ask the documents, not the last answer."""
    assert last(ASKED, message).route.action == "retrieve"


def test_a_language_that_was_asked_about_is_a_slot() -> None:
    """ "And in English?" after a question about the languages of a tour."""
    assert last("Is the tour offered in German?", "and in English?").route.action == "retrieve"


@pytest.mark.parametrize(
    ("message", "target"),
    [
        ("What was my first question?", "first"),
        ("Remind me, what was the first thing I needed to know?", "first"),
        ("what was my message right before that one?", "last"),
        ("What did I ask you at the start?", "first"),
        ("What was my previous question?", "last"),
        ("Sorry, what was the last thing I asked you?", "last"),
        ("what have I asked so far", "list"),
        ("which question came before the last one?", "list"),
        ("Could you list everything we've talked about?", "list"),
        ("can you go through what we discussed so far?", "list"),
        ("what was my question again?", "last"),
        ("¿qué te pregunté al empezar?", "first"),
        ("Was wollte ich am Anfang wissen?", "first"),
        ("Qu'est-ce que je t'ai demandé en premier ?", "first"),
        ("What was it that I wanted to know at the very beginning?", "first"),
        ("summarize our conversation", "list"),
        ("What have we talked about?", "list"),
        ("remind me what you said about fees", "said"),
        ("What did you just say?", "said"),
        ("How heavy did I say my bag is?", "asked"),
        ("Did I mention my name?", "asked"),
        ("¿Cuál fue mi primera pregunta?", "first"),
        ("Quelle était ma première question ?", "first"),
        ("Was war meine erste Frage?", "first"),
        ("Was hast du über den Preis gesagt?", "said"),
        ("¿Qué dijiste sobre el precio?", "said"),
        ("Qu'as-tu dit sur les horaires ?", "said"),
    ],
)
def test_what_was_said_is_recalled(message: str, target: str) -> None:
    """With what of the conversation is meant."""
    route = last(ASKED, message).route
    assert (route.action, route.target, route.correction) == ("recall", target, False)


@pytest.mark.parametrize(
    "message",
    [
        "What is the first question on the driving test?",
        "What should I say at the border?",
        "What did the director say about the merger?",
        "How do I tell if an egg is fresh?",
        "Who is the mayor?",
    ],
)
def test_what_others_said_is_a_question(message: str) -> None:
    """Only the conversation itself is recalled."""
    assert last(ASKED, message).route.action == "retrieve"


def test_what_the_user_told_of_themselves_is_recalled() -> None:
    """From the window, and from the ledger when the window has moved on; a stranger's name is looked up."""
    told = "I'm Petra, and my colleague Marek pays half. Which laptop plan fits?"
    assert last(told, "Who is Marek?").route.action == "recall"
    assert last(told, "What is my name?").route.action == "recall"
    assert last(told, "Who is Orla Fensby?").route.action == "retrieve"
    fact = Fact(1, "Tamsin", "is", "the user's sister", 1, "user")
    assert last(ASKED, "Who is Tamsin?", facts=(fact,)).route.action == "recall"
    assert last(ASKED, "Who is Tamsin?").route.action == "retrieve"


@pytest.mark.parametrize(
    "message",
    [
        "According to the source you cited, how long is it valid?",
        "What does source [2] say about pets?",
        "In that same passage, is there anything about children?",
        "what's your source?",
        "where does it say that?",
        "In the paragraph you just showed me, what is the fine?",
    ],
)
def test_evidence_already_shown_is_used_again(message: str) -> None:
    """There must be some; a thread that begins so is a question like any other."""
    assert last(ASKED, message).route.action == "reuse"
    assert last(message).route.action != "reuse"


@pytest.mark.parametrize(
    "message",
    [
        "how much does it cost?",
        "What about the last one?",
        "tell me more",
        "why?",
        "Can they swim?",
        "Is this permitted there?",
        "¿Cuánto cuesta?",
        "Wie alt ist er?",
        "combien ça coûte ?",
        "make it shorter",
        "???",
    ],
)
def test_a_first_message_that_points_at_nothing_is_asked_back(message: str) -> None:
    """Nothing has been said yet that it could mean; after a greeting neither."""
    assert last(message).route.action == "clarify"
    assert last("Hi!", message).route.action == "clarify"


@pytest.mark.parametrize(
    "message",
    [
        "How much does it cost to rent a kayak?",
        "Is it possible to pay by card?",
        "Does it snow in Lyon?",
        "Our worker gets NQ-409 when it deletes a message",
        "I lost my card, how can I replace it?",
        "price of the ferry?",
        '{"status": 429} what does this mean?',
        "What happens to my data when I delete it?",
    ],
)
def test_a_first_message_that_explains_its_own_pronouns_is_searched(message: str) -> None:
    """In doubt, search."""
    assert last(message).route.action == "retrieve"


@given(st.text(max_size=80))
def test_any_text_gets_a_decision(message: str) -> None:
    """And the same one each time."""
    notes = [TurnNote(1, "1", "retrieve", ASKED, 1, asked=ASKED, answered="From nine to five.")]
    language = detect(message, "en")
    first, again = (route_message(message, notes=notes, frames=(), language=language) for _ in range(2))
    assert first == again
    assert first.question or not message.strip()
