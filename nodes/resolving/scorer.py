"""Boosted decision trees over feature rows, in numpy: the learned part of the resolver.

A model file holds for each tree its nodes: feature, threshold, left and right child, value. Leaves point at themselves,
so that all trees are walked together, `depth` steps for every row.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Trees:
    """An additive model of trees; `score` gives probabilities."""

    feature: NDArray[np.int32]
    threshold: NDArray[np.float32]
    child: NDArray[np.int32]  # (nodes, 2): left, right
    value: NDArray[np.float32]
    roots: NDArray[np.int32]
    depth: int
    baseline: float

    def score(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """The probability of each row; `rows` is (n, features)."""
        n, trees = len(rows), len(self.roots)
        node = np.tile(self.roots, n)
        base = np.repeat(np.arange(n, dtype=np.int32) * rows.shape[1], trees)
        flat = rows.ravel()
        child = self.child.ravel()
        for _ in range(self.depth):
            right = flat.take(base + self.feature.take(node)) > self.threshold.take(node)
            node = child.take(node * 2 + right)
        total = self.value.take(node).reshape(n, trees).sum(axis=1, dtype=np.float64) + self.baseline
        chance: NDArray[np.float64] = 1.0 / (1.0 + np.exp(-total))
        return chance


@cache
def load(name: str) -> Trees:
    """The bundled model of that name."""
    with np.load(FOLDER / f"{name}.npz") as stored:
        return Trees(
            stored["feature"].astype(np.int32),
            stored["threshold"].astype(np.float32),
            stored["child"].astype(np.int32),
            stored["value"].astype(np.float32),
            stored["roots"].astype(np.int32),
            int(stored["depth"]),
            float(stored["baseline"]),
        )
