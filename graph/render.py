"""How turns look on a terminal."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

Record = Mapping[str, Any]


def place(source: Record) -> str:
    """Where a source stands: file, heading, page."""
    page = f", page {source['page']}" if source.get("page") else ""
    heading = f" › {source['heading']}" if source.get("heading") else ""
    return f"{source['source']}{heading}{page}"


def source_lines(record: Record) -> list[str]:
    """One line a source, with the turn that a carried one was first cited in."""
    lines = []
    for source in record["sources"]:
        carried = f" (since turn {source['turn']})" if source["turn"] != record["turn"] else ""
        lines.append(f"  [{source['n']}] {place(source)}{carried}")
    return lines


def explanation(record: Record) -> Group:
    """Why the last turn searched for what it searched for."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    topic = record["topic"] or "-"
    if record.get("topic_confidence") is not None:
        topic += f" ({record['topic_confidence']:.2f})"
    added = ", ".join(f"{one['term']} ← {one['from']}" for one in record["added"])
    rows: list[tuple[str, str]] = [
        ("action", record["action"] + (" (correction)" if record["correction"] else "")),
        ("topic", topic),
        ("searched for", record["query"]),
        ("added", added or "nothing: the message stands alone"),
        ("also searched", "; ".join(query for query in record["queries"] if query != record["query"]) or "-"),
    ]
    passages = record["passages"]
    rows.extend((name, ", ".join(passages[name]) or "-") for name in ("new", "carried", "demoted"))
    if record["facts"]:
        rows.append(("remembered", "; ".join(f"{f['subject']} {f['attribute']} {f['value']}" for f in record["facts"])))
    rows.append(("tokens", ", ".join(f"{section} {n}" for section, n in record["tokens"].items()) or "-"))
    rows.append(("time", ", ".join(f"{node} {ms:.0f} ms" for node, ms in record["ms"].items())))
    for name, value in rows:
        table.add_row(name, Text(value))
    return Group(table)


def threads_table(entries: Iterable[Record]) -> Table:
    """The threads of a user."""
    table = Table(box=None, pad_edge=False)
    for column in ("thread", "turns", "last used", "began with"):
        table.add_column(column)
    for entry in entries:
        table.add_row(
            Text(str(entry["thread"])), str(entry["turns"]), str(entry["updated"])[:16], Text(str(entry["title"]))
        )
    return table


def transcript(records: Sequence[Record]) -> str:
    """A thread as text."""
    parts = ("\n".join([f"> {record['message']}", record["answer"], *source_lines(record)]) for record in records)
    return "\n\n".join(parts)


def receipt_line(receipt: Mapping[str, int]) -> str:
    """What an erasure removed, in words."""
    return ", ".join(f"{count} {what.replace('_', ' ')}" for what, count in receipt.items() if count) or "nothing"
