"""Messages that turn on an earlier one: courtesies before a question, corrections, replies, rambling."""

import pytest

from tests.nodes.conversing import last

ASKED = "What was Solvane's revenue in 2021?"


@pytest.mark.parametrize(
    ("message", "question"),
    [
        ("Thanks for the parental leave info. Now, what is our expense process?", "what is our expense process?"),
        ("Great, thanks! And what does it cost?", "And what does it cost?"),
        ("Sorry to bother you, but where do I park?", "where do I park?"),
        ("Perfect, thanks a lot. Now tell me about campus housing.", "tell me about campus housing."),
        ("Hi, where do I park?", "where do I park?"),
        ("OK. Moving on: how do I insure a caravan?", "how do I insure a caravan?"),
        ("By the way, where do I park?", "where do I park?"),
        ("Gracias por la información. Ahora, ¿dónde puedo aparcar?", "¿dónde puedo aparcar?"),
        ("Merci ! Et où puis-je me garer ?", "Et où puis-je me garer ?"),
        ("Danke für die Auskunft. Wo kann ich parken?", "Wo kann ich parken?"),
        ("I meant to ask: what does parking cost?", "what does parking cost?"),
        (
            "This answers the visa question, thank you. One more thing: what does parking cost?",
            "what does parking cost?",
        ),
    ],
)
def test_courtesies_before_a_question_are_set_aside(message: str, question: str) -> None:
    """A mixed message does what its question asks."""
    route = last(ASKED, message).route
    assert (route.action, route.question, route.correction) == ("retrieve", question, False)


@pytest.mark.parametrize(
    ("message", "cue"),
    [
        ("Back to the Two-Year Bond: what is the penalty?", "return"),
        ("Let's go back to the dal. Can it be frozen?", "return"),
        ("About the remote work policy again: which checklist is it?", "return"),
        ("Let me return to the scholarship: which papers do I need?", "return"),
        ("Revenons à la carte Rivelin : quels documents faut-il ?", "return"),
        ("Zurück zur Monatskarte: gilt sie nachts?", "return"),
        ("Volviendo al abono: ¿sirve de noche?", "return"),
        ("Different question: how many books may I borrow?", "switch"),
        ("On another note, where do I park?", "switch"),
        ("Now something completely different: where do I park?", "switch"),
        ("Earlier we talked about the Two-Year Bond. Who may close it?", "return"),
        ("What is the penalty?", ""),
    ],
)
def test_what_the_words_say_about_the_topic_is_kept(message: str, cue: str) -> None:
    """A return keeps the name of what it returns to."""
    route = last(ASKED, message).route
    assert route.cue == cue
    names = ("Bond", "dal", "remote", "scholarship", "Rivelin", "Monatskarte", "abono")
    assert cue != "return" or any(name in route.question for name in names)


@pytest.mark.parametrize(
    ("message", "wanted", "replaced"),
    [
        ("Wait, I meant the 2023 figures, not 2022", "the 2023 figures", "2022"),
        ("no, I meant Kestrel", "Kestrel", ""),
        ("I mean Kestrel, actually.", "Kestrel", ""),
        ("Scratch that, I need it for Kestrel instead of Merlin", "Kestrel", "Merlin"),
        ("nope, 2022", "2022", ""),
        ("not the Zephyr, the Mistral", "the Mistral", "the Zephyr"),
        ("I was asking about Marseille, not Lyon", "Marseille", "Lyon"),
        ("Actually, make that children", "children", ""),
        ("wait no, Porthgate", "Porthgate", ""),
        ("Can you use the Mistral instead?", "the Mistral", ""),
        ("sorry, for employees I mean", "for employees", ""),
        ("children, not adults", "children", "adults"),
        ("Sorry, course C", "course C", ""),
        ("No, me refería a 2022", "2022", ""),
        ("Non, je voulais dire le pass Ciel", "le pass Ciel", ""),
        ("Nein, ich meinte die Jahreskarte", "die Jahreskarte", ""),
    ],
)
def test_a_correction_says_what_is_wanted_and_what_is_not(message: str, wanted: str, replaced: str) -> None:
    """It needs a request to correct: as a first message it is none."""
    route = last(ASKED, message).route
    assert (route.correction, route.action) == (True, "retrieve")
    assert route.wanted == (wanted,)
    assert route.replaced == ((replaced,) if replaced else ())
    assert not last(message).route.correction


@pytest.mark.parametrize(
    "message",
    [
        "is that actually true?",
        "Actually, what does it cost?",
        "I mean, is it even legal?",
        "No idea. What is the fee?",
        "Sorry, can you tell me the price?",
        "Wait, is there a student price?",
        "are you sure?",
        "No, thanks",
        "Sorry for the late reply, how do I pay?",
        "Correction fluid: where do I buy it?",
        "No, it's three years.",
        "That can't be right, the fine is 2,000 marks.",
        "I wanted to know whether dogs are allowed",
        "Not sure if this is the right place, but where do I pay?",
        "my neighbour says Team Cedar came first",
    ],
)
def test_doubts_contradictions_and_apologies_correct_nothing(message: str) -> None:
    """What the user doubts is checked against the documents, not obeyed."""
    assert not last(ASKED, message).route.correction


def test_the_assistants_words_are_never_scanned() -> None:
    """An answer that corrects itself does not make the next question a correction."""
    answer = "Actually, wait: I meant 2023, not 2022. Sorry!"
    route = last((ASKED, answer), "And is proof of cover needed?").route
    assert (route.correction, route.action) == (False, "retrieve")


@pytest.mark.parametrize("reply", ["2024", "the second", "Yes, the second.", "C", "It's for a child.", "Portugal"])
def test_a_reply_to_the_assistants_question_belongs_to_the_question_before(reply: str) -> None:
    """It fills the slot of what the user had asked."""
    asked = "How large was the profit?"
    assert last((asked, "Which one do you mean?"), reply).route.reply_to == asked
    assert not last((asked, "It was large."), reply).route.reply_to


@pytest.mark.parametrize(
    ("reply", "action"),
    [("thanks", "social"), ("no thanks", "social"), ("make it shorter", "transform"), ("ok", "retrieve")],
)
def test_not_everything_after_a_question_is_a_reply(reply: str, action: str) -> None:
    """ "Ok" to an offer takes it up; thanks do not."""
    assert last(("What is the fee?", "It is 5 euros [1]. Shall I go on?"), reply).route.action == action


def test_a_question_after_the_assistants_question_is_a_question() -> None:
    """The user may ignore what was asked back."""
    route = last(("How large was the profit?", "Which year?"), "What is the capital of Velland?").route
    assert (route.action, route.reply_to) == ("retrieve", "")


def test_a_rambling_message_asks_what_its_question_asks() -> None:
    """Announced or simply asked, in the middle of a story."""
    announced = (
        "So my week was a mess, first the train stood still for two hours near the river and then my bag got wet, "
        "anyway what I want to know is how many days I have to file the claim, and by the way the "
        "weather is finally better."
    )
    assert last(ASKED, announced).route.question == "how many days I have to file the claim"
    asked = (
        "I have been on hold for an hour, the music was terrible and the cat jumped on the keyboard twice and I nearly "
        "gave up. How can I change the address on my invoice? The office closes soon and the letter came back again."
    )
    assert last(ASKED, asked).route.question == "How can I change the address on my invoice?"


def test_slips_of_the_keyboard_are_heard_as_meant() -> None:
    """In the small words only; names and other languages are left alone."""
    assert last(ASKED, "waht was my frist question?").route.action == "recall"
    assert last(ASKED, "thnaks!").route.action == "social"
