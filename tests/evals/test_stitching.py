"""Dialogues joined from conversations, and what topic decisions on them are worth."""

import json
import random
from pathlib import Path

import pytest

from evals import train_topics
from evals.dialogues import read_dialogues
from evals.stitching import Conversation, entered, pair, read_conversations, walk
from evals.topics import summarize
from stores.errors import InputError


def conversation(name: str, turns: int = 6) -> Conversation:
    said = tuple((f"{name} question {n}", f"{name} answer {n}") for n in range(turns))
    return Conversation(name, "clapnq", said, tuple(f"{name} whole {n}" for n in range(turns)))


@pytest.mark.parametrize("make", [pair, walk])
def test_every_change_of_conversation_has_its_label(make: object) -> None:
    """New first, switch at what begins, return at what was left; in between the topic stays the same."""
    for seed in range(40):
        made = make([conversation(name) for name in "abc"], random.Random(seed), "d")  # type: ignore[operator]
        seen: set[str] = set()
        before = ""
        for said in made.turns:
            expected = "same" if said.part == before else "return" if said.part in seen else "switch"
            assert said.topic == (expected if before else "new")
            seen.add(said.part)
            before = said.part
        assert len(seen) >= 2


def test_a_conversation_goes_on_where_it_was_left() -> None:
    """No turn comes twice."""
    for seed in range(20):
        made = walk([conversation(name) for name in "abc"], random.Random(seed), "d")
        assert len({said.user for said in made.turns}) == len(made.turns)


def test_a_later_question_opens_in_its_stand_alone_form() -> None:
    """With enough turns left to be left and come back to."""
    found = {entered(conversation("a"), random.Random(seed)).turns[0][0] for seed in range(60)}
    assert found == {"a question 0", "a whole 1", "a whole 2", "a whole 3"}


def test_sets_that_are_there_are_read(tmp_path: Path) -> None:
    """CANARD's titles are in no message; its openings are the rewrites."""
    with pytest.raises(InputError, match="holds none of"):
        read_conversations(tmp_path)
    rows = []
    for number in range(1, 6):
        history = ["Ada", "Life", *(part for n in range(1, number) for part in (f"q{n}?", f"a{n}"))]
        row = {"History": history, "QuAC_dialog_id": "x", "Question": f"q{number}?"}
        rows.append({**row, "Question_no": number, "Rewrite": f"q{number} of Ada?"})
    (tmp_path / "canard").mkdir()
    (tmp_path / "canard" / "dev.json").write_text(json.dumps(rows), encoding="utf-8")
    (found,) = read_conversations(tmp_path)
    assert found.turns == (("q1 of Ada?", "a1"), ("q2?", "a2"), ("q3?", "a3"), ("q4?", "a4"))
    assert found.alone[2] == "q3 of Ada?"


def test_a_file_that_holds_no_dialogues_is_named(tmp_path: Path) -> None:
    """The caller's mistake."""
    (tmp_path / "x.jsonl").write_text("{}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"x\.jsonl"):
        read_dialogues(tmp_path / "x.jsonl")


def test_labels_are_summed_up() -> None:
    """A switch that was called a return still left the topic; a false switch counts per hundred turns."""
    labels = [("switch", "return"), ("return", "return"), ("same", "switch"), ("same", "same"), ("return", "same")]
    found = summarize(labels)
    assert found["boundary"] == {"precision": 0.6667, "recall": 0.6667, "f1": 0.6667}
    assert found["return"] == {"precision": 0.5, "recall": 0.5}
    assert found["false_per_100"] == 20.0


def test_joined_dialogues_of_a_quarter_share_no_conversation_with_another() -> None:
    """So that a fold can be held out."""
    made = train_topics.join([conversation(f"c{n}") for n in range(12)], [f"c{n}" for n in range(12)])
    assert len(made) == train_topics.JOINED["clapnq"]
    for number, dialogue in enumerate(made):
        quarter = {int(said.part[1:]) // 3 for said in dialogue.turns}
        assert quarter == {number % 4}
