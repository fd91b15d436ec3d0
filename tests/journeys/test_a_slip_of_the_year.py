"""Someone asks about the wrong year, says so, and goes on."""

from tests.journeys.talking import talk_over, terms_of, top

RESULTS = {
    "r22": "Annual results 2022. In 2022 Brightwell had interest income of 310 million and a profit of 96 million.",
    "r23": "Annual results 2023. In 2023 Brightwell had interest income of 348 million and a profit of 121 million.",
    "r24": "Annual results 2024. In 2024 Brightwell had interest income of 365 million and a profit of 118 million.",
    "b23": "Branch network in 2023. In 2023 the bank closed four branches and opened two mobile branches.",
}


async def test_a_corrected_year_stays_corrected() -> None:
    """The request is searched again with the year meant, the answer says so, and later turns keep it."""
    async with talk_over(RESULTS) as talk:
        first = await talk.say("What was Brightwell's interest income in 2022?")
        assert not first["correction"]
        assert "310 million" in first["answer"]

        fixed = await talk.say("Wait, I meant the 2023 figures, not 2022")
        assert fixed["correction"]
        assert fixed["topic"] == "same"
        assert "2023" in terms_of(fixed)
        assert "2022" not in terms_of(fixed)
        assert "r23" in top(fixed)
        assert "348 million" in fixed["answer"]
        assert "2023" in fixed["answer"].split(".")[0]

        profit = await talk.say("And the profit?")
        assert "2023" in terms_of(profit)
        assert "121 million" in profit["answer"]

        before = await talk.say("and in the year before?")
        assert "2022" in terms_of(before)
        assert "96 million" in before["answer"]


async def test_a_doubt_is_looked_up_and_not_obeyed() -> None:
    """ "That can't be right" is no correction of the request: the documents are asked once more."""
    async with talk_over(RESULTS) as talk:
        await talk.say("What was Brightwell's profit in 2023?", "The profit was 121 million.")
        doubt = await talk.say("That can't be right, it was 96 million in 2023.")
        assert not doubt["correction"]
        assert doubt["action"] == "retrieve"
        assert "profit" in terms_of(doubt)
        assert "r23" in top(doubt)
