"""What each kind of file becomes: clean text in blocks under their headings."""

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import docx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader, PdfWriter
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from stores.document import Document
from stores.errors import InputError
from stores.loaders import SUFFIXES, decode, load


def blocks(suffix: str, content: str | bytes) -> list[tuple[str, str, str]]:
    """(kind, heading path, text) of a file's blocks."""
    data = content.encode() if isinstance(content, str) else content
    return [(block.kind, " > ".join(block.heading_path), block.text) for block in load("f", suffix, data).blocks]


@contextmanager
def suppress_only(reason: str) -> Iterator[None]:
    """Let an `InputError` pass whose message holds the reason."""
    try:
        yield
    except InputError as error:
        if reason not in str(error):
            raise


def check_offsets(document: Document) -> None:
    """Every block is where it says, in order, with blank lines between."""
    assert all(document.text[block.start : block.end] == block.text for block in document.blocks)
    assert "\n\n".join(block.text for block in document.blocks) == document.text


MARKDOWN = """---
title: The handbook
---
# Leave *policy*

Twenty
weeks, see [the form](forms.md) and `PL-1`.

## Who

1. Parents
2. Others
   - grandparents
   - guardians

> Quoted rule.

| Office | Weeks |
|---|---|
| UK | 22 |
| Spain | |

```
code  kept
```

Below
-----
![A chart](x.png) <b>bold</b>
"""


def test_markdown_becomes_text_under_headings() -> None:
    """Markup goes, words stay; a table row names its columns, lists keep their marks and depth."""
    assert blocks(".md", MARKDOWN) == [
        ("heading", "The handbook > Leave policy", "Leave policy"),
        ("paragraph", "The handbook > Leave policy", "Twenty weeks, see the form and PL-1."),
        ("heading", "The handbook > Leave policy > Who", "Who"),
        ("list", "The handbook > Leave policy > Who", "1. Parents\n2. Others\n  - grandparents\n  - guardians"),
        ("paragraph", "The handbook > Leave policy > Who", "Quoted rule."),
        ("table", "The handbook > Leave policy > Who", "Office: UK; Weeks: 22.\nOffice: Spain."),
        ("code", "The handbook > Leave policy > Who", "code  kept"),
        ("heading", "The handbook > Leave policy > Below", "Below"),
        ("paragraph", "The handbook > Leave policy > Below", "A chart bold"),
    ]


HTML = """<html><head><title>Leave</title><style>p {}</style></head><body><nav>Home</nav>
<main><header><h2>UK <em>office</em></h2></header><p>Twenty-two
weeks.<br>Paid.</p>Loose <b>text</b>.<ul><li>one <p>more</p><ol start=3><li>deep</li></ol></li></ul>
<table><caption>Limits</caption><tr><th>City</th><th>Limit</th></tr><tr><td>Bonn</td><td>EUR 9</td></tr></table>
<div><div><a href="#">Linked</a> words</div></div><dl><dt>ISO</dt><dd>officer</dd></dl><!-- hidden -->
<script>no()</script><footer>Imprint</footer></main></body></html>"""


def test_html_becomes_the_text_of_its_main_part() -> None:
    """Without scripts, navigation and footer; the title heads a page that has no first heading."""
    assert blocks(".html", HTML) == [
        ("heading", "Leave > UK office", "UK office"),
        ("paragraph", "Leave > UK office", "Twenty-two weeks.\nPaid."),
        ("paragraph", "Leave > UK office", "Loose text."),
        ("list", "Leave > UK office", "- one more\n  3. deep"),
        ("paragraph", "Leave > UK office", "Limits"),
        ("table", "Leave > UK office", "City: Bonn; Limit: EUR 9."),
        ("paragraph", "Leave > UK office", "Linked words"),
        ("list", "Leave > UK office", "ISO: officer"),
    ]


def test_html_is_read_in_the_encoding_it_declares() -> None:
    page = '<meta charset="iso-8859-1"><p>Büro für España</p>'.encode("latin-1")
    assert blocks(".htm", page) == [("paragraph", "", "Büro für España")]


def test_text_is_cut_at_blank_lines_and_unwrapped() -> None:
    """Hard-wrapped prose becomes one line; short lines and lists stay as they are."""
    wrapped = (
        "This paragraph was broken by an editor at a fixed width,\nand its second line is just as long as it,\nends."
    )
    content = f"{wrapped}\n\n\nName\nStreet\n\n- one\n- two\n".replace("\n", "\r\n")
    assert blocks(".txt", content) == [
        ("paragraph", "", wrapped.replace("\n", " ")),
        ("paragraph", "", "Name\nStreet"),
        ("list", "", "- one\n- two"),
    ]


def pdf(*pages: Sequence[tuple[float, float, str]], outline: tuple[str, ...] = ()) -> bytes:
    """A PDF with texts at (x, y from the top); titles of the outline name the first page."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=A4)
    for number, page in enumerate(pages):
        for x, y, text in page:
            canvas.drawString(x, A4[1] - y, text)
        if number == 0:
            for title in outline:
                canvas.bookmarkPage(title)
                canvas.addOutlineEntry(title, title)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def test_pdf_keeps_pages_headings_lists_and_tables() -> None:
    """Headings come from the outline, rows from columns, and running headers and page numbers go."""
    first = [
        (72, 50, "Handbook 2024"),
        (72, 90, "Travel policy"),
        (72, 120, "A trip is booked by the agency and is paid by the com-"),
        (72, 134, "pany, up to the limits in the table, for all employees."),
        (90, 170, "1. Enter the trip."),
        (90, 184, "2. Wait."),
        (72, 220, "City"),
        (300, 220, "Limit"),
        (72, 234, "London"),
        (300, 234, "EUR 190"),
        (300, 800, "1"),
    ]
    second = [(72, 50, "Handbook 2024"), (72, 90, "Private days are allowed."), (300, 800, "2")]
    third = [(72, 50, "Handbook 2024"), (72, 90, "The end."), (300, 800, "3")]
    document = load("f.pdf", ".pdf", pdf(first, second, third, outline=("Travel policy",)))
    check_offsets(document)
    prose = (
        "A trip is booked by the agency and is paid by the com-pany, up to the limits in the table, for all employees."
    )
    assert [(block.kind, block.page, block.text) for block in document.blocks] == [
        ("heading", 1, "Travel policy"),
        ("paragraph", 1, prose),
        ("list", 1, "1. Enter the trip.\n2. Wait."),
        ("table", 1, "City: London; Limit: EUR 190."),
        ("paragraph", 2, "Private days are allowed."),
        ("paragraph", 3, "The end."),
    ]
    assert {block.heading_path for block in document.blocks} == {("Travel policy",)}


def test_pdf_columns_are_read_one_after_the_other() -> None:
    """Lines of two columns of prose are not joined across the gap."""
    left = [(60, 90 + 14 * i, f"left column line {i} goes on with") for i in range(6)]
    right = [(320, 90 + 14 * i, f"right column line {i} goes on with") for i in range(6)]
    text = load("f.pdf", ".pdf", pdf([*left, *right])).text
    assert text.index("left column line 5") < text.index("right column line 0")


def test_word_keeps_headings_lists_and_tables() -> None:
    document = docx.Document()
    document.add_heading("Handbook", 0)
    document.add_heading("Equipment", 1)
    document.add_paragraph("A laptop on the first day.")
    document.add_paragraph("headset", style="List Bullet")
    document.add_paragraph("telephone", style="List Number")
    table = document.add_table(2, 2)
    for cell, text in zip(
        (cell for row in table.rows for cell in row.cells), ("Thing", "Years", "Laptop", "4"), strict=True
    ):
        cell.text = text
    file = io.BytesIO()
    document.save(file)
    assert blocks(".docx", file.getvalue()) == [
        ("heading", "Handbook", "Handbook"),
        ("heading", "Handbook > Equipment", "Equipment"),
        ("paragraph", "Handbook > Equipment", "A laptop on the first day."),
        ("list", "Handbook > Equipment", "- headset\n- telephone"),
        ("table", "Handbook > Equipment", "Thing: Laptop; Years: 4."),
    ]


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("utf-8", "Büro – 产假"),
        ("utf-8-sig", "Büro"),
        ("utf-16", "Büro 产假"),
        ("latin-1", "Die Angestellten im Büro müssen den Antrag für die Übernahme früh genug einreichen."),
        ("latin-1", "Le congé est payé à l'employé après six mois."),
        ("latin-1", "El año que viene, la compañía pagará más días."),
        ("cp1252", "The “fee” is 40 € – for now."),
        (
            "cp1251",
            "Сотрудники получают двадцать недель оплачиваемого отпуска по уходу за ребёнком, и отпуск можно разделить.",
        ),
        ("shift_jis", "社員は二十週間の育児休暇を取ることができます。申請は三か月前までに行ってください。"),
    ],
)
def test_the_encoding_is_found(encoding: str, text: str) -> None:
    assert decode(text.encode(encoding)) == text


BINARY = bytes(range(256)) * 40
TRUNCATED = pdf([(72, 90, "Text " * 10)])[:-200]


def encrypted() -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf([(72, 90, "Secret")]))))
    writer.encrypt("password", algorithm="RC4-128")
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


@pytest.mark.parametrize(
    ("suffix", "data", "reason"),
    [
        (".md", b"", "empty"),
        (".txt", b" \n\t", "empty"),
        (".md", BINARY, "binary data"),
        (".html", BINARY, "binary data"),
        (".md", b"%PDF-1.7\n\x00\x01", "binary data"),
        (".md", b"---\ntitle: x\n---\n", "no text"),
        (".html", b"<html><script>x</script></html>", "no text"),
        (".pdf", TRUNCATED, "cut off"),
        (".pdf", b"%PDF-1.4\n garbage \n%%EOF", "damaged"),
        (".pdf", pdf([]), "no text, only images perhaps"),
        (".pdf", encrypted(), "protected by a password"),
        (".docx", b"PK\x03\x04 not a zip", "damaged"),
        (".docx", b"plain text", "damaged"),
        (".png", b"x", r"end in \.png are not read"),
        ("", b"x", "end in nothing are not read"),
    ],
)
def test_a_file_without_a_document_gets_a_sentence(suffix: str, data: bytes, reason: str) -> None:
    """What is wrong, and what to do about it; one line."""
    with pytest.raises(InputError, match=reason) as caught:
        load("f", suffix, data)
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith(".")


@given(st.binary(max_size=300), st.sampled_from(sorted(SUFFIXES)))
def test_no_bytes_break_a_loader(data: bytes, suffix: str) -> None:
    """A document with true offsets, or `InputError`."""
    try:
        document = load("f", suffix, data)
    except InputError:
        return
    check_offsets(document)


@given(st.text(alphabet="# \n-*>|`1.ab[](){}<>&", max_size=120), st.sampled_from([".md", ".html", ".txt"]))
def test_no_markup_breaks_a_loader(text: str, suffix: str) -> None:
    with suppress(InputError):
        check_offsets(load("f", suffix, text.encode()))


def test_deep_nesting_does_not_overflow() -> None:
    """Hostile nesting ends in text or in one sentence, not in a crash."""
    for suffix, text in (
        (".md", "> " * 3000 + "deep"),
        (".md", "- " * 3000 + "deep"),
        (".html", "<div>" * 5000 + "deep"),
    ):
        with suppress_only("nested deeper"):
            assert "deep" in load("f", suffix, text.encode()).text


@pytest.mark.parametrize(
    "name", ["leave/parental-leave.md", "money/travel.pdf", "work/equipment.docx", "offices/germany-office.html"]
)
def test_the_handbook_is_read(name: str) -> None:
    """One file of each kind: true offsets, one first heading, and no markup left."""
    path = Path(__file__).parents[2] / "evals" / "corpora" / "handbook" / name
    document = load(name, path.suffix, path.read_bytes())
    check_offsets(document)
    assert len({block.heading_path[0] for block in document.blocks}) == 1
    assert not {"**", "##", "</", "|--"} & {document.text[i : i + 2] for i in range(len(document.text))}
