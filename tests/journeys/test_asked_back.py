"""Questions that cannot be answered as they stand, and the replies that complete them."""

from tests.journeys.talking import talk_over, terms_of, top

TOWN = {
    "tower": "Old Corn Exchange. The Old Corn Exchange was built in 1904 and has a clock tower 38 metres tall.",
    "pool": "Riverside pool. A swim costs 5.20 pounds for adults and 2.60 pounds for children.",
    "library": "Library card. A library card is free, lasts three years and allows twelve loans at a time.",
}


async def test_a_first_message_without_a_subject_is_asked_back() -> None:
    """One short question with what was understood; the reply fills the original question."""
    async with talk_over(TOWN) as talk:
        asked = await talk.say("how tall is it?")
        assert asked["action"] == "clarify"
        assert "how tall is it?" in asked["answer"]
        assert "?" in asked["answer"]
        assert not asked["sources"]
        filled = await talk.say("the clock tower of the Old Corn Exchange")
        assert terms_of(filled) == "how tall is the clock tower of the old corn exchange?"
        assert top(filled)[0] == "tower"
        assert "38 metres" in filled["answer"]


async def test_the_assistants_own_question_is_answered_by_a_word() -> None:
    """The reply is an option of the assistant's question and belongs to the question before it."""
    async with talk_over(TOWN) as talk:
        await talk.say("How much is a swim?", "Is it for an adult or for a child?")
        reply = await talk.say("a child")
        assert "swim" in terms_of(reply)
        assert "child" in terms_of(reply)
        assert "adult" not in terms_of(reply)
        assert "2.60" in reply["answer"]


async def test_another_question_may_follow_instead() -> None:
    """What was asked back is forgotten when the person moves on."""
    async with talk_over(TOWN) as talk:
        await talk.say("how long is it valid?")
        moved = await talk.say("How many loans does a library card allow?")
        assert moved["query"] == "How many loans does a library card allow?"
        assert "twelve loans" in moved["answer"]
