"""Documents to passages, along their structure.

A passage lies within one section, holds whole blocks where they fit, whole list items, table rows and sentences where
they do not, and at most 256 tokens of the bundled model with its heading path, because more would not be embedded.
Sections shorter than that are one passage each; very short ones join the section after them.
"""

import hashlib
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from stores.document import Block, Document
from stores.passages import Passage
from stores.sentences import sentence_spans

VERSION = "1"  # part of a document's hash, so that a change of these rules cuts known files anew
MOST_TOKENS = 250  # with the heading path; the model adds two of its own and reads 256
ENOUGH_TOKENS = 128  # a passage of so many may end where its section's next block does not fit
FEW_TOKENS = 40  # a section of fewer joins the next
MOST_CHARS = 2000  # for text that the tokenizer takes for one unknown word

TokenCounts = Callable[[Sequence[str]], list[int]]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of the text that is not divided further. `room` is how many tokens a passage under its heading holds."""

    start: int
    end: int
    tokens: int
    room: int
    block: Block
    opens: bool  # the first piece of its block

    @property
    def path(self) -> tuple[str, ...]:
        return self.block.heading_path


def chunk(document: Document, identity: str, content: str, count: TokenCounts) -> list[Passage]:
    """The passages of a document in order; each is `document.text[start:end]`.

    `identity` says which document it is wherever it lies (ids come from it and the passage's own text, so a passage
    that an edit left alone keeps its id); `content` is the document's content hash.
    """
    passages: list[Passage] = []
    seen: dict[str, int] = {}
    for pieces in _passages(_joined(_sections(_pieces(document, count)))):
        start, end = pieces[0].start, pieces[-1].end
        text = document.text[start:end]
        heading = " > ".join(_heading(pieces))
        same = hashlib.blake2b(f"{identity}\0{heading}\0{text}".encode(), digest_size=10).hexdigest()
        occurrence = seen[same] = seen.get(same, -1) + 1
        passages.append(
            Passage(
                id=f"{same}-{occurrence}" if occurrence else same,
                text=text,
                source=document.source,
                heading=heading,
                page=pieces[0].block.page,
                start=start,
                end=end,
                document=content,
                metadata={**document.labels, "path": identity},
            )
        )
    return passages


def _pieces(document: Document, count: TokenCounts) -> Iterator[_Piece]:
    """Blocks, and the parts of blocks that are too large for a passage, in order; only spaces lie between them."""
    paths = list(dict.fromkeys(block.heading_path for block in document.blocks))
    taken = count([" > ".join(path) for path in paths])
    rooms = {path: max(MOST_TOKENS - tokens, ENOUGH_TOKENS) for path, tokens in zip(paths, taken, strict=True)}
    # what is longer is divided whatever the tokenizer makes of it
    texts = [block.text[: MOST_CHARS + 1] for block in document.blocks]
    for block, tokens in zip(document.blocks, count(texts), strict=True):
        room = rooms[block.heading_path]
        if tokens <= room and len(block.text) <= MOST_CHARS:
            yield _Piece(block.start, block.end, tokens, room, block, opens=True)
            continue
        for position, (start, end, size) in enumerate(_parts(block, room, count)):
            yield _Piece(block.start + start, block.start + end, size, room, block, opens=position == 0)


def _parts(block: Block, room: int, count: TokenCounts) -> Iterator[tuple[int, int, int]]:
    """(start, end, tokens) of a large block's sentences or lines; what is still too large is halved at spaces."""
    if block.kind == "paragraph":
        starts = [start for start, _ in sentence_spans(block.text)]
    else:
        starts = [position + 1 for position, char in enumerate(block.text) if char == "\n"]
    bounds = sorted({0, *starts, len(block.text)})
    for start, end in itertools.pairwise(bounds):
        yield from _halved(block.text, start, end, room, count)


def _halved(text: str, start: int, end: int, room: int, count: TokenCounts) -> Iterator[tuple[int, int, int]]:
    body = text[start:end]
    if not body.strip():
        return
    if len(body) <= MOST_CHARS:
        tokens = count([body])[0]
        if tokens <= room or len(body) < 2:
            yield start + len(body) - len(body.lstrip()), start + len(body.rstrip()), tokens
            return
    middle, quarter = len(body) // 2, len(body) // 4
    spaces = (body.rfind(" ", quarter, middle), body.find(" ", middle, len(body) - quarter))
    cut = start + min((space for space in spaces if space > 0), key=lambda space: abs(space - middle), default=middle)
    yield from _halved(text, start, cut, room, count)
    yield from _halved(text, cut, end, room, count)


def _sections(pieces: Iterator[_Piece]) -> Iterator[list[_Piece]]:
    """Runs of pieces that stand under one heading."""
    for _, section in itertools.groupby(pieces, key=lambda piece: piece.path):
        yield list(section)


def _joined(sections: Iterator[list[_Piece]]) -> Iterator[list[_Piece]]:
    """Sections, a very short one together with the next where that lies beside or below it and both fit one passage.

    A heading without text of its own always joins what follows.
    """
    held: list[_Piece] = []
    for section in sections:
        if held and (_is_title(held) or _belong(held, section)):
            held = [*held, *section]
            continue
        if held:
            yield held
        held = section
    if held:
        yield held


def _belong(held: Sequence[_Piece], section: Sequence[_Piece]) -> bool:
    path = _heading(held)
    near = _shared([path, section[0].path])
    size = sum(piece.tokens for piece in held)
    both = size + sum(piece.tokens for piece in section)
    return size < FEW_TOKENS and both <= section[0].room and 0 < len(near) >= len(path) - 1


def _passages(sections: Iterator[list[_Piece]]) -> Iterator[list[_Piece]]:
    """Each section's pieces in passages of about equal size, as few as will do."""
    for section in sections:
        room = min(piece.room for piece in section)
        total = sum(piece.tokens for piece in section)
        target = max(ENOUGH_TOKENS, total / max(1, math.ceil(total / room)))
        passage: list[_Piece] = []
        for piece in section:
            size = sum(each.tokens for each in passage)
            long = bool(passage) and piece.end - passage[0].start > MOST_CHARS
            if passage and (size + piece.tokens > room or long or (size >= target and piece.opens)):
                # a heading never ends a passage: it goes with what follows
                keep = len(passage)
                while keep and passage[keep - 1].block.kind == "heading":
                    keep -= 1
                if keep:
                    yield passage[:keep]
                    passage = passage[keep:]
                elif size + piece.tokens > room + FEW_TOKENS or long:
                    yield passage
                    passage = []
            passage.append(piece)
        yield passage


def _is_title(pieces: Sequence[_Piece]) -> bool:
    return all(piece.block.kind == "heading" for piece in pieces)


def _heading(pieces: Sequence[_Piece]) -> tuple[str, ...]:
    """The titles that all of the text stands under."""
    return _shared([piece.path for piece in pieces if piece.block.kind != "heading"] or [pieces[-1].path])


def _shared(paths: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(
        names[0] for names in itertools.takewhile(lambda names: len(set(names)) == 1, zip(*paths, strict=False))
    )
