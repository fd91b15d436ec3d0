"""Files to documents: Markdown, plain text, HTML, PDF and Word."""

import re
from collections.abc import Callable

from stores.document import Document, DocumentWriter
from stores.errors import InputError

MARKDOWN = frozenset({".md", ".markdown"})
TEXT = frozenset({".txt", ".text", ".rst", ".adoc"})
HTML = frozenset({".html", ".htm", ".xhtml"})
SUFFIXES = MARKDOWN | TEXT | HTML | {".pdf", ".docx"}

_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_SIGNED = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}
_NESTED = "its lists, quotes or tags are nested deeper than they can be read. Export it as plain text."
_SAMPLE = 100_000  # bytes that an encoding is guessed from
_WRAPPED = 50  # characters; a paragraph whose lines are about this long or longer is hard-wrapped prose
_WESTERN = frozenset("àáâãäåæçèéêëìíîïñòóôõöøœùúûüýÿßÀÁÂÄÅÆÇÈÉÊËÍÎÏÑÓÔÖØŒÙÚÛÜ«»°§–—‘’“”„…€£¿¡ªº·•±×½²³µ©®™\xa0")
_ITEM = re.compile(r"\s*(?:[-*•+]|\d{1,3}[.)])\s+\S")


def load(source: str, suffix: str, data: bytes) -> Document:
    """The document in a file's bytes. Raises `InputError` with the reason when there is none."""
    if not data.strip():
        raise InputError("the file is empty.")
    loader = _loader(suffix.lower())
    if loader is None:
        known = ", ".join(sorted(SUFFIXES))
        raise InputError(f"files that end in {suffix or 'nothing'} are not read. Convert it to one of {known}.")
    try:
        document = loader(source, data)
    except RecursionError as error:
        raise InputError(_NESTED) from error
    if not document.blocks:
        raise InputError("the file holds no text.")
    return document


def decode(data: bytes) -> str:
    """The text of bytes in UTF-8, UTF-16 with its mark, or an encoding that is guessed.

    Raises `InputError` for bytes that are no text.
    """
    for sign, encoding in _SIGNED.items():
        if data.startswith(sign):
            return data.decode(encoding, errors="replace")
    if len(_CONTROL.findall(data[:_SAMPLE])) * 100 > len(data[:_SAMPLE]) or b"\x00" in data[:_SAMPLE]:
        raise InputError("the file holds binary data, not text. Give it the ending that says what it is.")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode(_guessed(data), errors="replace")


def load_text(source: str, text: str) -> Document:
    """Plain text: paragraphs between blank lines; the lines of hard-wrapped prose are joined."""
    writer = DocumentWriter(source)
    for paragraph in re.split(r"\n\s*\n", text.replace("\r\n", "\n").replace("\r", "\n")):
        lines = [line for line in paragraph.splitlines() if line.strip()]
        if lines and all(_ITEM.match(line) for line in lines):
            writer.items(lines)
        elif any(_ITEM.match(line) for line in lines) or not _is_wrapped(lines):
            writer.paragraph("\n".join(lines))
        else:
            writer.paragraph(" ".join(lines))
    return writer.finish()


def _loader(suffix: str) -> Callable[[str, bytes], Document] | None:
    if suffix in MARKDOWN:
        from stores.markdown_loader import load_markdown

        return lambda source, data: load_markdown(source, decode(data))
    if suffix in TEXT:
        return lambda source, data: load_text(source, decode(data))
    if suffix in HTML:
        from stores.html_loader import load_html

        return lambda source, data: load_html(source, _html(data))
    if suffix == ".pdf":
        from stores.pdf_loader import load_pdf

        return load_pdf
    if suffix == ".docx":
        from stores.word_loader import load_word

        return load_word
    return None


def _html(data: bytes) -> bytes:
    """Bytes of a page, refused when they are no text; the parser finds their encoding."""
    decode(data)
    return data


def _guessed(data: bytes) -> str:
    """The encoding of bytes that are not UTF-8. A few Western accents are Windows-1252, which holds Latin-1."""
    sample = data[:_SAMPLE].decode("cp1252", errors="replace")
    high = [char for char in sample if char > "\x7f"]
    western = sum(char in _WESTERN for char in high)
    if western * 10 >= len(high) * 9 and len(high) * 4 < sum(map(str.isalpha, sample)):
        return "cp1252"
    from charset_normalizer import from_bytes

    best = from_bytes(data[:_SAMPLE]).best()
    if best is None:
        raise InputError("the encoding of the file was not recognised. Save it as UTF-8.")
    return best.encoding


def _is_wrapped(lines: list[str]) -> bool:
    """Whether lines are prose broken at a width: all but the last about as long as the longest, and long."""
    if len(lines) < 2:
        return False
    longest = max(map(len, lines))
    return longest >= _WRAPPED and all(len(line) > longest * 0.6 for line in lines[:-1])
