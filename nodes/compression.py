"""Compression of evidence: the sentences of a passage that matter for a query, with their neighbours."""

from dataclasses import replace

import numpy as np

from nodes.state import Evidence
from stores.passages import Passage, Sentences, Vector

SHORT = 400  # characters: a passage of this length is kept whole
KEPT = 0.75  # of the best sentence's similarity: a sentence at least so near is kept


def is_heading(text: str, heading: str) -> bool:
    """Whether a line is one of the headings above it, which every quote already stands under."""
    line = text.strip("# ").rstrip(":")
    return any(part == line or part.endswith(f" {line}") for part in heading.split(" > "))


def compress(evidence: Evidence, passage: Passage, sentences: Sentences | None, vector: Vector, query: str) -> Evidence:
    """The evidence with the spans to keep, in order and merged; no spans means the whole passage."""
    del query
    if sentences is None or len(sentences.spans) < 4 or len(passage.text) <= SHORT:
        return evidence
    near = sentences.vectors @ vector
    # a heading is near to every question about its section: it says nothing of which sentence answers
    for index, (start, end) in enumerate(sentences.spans):
        if is_heading(passage.text[start:end], passage.heading):
            near[index] = -1.0
    wanted = set(np.flatnonzero(near >= KEPT * near.max()).tolist()) | {int(near.argmax())}
    kept = sorted({index for at in wanted for index in (at - 1, at, at + 1) if 0 <= index < len(sentences.spans)})
    if len(kept) == len(sentences.spans):
        return evidence
    spans: list[tuple[int, int]] = []
    for before, index in zip([-2, *kept], kept, strict=False):
        start, end = sentences.spans[index]
        if index == before + 1:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return replace(evidence, spans=tuple(spans))
