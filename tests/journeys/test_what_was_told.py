"""What people tell of themselves is theirs to ask for, long after it has left the window."""

from tests.journeys.talking import talk_over

BANK = {
    "youth": "Youth Account. The Youth Account is for people aged 11 to 17 and pays 3 percent.",
    "card": "Cashback Card. The Cashback Card has an annual fee of 24 pounds.",
    "bond": "Two-Year Bond. The Two-Year Bond pays 4.3 percent. Closing it early costs 120 days of interest.",
    "saver": "Everyday Saver. The Everyday Saver pays 2.1 percent.",
}
FILLERS = (
    "What is the annual fee of the Cashback Card?",
    "ok",
    "What does the Two-Year Bond pay?",
    "What if I close it early?",
    "thanks",
    "What does the Everyday Saver pay?",
    "cool",
    "And the Youth Account?",
)


async def test_a_person_that_was_introduced_is_remembered() -> None:
    """Word for word, eight turns later; a question about strangers goes to the documents."""
    async with talk_over(BANK) as talk:
        told = "My sister Tamsin turns 15 next month and I want to open a Youth Account for her. What does it pay?"
        await talk.say(told)
        for filler in FILLERS:
            await talk.say(filler)
        who = await talk.say("Who is Tamsin?")
        assert who["action"] == "recall"
        assert "sister" in who["answer"].lower()
        stranger = await talk.say("Who is Orsolya?")
        assert stranger["action"] == "retrieve"


async def test_the_first_question_is_quoted_after_the_window_has_moved_on() -> None:
    """From the archive, exactly as it was asked."""
    async with talk_over(BANK) as talk:
        await talk.say("What does the Youth Account pay?")
        for filler in FILLERS:
            await talk.say(filler)
        first = await talk.say("What was the very first question I asked?")
        assert first["action"] == "recall"
        assert "What does the Youth Account pay?" in first["answer"]
        said = await talk.say("And what did you tell me about the Cashback Card?")
        assert said["action"] == "recall"
        assert "24 pounds" in said["answer"]
