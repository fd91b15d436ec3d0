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
