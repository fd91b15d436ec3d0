"""The lexical leg: BM25 by SQLite FTS5 over the stems of `stores/words.py`.

The stems and bigrams are made here and handed to FTS5 as they are, because its own tokenizers drop the vowel signs of
Thai, take a Chinese sentence for one word, and find no two-character word by trigrams.
"""

import sqlite3
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from stores.words import STOP_WORDS, stem, words

CREATE = """CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(terms, tokenize="ascii tokenchars ''''")"""
_LAST_LATIN = "\u024f"
# words that say little about what a message refers to, but something about the passage it asks for
_SEARCHED_WORDS = """more most many much other others same such own both each all only very too just show explain get
    got want know like need give tell find no nor not out off up over under then than"""
_SEARCHED = frozenset(_SEARCHED_WORDS.split())


def index_terms(text: str) -> str:
    """What FTS5 is given for a passage: every word's stem in order, separated by spaces."""
    return " ".join(_term(word) for word in words(text))


def match_expression(text: str) -> str:
    """An FTS5 query for any content stem of a text, or for any word when none is a content word; "" without words."""
    found = words(text)
    stop = _stop_words(found)
    content = [word for word in found if word not in stop] or found
    return " OR ".join(f'"{term}"' for term in dict.fromkeys(map(_term, content)))


class LexicalTable:
    """The table of words in a connection that its owner opens, locks and commits."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def put(self, rows: Iterable[tuple[int, str]]) -> None:
        """Insert the texts of row ids that are not in the table."""
        terms = ((row, index_terms(text)) for row, text in rows)
        self._connection.executemany("INSERT INTO words (rowid, terms) VALUES (?, ?)", terms)

    def drop(self, rows: Iterable[int]) -> None:
        """Remove row ids."""
        self._connection.executemany("DELETE FROM words WHERE rowid = ?", ((row,) for row in rows))

    def search(
        self, text: str, k: int, allowed: str = "", arguments: Sequence[str | int] = ()
    ) -> list[tuple[int, float]]:
        """The k best row ids with their scores (minus FTS5's bm25, k1 1.2, b 0.75; higher is better).

        `allowed` is a subquery of row ids with `?` for each of `arguments`; without it every row is searched.
        """
        expression = match_expression(text)
        if not expression or k <= 0:
            return []
        condition = f"AND rowid IN ({allowed})" if allowed else ""
        rows = self._connection.execute(
            f"SELECT rowid, -bm25(words) AS score FROM words WHERE words MATCH ? {condition}"  # noqa: S608  -- ours
            " ORDER BY score DESC, rowid LIMIT ?",
            (expression, *arguments, k),
        )
        return [(int(row), float(score)) for row, score in rows]


@lru_cache(maxsize=65536)
def _term(word: str) -> str:
    """The stem of a word without the accents of Latin letters, so that "cafe" finds "café"."""
    if not word.isascii():
        parts = unicodedata.normalize("NFD", word)
        if all(char <= _LAST_LATIN or unicodedata.combining(char) for char in parts):
            word = "".join(char for char in parts if not unicodedata.combining(char))
    return stem(word)


def _stop_words(found: Sequence[str]) -> frozenset[str]:
    """The stop words of the language that has most of these words among its own; English when none does better."""
    language = max(STOP_WORDS, key=lambda name: (sum(word in STOP_WORDS[name] for word in found), name == "en"))
    return STOP_WORDS[language] - _SEARCHED
