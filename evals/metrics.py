"""Ranking metrics and the statistics that go beside them.

Relevance is graded: `relevant` maps passage ids to gains above zero. A ranking holds each id once; ids that nobody
judged count as irrelevant, as in trec_eval.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass


def ndcg(ranking: Sequence[str], relevant: Mapping[str, int], k: int) -> float:
    """Normalised discounted cumulative gain of the first `k` (Järvelin and Kekäläinen, 2002), in [0, 1]."""
    best = _gain(sorted(relevant.values(), reverse=True)[:k])
    return _gain([relevant.get(id_, 0) for id_ in ranking[:k]]) / best if best else 0.0


def _gain(gains: Sequence[int]) -> float:
    return sum(gain / math.log2(place + 2) for place, gain in enumerate(gains))


def recall(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Share of the relevant passages that are among the first `k`."""
    return len(set(ranking[:k]) & set(relevant)) / len(relevant) if relevant else 0.0


def precision(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Share of the first `k` places that hold a relevant passage; a ranking shorter than `k` leaves places empty."""
    return len(set(ranking[:k]) & set(relevant)) / k


def f1(precision_: float, recall_: float) -> float:
    """Harmonic mean of the two, 0 when both are."""
    return 2 * precision_ * recall_ / (precision_ + recall_) if precision_ + recall_ else 0.0


def mean(values: Sequence[float]) -> float:
    """Arithmetic mean, 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def standard_error(values: Sequence[float]) -> float:
    """Standard error of the mean: the sample's standard deviation over the root of its size; 0 for fewer than two."""
    if len(values) < 2:
        return 0.0
    centre = mean(values)
    return math.sqrt(sum((value - centre) ** 2 for value in values) / (len(values) - 1) / len(values))


@dataclass(frozen=True)
class Paired:
    """One system minus another over the same items."""

    n: int
    difference: float
    error: float
    better: int
    worse: int

    @property
    def clear(self) -> bool:
        """Whether the difference is more than two standard errors from zero."""
        return abs(self.difference) > 2 * self.error


def paired(ours: Sequence[float], theirs: Sequence[float]) -> Paired:
    """Mean paired difference with its standard error. Both sequences hold the same items in the same order."""
    differences = [a - b for a, b in zip(ours, theirs, strict=True)]
    return Paired(
        n=len(differences),
        difference=mean(differences),
        error=standard_error(differences),
        better=sum(d > 0 for d in differences),
        worse=sum(d < 0 for d in differences),
    )


def reliability(sure: Sequence[tuple[float, bool]], bins: int = 5) -> list[tuple[float, float, int, float, float]]:
    """Decisions by their confidence, in equal steps of it: from, to, how many, their mean confidence, the share right.

    `sure` holds for each decision its confidence in [0, 1] and whether it was right; steps without one are left out.
    """
    found = []
    for step in range(bins):
        low, high = step / bins, (step + 1) / bins
        held = [one for one in sure if low <= one[0] < high or (one[0] == 1 and step == bins - 1)]
        if held:
            claimed, right = mean([one[0] for one in held]), mean([float(one[1]) for one in held])
            found.append((low, high, len(held), claimed, right))
    return found


def calibration_error(sure: Sequence[tuple[float, bool]], bins: int = 10) -> float:
    """Expected calibration error (Naeini et al., 2015): how far confidence and share right lie apart, on average."""
    return sum(n * abs(claimed - right) for _, _, n, claimed, right in reliability(sure, bins)) / max(1, len(sure))
