"""The latency benchmark in small, and the made-up conversations that it holds."""

import argparse
from collections.abc import Sequence

from evals.benchmark import latency
from evals.synthetic import StandIn, conversation, passages
from graph.testing import HashingEmbedder
from stores.passages import Vector


async def test_both_systems_are_measured_on_the_same_turns() -> None:
    """Calls, time over the model's, and tokens sent."""
    options = argparse.Namespace(passages=60, turns=2, long=10)
    found = await latency.measure(options)
    assert found["ours"]["calls"] == {"standalone": 1, "followup": 2}
    assert found["langchain"]["calls"] == {"standalone": 1, "followup": 2}
    for system in found.values():
        assert system["turns"] == 2
        assert 0 < system["first_token_over_model_ms"]["p50"] <= system["first_token_over_model_ms"]["p95"]
        assert system["prompt_tokens"]["10"] > 100


def test_made_up_passages_differ_and_name_their_subject() -> None:
    """Any number of them, each under its own id."""
    found = passages(500)
    assert len({passage.id for passage in found}) == len({passage.text for passage in found}) == 500
    assert found[0].text.startswith("Heron probe: budget.")


def test_a_made_up_conversation_names_a_subject_and_asks_on_about_it() -> None:
    """Every fourth message stands alone."""
    asks = conversation(8)
    assert [ask.dependent for ask in asks] == [False, True, True, True] * 2
    assert "its" in asks[1].text
    assert asks[0].subject in asks[0].text


def test_the_stand_in_hashes_what_it_stores_and_times_what_it_is_asked() -> None:
    """A question goes through the real embedder as well; its vector is like the stored ones."""

    class Counting(HashingEmbedder):
        """Counts its calls."""

        calls = 0

        def embed(self, texts: Sequence[str]) -> Vector:
            """One call more."""
            self.calls += 1
            return super().embed(texts)

    real = Counting(128)
    stand_in = StandIn(real)
    stored = stand_in.embed(["Heron probe"])
    stand_in.asking = True
    assert (stand_in.embed(["Heron probe"]) == stored).all()
    assert real.calls == 1
