"""Word files to a document, by python-docx."""

import io
import re
from zipfile import BadZipFile

from stores.document import Document, DocumentWriter
from stores.errors import InputError

_HEADING = re.compile(r"heading (\d)", re.IGNORECASE)


def load_word(source: str, data: bytes) -> Document:
    """Headings by their style, lists, and tables with their first row as header. Raises `InputError` when damaged."""
    import docx
    from docx.opc.exceptions import PackageNotFoundError
    from docx.table import Table

    try:
        content = list(docx.Document(io.BytesIO(data)).iter_inner_content())
    except (BadZipFile, PackageNotFoundError, KeyError, ValueError, SyntaxError) as error:
        raise InputError(
            f"the Word file is damaged ({type(error).__name__}: {error}). Get or save it again."
        ) from error
    writer = DocumentWriter(source)
    items: list[str] = []
    for block in content:
        style = "" if isinstance(block, Table) or block.style is None else str(block.style.name)
        if not isinstance(block, Table) and (style.startswith("List") or _numbered(block)):
            items.append(f"- {block.text}")
            continue
        writer.items(items)
        items = []
        if isinstance(block, Table):
            _table(writer, block)
            continue
        heading = _HEADING.match(style)
        if heading or style == "Title":
            writer.heading(block.text, int(heading[1]) if heading else 0)
        else:
            writer.paragraph(block.text)
    writer.items(items)
    return writer.finish()


def _numbered(paragraph: object) -> bool:
    properties = getattr(getattr(paragraph, "_p", None), "pPr", None)
    return properties is not None and properties.numPr is not None


def _table(writer: DocumentWriter, table: object) -> None:
    rows = [_cells(row) for row in getattr(table, "rows", ())]
    writer.table(rows[1:], rows[0] if rows else ())


def _cells(row: object) -> list[str]:
    """The texts of a row; a cell that spans columns comes once."""
    seen: list[object] = []
    texts: list[str] = []
    for cell in getattr(row, "cells", ()):
        if not any(cell._tc is each for each in seen):
            seen.append(cell._tc)
            texts.append(str(cell.text))
    return texts
