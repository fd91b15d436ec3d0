"""Plots and Markdown of what a thread remembers, and what each strategy costs and loses."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evals.planted import CONVERSATIONS
from evals.plots import bars, line

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
        f"Right section cited: {carried['full']:.0%}, with every other turn left out {carried['stripped']:.0%}."
    )
    if result["coherence"] is not None:
        lines.append(f"Attributes that keep their value over twenty turns: {result['coherence']:.0%}.")
    return "\n".join(lines) + "\n"


def plot_memory(result: Mapping[str, Any], folder: Path) -> list[Path]:
    """`recall.png` and, where strategies were compared, `strategies.png`, in a folder; gives the files."""
    recall = {f"turn {depth}": share for depth, share in result["recall"].items()}
    files = [bars(recall, "Planted facts answered", "share", folder / "recall.png")]
    if compared := result.get("strategies"):
        last = list(compared["ours"]["tokens"])[-1]
        costs = {name: one["tokens"][last] for name, one in compared.items()}
        files.append(bars(costs, f"Prompt on turn {last} by history", "tokens", folder / "strategies.png"))
    return files


def plot_scenario(result: Mapping[str, Any], folder: Path) -> list[Path]:
    """`sections.png`: the last prompt by section."""
    return [bars(result["tokens"], "Last prompt by section", "tokens", folder / "sections.png")]


def plot_growth(result: Mapping[str, Any], folder: Path) -> list[Path]:
    """`growth_bytes.png` and `growth_tokens.png`: every turn of the growth benchmark."""
    titles = {"bytes": "Checkpoint bytes written in a turn", "tokens": "Prompt tokens of a turn"}
    return [line(result["every"][name], title, name, folder / f"growth_{name}.png") for name, title in titles.items()]


def _cell(text: str) -> str:
    return text.replace("|", "/")
