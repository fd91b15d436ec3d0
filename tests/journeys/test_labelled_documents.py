"""Documents that say of themselves which year or office they are for, and a conversation that settles on one."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from graph.deps import open_deps
from graph.settings import Settings
from graph.turns import Conversations
from stores.ingest import ingest

TERMS = """---
title: Terms of the allotments
year: {year}
office: "{office}"
tags: [gardens, water]
---
# Water for allotments

The yearly fee for water on an allotment of the {office} office is {fee} crowns. It is paid in March.

# Keeping hens on allotments

On an allotment of the {office} office {hens} hens may be kept. A coop needs no permit.
"""


async def test_settled_constraints_rank_the_documents_that_carry_them(tmp_path: Path) -> None:
    """From front matter through the index on disk to the evidence of a follow-up that names no year any more."""
    folder = tmp_path / "terms"
    folder.mkdir()
    for year, office, fee, hens in ((2021, "Norre", 40, 3), (2022, "Norre", 55, 4), (2022, "Sund", 70, 6)):
        text = TERMS.format(year=year, office=office, fee=fee, hens=hens)
        (folder / f"{office}-{year}.md".lower()).write_text(text, encoding="utf-8")
    async with open_deps(Settings(home=tmp_path / "home", _env_file=None)) as deps:
        report = ingest([folder], deps.index)
        assert report.failed == []
        labelled = deps.index.labelled("year")
        assert {value for *_, value in labelled} == {"2021", "2022"}
        talk = Conversations(deps)
        first = await talk.ask("What was the fee for water on an allotment in the Norre office in 2021?", thread="a")
        then = await talk.ask("And how many hens may be kept?", thread="a")
        later = await talk.ask("And in 2022?", thread="a")
        await talk.aclose()
    assert top(first) == "norre-2021.md"
    assert top(then) == "norre-2021.md"
    assert "3 hens" in then["answer"]
    assert top(later) == "norre-2022.md"
    found = [then["places"][id_]["source"] for id_ in then["passages"]["ranked"]]
    assert set(found) > {"norre-2021.md"}, "passages of other years come later, but stay"


def top(record: Mapping[str, Any]) -> str:
    """The file of the first passage that an answer rests on."""
    return str(record["places"][record["passages"]["ranked"][0]]["source"])
