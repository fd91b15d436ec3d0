"""The bundled word statistics (made by `evals/lexicon.py`): rarity and word behaviour of the 4,000 commonest stems."""

from functools import cache
from pathlib import Path

import numpy as np

FILE = Path(__file__).with_name("lexicon.npz")
UNKNOWN = (0.62, 0.35, 0.06, 0.6, 0.5, 0.1)  # too rare to be listed: noun-like, perhaps a name


@cache
def _table() -> dict[str, tuple[float, ...]]:
    with np.load(FILE) as stored:
        stems = bytes(stored["stems"]).decode().split("\n")
        rows = (stored["table"].astype(float) / 255).tolist()
    return dict(zip(stems, (tuple(row) for row in rows), strict=True))


def behaviour(stem: str) -> tuple[float, ...]:
    """(rarity, noun, verb, last, name, of) of a stem, each from 0 to 1; see `evals/lexicon.py` for what they count."""
    return _table().get(stem, UNKNOWN)
