"""The example documents: built files say what their sources say, and the scenario is answerable from the regulation."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from evals.corpora.build import HERE, TARGETS, build, read_blocks

HANDBOOK = HERE / "handbook"
SCENARIO: dict[str, Any] = json.loads((HERE / "scenario.json").read_text(encoding="utf-8"))


def words_of(path: Path) -> list[str]:
    if path.suffix == ".pdf":
        from pypdf import PdfReader

        return " ".join(page.extract_text() for page in PdfReader(path).pages).split()
    from docx import Document
    from docx.table import Table

    parts = Document(str(path)).iter_inner_content()
    texts = [
        " ".join(cell.text for row in part.rows for cell in row.cells) if isinstance(part, Table) else part.text
        for part in parts
    ]
    return " ".join(texts).split()


def words_of_source(name: str) -> list[str]:
    blocks = read_blocks((HERE / "sources" / f"{name}.md").read_text(encoding="utf-8"))
    return " ".join(f"{b.level}. {b.text}" if b.kind == "numbered" else b.text for b in blocks).split()


def sections_of(folder: Path) -> dict[str, str]:
    """The text below each second-level heading of the Markdown files of `folder`."""
    found: dict[str, str] = {}
    for path in sorted(folder.glob("*.md")):
        for part in re.split(r"^## ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            heading, _, text = part.partition("\n")
            assert heading not in found
            found[heading] = text
    return found


def has_stem(stem: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(stem)}", text.lower()) is not None


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_each_committed_file_extracts_to_the_words_of_its_source(name: str) -> None:
    """A PDF or Word file of the handbook loses, joins and reorders no word of its source."""
    assert words_of(HANDBOOK / TARGETS[name]) == words_of_source(name)


def test_building_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    """Dates, ids and zip times are fixed, so a rebuild changes nothing in version control."""
    first, second = build(tmp_path / "first"), build(tmp_path / "second")
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_pdf_headings_stand_on_lines_of_their_own() -> None:
    """A reader of the PDF text can tell headings from paragraphs, and the outline names them too."""
    from pypdf import PdfReader

    for name in ("travel", "security"):
        reader = PdfReader(HANDBOOK / TARGETS[name])
        lines = [line.strip() for page in reader.pages for line in page.extract_text().splitlines()]
        blocks = read_blocks((HERE / "sources" / f"{name}.md").read_text(encoding="utf-8"))
        assert {block.text for block in blocks if block.kind == "heading"} <= set(lines)
        assert len(reader.pages) > 1
        assert reader.outline


def test_a_source_with_a_block_the_writers_would_lose_is_refused() -> None:
    """A code block has no place in the PDF and Word writers, so reading it says which kind it is."""
    with pytest.raises(ValueError, match="fence"):
        read_blocks("# Title\n\n```\ncode\n```\n")


def test_one_section_alone_is_about_part_time_parental_leave_in_the_uk_office() -> None:
    """The third seed question has one precise answer, with numbers of its own."""
    text = (HANDBOOK / "offices/uk-office.md").read_text(encoding="utf-8")
    sections = [
        part for part in re.split(r"^#+ ", text, flags=re.MULTILINE) if part.startswith("Part-time employees in the UK")
    ]
    assert len(sections) == 1
    assert "Part-time employees in the UK office receive 18 weeks of parental leave." in sections[0]
    assert "full-time" not in sections[0].lower()


def test_the_handbook_holds_all_four_file_kinds() -> None:
    """Ingest meets Markdown, HTML, PDF and Word in one folder."""
    kinds = [path.suffix for path in HANDBOOK.rglob("*") if path.is_file()]
    assert set(kinds) == {".md", ".html", ".pdf", ".docx"}
    assert all(kinds.count(kind) >= 2 for kind in (".html", ".pdf", ".docx"))
    assert len(kinds) >= 20


def test_every_turn_of_the_scenario_names_sections_that_exist() -> None:
    """Each message is answerable from the regulation, and only the synthesis draws on the conversation alone."""
    sections = sections_of(HERE / SCENARIO["corpus"])
    assert len(SCENARIO["turns"]) == 15
    for turn in SCENARIO["turns"]:
        assert set(turn["sections"]) <= set(sections)
        assert turn["sections"] or turn["note"] == "synthesis"


def test_no_message_of_the_scenario_holds_a_stem_it_forbids() -> None:
    """A forbidden stem can only come from the resolver, so every case can be passed."""
    for turn in SCENARIO["turns"]:
        assert not [stem for stem in turn["forbidden"] if has_stem(stem, turn["user"])]
        assert not set(turn["forbidden"]) & set(turn["key_terms"])


def test_every_missing_key_term_occurs_earlier_in_the_conversation() -> None:
    """What a message leaves out was said before, in a message or in a section that answered one."""
    sections = sections_of(HERE / SCENARIO["corpus"])
    said = ""
    for turn in SCENARIO["turns"]:
        said += " " + turn["user"]
        assert [stem for stem in turn["key_terms"] if not has_stem(stem, said)] == []
        said += " ".join(sections[heading] for heading in turn["sections"])


def test_every_key_fact_stands_literally_in_its_section() -> None:
    """A summary is checked for exact values, so each one is in the section that its turn asked about."""
    sections = sections_of(HERE / SCENARIO["corpus"])
    for fact in SCENARIO["key_facts"]:
        assert fact["value"] in sections[fact["section"]]
        assert fact["section"] in SCENARIO["turns"][fact["turn"] - 1]["sections"]


def test_the_script_of_questions_begins_with_the_five_seeds() -> None:
    """The questions file can be piped into a chat and is not part of what is ingested."""
    lines = (HERE / "handbook_questions.txt").read_text(encoding="utf-8").splitlines()
    assert lines[:5] == [
        "What is our parental leave policy?",
        "How does it differ for part-time employees?",
        "And what about in the UK office?",
        "Thanks. Now, what is our expense reimbursement process?",
        "back to parental leave: what about contractors?",
    ]
    assert 12 <= len(lines) <= 15
    assert all(line.strip() for line in lines)
