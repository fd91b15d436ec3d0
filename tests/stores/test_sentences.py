"""Where sentences begin and end, and how their vectors are packed."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stores.lexical import index_terms, match_expression
from stores.passages import Sentences
from stores.sentences import pack, sentence_spans, unpack

TEXTS = [
    ["Leave lasts 20 weeks.", "It is paid."],
    ["The fee is EUR 40 a month.", "The office pays it for free.", "That day counts."],
    ["Dr. Lee met Mr. Jones in the U.S. in Jan. 2020.", "He paid $3.5 million, e.g. for Fig. 2."],
    ["Is it allowed?", "Yes!", '"Really?" she asked.', "(It is.)"],
    ["Item No. 5 of vol. 2 is late.", "See sec. 4 of example.com."],
    ["Das gilt ab 1. Januar, z. B. im Büro.", "Danach nicht."],
    ["El Sr. López vino.", "La Sra. Ana salió ayer."],
    ["员工有五周的产假。", "可以延长吗？", "可以！"],
]


@pytest.mark.parametrize("sentences", TEXTS, ids=lambda texts: texts[0])
def test_text_is_split_into_its_sentences(sentences: list[str]) -> None:
    """Abbreviations, decimals, dates and quotes do not end a sentence; a plain word before a full stop does."""
    text = "".join(sentences) if "。" in sentences[0] else " ".join(sentences)
    assert [text[start:end] for start, end in sentence_spans(text)] == sentences


def test_lines_are_sentences_unless_the_text_goes_on() -> None:
    """Headings, list items and table rows stand alone; hard-wrapped prose does not."""
    text = "Leave\n\nIt lasts\nfor 20 weeks.\n- full pay\n- 3 blocks\nCity: Bonn; Limit: EUR 9.\n---"
    expected = ["Leave", "It lasts\nfor 20 weeks.", "- full pay", "- 3 blocks", "City: Bonn; Limit: EUR 9."]
    assert [text[start:end] for start, end in sentence_spans(text)] == expected


@given(st.text(alphabet="aZ9 .!?\n。。-;“”’", max_size=80) | st.text(max_size=60))
def test_spans_are_ordered_and_hold_every_word(text: str) -> None:
    """Whatever the text: spans do not overlap, have no spaces around them, and leave no letter or digit out."""
    spans = sentence_spans(text)
    assert all(start < end for start, end in spans)
    assert all(left[1] <= right[0] for left, right in pairwise(spans))
    assert all(text[start:end] == text[start:end].strip() for start, end in spans)
    outside = list(text)
    for start, end in spans:
        outside[start:end] = " " * (end - start)
    assert not any(char.isalnum() for char in outside)


@pytest.mark.parametrize("count", [0, 1, 7])
def test_packed_vectors_come_back_close(count: int) -> None:
    """Int8 costs under a thousandth of cosine; a sentence takes 396 bytes."""
    vectors = np.random.default_rng(1).normal(size=(count, 384)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    spans = tuple((i, i + 2) for i in range(count))
    packed = pack(Sentences(spans, vectors))
    assert sum(map(len, packed)) == 396 * count
    found = unpack(*packed)
    assert found.spans == spans
    assert count == 0 or ((found.vectors * vectors).sum(axis=1) > 0.999).all()


def test_a_zero_vector_is_packed_too() -> None:
    assert not unpack(*pack(Sentences(((0, 1),), np.zeros((1, 4), np.float32)))).vectors.any()


def test_terms_are_stems_and_bigrams_without_accents() -> None:
    """What FTS5 is given: Han and Thai as bigrams, Latin words stemmed and without accents."""
    assert index_terms("Reimbursements 产假了 Café naïve Ελλάδα") == "reimburs 产假 假了 cafe naiv ελλάδα"


def test_a_query_asks_for_any_content_word_once() -> None:
    """Stop words go in the language that has most of them; words alone that are all stop words stay."""
    assert match_expression("How long is the leave of the office, and the leave?") == '"long" OR "leav" OR "offic"'
    assert match_expression("¿Cuánto dura la baja por maternidad?") == '"dura" OR "baja" OR "maternidad"'
    assert match_expression("to be or to be") == '"to" OR "be" OR "or"'
    assert match_expression('?! "*"') == ""
