"""The comparison with other systems in small: every one answers, and its figures are those of what it did."""

import argparse
import gzip
import json
from pathlib import Path

import pytest

from evals.benchmark import peers
from evals.benchmark.__main__ import main
from evals.peer_chats import OPENERS, PACKAGES, missing
from evals.peer_quality import later
from evals.peer_server import Replay, made_up, wanted
from graph.openai_wire import Request

COSTS = {"calls", "calls_standalone", "first_token_ms", "own_ms", "turns", "prompt_tokens_9", "bytes_9"}
LAKES = {
    "Lake Orrin": "Lake Orrin lies in the Sabel hills. Its deepest point is 212 metres below the surface.",
    "Lake Tamsel": "Lake Tamsel is fed by two rivers. A ferry crosses it every hour in summer.",
    "Bread": "Rye bread keeps for a week when it is wrapped in linen and stored in a cool place.",
    "Clocks": "The tower clock was wound by hand until an electric motor was put in after the fire.",
    "Wool": "Wool from the upland sheep is coarse; it is spun for carpets and for fishermen's coats.",
    "Salt": "Salt was carried over the pass on mules, a three days' walk with one inn on the way.",
    "Glass": "The glassworks closed when the sand pit was flooded, and its chimney still stands.",
}
SAID = [
    ("How deep is Lake Orrin?", "How deep is Lake Orrin?", "212 metres.", "Lake Orrin"),
    ("And which hills is it in?", "Which hills is Lake Orrin in?", "The Sabel hills.", "Lake Orrin"),
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A benchmark of one conversation over seven passages."""
    folder = tmp_path / "data" / "clapnq"
    folder.mkdir(parents=True)
    turns = [{"task_id": f"c<::>{n}", "user": m, "agent": a} for n, (m, _, a, _) in enumerate(SAID, 1)]
    (folder.parent / "conversations.dev.jsonl").write_text(json.dumps({"conversation": "c", "turns": turns}) + "\n")
    for place, name in enumerate(("queries_lastturn", "queries_rewrite")):
        rows = [json.dumps({"_id": f"c<::>{n}", "text": said[place]}) for n, said in enumerate(SAID, 1)]
        (folder / f"{name}.dev.jsonl").write_text("\n".join(rows) + "\n")
    judged = "".join(f"c<::>{n}\t{said[3]}\t1\n" for n, said in enumerate(SAID, 1))
    (folder / "qrels.dev.tsv").write_text(f"query-id\tcorpus-id\tscore\n{judged}")
    with gzip.open(folder / "corpus.jsonl.gz", "wt") as file:
        file.writelines(json.dumps({"_id": id_, "text": text}) + "\n" for id_, text in LAKES.items())
    return folder.parent


def options(home: Path, *arguments: str) -> argparse.Namespace:
    """What the command line would give, small."""
    parser = argparse.ArgumentParser()
    peers.add_options(parser)
    small = ["--passages", "40", "--turns", "2", "--long", "9", "--home", str(home)]
    return parser.parse_args([*small, *arguments])


async def test_every_system_that_is_installed_is_measured_on_the_same_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two calls before a follow-up's answer where a model rewrites it, one where nothing does."""
    monkeypatch.delenv("ANAPHORA_EVAL_DATA", raising=False)
    found = await peers.measure(options(tmp_path))
    assert list(found) == list(OPENERS)
    assert [name for name, figures in found.items() if figures is None] == [n for n in OPENERS if missing(n)]
    for figures in filter(None, found.values()):
        assert figures.keys() == {"ndcg@5_later", *COSTS}
        assert figures["ndcg@5_later"] is None
        assert figures["calls_standalone"] == 1
        assert figures["own_ms"] > 0
        assert figures["first_token_ms"] > 400
        assert min(figures["prompt_tokens_9"], figures["bytes_9"]) > 100
    assert (found["ours"]["calls"], found["langchain"]["calls"], found["messages"]["calls"]) == (2, 2, 1)
    assert "ndcg@5_later is not measured: give --data DIR" in capsys.readouterr().err
    assert "langchain" in peers.table({**found, "llamaindex": None})
    assert "not installed" in peers.table({**found, "llamaindex": None})


async def test_a_condensing_step_finds_by_the_replayed_rewrite_and_ours_by_its_rules_too(
    tmp_path: Path, data: Path
) -> None:
    """Only the turn after the first counts; a graph without such a step finds the same either way."""
    found = await later(data, "dev", tmp_path, ["ours", "langchain", "messages"])
    assert {figures["later_turns"] for figures in found.values()} == {1}
    for figures in found.values():
        assert 0 <= figures["ndcg@5_later"] <= figures["ndcg@5_later_reference"] <= 1
    assert found["ours"]["ndcg@5_later"] == found["langchain"]["ndcg@5_later_reference"] == 1.0
    assert found["messages"]["ndcg@5_later"] == found["messages"]["ndcg@5_later_reference"]


async def test_what_is_not_installed_is_null_with_a_sentence_that_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On standard error, with the package that is missing; the others are measured."""
    monkeypatch.setitem(PACKAGES, "langchain", ("no_such_module", "langchain-classic"))
    monkeypatch.setitem(PACKAGES, "llamaindex", ("no_such_module_either", "llama-index-core"))
    found = await peers.measure(options(tmp_path, "--turns", "1", "--long", "2"))
    assert (found["langchain"], found["llamaindex"]) == (None, None)
    assert found["messages"]["turns"] == found["ours"]["turns"] == 1
    told = capsys.readouterr().err
    assert "langchain is not measured: langchain-classic is not installed" in told
    assert "llamaindex is not measured: llama-index-core is not installed" in told


def test_a_folder_without_the_data_is_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2, and what was expected where."""
    assert main(["peers", "--data", str(tmp_path), "--home", str(tmp_path)]) == 2
    assert "holds no MTRAG split named 'dev'" in capsys.readouterr().err


def request(system: str, user: str, model: str = "helper") -> Request:
    """A chat request."""
    messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
    return Request("/v1/chat/completions", {}, {"model": model, "messages": messages})


def test_the_server_tells_the_systems_requests_apart() -> None:
    """A condensing step is one whichever model is asked; ours ask for JSON; else the writer is asked for answers."""
    assert wanted(request("Rewrite it as a standalone question.", "And its crew?", "writer")) == "standalone"
    assert wanted(request("Reply with one JSON object.", "x")) == "rewrite"
    assert wanted(request('Reply with one JSON object: {"facts": []}', "x")) == "facts"
    assert wanted(request("Fold the turns.", "x")) == "summary"
    assert wanted(request("Answer from the context.", "x", "writer")) == "answer"


def test_a_replayed_answer_cites_what_is_numbered_for_citing() -> None:
    """At most three; where nothing is numbered, the answer stays as it was."""
    replay = Replay(answer="It is 212 metres.", rewrite="How deep is Lake Orrin?")
    documents = "\n".join(f'<document n="{n}" title="x">\n…\n</document>' for n in (2, 5, 6, 7))
    assert replay(request("Answer.", documents, "writer")) == "It is 212 metres. [2] [5] [6]"
    assert replay(request("Answer.", "How deep?", "writer")) == "It is 212 metres."
    assert json.loads(replay(request("Reply with one JSON object.", "x")))["resolution"] == "How deep is Lake Orrin?"


def test_a_made_up_follow_up_is_rewritten_with_the_subject_it_is_about() -> None:
    """From a chat history in one text as from messages."""
    history = "user: What is the crew of the Osprey ferry?\nassistant: Nine people.\n"
    asked = f"{history}Follow Up Input: And what is its mass?\nStandalone question:"
    assert made_up(request("Rephrase it as a standalone question.", asked)) == "What is the mass of the Osprey ferry?"


def test_time_in_several_calls_at_once_counts_once() -> None:
    """Seconds in any of the spans, however they overlap."""
    assert peers.covered([(1.0, 3.0), (2.0, 4.0), (6.0, 7.0), (6.2, 6.4)]) == pytest.approx(4.0)
    assert peers.covered([]) == 0.0
