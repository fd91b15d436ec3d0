"""Passages follow the structure of their document and lose nothing of it."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from stores.chunking import MOST_CHARS, MOST_TOKENS, chunk
from stores.document import Document, DocumentWriter
from stores.embedder import MiniLM
from stores.loaders import load
from stores.passages import Passage

SENTENCE = "The office pays the fee of the form within ten days of the trip. "  # 14 tokens


def words(texts: Sequence[str]) -> list[int]:
    """A token count that needs no model: a token a word."""
    return [len(text.split()) for text in texts]


def passages(markdown: str) -> list[Passage]:
    return chunk(load("f.md", ".md", markdown.encode()), "/f.md", "hash", words)


def test_a_section_is_a_passage_with_its_heading_path() -> None:
    """A heading goes with its text, and a heading without text with the section below it."""
    found = passages(f"# Leave\n\n## Who\n\n{SENTENCE * 4}\n\n## When\n\n{SENTENCE * 4}")
    assert [passage.heading for passage in found] == ["Leave > Who", "Leave > When"]
    assert [passage.text[:11] for passage in found] == ["Leave\n\nWho\n", "When\n\nThe o"]


def test_very_short_sections_are_joined_under_their_common_heading() -> None:
    found = passages("# Limits\n\n## London\n\nEUR 190.\n\n## Zurich\n\nEUR 210.\n\n# Other\n\nText.")
    assert [(passage.heading, passage.text) for passage in found] == [
        ("Limits", "Limits\n\nLondon\n\nEUR 190.\n\nZurich\n\nEUR 210."),
        ("Other", "Other\n\nText."),
    ]


def test_a_long_section_becomes_passages_of_about_equal_size() -> None:
    """Cut between paragraphs, all under the same heading, none over the limit."""
    found = passages("# Leave\n\n" + "\n\n".join([SENTENCE * 4] * 6))
    sizes = words([passage.text for passage in found])
    assert {passage.heading for passage in found} == {"Leave"}
    assert len(found) == 2
    assert max(sizes) <= MOST_TOKENS
    assert min(sizes) >= 128
    assert all(passage.text.endswith("trip.") for passage in found)


def test_a_long_paragraph_is_cut_between_sentences() -> None:
    found = passages(SENTENCE * 60)
    assert len(found) > 2
    assert all(passage.text.startswith("The office") and passage.text.endswith("trip.") for passage in found)


def test_a_long_table_is_cut_between_rows() -> None:
    """Each row still names its columns."""
    rows = "\n".join(f"| city {i} | EUR {i} |" for i in range(200))
    found = passages(f"# Limits\n\n| City | Limit |\n|---|---|\n{rows}")
    assert len(found) > 2
    assert all(line.startswith("City: ") for passage in found[1:] for line in passage.text.splitlines())


def test_a_heading_never_ends_a_passage() -> None:
    text = "\n\n".join(f"### Part {i}\n\n{SENTENCE * 2}" for i in range(20))
    assert not any(passage.text.splitlines()[-1].startswith("Part") for passage in passages(f"# All\n\n{text}"))


def test_pages_are_those_where_passages_begin() -> None:
    writer = DocumentWriter("f.pdf")
    for page in (1, 2, 3):
        writer.page = page
        writer.paragraph(SENTENCE * 12)
    assert [passage.page for passage in chunk(writer.finish(), "/f.pdf", "hash", words)] == [1, 2, 3]


def test_an_edit_leaves_the_ids_of_other_passages() -> None:
    """Ids come from the document and the passage's own text, not from its place; equal passages are told apart."""
    rest = f"# B\n\n{SENTENCE * 5}\n\n# C\n\n{SENTENCE * 5}\n\n# B\n\n{SENTENCE * 5}"
    old, new = (passages(f"# A\n\n{first}{SENTENCE * 4}\n\n{rest}") for first in ("", "New. "))
    assert len({passage.id for passage in old}) == 4
    assert [passage.id for passage in old][1:] == [passage.id for passage in new][1:]
    assert old[0].id != new[0].id
    assert old[1].start != new[1].start
    elsewhere = chunk(load("f.md", ".md", f"# A\n\n{SENTENCE * 4}".encode()), "/g.md", "hash", words)
    assert elsewhere[0].id != old[0].id


def test_the_bundled_model_reads_the_whole_of_a_passage() -> None:
    """With its heading path no passage has more tokens than are embedded."""
    model = MiniLM()
    text = (
        "# Überstunden\n\n" + "Die Ausgleichszahlungsregelung gilt für alle Beschäftigten. 员工有五周的产假。\n\n" * 80
    )
    found = chunk(load("f.md", ".md", text.encode()), "/f.md", "hash", model.token_counts)
    assert max(model.token_counts([f"{passage.heading}\n{passage.text}" for passage in found])) <= 254


BLOCK = st.one_of(
    st.tuples(st.just("heading"), st.text("AB c", min_size=1, max_size=12), st.integers(1, 4)),
    st.tuples(st.just("paragraph"), st.text("abc .!?。产\n", min_size=1, max_size=900), st.just(0)),
    st.tuples(st.just("paragraph"), st.integers(1, 300).map("word ".__mul__), st.just(0)),
    st.tuples(st.just("items"), st.text("ab \n", min_size=1, max_size=900), st.just(0)),
    st.tuples(st.just("code"), st.sampled_from(["x" * 9000, "a\n  b\n" * 700]), st.just(0)),
)


def written(blocks: list[tuple[str, str, int]]) -> Document:
    writer = DocumentWriter("f")
    for kind, text, level in blocks:
        if kind == "heading":
            writer.heading(text, level)
        elif kind == "items":
            writer.items(text.split("\n"))
        elif kind == "code":
            writer.code(text)
        else:
            writer.paragraph(text)
    return writer.finish()


@settings(max_examples=60, deadline=None)
@given(st.lists(BLOCK, max_size=12).map(written))
def test_every_character_is_in_one_passage(document: Document) -> None:
    """Passages are spans of the document in order; between them lie spaces only; none is too large; ids differ."""
    found = chunk(document, "/f", "hash", words)
    position = 0
    for passage in found:
        assert document.text[passage.start : passage.end] == passage.text
        assert not document.text[position : passage.start].strip()
        assert passage.start >= position
        assert len(passage.text) <= MOST_CHARS + 500
        assert words([passage.text])[0] <= MOST_TOKENS
        position = passage.end
    assert not document.text[position:].strip()
    assert len({passage.id for passage in found}) == len(found)
