"""A thread is left alone by thanks, restatements and recalls, and goes on as if they had not been."""

from tests.journeys.talking import talk_over, terms_of, top

SAVINGS = {
    "rate": "Two-Year Bond interest. It pays a fixed 4.3 percent a year. The minimum deposit is 1,000 pounds.",
    "early": "Two-Year Bond early withdrawal. Closing the Two-Year Bond before maturity costs a penalty of 120 days of "
    "interest. The penalty is waived after the death of the account holder.",
    "saver": "Everyday Saver. The Everyday Saver pays 2.1 percent a year and can be emptied at any time.",
    "card": "Cashback Card. The Cashback Card has an annual fee of 24 pounds.",
}


async def test_the_thread_goes_on_after_small_talk() -> None:
    """Three hellos, a shorter version and a look back: the next "it" is still the bond."""
    async with talk_over(SAVINGS) as talk:
        await talk.say("Hi")
        penalty = await talk.say("What is the penalty for closing the Two-Year Bond early?")
        assert "early" in top(penalty)
        replies = {"Hello": "Hello.", "hi there!": "Hello.", "thanks!": "You're welcome.", "👍": "You're welcome."}
        for greeting, reply in replies.items():
            said = await talk.say(greeting)
            assert said["answer"].startswith(reply)
            assert said["action"] == "social"
            assert said["topic"] == "same"
            assert not said["sources"]
        shorter = await talk.say("make it shorter")
        assert shorter["action"] == "transform"
        assert len(shorter["answer"]) <= len(penalty["answer"])
        first = await talk.say("What was my first question?")
        assert first["action"] == "recall"
        assert "What is the penalty for closing the Two-Year Bond early?" in first["answer"]
        waived = await talk.say("Is it waived in any case?")
        assert "bond" in terms_of(waived)
        assert "penalty" in terms_of(waived)
        assert top(waived)[0] == "early"


async def test_a_source_keeps_its_number() -> None:
    """Through turns that search nothing, and when it is cited again; a carried passage says its turn."""
    async with talk_over(SAVINGS) as talk:
        first = await talk.say("What is the penalty for closing the Two-Year Bond early?")
        numbers = {source["id"]: source["n"] for source in first["sources"]}
        await talk.say("thanks")
        listed = await talk.say("as a list please")
        assert {source["id"]: source["n"] for source in listed["sources"]} == numbers
        again = await talk.say("In the passage you cited, when is the penalty waived?")
        assert again["action"] == "reuse"
        assert [source["n"] for source in again["sources"] if source["id"] in numbers] == [numbers["early"]]
        assert {source["turn"] for source in again["sources"]} == {1}
        assert "early" in again["passages"]["carried"]
