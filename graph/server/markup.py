"""Markdown of answers to HTML that a page may show: rendered and sanitised by kept libraries."""

from functools import lru_cache

import nh3
from markdown_it import MarkdownIt

_TAGS = {
    "p", "br", "strong", "em", "code", "pre", "ul", "ol", "li", "blockquote", "table", "thead", "tbody", "tr", "th",
    "td", "h1", "h2", "h3", "h4", "hr", "a",
}  # fmt: skip


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    # raw HTML in an answer is shown as text: whatever writes answers is not trusted with tags
    return MarkdownIt("commonmark", {"html": False, "linkify": False, "breaks": True}).enable("table").disable("image")


def to_html(markdown: str) -> str:
    """Safe HTML of an answer. Links keep only http, https and mailto addresses."""
    return nh3.clean(
        _markdown().render(markdown),
        tags=_TAGS,
        attributes={"a": {"href"}, "ol": {"start"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
    )
