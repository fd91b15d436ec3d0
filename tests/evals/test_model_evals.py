"""What a model adds, what answers rest on, and resolutions marked by hand."""

import asyncio
import gzip
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from evals import answers, sample
from evals.answers import Answer, by_embeddings, by_judge
from evals.kept_replies import KeptReplies
from evals.model import (
    Tally,
    cases_beside,
    helper_of,
    print_beside,
    raced,
    replaying,
    retrieval_beside,
    rewriting_beside,
)
from evals.sample import Marks, Sample, draw, mark_by_hand, mark_by_model, samples_of
from graph.settings import Settings
from graph.testing import FaultServer, HashingEmbedder, Latency, ScriptedModel
from nodes.model_rewrite import ModelRewriter
from nodes.state import TurnNote
from stores.errors import InputError

GROUND = {1: "The Heron probe was launched in 2019. It studies the icy moon Ysolde.", 2: "Its budget is 410 crowns."}

QUOTE = "The Heron probe was launched in 2019 [1]."


def record(turn: int, message: str, query: str, answer: str = "It was.", action: str = "retrieve") -> dict[str, Any]:
    added = [{"term": "Heron", "from": "turn 1 user"}]
    sources = [{"n": 1, "id": "a"}]
    return {"thread": "t", "turn": turn, "message": message, "query": query, "answer": answer, "action": action,
            "added": added, "sources": sources}  # fmt: skip


RECORDS = [
    record(1, "Who runs Heron?", "Who runs Heron?"),
    record(2, "thanks", "thanks", action="social"),
    record(3, "and its budget?", "Heron and its budget?"),
    record(4, "its mass?", "Heron mass?"),
]


def judged(text: str, question: str = "When was the Heron probe launched?") -> answers.Judged:
    return by_embeddings([Answer("t", 1, question, text, GROUND)], HashingEmbedder())[0]


def test_sentences_are_held_against_what_they_cite() -> None:
    """Quotes and near words pass; another figure, another source and invention do not."""
    found = judged(
        "The Heron probe was launched in 2019 [1]. It was launched in 2018 [1]. Its budget is 410 crowns [1]."
    )
    assert found.supported == (True, False, False)
    assert judged("Bees can sing [1].").supported == (False,)
    assert judged("Its budget is 410 crowns.").supported == (True,)


def test_an_answer_to_the_question_is_more_relevant_than_another() -> None:
    """By the nearest sentence."""
    assert (
        judged("The Heron probe was launched in 2019 [1].").relevance
        > judged("Its budget is 410 crowns [2].").relevance
    )


def test_the_report_counts_sentences_and_names_those_without_support() -> None:
    """Means over answers with their standard errors."""
    found = [
        judged("The Heron probe was launched in 2019 [1]. Bees sing [1]."),
        judged("Its budget is 410 crowns [2]."),
    ]
    report = answers.report(found, turns=4)
    assert (report["turns"], report["answers"], report["sentences"]) == (4, 2, 3)
    assert report["faithfulness"] == 0.75
    assert report["unsupported"] == [{"thread": "t", "turn": 1, "sentence": "Bees sing [1]."}]


async def test_a_judge_sees_question_passages_and_numbered_sentences() -> None:
    """Its marks count; an answer that it cannot judge is left out."""
    model = ScriptedModel(replies=[json.dumps({"supported": [True, False], "relevance": 9}), "no json"])
    answer = Answer("t", 1, "When?", "It was 2019 [1]. Bees sing [1].", GROUND)
    found = await by_judge([answer, answer], model)
    assert [one.supported for one in found] == [(True, False)]
    assert found[0].relevance == 5.0
    prompt = model.seen[0][-1].text
    assert "2. Bees sing [1]." in prompt
    assert '<document n="1"' in prompt


def test_resolutions_after_a_first_turn_are_sampled() -> None:
    """Turns that searched, with what came before; the same seed draws the same, and none twice."""
    found = samples_of({"t": RECORDS})
    assert [one.turn for one in found] == [3, 4]
    assert found[0].before[-1] == ("thanks", "It was.")
    assert draw(found, 1, [], seed=3) == draw(found, 1, [], seed=3)
    assert draw(found, 9, [found[0].key]) == [found[1]]


def test_marks_are_kept_and_make_an_accuracy(tmp_path: Path) -> None:
    """A skipped one does not count; an end of input stops; another judge has marks of its own."""
    found, said = samples_of({"t": RECORDS}), list[str]()
    marks = Marks(tmp_path / "evals" / "marks.jsonl")
    replies = iter(["y", "n"])
    mark_by_hand(found, marks, lambda _: next(replies), said.append)
    assert marks.accuracy("person") == {"judge": "person", "marked": 2, "accuracy": 0.5, "se": 0.5}
    assert "resolution: Heron and its budget?" in said[0]
    mark_by_hand(found[:1], marks, lambda _: "", said.append)
    assert marks.accuracy("person")["marked"] == 1

    def gone(_: str) -> str:
        raise EOFError

    mark_by_hand(found, marks, gone, said.append, judge="other")
    assert marks.accuracy("other")["marked"] == 0


async def test_a_model_may_mark_too(tmp_path: Path) -> None:
    """What it cannot judge stays unmarked."""
    marks = Marks(tmp_path / "marks.jsonl")
    model = ScriptedModel(replies=['{"right": true}', "what?"])
    await mark_by_model(samples_of({"t": RECORDS}), marks, model, "judge")
    assert marks.accuracy("judge")["marked"] == 1
    assert marks.accuracy("judge")["accuracy"] == 1.0


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A benchmark of one conversation."""
    folder = tmp_path / "mini" / "clapnq"
    folder.mkdir(parents=True)
    turns = [{"turn": 1, "user": "Who runs Heron?", "agent": "Talvik.", "task_id": "c<::>1"},
             {"turn": 2, "user": "and its budget?", "agent": "410.", "task_id": "c<::>2"}]  # fmt: skip
    conversation = {"conversation": "1", "domain": "clapnq", "turns": turns}
    (folder.parent / "conversations.dev.jsonl").write_text(json.dumps(conversation) + "\n")
    rows = {
        "queries_lastturn": ["Who runs Heron?", "and its budget?"],
        "queries_rewrite": ["Who runs Heron?", "What is the budget of Heron?"],
    }
    for name, texts in rows.items():
        lines = [json.dumps({"_id": f"c<::>{n}", "text": text}) for n, text in enumerate(texts, 1)]
        (folder / f"{name}.dev.jsonl").write_text("\n".join(lines) + "\n")
    (folder / "qrels.dev.tsv").write_text("query-id\tcorpus-id\tscore\nc<::>1\tp1\t1\nc<::>2\tp2\t1\n")
    with gzip.open(folder / "corpus.jsonl.gz", "wt") as file:
        file.writelines(json.dumps({"_id": f"p{n}", "title": "", "text": text}) + "\n" for n, text in GROUND.items())
    return folder.parent


def test_reference_rewrites_are_replayed_as_the_models_replies(data: Path) -> None:
    """They are checked like any model's, and win where they hold."""
    tally = Tally()
    notes = (TurnNote(1, "1", "retrieve", "Who runs Heron?", 1, asked="Who runs Heron?", answered="Talvik."),)
    with asyncio.Runner() as run:
        resolver = raced(ModelRewriter(replaying(data, "dev"), 5.0), run, tally)
        found = resolver("and its budget?", notes=notes, language="en")
        first = resolver("Who runs Heron?", notes=(), language="en")
    assert (found.query, found.by) == ("What is the budget of Heron?", "model")
    assert first.by != "model"
    assert tally.report() == {"messages": 2, "asked": 1, "in_time": 1, "used": 1, "lost": {}}


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with FaultServer(lambda request: json.dumps({"resolution": "What is NASA's budget?"})) as server:
        yield server


def printed(found: dict[str, Any]) -> str:
    console = Console(width=160, record=True, file=io.StringIO())
    print_beside(found, console)
    return console.export_text()


def test_a_model_that_talks_nonsense_changes_nothing(
    data: Path, server: FaultServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over real HTTP: every rewrite is refused, and the figures are those of the rules."""
    monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
    settings = Settings(_env_file=None, home=tmp_path / "home", small_model="openai:nonsense")
    helper = helper_of(settings, deadline_s=20)
    assert helper is not None
    found = retrieval_beside(data, "dev", settings.home, helper)
    assert found["races"] == {"messages": 2, "asked": 1, "in_time": 1, "used": 0, "lost": {"foreign": 1}}
    assert found["runs"] == found["rules"]["runs"]
    assert found["difference"]["fused"]["ndcg@5"] == 0
    assert "fused: nDCG@5" in printed(found)


def test_a_late_model_is_counted_as_late(
    data: Path, server: FaultServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What did not come in time is told apart from what came and was not used."""
    monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
    server.latency = Latency(first_s=30)
    settings = Settings(_env_file=None, home=tmp_path / "home", small_model="openai:late")
    helper = helper_of(settings, deadline_s=0.05)
    assert helper is not None
    races = retrieval_beside(data, "dev", settings.home, helper)["races"]
    assert (races["asked"], races["in_time"], races["used"]) == (1, 0, 0)


def test_kept_replies_are_not_asked_for_again(
    data: Path, server: FaultServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A measurement with a slow model goes on where it stopped; another model's replies are its own."""
    monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
    for name, asked in (("openai:one", 1), ("openai:one", 1), ("openai:other", 2)):
        settings = Settings(_env_file=None, home=tmp_path / "home", small_model=name)
        helper = helper_of(settings, deadline_s=20, replies=tmp_path / "kept" / "replies.sqlite")
        assert helper is not None
        found = retrieval_beside(data, "dev", settings.home, helper)
        assert found["races"]["lost"] == {"foreign": 1}
        assert len(server.chats) == asked


def test_a_file_of_something_else_is_no_file_of_replies(tmp_path: Path) -> None:
    """It is refused, and stays as it was."""
    other = tmp_path / "notes.txt"
    other.write_text("remember the milk " * 100)
    with pytest.raises(InputError, match="no file of replies"):
        KeptReplies(other, "m")
    assert other.read_text().startswith("remember")


def test_cases_and_rewrites_are_measured_beside_the_rules(
    server: FaultServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Figures as without a model, the rules' beside them, and what each step of the helper came to."""
    monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
    documents = [{"id": "a", "text": GROUND[1]}, {"id": "b", "text": GROUND[2]}]
    turns = [{"user": "When was the Heron probe launched?", "expect": {"top3_any": ["a"]}},
             {"user": "and its budget?", "expect": {"query_has": ["heron", "budget"]}}]  # fmt: skip
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps({"id": "c", "kind": "pronoun", "documents": documents, "turns": turns}) + "\n")
    helper = helper_of(Settings(_env_file=None, small_model="openai:nonsense"), deadline_s=20)
    assert helper is not None
    found = cases_beside(file, helper)
    assert found["expectations"] == found["rules"]["expectations"]
    assert found["difference"] == {"expectations": 0, "se": 0.0, "better": 0, "worse": 0}
    assert found["races"]["used"] == 0
    assert found["steps"] == {"asked": {"extract": 2, "rewrite": 1}, "failed": {}}
    assert "2 of 2 expectations; with the model +0 ± 0.0" in printed(found)

    folder = tmp_path / "cast" / "rewrites"
    folder.mkdir(parents=True)
    lines = ["c\t1\tWho runs Heron?\tWho runs Heron?", "c\t2\tand its budget?\tWhat is the budget of Heron?"]
    (folder / "1_Human.tsv").write_text("conversation_id\tturn_id\toriginal\tquery\n" + "\n".join(lines) + "\n")
    rewrites = rewriting_beside(folder.parent, helper)
    assert rewrites["ours"] == {key: rewrites["systems"]["rules"][key] for key in rewrites["ours"]}
    assert rewrites["races"]["lost"] == {"foreign": 1}
    assert "races: " in printed(rewrites)


def test_sampling_is_documented_by_its_key() -> None:
    """Two resolutions of one message are two samples."""
    one = Sample("t", 2, "m", "r", (), ())
    assert one.key != Sample("t", 2, "m", "other", (), ()).key
    assert sample.KEYS["y"] == "right"
