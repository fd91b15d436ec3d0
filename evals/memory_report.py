"""Plots and Markdown of what a thread remembers, and what each strategy costs and loses."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evals.planted import CONVERSATIONS

if TYPE_CHECKING:
    from stores.embedder import Embedder

STRATEGIES = ("ours", "full", "window", "summary", "entities")
DEPTH, SAMPLE = 50, 2  # how deep, and how many conversations, strategies are compared


def strategies(embedder: "Embedder | None" = None, depth: int = DEPTH, sample: int = SAMPLE) -> dict[str, Any]:
    """For each value of the `history` knob: the share of planted facts answered at a depth, and the prompt there."""
    from evals.memory import memory
    from stores.embedder import open_embedder

    chosen, found = embedder or open_embedder(), {}
    last = len(CONVERSATIONS[0]) + depth
    for name in STRATEGIES:
        result = memory(
            None, chosen, depths=(depth,), conversations=CONVERSATIONS[:sample], history=name, costed=(20, last)
        )
        found[name] = {"recall": result["recall"][str(depth)], "tokens": result["tokens"]}
    return found


def markdown(result: Mapping[str, Any]) -> str:
    """The figures of `evals.memory.memory`, with those of `strategies` under that name, as Markdown."""
    lines = ["| depth in turns | planted facts answered |", "|---|---|"]
    lines += [f"| {depth} | {share:.1%} |" for depth, share in result["recall"].items()]
    costs = ", ".join(f"{cost:,} on turn {turn}" for turn, cost in result["tokens"].items())
    lines += ["", f"Worst conversation: {result['worst']} of 8. Prompt tokens: {costs}."]
    if ikat := result.get("ikat"):
        lines.append(f"iKAT 2023, {ikat['turns']} turns: recall@3 {ikat['recall@3']:.3f}, MRR {ikat['mrr']:.3f}.")
    if compared := result.get("strategies"):
        turns = list(next(iter(compared.values()))["tokens"])
        lines += ["", f"| history | facts answered | {' | '.join(f'tokens on turn {turn}' for turn in turns)} |"]
        lines.append("|---|---|" + "---|" * len(turns))
        for name, one in compared.items():
            costs = " | ".join(f"{one['tokens'][turn]:,}" for turn in turns)
            lines.append(f"| `{name}` | {one['recall']:.1%} | {costs} |")
    return "\n".join(lines) + "\n"


def scenario_markdown(result: Mapping[str, Any]) -> str:
    """The figures of `evals.scenario.scenario` as Markdown."""
    lines = ["| turn | message | resolved query | |", "|---|---|---|---|"]
    lines += [
        f"| {one['turn']} | {_cell(one['user'])} | {_cell(one['query'])} | {'ok' if one['passed'] else 'not'} |"
        for one in result["turns"]
    ]
    lines += ["", "| section of the last prompt | tokens |", "|---|---|"]
    lines += [f"| {name} | {cost:,} |" for name, cost in result["tokens"].items()]
    held = [f"{one['value']}{'' if one['held'] else ' (lost)'}" for one in result["key_facts"]]
    lines += ["", f"Key facts in the summary: {', '.join(held)}.", ""]
    carried = result["carryover"]
    lines.append(
        f"Right section cited: {carried['full']:.0%}, with every other turn left out {carried['stripped']:.0%}. "
        f"Attributes that keep their value over twenty turns: {result['coherence']:.0%}."
    )
    return "\n".join(lines) + "\n"


def plot_memory(result: Mapping[str, Any], folder: Path) -> list[Path]:
    """`recall.png` and, where strategies were compared, `strategies.png`, in a folder; gives the files."""
    bars = {f"turn {depth}": share for depth, share in result["recall"].items()}
    files = [_bars(bars, "Planted facts answered", "share", folder / "recall.png")]
    if compared := result.get("strategies"):
        last = list(compared["ours"]["tokens"])[-1]
        costs = {name: one["tokens"][last] for name, one in compared.items()}
        files.append(_bars(costs, f"Prompt on turn {last} by history", "tokens", folder / "strategies.png"))
    return files


def plot_scenario(result: Mapping[str, Any], folder: Path) -> list[Path]:
    """`sections.png`: the last prompt by section."""
    return [_bars(result["tokens"], "Last prompt by section", "tokens", folder / "sections.png")]


def plot_growth(result: Mapping[str, Any], folder: Path) -> list[Path]:
    """`growth_bytes.png` and `growth_tokens.png`: every turn of the growth benchmark."""
    titles = {"bytes": "Checkpoint bytes written in a turn", "tokens": "Prompt tokens of a turn"}
    return [_line(result["every"][name], title, name, folder / f"growth_{name}.png") for name, title in titles.items()]


def _bars(values: Mapping[str, float], title: str, unit: str, file: Path) -> Path:
    figure, axes = _canvas(title, unit)
    axes.bar(list(values), list(values.values()), color="#33658a")
    axes.tick_params(axis="x", rotation=20)
    return _saved(figure, file)


def _line(values: Sequence[float], title: str, unit: str, file: Path) -> Path:
    figure, axes = _canvas(title, unit)
    axes.plot(range(1, len(values) + 1), values, color="#33658a", linewidth=1)
    axes.set_xlabel("turn")
    axes.set_ylim(bottom=0)
    return _saved(figure, file)


def _canvas(title: str, unit: str) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3.2), layout="constrained")
    axes = figure.subplots()
    axes.set_title(title)
    axes.set_ylabel(unit)
    return figure, axes


def _saved(figure: Any, file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=120)
    return file


def _cell(text: str) -> str:
    return text.replace("|", "/")
