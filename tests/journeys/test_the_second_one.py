"""The assistant gives a list, and the person picks from it."""

from tests.journeys.talking import talk_over, terms_of, top

CLUB = {
    "courses": "Autumn courses. The club runs Sculling Basics with Mira Tolland, Open-Water Swim with Jonas Pell and "
    "Dinghy Sailing with Ines Varro.",
    "pell": "Winter sessions with Jonas Pell. In winter Jonas Pell leads Cold-Water Safety and the Sunrise Dip.",
    "tolland": "Winter sessions with Mira Tolland. In winter Mira Tolland leads Indoor Rowing Technique on Mondays.",
    "varro": "Winter sessions with Ines Varro. In winter Ines Varro teaches Race Tactics and Knots for Beginners.",
    "swim": "Open-Water Swim details. Open-Water Swim costs 110 euros. The minimum age is 16.",
    "dinghy": "Dinghy Sailing details. Dinghy Sailing costs 140 euros and takes place on Sunday afternoons.",
}
LISTED = "The courses are Sculling Basics (Mira Tolland), Open-Water Swim (Jonas Pell) and Dinghy Sailing (Ines Varro)."


async def test_entries_are_picked_by_their_place() -> None:
    """The second instructor, the last one, and which of two is cheaper."""
    async with talk_over(CLUB) as talk:
        await talk.say("Name the autumn courses and their instructors.", LISTED)
        winter = await talk.say("What does the second instructor lead in winter?")
        assert "jonas pell" in terms_of(winter)
        assert "tolland" not in terms_of(winter)
        assert "pell" in top(winter)

        await talk.say("How much is the Open-Water Swim course?")
        await talk.say("And Dinghy Sailing?")
        cheaper = await talk.say("Which of the two is cheaper?")
        assert "open-water swim" in terms_of(cheaper)
        assert "dinghy sailing" in terms_of(cheaper)
        assert {"swim", "dinghy"} & set(top(cheaper))
