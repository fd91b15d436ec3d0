"""A document as the loaders give it: one clean text, and the blocks it is made of."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["heading", "paragraph", "list", "table", "code"]

_SPACES = re.compile(r"[^\S\n]+")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufeff]")


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, paragraph, list, table or listing: `text[start:end]` of its document.

    `heading_path` holds the titles that it stands under, outermost first; a heading's own title is the last of them.
    """

    text: str
    kind: Kind
    heading_path: tuple[str, ...]
    page: int | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Document:
    """The text of a file without its markup. Blocks lie in order and are separated by blank lines."""

    source: str
    text: str
    blocks: tuple[Block, ...]
    labels: Mapping[str, str] = field(default_factory=dict)  # what the file says of itself: {"country": "Norway"}


class DocumentWriter:
    """Collects blocks in reading order and keeps the heading path."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._blocks: list[Block] = []
        self._headings: list[tuple[int, str]] = []
        self._length = 0
        self.page: int | None = None
        self.labels: dict[str, str] = {}

    def heading(self, title: str, level: int) -> None:
        """A heading; `level` 1 is the outermost. It closes the headings of its level and of those below."""
        title = clean(title).replace("\n", " ")
        if title:
            self.under(title, level)
            self._add(title, "heading")

    def under(self, title: str, level: int) -> None:
        """What follows stands under a title that is not itself part of the text."""
        self._headings = [(each, name) for each, name in self._headings if each < level]
        self._headings.append((level, clean(title).replace("\n", " ")))

    def paragraph(self, text: str) -> None:
        """Prose; a line break in it ends a sentence."""
        self._add(clean(text), "paragraph")

    def items(self, lines: Sequence[str]) -> None:
        """A list, one item a line."""
        self._add("\n".join(filter(None, map(_tidy, lines))), "list")

    def table(self, rows: Sequence[Sequence[str]], header: Sequence[str] = ()) -> None:
        """A table, one row a line.

        With a header every row names its columns ("City: London; Limit: EUR 190."), so that a row can be found and
        quoted alone.
        """
        lines: list[str] = []
        for row in rows:
            cells = [clean(cell).replace("\n", " ") for cell in row]
            names = [clean(name).replace("\n", " ") for name in header] + [""] * len(cells)
            named = [f"{name}: {cell}" if name else cell for name, cell in zip(names, cells, strict=False) if cell]
            lines.append(("; ".join(named) + ".") if header and named else " | ".join(named))
        if header and not rows:
            lines = [" | ".join(filter(None, map(clean, header)))]
        self._add("\n".join(filter(None, lines)), "table")

    def code(self, text: str) -> None:
        """A listing, its lines and indentation kept."""
        self._add(_UNPRINTABLE.sub("", text).strip("\n").rstrip(), "code")

    def finish(self) -> Document:
        """The document."""
        return Document(
            self._source, "\n\n".join(block.text for block in self._blocks), tuple(self._blocks), self.labels
        )

    def _add(self, text: str, kind: Kind) -> None:
        if not text.strip():
            return
        start = self._length + 2 if self._blocks else 0
        path = tuple(name for _, name in self._headings)
        self._blocks.append(Block(text, kind, path, self.page, start, start + len(text)))
        self._length = start + len(text)


def clean(text: str) -> str:
    """Runs of spaces as one, no spaces at line ends, no empty lines, no control characters."""
    lines = (_SPACES.sub(" ", _UNPRINTABLE.sub("", line)).strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def _tidy(line: str) -> str:
    """A list item with its indentation."""
    body = clean(line).replace("\n", " ")
    return line[: len(line) - len(line.lstrip(" "))] + body if body else ""
