"""One thread in several languages: every message is read in its own, and nothing is mixed."""

from tests.journeys.talking import talk_over, terms_of, top

PLACES = {
    "museo": "Tarifas del Museo del Vidrio. La entrada general cuesta 9 euros. Los estudiantes pagan 5 euros.",
    "bad": "Hallenbad Ahrfeld, Eintrittspreise. Der Eintritt kostet für Erwachsene 5,50 Euro und für Kinder 3 Euro.",
    "bus": "Carte Rivelin. La carte mensuelle coûte 46 euros. Les étudiants paient la carte mensuelle 24 euros.",
    "gym": "青禾健身中心私教课。私教课每节280元,购买十节可以打九折。私教课不能退款。",
}


async def test_each_message_is_read_in_its_own_language() -> None:
    """Ellipses in four of them, thanks in two."""
    async with talk_over(PLACES) as talk:
        await talk.say("¿Cuánto cuesta la entrada general del Museo del Vidrio?")
        students = await talk.say("¿Y para los estudiantes?")
        assert {"entrada", "estudiantes"} <= set(terms_of(students).replace("?", "").split())
        assert students["language"] == "es"
        assert top(students)[0] == "museo"

        await talk.say("Was kostet der Eintritt im Hallenbad Ahrfeld für Erwachsene?")
        children = await talk.say("Und für Kinder?")
        assert "erwachsene" not in terms_of(children)
        assert top(children)[0] == "bad"
        assert "3 Euro" in children["answer"]
        assert (await talk.say("Danke!"))["action"] == "social"

        monthly = await talk.say("Combien coûte la carte mensuelle Rivelin ?")
        assert monthly["query"] == "Combien coûte la carte mensuelle Rivelin ?"
        assert "bus" in top(monthly)

        lesson = await talk.say("私教课多少钱一节?")
        assert top(lesson)[0] == "gym"
        refund = await talk.say("可以退款吗?")
        assert "私教课" in terms_of(refund)
        assert (await talk.say("谢谢"))["action"] == "social"

        english = await talk.say("Now say that in English, please")
        assert english["action"] == "transform"
        assert [notice["code"] for notice in english["notices"]] == ["needs_writer"]
