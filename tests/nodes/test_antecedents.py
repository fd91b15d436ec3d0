"""Who and what a pronoun stands for: he or she, persons against things, what a complete question was itself about."""

import re

import pytest

from tests.nodes.conversing import last

Turn = str | tuple[str, str]
HARBOUR = ("Who runs the harbour office?", "It is run by Selma Quist.")


def holds(turns: list[Turn], wanted: str) -> None:
    """Every word of `wanted` is in the query made of the last turn, none that follows a minus is."""
    query = last(*turns).low
    for word in wanted.split():
        held = re.search(rf"(?<!\w){re.escape(word.removeprefix('-').replace('_', ' '))}", query)
        assert (held is None) is word.startswith("-"), (query, word)


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        (
            [
                HARBOUR,
                ("where does she live?", "She lives in Tarn."),
                ("and who is the pilot", "Oke Brandur is the pilot."),
                ("how old is he?", "He is 41."),
                "does she speak french?",
            ],
            "quist french -brandur",
        ),
        (
            [
                HARBOUR,
                ("what is her number?", "Her number is 88."),
                ("who is her assistant?", "Jarl Veen."),
                "is he in?",
            ],
            "veen -quist",
        ),
        (
            [HARBOUR, ("who's her deputy?", "Her deputy is Gerhard Pohl."), "can i mail her?"],
            "quist mail -pohl",
        ),
        ([("Who wrote the guide?", "Tomas Ferrel wrote it. He lives in Ume."), "what else did he write?"], "ferrel"),
    ],
)
def test_he_and_she_keep_to_whom_they_were_said_of(turns: list[Turn], wanted: str) -> None:
    """By the pronouns of the user's messages and of the answers, else by the given name."""
    holds(turns, wanted)


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        (
            [
                ("who set up the glass archive", "It was set up by Gerda Holm."),
                ("Who's the warden?", "The warden is Piet Aalto."),
                "how big is it?",
            ],
            "glass_archive big -aalto -holm",
        ),
        (
            [
                ("Who coaches Seal United?", "They are coached by Clara Voss."),
                "where did she train?",
                "when do they play?",
            ],
            "seal_united play -voss",
        ),
        (
            [
                ("Who teaches the flute?", "Clara Voss teaches it."),
                ("does she lead the choir?", "Voss also leads the youth choir."),
                "when do they rehearse?",
            ],
            "choir rehearse -voss",
        ),
        (
            [("Where does the honey come from?", "It comes from Ebba Apiary."), "how many hives do they have?"],
            "apiary hives",
        ),
        (
            [("which stall closes last", "Quay Stall closes last, at nine."), "do they sell ice cream?"],
            "quay_stall ice",
        ),
        ([("does my cat need a passport", "Cats must have one."), "what does that cost?"], "passport cost -cat"),
        ([("where do Seal United train?", "They train at Low Field."), "is it covered?"], "low_field covered -seal"),
        ([("where do i get a badge", "Badges are printed at Gate Desk."), "when does it expire"], "badge expire -gate"),
        ([("where do i get a badge", "Badges are printed at Gate Desk."), "when does it open"], "gate_desk open"),
    ],
)
def test_nobody_is_an_it_and_no_single_person_a_they(turns: list[Turn], wanted: str) -> None:
    """A group, a place or a thing of the turns before is, also where only the answer names it."""
    holds(turns, wanted)


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        (
            [
                "What is the fare to Norr?",
                ("Can I complain about that?", "A complaint must be sent within a week."),
                "who reads it?",
            ],
            "complaint reads -norr",
        ),
        (
            [
                ("Who runs the clay course?", "Odile Fenn runs it."),
                ("does she do glass as well?", "Yes, she runs a glass course on Fridays."),
                "how long does it last?",
            ],
            "glass_course last -clay",
        ),
        (["is early boarding possible?", "whats the fee for that"], "fee early_boarding"),
        (["How many days does the spring term have?", "when does it start"], "spring_term start -days"),
        (["i lost my ferry pass", "whats with my balance", "how much is a new one"], "new -whats"),
        (["how much does a crate cost to Norr Island?", "what if its bigger"], "crate is bigger -its"),
        ([("Who won the Quay Cup in 2019?", "Seal United won it."), "who came third"], "quay_cup 2019 third"),
        (
            [
                "Where do Seal United play?",
                ("what's the fine for shouting", "Whoever shows a season pass pays half."),
                "where can i show it?",
            ],
            "season_pass -fine",
        ),
        ([("where do Seal United train?", "They train at Low Field."), "When was that rebuilt?"], "low_field rebuilt"),
        (["how much is the sound guide", "is there one for toddlers?"], "sound_guide toddlers"),
        (["who reads the findings", "how long are they stored?"], "findings stored"),
        (["does the Fox tent have a stove", "then we take the Elk tent. how much is that one?"], "elk -fox"),
    ],
)
def test_a_complete_question_is_about_its_own_thing(turns: list[Turn], wanted: str) -> None:
    """The act it asks about, the thing its answer brings up, a term; not what came before it."""
    holds(turns, wanted)


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        (["how much is the harbour cruise", "can my nephews come? they are 3 and 5"], "cruise nephews"),
        (["how do i reset the Fenn router", "will i lose my settings then?"], "reset router settings"),
        (["How do I give back my Fenn pass?", "what happens to my points then"], "give_back pass points"),
        (["how much is a fishing licence", "my mum is 80, does she pay the full fee?"], "fishing licence full fee"),
        (["how long is the Fenn strap", "is that longer than the Orr one?"], "fenn strap orr"),
        (["how much is a fishing licence", "is there a discount?"], "licence discount"),
        (["Who won the Quay Cup?", "ok great. How long is the swimming season?"], "swimming_season -quay -great"),
        (["Is the boat shed open?", "and paddles, who lends those?"], "paddles -shed"),
        (["how much is the boat trip", "can i eat bread for the swim test", "when do i get the results?"], "swim"),
        (["what colour is the boat shed", "what's the charge for a pump", "when do I get it back"], "charge -shed"),
    ],
)
def test_what_a_follow_up_of_its_own_words_implies_is_added(turns: list[Turn], wanted: str) -> None:
    """Who comes along, what happens "then", a price in full, a discount; chat before a new question is left out."""
    holds(turns, wanted)
