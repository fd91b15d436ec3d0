"""Markdown to a document, by the tokens of markdown-it-py."""

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from stores.document import Document, DocumentWriter

DEEPEST = 100  # levels, of which a list takes two
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_TITLE = re.compile(r"^title:\s*[\"']?(.+?)[\"']?\s*$", re.MULTILINE)
_LABEL = re.compile(r"^([\w-]{1,40}):[ \t]*([\"']?)([^\s\[{|>&*!#\"'][^\n]{0,200}?)\2[ \t]*$", re.MULTILINE)
_TAG = re.compile(r"<[^>]*>")
_BLOCKS = {"paragraph", "bullet_list", "ordered_list", "fence", "code_block", "table", "blockquote", "html_block"}


def load_markdown(source: str, text: str) -> Document:
    """CommonMark with tables. Of front matter the title heads the document, and other plain values label it."""
    writer = DocumentWriter(source)
    front = _FRONT_MATTER.match(text)
    if front:
        text = text[front.end() :]
        writer.labels = {name.casefold(): value for name, _, value in _LABEL.findall(front[1]) if name != "title"}
        title = _TITLE.search(front[1])
        if title:
            writer.under(title[1], 0)
    tokens = MarkdownIt("commonmark", {"maxNesting": DEEPEST}).enable("table").parse(text)
    if any(token.level >= DEEPEST - 1 for token in tokens):
        raise RecursionError("the parser leaves out what is nested deeper")
    for node in SyntaxTreeNode(tokens).children:
        _write(writer, node)
    return writer.finish()


def _write(writer: DocumentWriter, node: SyntaxTreeNode) -> None:
    if node.type == "heading":
        writer.heading(_inline(node), int(node.tag[1]))
    elif node.type in {"bullet_list", "ordered_list"}:
        writer.items(_items(node, 0))
    elif node.type in {"fence", "code_block"}:
        writer.code(node.content)
    elif node.type == "table":
        rows = [[_inline(cell) for cell in row.children] for part in node.children for row in part.children]
        writer.table(rows[1:], rows[0])
    elif node.type == "html_block":
        writer.paragraph(_TAG.sub(" ", node.content))
    elif node.type == "blockquote":
        for child in node.children:
            _write(writer, child)
    elif node.type == "paragraph":
        writer.paragraph(_inline(node))


def _items(node: SyntaxTreeNode, depth: int) -> list[str]:
    """The lines of a list: its items' text, with what is nested in them below and further in."""
    lines: list[str] = []
    start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
    for number, item in enumerate(node.children):
        mark = "-" if start is None else f"{start + number}."
        for position, child in enumerate(item.children):
            if child.type in {"bullet_list", "ordered_list"}:
                lines.extend(_items(child, depth + 1))
            else:
                lead = f"{mark} " if position == 0 else "  "
                lines.extend("  " * depth + lead + line for line in _flat(child))
    return lines


def _flat(node: SyntaxTreeNode) -> Sequence[str]:
    """The text lines of any block inside a list item."""
    if node.type in {"fence", "code_block", "html_block"}:
        return node.content.splitlines()
    if node.children and any(child.type in _BLOCKS for child in node.children):
        return [line for child in node.children for line in _flat(child)]
    if node.type == "table":
        return [" | ".join(_inline(cell) for cell in row.children) for part in node.children for row in part.children]
    return [_inline(node)]


def _inline(node: SyntaxTreeNode) -> str:
    """The readable text of a node's inline content: links by their words, images by their description."""
    if node.type == "inline":
        return "".join(_readable(token) for token in node.to_tokens()[0].children or [])
    return "".join(_inline(child) for child in node.children)


def _readable(token: Token) -> str:
    if token.type == "softbreak":
        return " "
    if token.type == "hardbreak":
        return "\n"
    if token.type == "html_inline":
        return "\n" if token.content.lower().startswith("<br") else ""
    return token.content
