"""What a follow-up refers to, kind by kind: the query that stands alone, and where its words came from."""

import pytest

from nodes.references import refer
from nodes.routing.router import route_message
from nodes.state import AddedTerm, Constraint, Fact, Frame, TurnNote
from tests.nodes.conversing import converse, last

PLAN = "What does the Comet plan cost?"


def holds(query: str, words: str) -> None:
    """Every word that stands in `words` is in the query, none that follows a minus is."""
    for word in words.split():
        stem = word.lstrip("-").replace("_", " ")
        assert (stem in query.lower()) is not word.startswith("-"), (query, word)


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        ([PLAN, "can i share it with my family"], "comet share"),
        ([PLAN, "Does it include roaming?", "how do i cancel it"], "comet cancel"),
        (
            ["What is the penalty for closing the Two-Year Bond early?", "Is it waived in any case?"],
            "bond penalty waived",
        ),
        (["How much does registration of a drone cost?", "For how long is it valid?"], "registration valid"),
        ([("Who wrote The Glass Orchard?", "Maren Holt wrote it in 1987."), "Where was she born?"], "holt born"),
        ([("Who leads cardiology?", "Dr. Samuel Okafor leads it."), "What is his phone number?"], "okafor phone"),
        (["Which museums are open on Mondays?", "How much do they charge?"], "museums charge"),
        (["Do you rent e-bikes?", "How fast do they go?", "Where can I return them?"], "bikes return"),
        (["How long is a library card valid?", "I lost mine on the bus"], "library card lost"),
        (["What is the capital of Velland?", "How many people live there?"], "capital velland people"),
        (["What is a Class C drone?", "How is that different from Class B?"], "class_c class_b different"),
        (["What are the symptoms of Lyme disease?", "What causes it?", "How is it treated?"], "lyme treated -symptoms"),
        ([PLAN, "wehn does ti start?"], "comet start"),
        (["What's the difference between a visa and a permit?", "How long are they valid?"], "visa permit valid"),
        ([("What is the best-selling product?", "It is the Tern kettle."), "How much does it cost?"], "tern kettle"),
        ([("Who do I ask about permits?", "Ask the Mobility Desk."), "What's their phone number?"], "mobility_desk"),
    ],
)
def test_pronouns_give_way_to_what_they_stand_for(turns: list[str | tuple[str, str]], words: str) -> None:
    """Over one turn or several; a name the answer gave counts where the question asked for one."""
    holds(last(*turns).query, words)


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (["What is the Harrow Scholarship?", "What are the requirements?"], "harrow requirements"),
        (["What is the Harrow Scholarship?", "When is the deadline?", "And the minimum age?"], "harrow minimum_age"),
        (["Tell me about the Kestrel probe.", "What was the budget?"], "kestrel budget"),
        (
            ["Do pilots of a Class C drone need a licence?", "What is the minimum age for the licence?"],
            "class_c licence age",
        ),
        (["What is the parental leave policy?", "How is pay calculated on that leave?"], "parental_leave pay"),
        (
            [("Where can I get help?", "The Household Support Grant helps."), "Who pays that grant?"],
            "household_support",
        ),
        (
            [("Which office handles permits?", "The Planning Bureau does."), "How do I call that office?"],
            "planning_bureau",
        ),
        (["What is the fine for an unregistered drone?", "Can I appeal?"], "fine drone appeal"),
        (["How many days of leave do interns get?", "Up to how many can be carried over?"], "days_of_leave carried"),
    ],
)
def test_a_definite_noun_belongs_to_what_was_spoken_of(turns: list[str | tuple[str, str]], words: str) -> None:
    """ "The budget", "that grant", or nothing at all where a noun is left out."""
    holds(last(*turns).query, words)


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (["What was Solvane's revenue in 2021?", "and in 2022?"], "solvane revenue 2022 -2021"),
        (["What was Solvane's revenue in 2021?", "2020?"], "solvane revenue 2020 -2021"),
        (
            ["What was Solvane's revenue in 2021?", "what about the operating costs?"],
            "solvane operating_costs 2021 -revenue",
        ),
        (["What is the pricing of Norvik Queue?", "and of Vault?"], "pricing vault -queue"),
        (["How long does red lentil dal keep in the fridge?", "What about the lemon tart?"], "lemon_tart fridge -dal"),
        (["How long does the chicken soup cook?", "and the beef stew?"], "beef_stew cook -chicken"),
        (["What is the warranty on the Zephyr fan?", "And the Mistral heater?"], "warranty mistral -zephyr"),
        (
            ["How does parental leave work for part-time staff?", "And for contractors?"],
            "parental contractors -part-time",
        ),
        (
            ["What is the limit for domestic transfers?", "and for international ones?"],
            "limit international_transfers -domestic",
        ),
        (["When does the library open on Saturdays?", "and on Sundays?"], "library sundays -saturdays"),
        (["In which class is a drone of 1.5 kilograms?", "and with 3 kilograms?"], "class 3_kilograms -1.5"),
        (
            ["How much is an express copy of a birth certificate?", "And the posted one?"],
            "posted_copy_of_a_birth_certificate",
        ),
        (["What colours does the Arlo chair come in?", "Same question for the Bento desk."], "colours bento -arlo"),
        (["What are the fees for the Atlas card?", "just for students"], "atlas fees students"),
        (
            ["In which regions does Norvik Queue run?", "and all the other Norvik products?"],
            "regions other_norvik_products",
        ),
        (["WHAT DOES THE COMET PLAN COST?", "AND THE NOVA PLAN?"], "cost nova -comet"),
        ([PLAN, "waht abuot teh Nova plan?"], "nova cost -comet"),
        (["How much is the course?", "Is that the same for guests?"], "course guests"),
        (["Can I take liquids on the plane?", "and food?"], "take food plane -liquids"),
        (["Which vaccines are required for dogs?", "For cats?"], "vaccines cats -dogs"),
        (["How do I export a report as PDF?", "as CSV?"], "export report csv -pdf"),
    ],
)
def test_a_fragment_takes_the_place_of_its_like(turns: list[str | tuple[str, str]], words: str) -> None:
    """Years, quantities, names, persons and things are replaced, not gathered."""
    holds(last(*turns).query, words)


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("price?", "price comet"),
        ("deadline?", "deadline comet"),
        ("opening hours", "opening_hours comet"),
        ("why?", "why comet"),
        ("where?", "where comet"),
        ("and for how long?", "how_long comet"),
        ("tell me more", "comet offer"),
        ("go on", "comet offer"),
        ("what else?", "comet offer"),
        ("five more", "comet offer"),
        ("any others?", "comet features"),
    ],
)
def test_a_word_or_two_is_enough(message: str, words: str) -> None:
    """Another property, another question word, or more of the same."""
    holds(last("What features does the Comet plan offer?", message).query, words)


TIERS = ("Which tiers are there?", "We offer Bronze, Silver and Gold.")
STEPS = ("How do I apply?", "1. Fill in form R-12.\n2. Attach a photo.\n3. Pay the fee at the counter.")
TEACHERS = ("Name the courses with their instructors.", "They are Sculling (Mira Tolland) and Swimming (Jonas Pell).")
PLANS = ("Which plans exist?", "There are two plans: BasicCare and FullCare.")


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        ([TIERS, "What does the second one cost?"], "silver cost -bronze -gold"),
        ([TIERS, "What does the second one cost?", "and the last?"], "gold cost -silver"),
        ([TIERS, "price of number three"], "gold price"),
        ([TIERS, "Compare the first and the last of those"], "bronze gold -silver"),
        ([STEPS, "Tell me more about step 2."], "photo -counter"),
        ([STEPS, "Can you go deeper on point 3?"], "fee counter"),
        ([STEPS, "And #1?"], "r-12 -photo"),
        (
            [("How do I get a visa?", "First, fill in the form. Second, pay the fee."), "How do I do the second step?"],
            "fee",
        ),
        ([TEACHERS, "When does the second instructor work?"], "jonas_pell -tolland"),
        ([PLANS, "Does the latter cover teeth?"], "fullcare teeth -basiccare"),
        ([PLANS, "Does the former cover teeth?", "and the other one?"], "fullcare teeth -basiccare"),
    ],
)
def test_an_ordinal_picks_from_the_list_that_was_given(turns: list[str | tuple[str, str]], words: str) -> None:
    """Numbered, bulleted or in a sentence; a person where the noun means one."""
    holds(last(*turns).query, words)


def test_an_ordinal_that_picks_nothing_is_left_alone() -> None:
    """ "A second car" is no second entry."""
    assert last(TIERS, "Do I pay less for the second car?").query == "Do I pay less for the second car?"


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        ([PLAN, "And the Nova plan?", "Which one is cheaper?"], "comet nova cheaper"),
        (["Tell me about Lake Ister.", "What about Lake Morva?", "which is deeper?"], "ister morva deeper"),
        (["How fast is the Volt?", "How fast is the Spark?", "What's the difference between them?"], "volt spark"),
        (["What was the budget of the Heron mission?", "How does that compare to Kestrel?"], "budget heron kestrel"),
        ([PLAN, "Tell me about the Nova plan.", "Do both include support?"], "comet nova support"),
    ],
)
def test_two_things_spoken_of_are_compared(turns: list[str | tuple[str, str]], words: str) -> None:
    """With both of them named."""
    holds(last(*turns).query, words)


@pytest.mark.parametrize(
    ("message", "year"),
    [
        ("And the year after?", "2019"),
        ("the previous year?", "2017"),
        ("two years later?", "2020"),
        ("And the following year?", "2019"),
    ],
)
def test_a_relative_year_is_counted(message: str, year: str) -> None:
    """From the year that was asked about."""
    query = last("Who won the Ister Regatta in 2018?", message).query
    holds(query, f"ister_regatta {year} -2018")


@pytest.mark.parametrize(
    ("asked", "answer", "message", "words"),
    [
        ("How long is the tunnel?", "It is 12 kilometres long.", "What's that in miles?", "12_kilometres miles"),
        ("How hot must the oven be?", "Bake at 220 degrees Celsius.", "Which gas mark is that?", "220 gas_mark"),
    ],
)
def test_a_measure_is_converted(asked: str, answer: str, message: str, words: str) -> None:
    """ "That" is the value the answer gave."""
    holds(last((asked, answer), message).query, words)


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (["What was the income in 2022?", "Wait, I meant the 2023 figures, not 2022"], "income 2023 -2022"),
        (["Which instruments does Heron carry?", "no, I meant Kestrel"], "instruments kestrel -heron"),
        (["How many heat pumps did Nordlys sell in 2020?", "sorry, I meant boilers"], "boilers nordlys 2020 -pumps"),
        (["What are the rules for adults?", "Actually, make that children"], "rules children -adults"),
        ([PLAN, "not the Comet plan, the Nova plan", "And roaming?"], "nova roaming -comet"),
    ],
)
def test_a_correction_puts_the_new_in_the_place_of_the_old(turns: list[str | tuple[str, str]], words: str) -> None:
    """And it stays there on the turns after."""
    heard = last(*turns)
    holds(heard.query, words)


def test_what_a_correction_took_away_must_not_come_back() -> None:
    """Its stems are blocked for whoever adds terms later."""
    heard = last("Which instruments does Heron carry?", "no, I meant Kestrel")
    assert heard.reference is not None
    assert "heron" in heard.reference.blocked
    assert heard.reference.complete


@pytest.mark.parametrize(
    ("asked", "back", "reply", "words"),
    [
        ("How large was the profit?", "Which year do you mean: 2022, 2023 or 2024?", "2024", "profit 2024 -2022 -2023"),
        ("I want to book a session.", "With Jonas Pell or with Ines Varro?", "Yes, the second.", "session varro -pell"),
        ("What papers do I need?", "Is your drone in Class B or in Class C?", "C", "papers class_c -class_b"),
        ("How much is shipping?", "To which country?", "Portugal", "shipping portugal"),
        ("What is the fee?", "Is it for an adult, a child or a senior?", "It's for a child.", "fee child -senior"),
        ("Which bin is for glass?", "Do you want to know about the blue bin?", "yes please", "glass blue_bin"),
    ],
)
def test_a_reply_fills_the_slot_of_the_question_before(asked: str, back: str, reply: str, words: str) -> None:
    """By the option it names, or as it stands."""
    holds(last((asked, back), reply).query, words)


def test_what_was_asked_back_is_filled_in() -> None:
    """A first message that pointed at nothing gets its noun from the reply."""
    first, second = converse(("how tall is it?", "Which one do you mean?"), "the clock tower of the Old Corn Exchange")
    assert first.route.action == "clarify"
    assert second.query == "how tall is the clock tower of the Old Corn Exchange?"


@pytest.mark.parametrize("message", ["is that actually true?", "Are you sure?", "That can't be right."])
def test_a_doubt_is_checked_against_what_was_asked(message: str) -> None:
    """The question before is searched again."""
    assert last(PLAN, message).query == PLAN


def test_a_claim_is_checked_with_the_question_it_is_about() -> None:
    """The user's figure joins the question; nothing of it is taken as settled."""
    holds(
        last("How long is the warranty on the Nimbus?", "That's wrong, it says three years").query,
        "warranty nimbus three years",
    )


def test_names_that_the_user_gave_are_put_back() -> None:
    """From the conversation and from the ledger."""
    holds(
        last("I will call the Two-Year Bond TYB. What does the TYB pay?", "And to close the TYB early?").query,
        "tyb two-year_bond",
    )
    fact = Fact(1, "HEF", "stands for", "Harrow Excellence Fund", 1, "user", kind="definition")
    holds(last(PLAN, "Who can apply to HEF?", facts=(fact,)).query, "hef harrow_excellence_fund")


@pytest.mark.parametrize(
    "message",
    [
        "How do I claim expenses?",
        "What is the notice period during probation?",
        "How far must drones stay away from airports?",
        "When was the Kestrel probe launched?",
        "How do I apply for a street party?",
        "Is there a youth account at Brightwell?",
        "What does a book of visitor parking vouchers cost?",
        "HOW FAR MUST DRONES STAY AWAY FROM AIRPORTS?",
        "Our worker gets NQ-409 when it deletes a message",
        "Can I bring my dog and let it run free?",
        PLAN,
    ],
)
def test_a_message_that_stands_alone_stays_as_it_is(message: str) -> None:
    """After another topic, and also when it was asked before."""
    heard = last(PLAN, "Does it include roaming?", message)
    assert heard.query == message
    assert heard.reference is not None
    assert heard.reference.complete


def test_added_words_say_where_they_were_said() -> None:
    """By turn and speaker, newest first."""
    heard = last(("Where can I contest a fine?", "You can appeal to the Aviation Tribunal."), "When is it open?")
    assert heard.reference is not None
    assert AddedTerm("tribunal", "turn 1 answer") in heard.reference.added
    heard = last(PLAN, "Does it include roaming?")
    assert heard.reference is not None
    assert AddedTerm("comet", "turn 1 user") in heard.reference.added


def test_a_topic_that_came_back_is_read_from_its_frame() -> None:
    """Its turns have left the window; another topic's are all that is there."""
    frames = (
        Frame(
            1,
            "interest of the Two-Year Bond",
            ("Two-Year Bond",),
            (Constraint("year", "2023", 1),),
            first_turn=1,
            last_turn=2,
        ),
        Frame(5, "Kestrel probe", ("Kestrel",), first_turn=5, last_turn=9),
    )
    notes = [
        TurnNote(
            9, "9", "retrieve", "When was the Kestrel probe launched?", 5, asked="When was the Kestrel probe launched?"
        )
    ]
    route = route_message("And what is the penalty?", notes=notes, frames=frames, language="en")
    found = refer(route.question, route=route, notes=notes, frames=frames, facts=(), language="en")
    assert found is not None
    holds(found.query, "penalty bond -kestrel")


def test_a_pronoun_follows_the_turn_before_it_even_when_an_older_topic_was_taken_up() -> None:
    """Unless the message shares a word with that topic or says that it returns."""
    frames = (
        Frame(1, "messages in Norvik Queue", ("Norvik Queue",), first_turn=1, last_turn=1),
        Frame(2, "rosemary focaccia", first_turn=2, last_turn=2),
    )
    asked = ("How long are messages kept in Norvik Queue?", "How much rosemary goes into the focaccia?")
    notes = [TurnNote(n, str(n), "retrieve", text, n, asked=text, answered="Yes.") for n, text in enumerate(asked, 1)]
    for message, words in (
        ("How long does it bake?", "focaccia -queue"),
        ("How large are messages in it?", "queue -focaccia"),
    ):
        route = route_message(message, notes=notes, frames=frames, language="en")
        found = refer(route.question, route=route, notes=notes, frames=frames, facts=(), language="en")
        assert found is not None
        holds(found.query, words)


def test_a_new_topic_takes_nothing_from_the_one_before() -> None:
    """A frame that begins with this message has nothing to lean on."""
    frames = (Frame(3, "the moon", first_turn=3, last_turn=3), Frame(1, "Comet plan", first_turn=1, last_turn=2))
    notes = [TurnNote(2, "2", "retrieve", PLAN, 1, asked=PLAN, answered="It costs 9 euros.")]
    route = route_message("How far is the moon?", notes=notes, frames=frames, language="en")
    found = refer(route.question, route=route, notes=notes, frames=frames, facts=(), language="en")
    assert found is None or found.query == "How far is the moon?"
