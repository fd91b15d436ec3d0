"""Weighted reciprocal rank fusion, and exact nearest neighbours."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stores.fusion import fuse, nearest
from stores.passages import Hit

RANKING = st.lists(st.sampled_from("abcdefgh"), unique=True).map(
    lambda ids: [Hit(name, float(-rank)) for rank, name in enumerate(ids)]
)
LISTS = st.lists(st.tuples(st.floats(0.1, 4), RANKING), max_size=5)


def test_a_score_is_the_sum_of_weight_over_offset_plus_rank() -> None:
    """The formula, by hand."""
    fused = fuse([(2.0, [Hit("a", 9), Hit("b", 8)]), (1.0, [Hit("b", 0.1)])])
    assert [hit.id for hit in fused] == ["b", "a"]
    assert [hit.score for hit in fused] == pytest.approx([2 / 12 + 1 / 11, 2 / 11])
    assert fuse([(1.0, [Hit("a", 1)])], k=60)[0].score == pytest.approx(1 / 61)


def test_equal_scores_keep_their_order() -> None:
    assert [hit.id for hit in fuse([(1.0, [Hit("x", 1)]), (1.0, [Hit("y", 1)])])] == ["x", "y"]


def test_a_repeated_id_counts_at_its_best_rank() -> None:
    assert fuse([(1.0, [Hit("a", 3), Hit("a", 2), Hit("b", 1)])]) == fuse([(1.0, [Hit("a", 3), Hit("b", 1)])])


@given(LISTS)
def test_fusion_keeps_every_id_once_and_scores_fall(lists: list[tuple[float, list[Hit]]]) -> None:
    fused = fuse(lists)
    ids = [hit.id for hit in fused]
    assert sorted(ids) == sorted({hit.id for _, hits in lists for hit in hits})
    assert [hit.score for hit in fused] == sorted((hit.score for hit in fused), reverse=True)


@given(RANKING, st.floats(0.1, 4))
def test_one_ranking_keeps_its_order(ranking: list[Hit], weight: float) -> None:
    """Whatever its scores are: only ranks count."""
    assert [hit.id for hit in fuse([(weight, ranking)])] == [hit.id for hit in ranking]


@given(LISTS, RANKING)
def test_a_better_rank_never_hurts(lists: list[tuple[float, list[Hit]]], ranking: list[Hit]) -> None:
    """Moving an id to the top of one list does not lower its place in the fusion."""
    if not ranking:
        return
    last = ranking[-1]
    before = [hit.id for hit in fuse([*lists, (1.0, ranking)])].index(last.id)
    after = [hit.id for hit in fuse([*lists, (1.0, [last, *ranking[:-1]])])].index(last.id)
    assert after <= before


@given(st.integers(0, 30), st.integers(0, 40))
def test_nearest_is_the_sorted_dot_product(count: int, k: int) -> None:
    vectors = np.random.default_rng(count).normal(size=(count, 8)).astype(np.float32)
    query = np.ones(8, np.float32)
    hits = nearest([str(i) for i in range(count)], vectors, query, k)
    assert [hit.id for hit in hits] == [str(i) for i in np.argsort(-(vectors @ query), kind="stable")[:k]]
