"""The conversation of the README, over the example handbook."""

from pathlib import Path

from tests.handbook import talk

SEEDS = [
    "What is our parental leave policy?",
    "How does it differ for part-time employees?",
    "And what about in the UK office?",
    "Thanks. Now, what is our expense reimbursement process?",
    "back to parental leave: what about contractors?",
]


def test_a_conversation_keeps_its_thread(handbook_home: Path) -> None:
    """Follow-ups find what they mean, a new subject is a switch, and coming back is a return."""
    policy, part_time, uk, expenses, contractors = talk(handbook_home, SEEDS)

    assert policy["topic"] == "new"
    assert "20 weeks" in policy["answer"]

    assert part_time["topic"] == "same"
    assert "parental leave" in part_time["query"].lower()
    assert part_time["added"]
    assert "16 weeks" in part_time["answer"]

    assert uk["topic"] == "same"
    assert {"parental", "part-time", "uk"} <= set(uk["query"].lower().replace("?", "").split())
    top = [source for source in uk["sources"] if source["heading"].endswith("Part-time employees in the UK office")]
    assert top, uk["sources"]
    assert "18 weeks" in uk["answer"]

    assert expenses["topic"] == "switch"
    assert "parental" not in expenses["query"].lower()
    assert "expense reimbursement process has five steps" in expenses["answer"]

    assert contractors["topic"] == "return"
    assert {"parental", "contractors"} <= set(contractors["query"].lower().replace("?", "").replace(":", "").split())
    assert "expense" not in contractors["query"].lower()
    assert "contractor" in contractors["answer"].lower()


def test_a_thread_goes_on_in_another_process(handbook_home: Path) -> None:
    """What was said before the process ended is still what a follow-up refers to, under the same source numbers."""
    before = talk(handbook_home, SEEDS[:1], thread="kept")
    after = talk(handbook_home, [SEEDS[1], SEEDS[0]], thread="kept")
    assert after[0]["turn"] == 2
    assert "parental leave" in after[0]["query"].lower()
    numbers = {source["id"]: source["n"] for source in before[0]["sources"]}
    again = [source for source in after[1]["sources"] if source["id"] in numbers]
    assert again
    assert all(numbers[source["id"]] == source["n"] for source in again)


def test_threads_know_nothing_of_each_other(handbook_home: Path) -> None:
    """A follow-up on a fresh thread has nothing to refer to."""
    talk(handbook_home, SEEDS[:1], thread="one")
    other = talk(handbook_home, ["How does it differ for part-time employees?"], thread="two")
    assert other[0]["turn"] == 1
    assert not other[0]["added"]
