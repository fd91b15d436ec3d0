"""Ranking metrics, paired statistics and calibration, against figures worked out by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.metrics import (
    calibration_error,
    f1,
    mean,
    ndcg,
    paired,
    precision,
    recall,
    reliability,
    standard_error,
)


def test_ndcg_discounts_by_the_logarithm_of_the_place() -> None:
    """One relevant passage in second place: 1 / log2(3)."""
    assert ndcg(["x", "a"], {"a": 1}, 5) == pytest.approx(1 / math.log2(3))
    assert ndcg(["a", "b", "x"], {"a": 2, "b": 1}, 5) == 1.0
    graded = (1 / math.log2(2) + 2 / math.log2(3)) / (2 / math.log2(2) + 1 / math.log2(3))
    assert ndcg(["b", "a"], {"a": 2, "b": 1}, 5) == pytest.approx(graded)


def test_the_ideal_ranking_is_cut_where_the_ranking_is() -> None:
    """Ten relevant passages, five places: five hits are perfect."""
    relevant = {str(n): 1 for n in range(10)}
    assert ndcg([str(n) for n in range(5)], relevant, 5) == 1.0
    assert recall([str(n) for n in range(5)], relevant, 5) == 0.5


def test_nothing_relevant_and_nothing_found_score_zero() -> None:
    """No division by nothing."""
    assert ndcg(["a"], {}, 5) == recall(["a"], [], 5) == 0.0
    assert ndcg([], {"a": 1}, 5) == recall([], ["a"], 5) == precision([], ["a"], 3) == 0.0


def test_precision_counts_empty_places() -> None:
    """One right passage in three places is a third, even if it stands alone."""
    assert precision(["a"], ["a"], 3) == pytest.approx(1 / 3)


@given(st.lists(st.sampled_from("abcdefgh"), unique=True), st.sets(st.sampled_from("abcdefgh"), min_size=1))
def test_every_metric_lies_between_nothing_and_one(ranking: list[str], relevant: set[str]) -> None:
    """Whatever is ranked."""
    for value in (
        ndcg(ranking, dict.fromkeys(relevant, 1), 5),
        recall(ranking, relevant, 5),
        precision(ranking, relevant, 3),
    ):
        assert 0.0 <= value <= 1.0 + 1e-9


def test_f1_is_the_harmonic_mean() -> None:
    """And zero of nothing."""
    assert f1(0.5, 1.0) == pytest.approx(2 / 3)
    assert f1(0.0, 0.0) == mean([]) == 0.0


def test_the_standard_error_divides_by_one_less() -> None:
    """Of 1, 2, 3: deviation 1 over the root of 3; of one value, nothing is known."""
    assert standard_error([1, 2, 3]) == pytest.approx(1 / math.sqrt(3))
    assert standard_error([1]) == 0.0


def test_a_paired_difference_is_clear_when_it_is_the_same_everywhere() -> None:
    """However much the items differ among themselves."""
    same = paired([0.6, 0.1, 0.9], [0.5, 0.0, 0.8])
    assert same.difference == pytest.approx(0.1)
    assert (same.better, same.worse, same.clear) == (3, 0, True)
    assert not paired([0.6, 0.1], [0.1, 0.6]).clear
    with pytest.raises(ValueError, match="zip"):
        paired([1.0], [1.0, 2.0])


def test_reliability_sets_confidence_beside_what_was_right() -> None:
    """Steps without a decision are left out, and a confidence of one is in the last."""
    sure = [(0.9, True), (1.0, True), (0.3, False), (0.25, True)]
    assert reliability(sure, 5) == [(0.2, 0.4, 2, 0.275, 0.5), (0.8, 1.0, 2, 0.95, 1.0)]
    assert calibration_error(sure, 5) == pytest.approx(0.5 * 0.225 + 0.5 * 0.05)
    assert calibration_error([]) == 0.0
