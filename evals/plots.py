"""The plots of reports."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

COLOUR = "#33658a"
ACROSS = 6  # more bars than this lie on their side, so that their names can be read


def bars(values: Mapping[str, float], title: str, unit: str, file: Path) -> Path:
    """A bar for each value, written as PNG; gives the file."""
    names, sizes = list(values), list(values.values())
    if len(names) <= ACROSS:
        figure, axes = _canvas(title, unit)
        axes.bar(names, sizes, color=COLOUR)
        axes.tick_params(axis="x", rotation=20)
    else:
        figure, axes = _canvas(title, "", height=1 + 0.22 * len(names))
        axes.barh(names[::-1], sizes[::-1], color=COLOUR)
        axes.set_xlabel(unit)
    return _saved(figure, file)


def line(values: Sequence[float], title: str, unit: str, file: Path) -> Path:
    """A line over turns 1, 2, ..., written as PNG; gives the file."""
    figure, axes = _canvas(title, unit)
    axes.plot(range(1, len(values) + 1), values, color=COLOUR, linewidth=1)
    axes.set_xlabel("turn")
    axes.set_ylim(bottom=0)
    return _saved(figure, file)


def _canvas(title: str, unit: str, height: float = 3.2) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, height), layout="constrained")
    axes = figure.subplots()
    axes.set_title(title)
    axes.set_ylabel(unit)
    return figure, axes


def _saved(figure: Any, file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=120)
    return file
