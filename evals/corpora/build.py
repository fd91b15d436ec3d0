"""Build the PDF and Word files of the example handbook from their Markdown sources.

`python -m evals.corpora.build` writes `handbook/money/travel.pdf`, `handbook/work/security.pdf`,
`handbook/work/equipment.docx` and `handbook/contractors/contractor-guide.docx` from `sources/*.md`.
The same sources and library versions give the same bytes: dates, ids and zip times are fixed.
"""

import io
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal
from xml.sax.saxutils import escape

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

HERE = Path(__file__).parent
COMPANY = "Larkfield Instruments"
EDITION = datetime(2024, 1, 15)  # noqa: DTZ001 (Word core properties hold naive times)
ZIP_TIME = (2024, 1, 15, 0, 0, 0)
TARGETS = {
    "travel": "money/travel.pdf",
    "security": "work/security.pdf",
    "equipment": "work/equipment.docx",
    "contractor-guide": "contractors/contractor-guide.docx",
}


@dataclass(frozen=True)
class Block:
    """One block of a source: `rows` holds one row of one cell, except for a table."""

    kind: Literal["heading", "paragraph", "numbered", "bullet", "table"]
    rows: tuple[tuple[str, ...], ...]
    level: int = 0

    @property
    def text(self) -> str:
        """The words of the block as a reader sees them, without list numbers and bullets."""
        return " ".join(cell for row in self.rows for cell in row)


def read_blocks(markdown: str) -> list[Block]:
    """Parse the Markdown that the sources use: headings, paragraphs, flat lists and tables.

    Raises:
        ValueError: the source holds another kind of block, which the writers would lose.
    """
    tree = SyntaxTreeNode(MarkdownIt("commonmark").enable("table").parse(markdown))
    return [block for node in tree.children for block in _blocks_of(node)]


def _blocks_of(node: SyntaxTreeNode) -> Iterator[Block]:
    if node.type == "heading":
        yield Block("heading", ((_words(node),),), level=int(node.tag[1]))
    elif node.type == "paragraph":
        yield Block("paragraph", ((_words(node),),))
    elif node.type in {"ordered_list", "bullet_list"}:
        for place, item in enumerate(node.children, start=1):
            yield Block("numbered" if node.type == "ordered_list" else "bullet", ((_words(item),),), level=place)
    elif node.type == "table":
        rows = [row for part in node.children for row in part.children]
        yield Block("table", tuple(tuple(_words(cell) for cell in row.children) for row in rows))
    else:
        raise ValueError(f"A source may hold headings, paragraphs, lists and tables, not {node.type!r}; rewrite it.")


def _words(node: SyntaxTreeNode) -> str:
    return " ".join(" ".join(leaf.content for leaf in node.walk() if leaf.type == "text").split())


def write_pdf(blocks: list[Block], target: Path) -> None:
    """Lay the blocks out on A4 pages, with an outline entry for every heading."""
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.lib.units import mm
    from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table

    body = ParagraphStyle("body", fontName="Helvetica", fontSize=11, leading=16, spaceAfter=8)
    bold = ParagraphStyle("bold", parent=body, fontName="Helvetica-Bold", spaceBefore=12, keepWithNext=1)
    heads = {
        level: ParagraphStyle(f"h{level}", parent=bold, fontSize=size, leading=size + 6)
        for level, size in ((1, 22), (2, 15), (3, 12))
    }
    item = ParagraphStyle("item", parent=body, leftIndent=8 * mm, spaceAfter=4)

    class Handbook(SimpleDocTemplate):  # type: ignore[misc]  # reportlab ships no types
        def afterFlowable(self, flowable: Any) -> None:  # noqa: N802 (reportlab's hook)
            level = getattr(flowable, "heading_level", 0)
            if level:
                self.headings = getattr(self, "headings", 0) + 1
                key = f"heading-{self.headings}"
                self.canv.bookmarkPage(key)
                self.canv.addOutlineEntry(flowable.getPlainText(), key, level - 1)

    story: list[Any] = []
    for block in blocks:
        text = escape(block.text)
        if block.kind == "heading":
            head = Paragraph(text, heads[block.level])
            head.heading_level = block.level
            story.append(head)
        elif block.kind == "paragraph":
            story.append(Paragraph(text, body))
        elif block.kind == "table":
            rules = [("GRID", (0, 0), (-1, -1), 0.5, "grey"), ("FONT", (0, 0), (-1, -1), "Helvetica", 11)]
            story += [Table(list(block.rows), hAlign="LEFT", style=rules), Spacer(1, 8)]
        else:
            story.append(Paragraph(f"{block.level}. {text}" if block.kind == "numbered" else f"• {text}", item))
    margins = dict.fromkeys(("leftMargin", "rightMargin", "topMargin", "bottomMargin"), 25 * mm)
    page = {"pagesize": A4, "title": blocks[0].text, "author": COMPANY, "invariant": 1}
    Handbook(str(target), **page, **margins).build(story)


def write_docx(blocks: list[Block], target: Path) -> None:
    """Write the blocks with Word's own heading, list and table styles."""
    from docx import Document

    document = Document()
    for block in blocks:
        if block.kind == "heading":
            document.add_heading(block.text, level=block.level)
        elif block.kind == "table":
            table = document.add_table(rows=len(block.rows), cols=len(block.rows[0]), style="Table Grid")
            for cells, row in zip(table.rows, block.rows, strict=True):
                for cell, text in zip(cells.cells, row, strict=True):
                    cell.text = text
        else:
            style = {"paragraph": None, "numbered": "List Number", "bullet": "List Bullet"}[block.kind]
            document.add_paragraph(block.text, style=style)
    properties = document.core_properties
    properties.title, properties.author, properties.last_modified_by = blocks[0].text, COMPANY, COMPANY
    properties.created = properties.modified = EDITION
    buffer = io.BytesIO()
    document.save(buffer)
    with zipfile.ZipFile(buffer) as written, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as fixed:
        for name in written.namelist():
            entry = zipfile.ZipInfo(name, ZIP_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            fixed.writestr(entry, written.read(name))


def build(handbook: Path) -> list[Path]:
    """Write every built file of the handbook below `handbook`; returns their paths."""
    written = []
    for source, place in TARGETS.items():
        target = handbook / place
        target.parent.mkdir(parents=True, exist_ok=True)
        blocks = read_blocks((HERE / "sources" / f"{source}.md").read_text(encoding="utf-8"))
        (write_pdf if target.suffix == ".pdf" else write_docx)(blocks, target)
        written.append(target)
    return written


if __name__ == "__main__":
    for path in build(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "handbook"):
        print(path)
