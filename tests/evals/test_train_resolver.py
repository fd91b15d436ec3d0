"""The training of the resolver's scorers, over a handful of made-up conversations."""

import json
from pathlib import Path

import numpy as np
import pytest

from evals.resolver_data import conversations, past_of, variants
from evals.resolver_examples import Examples, asked, candidates, messages, standalone
from evals.train_resolver import fit, fold, store
from nodes.resolving.features import NAMES
from nodes.resolving.message import NAMES as MESSAGE_NAMES
from nodes.resolving.scorer import Trees
from stores.errors import InputError

SUBJECTS = ("Orla Venn", "Piet Hallam", "Marta Quill", "Ibo Salk", "Rune Dahl", "Tess Orrin")


def canard(dialogue: int) -> list[dict[str, object]]:
    name = SUBJECTS[dialogue % len(SUBJECTS)]
    first, answer = "When did she begin?", f"{name} began in 1970 with a small theatre in Talvik."
    history = [name, "Career", first, answer]
    return [
        {"History": history[:2], "Question": first, "Rewrite": f"When did {name} begin?"},
        {"History": history, "Question": "Was she paid?", "Rewrite": f"Was {name} paid?"},
        {
            "History": [*history, "Was she paid?", "No."],
            "Question": f"Did {name} leave Talvik?",
            "Rewrite": f"Did {name} leave Talvik?",
        },
    ]


def qrecc(number: int, source: str) -> dict[str, object]:
    return {
        "Conversation_source": source,
        "Conversation_no": number,
        "NewContext": ["what is a bog oak?", "A bog oak is wood that lay in peat."],
        "Question": "how old is it?",
        "Truth_rewrite": "how old is a bog oak?",
    }


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    rows = [row | {"QuAC_dialog_id": f"d{at}"} for at in range(24) for row in canard(at)]
    (folder / "canard").mkdir()
    (folder / "canard" / "dev.json").write_text(json.dumps(rows), encoding="utf-8")
    (folder / "qrecc_dev2k").mkdir()
    sampled = [qrecc(1, "nq"), qrecc(2, "trec")]
    (folder / "qrecc_dev2k" / "dev-sampled2k-modified.json").write_text(json.dumps(sampled), encoding="utf-8")
    return folder


def test_the_conversations_leave_out_what_the_resolver_is_measured_on(data: Path) -> None:
    """TREC's turns are gone, and so are the titles that CANARD puts before a conversation."""
    every = conversations(data)
    assert {one.source for one in every} == {"canard", "nq"}
    assert len(every) == 25
    first = next(one for one in every if one.id == "d0")
    assert [turn.asked for turn in first.turns] == [
        "When did Orla Venn begin?",
        "Was she paid?",
        "Did Orla Venn leave Talvik?",
    ]


def test_a_folder_without_the_data_says_what_it_should_hold(tmp_path: Path) -> None:
    """The command names the file that is missing."""
    with pytest.raises(InputError, match="canard"):
        conversations(tmp_path)


def test_every_message_is_judged_by_what_a_person_added(data: Path) -> None:
    """The leaning one lacks the name, the other nothing."""
    items = asked(conversations(data)[:1])
    assert [(item.text, item.dependent) for item in items] == [
        ("Was she paid?", True),
        ("Did Orla Venn leave Talvik?", False),
    ]
    assert items[0].lacking == {"orla", "venn"}
    assert items[1].lacking == set()


def test_made_standalone_messages_lack_nothing_and_count_half(data: Path) -> None:
    """They are rewrites, and first questions of other conversations."""
    every = conversations(data)
    made = standalone(asked(every), [one.turns[0].asked for one in every])
    assert made
    assert all(not item.dependent and not item.lacking for item in made)
    assert {item.conversation.weight for item in made} <= {0.5, 1.25}


def test_a_term_is_an_example_once_for_each_message_that_may_lack_it(data: Path) -> None:
    """One row of features a term, the missing ones marked."""
    examples = candidates(asked(conversations(data)))
    assert examples.x.shape == (len(examples.y), len(NAMES))
    assert 0 < examples.y.mean() < 0.5
    assert set(examples.source) == {"canard", "nq"}


def test_variants_keep_the_conversation_they_were_made_of(data: Path) -> None:
    """So that no conversation is on both sides of a fold."""
    every = conversations(data)
    many = list(variants(every))
    assert len(many) == 3 * len(every)
    assert {one.key for one in many} == {one.key for one in every}
    assert fold(every[0].key, 3) == fold(many[0].key, 3)


def test_a_stored_scorer_says_what_the_fitted_one_said(data: Path, tmp_path: Path) -> None:
    """Trees survive being written in few bytes; a leaning message scores above one that stands alone."""
    every = conversations(data)
    examples: Examples = messages(every)
    trees = fit(examples, MESSAGE_NAMES, max_leaf_nodes=4, max_iter=20, min_samples_leaf=5)
    store(trees, tmp_path / "small.npz")
    with np.load(tmp_path / "small.npz") as kept:
        again = Trees(
            kept["feature"].astype(np.int32),
            kept["threshold"].astype(np.float32),
            kept["child"].astype(np.int32),
            kept["value"].astype(np.float32),
            kept["roots"].astype(np.int32),
            int(kept["depth"]),
            float(kept["baseline"]),
        )
    scores = again.score(examples.x)
    np.testing.assert_allclose(scores, trees.score(examples.x), atol=0.01)
    assert scores[examples.y].mean() > scores[~examples.y].mean() + 0.2


def test_the_past_of_a_turn_holds_the_queries_made_before_it(data: Path) -> None:
    """Not the messages alone: a scorer sees what was resolved."""
    one = conversations(data)[0]
    past = past_of(one, 1, ["When did Orla Venn begin her career?"])
    assert [said.query.raw for said in past.said] == ["When did Orla Venn begin her career?"]
