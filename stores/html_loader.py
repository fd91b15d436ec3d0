"""HTML to a document, by Beautiful Soup over lxml."""

from collections.abc import Iterator

from bs4 import BeautifulSoup
from bs4.element import Comment, NavigableString, PageElement, Tag

from stores.document import Document, DocumentWriter

_LEFT_OUT = ("script", "style", "noscript", "template", "nav", "iframe", "svg", "button", "select", "dialog")
_FURNITURE = ("header", "footer", "aside", "form")  # left out only beside a main part
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
# fmt: off
_INLINE = frozenset({
    "a", "abbr", "b", "bdi", "bdo", "br", "cite", "code", "data", "del", "dfn", "em", "font", "i", "img", "input",
    "ins", "kbd", "label", "mark", "q", "rt", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub",
    "sup", "time", "tt", "u", "var", "wbr",
})
# fmt: on


def load_html(source: str, data: bytes) -> Document:
    """The main part of a page. The encoding is the one it declares, else it is guessed."""
    soup = BeautifulSoup(data, "lxml")
    for tag in soup(_LEFT_OUT):
        tag.decompose()
    root = soup.find("main") or soup.find("article") or soup.body or soup
    if not isinstance(root, Tag):
        root = soup
    if root.name in {"main", "article"}:
        for tag in root(_FURNITURE):
            if tag.name != "header":
                tag.decompose()
    writer = DocumentWriter(source)
    title = soup.title.get_text(" ") if soup.title else ""
    if title.strip() and root.find("h1") is None:
        writer.under(title, 0)
    _walk(writer, root)
    return writer.finish()


def _walk(writer: DocumentWriter, parent: Tag) -> None:
    """Write the blocks in a tag; text that stands between blocks becomes paragraphs."""
    loose: list[str] = []

    def flush() -> None:
        writer.paragraph("".join(loose))
        loose.clear()

    for child in parent.children:
        if not isinstance(child, Tag) or _is_inline(child):
            loose.append(_text(child))
            continue
        flush()
        if child.name in _HEADINGS:
            writer.heading(_text(child), _HEADINGS[child.name])
        elif child.name in {"ul", "ol", "menu"}:
            writer.items(list(_items(child, 0)))
        elif child.name == "table":
            _table(writer, child)
        elif child.name == "pre":
            writer.code(child.get_text())
        elif child.name == "dl":
            _definitions(writer, child)
        elif child.name not in {"title", "head"}:
            _walk(writer, child)
    flush()


def _is_inline(tag: Tag) -> bool:
    return tag.name in _INLINE and all(_is_inline(child) for child in tag.find_all(True, recursive=False))


def _text(node: PageElement) -> str:
    """The text of inline content; line breaks of the source are spaces, `<br>` is a line break."""
    if isinstance(node, Comment):
        return ""
    if isinstance(node, NavigableString):
        return str(node).replace("\n", " ").replace("\r", " ")
    if not isinstance(node, Tag):
        return ""
    if node.name == "br":
        return "\n"
    if node.name == "img":
        return str(node.get("alt", ""))
    return "".join(_text(child) for child in node.children)


def _items(tag: Tag, depth: int) -> Iterator[str]:
    number = _number(tag)
    for item in tag.find_all("li", recursive=False):
        own: list[str] = []
        nested: list[Tag] = []
        for child in item.children:
            if isinstance(child, Tag) and child.name in {"ul", "ol", "menu"}:
                nested.append(child)
            else:
                own.append(_text(child) + (" " if isinstance(child, Tag) and not _is_inline(child) else ""))
        mark = "-" if number is None else f"{number}."
        yield f"{'  ' * depth}{mark} {''.join(own)}"
        for inner in nested:
            yield from _items(inner, depth + 1)
        number = None if number is None else number + 1


def _number(tag: Tag) -> int | None:
    if tag.name != "ol":
        return None
    start = str(tag.get("start", "1"))
    return int(start) if start.isdigit() else 1


def _table(writer: DocumentWriter, table: Tag) -> None:
    if table.caption is not None:
        writer.paragraph(_text(table.caption))
    rows = [row for row in table.find_all("tr") if row.find_parent("table") is table]
    cells = [list(row.find_all(["th", "td"], recursive=False)) for row in rows]
    header: list[str] = []
    if cells and len(cells) > 1 and all(cell.name == "th" for cell in cells[0]):
        header = [_text(cell) for cell in cells[0]]
        cells = cells[1:]
    writer.table([[_text(cell) for cell in row] for row in cells], header)


def _definitions(writer: DocumentWriter, tag: Tag) -> None:
    term = ""
    lines: list[str] = []
    for child in tag.find_all(["dt", "dd"]):
        if child.name == "dt":
            term = _text(child).strip()
        else:
            lines.append(f"{term}: {_text(child).strip()}" if term else _text(child))
    writer.items(lines)
