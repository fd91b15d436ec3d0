"""PDF to a document, by pypdf: lines to paragraphs, lists and tables, headings from the outline, pages kept."""

import io
import logging
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from stores.document import Document, DocumentWriter, clean
from stores.errors import InputError

_MARK = re.compile(r"\s*(?:[-•◦▪*·–]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+\S")
_BULLET = re.compile(r"^(\s*)[•◦▪·–*]\s+")
_GAP = re.compile(r"\s{3,}")
_END = re.compile(r"[.!?:;。！？][\"'”’)\]]*$")
_DIGITS = re.compile(r"\d+")
_EOF_WITHIN = 1024  # bytes from the end, PDF 32000-1:2008, annex H.3
_REPEATED_ON = 3  # pages that share a first or last line before it counts as a running header or footer
_FULL = 0.75  # of the longest line: a shorter one that ends a sentence ends its paragraph


def load_pdf(source: str, data: bytes) -> Document:
    """Raises `InputError` for a file that is cut off, damaged, protected by a password, or without text."""
    from pypdf import PdfReader

    if b"%%EOF" not in data[-_EOF_WITHIN:]:
        raise InputError("the PDF is cut off: it has no end-of-file mark. Get the whole file again.")
    logging.getLogger("pypdf").setLevel(logging.ERROR)  # it logs each thing it repairs
    try:
        reader = PdfReader(io.BytesIO(data))
        _unlock(reader)
        pages = [_lines(page) for page in reader.pages]
        outline = list(_titles(reader, reader.outline, 1))
    except InputError:
        raise
    except Exception as error:  # a damaged file fails in many ways
        raise InputError(f"the PDF is damaged ({type(error).__name__}: {error}). Get or export it again.") from error
    if not any(line.strip() for page in pages for line in page):
        raise InputError("the PDF holds no text, only images perhaps. Run text recognition (OCR) on it first.")
    writer = DocumentWriter(source)
    for number, lines in enumerate(_without_furniture(pages), start=1):
        writer.page = number
        _write_page(writer, lines, [(title, level) for page, title, level in outline if page == number])
    return writer.finish()


def _unlock(reader: Any) -> None:
    if reader.is_encrypted and not reader.decrypt(""):
        raise InputError("the PDF is protected by a password. Save it without one.")


def _lines(page: Any) -> list[str]:
    """The lines of a page, laid out as they stand, unless it is set in columns of prose."""
    plain = page.extract_text()
    try:
        laid_out = page.extract_text(extraction_mode="layout")
    except Exception:  # noqa: BLE001  -- layout mode fails on some fonts that plain mode reads
        return str(plain).splitlines()
    lines = str(laid_out).splitlines()
    full = [line for line in lines if line.strip()]
    columns = [line for line in full if len(parts := _GAP.split(line.strip())) > 1 and min(map(len, parts)) > 24]
    complete = len("".join(laid_out.split())) >= len("".join(plain.split()))
    return lines if complete and len(columns) * 3 < len(full) else str(plain).splitlines()


def _titles(reader: Any, entries: Sequence[Any], level: int) -> Iterator[tuple[int, str, int]]:
    """(page, title, level) of every outline entry that names a page."""
    for entry in entries:
        if isinstance(entry, list):
            yield from _titles(reader, entry, level + 1)
        else:
            page = reader.get_destination_page_number(entry)
            if page is not None and page >= 0 and entry.title:
                yield page + 1, clean(entry.title).replace("\n", " "), level


def _without_furniture(pages: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    """Pages without running headers, footers and page numbers."""
    stripped = [[line for line in page if line.strip()] for page in pages]
    edges = Counter(key for page in stripped for key in {_edge(line) for line in [*page[:1], *page[-1:]]})
    for page in pages:
        lines = list(page)
        for end in (0, -1):
            while lines and not lines[end].strip():
                lines.pop(end)
            if lines and (lines[end].strip().isdigit() or edges[_edge(lines[end])] >= _REPEATED_ON):
                lines.pop(end)
        yield lines


def _edge(line: str) -> str:
    return _DIGITS.sub("#", clean(line))


def _write_page(writer: DocumentWriter, lines: Sequence[str], titles: Sequence[tuple[str, int]]) -> None:
    expected = list(titles)
    widest = max((len(line.strip()) for line in lines), default=0)
    paragraph: list[str] = []

    def flush() -> None:
        if paragraph and _MARK.match(paragraph[0]):
            writer.items(list(_joined_items(paragraph)))
        else:
            writer.paragraph(_joined(paragraph))
        paragraph.clear()

    position = 0
    while position < len(lines):
        line = lines[position]
        found = next((entry for entry in expected if entry[0] == clean(line)), None)
        rows = _table_rows(lines[position:])
        if not line.strip():
            flush()
        elif found:
            flush()
            expected.remove(found)
            writer.heading(*found)
        elif rows:
            flush()
            writer.table(rows[1:], rows[0])
            position += len(rows) - 1
        else:
            if paragraph and (
                _MARK.match(line) if not _MARK.match(paragraph[0]) else _left(line) < _left(paragraph[0])
            ):
                flush()
            paragraph.append(line)
            if not _MARK.match(paragraph[0]) and _END.search(line) and len(line.strip()) < _FULL * widest:
                flush()
        position += 1
    flush()


def _table_rows(lines: Sequence[str]) -> list[list[str]]:
    """The rows at the beginning of these lines that have the same cells at the same places; none for fewer than two."""
    rows: list[list[str]] = []
    for line in lines:
        cells = _GAP.split(line.strip())
        if len(cells) < 2 or (rows and len(cells) != len(rows[0])):
            break
        rows.append(cells)
    return rows if len(rows) > 1 else []


def _left(line: str) -> int:
    return len(line) - len(line.lstrip())


def _joined(lines: Sequence[str]) -> str:
    """Lines of prose as one, a word that was parted at a line end put together."""
    text = ""
    for line in map(str.strip, lines):
        if text.endswith("-") and line[:1].islower() and text[-2:-1].isalpha():
            # the hyphen stays: "part-time" is as likely as a parted word, and search finds both halves of either
            text += line
        else:
            text += f" {line}" if text else line
    return text


def _joined_items(lines: Sequence[str]) -> Iterator[str]:
    item: list[str] = []
    for line in lines:
        if item and _MARK.match(line):
            yield _joined(item)
            item = []
        item.append(_BULLET.sub(r"\1- ", line))
    yield _joined(item)
