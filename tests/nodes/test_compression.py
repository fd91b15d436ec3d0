"""The sentences of a passage that are kept for a query."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nodes.compression import compress, is_heading
from nodes.state import Evidence
from stores.embedder import MiniLM
from stores.passages import Passage, Sentences
from stores.sentences import sentence_spans

TEXT = (
    "The lighthouse of Norre was built in 1871. Its lamp burned oil until 1924. The keeper lived beside the tower. "
    "Sheep graze on the meadow around it. The path to the harbour is steep and often wet. Visitors may climb the tower "
    "on Sundays from May to September. A ticket costs six crowns, and children climb free of charge. The kiosk at the "
    "gate sells maps. In winter the road is closed. The island has no bank, and the shop takes cash alone."
)


def kept(query: str, text: str = TEXT, heading: str = "") -> str:
    """What is left of a text for a query."""
    passage, embedder = Passage("a", text, heading=heading), MiniLM()
    spans = sentence_spans(text)
    sentences = Sentences(spans, embedder.embed([text[start:end] for start, end in spans]))
    found = compress(Evidence("a", 1.0), passage, sentences, embedder.embed([query])[0], query)
    return " … ".join(text[start:end] for start, end in found.spans) if found.spans else text


def test_the_sentence_that_answers_is_kept_with_its_neighbours() -> None:
    """And what has nothing to do with the question goes."""
    left = kept("What does a ticket for climbing the tower cost?")
    assert "six crowns" in left
    assert "on Sundays" in left
    assert "bank" not in left
    assert len(left) < len(TEXT)


def test_a_short_passage_is_kept_whole() -> None:
    """There is nothing to gain."""
    short = "The lamp burned oil. The keeper slept. Sheep graze. The path is steep. Maps are sold."
    assert kept("What did the lamp burn?", short) == short


def test_a_passage_without_stored_sentences_is_kept_whole() -> None:
    """A retriever of one's own may have none."""
    evidence = Evidence("a", 1.0)
    assert compress(evidence, Passage("a", TEXT), None, np.ones(384, np.float32), "q") is evidence


def test_a_heading_is_no_answer() -> None:
    """It is near to every question about its section."""
    assert is_heading("## Opening hours", "Lighthouse > Opening hours")
    assert is_heading("Opening hours:", "Lighthouse > 2 Opening hours")
    assert not is_heading("It opens at nine.", "Lighthouse > Opening hours")


@given(st.lists(st.sampled_from(["lamp", "tower", "sheep", "road", "bank", "xyzzy"]), min_size=1, max_size=4))
def test_spans_lie_in_order_within_the_passage(words: list[str]) -> None:
    """Whatever is asked, they do not overlap, and something is kept."""
    query, embedder = " ".join(words), MiniLM()
    spans = sentence_spans(TEXT)
    sentences = Sentences(spans, embedder.embed([TEXT[start:end] for start, end in spans]))
    found = compress(Evidence("a", 1.0), Passage("a", TEXT), sentences, embedder.embed([query])[0], query).spans
    flat = [place for span in found for place in span]
    assert flat == sorted(flat)
    assert all(0 <= place <= len(TEXT) for place in flat)
    assert all(start < end for start, end in found)
