"""Taking documents in from a terminal, with a progress bar and a summary line."""

from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from stores.ingest import Index, ingest


def take_in(index: Index, paths: list[Path], *, prune: bool, max_chars: int, console: Console) -> bool:
    """Ingest and say what happened; False when a file could not be read."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("Reading", total=None)

        def step(done: int, total: int, name: str) -> None:
            progress.update(task, completed=done, total=total, description=name[-40:])

        report = ingest(paths, index, prune=prune, progress=step, max_chars=max_chars)
    for path, reason in report.failed:
        console.print(f"  {path}: {reason}", style="yellow", markup=False, highlight=False)
    for path, reason in report.skipped:
        console.print(f"  {path}: {reason}", style="dim", markup=False, highlight=False)
    removed = f", {report.removed} removed" if report.removed else ""
    console.print(
        f"{report.files} files: {report.added} passages added, {report.unchanged} files unchanged, "
        f"{len(report.failed)} failed{removed}.",
        highlight=False,
    )
    return not report.failed
