"""The `anaphora` script: the command line of the graph, with `eval` added."""

import json
import shlex
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from evals.model_commands import Deadline, Replies, Rules, register
from graph.cli import Home, app, out, told
from stores.errors import InputError

if TYPE_CHECKING:
    from evals.model import Helper

evaluate = typer.Typer(no_args_is_help=True, help="Measure the graph.")
app.add_typer(evaluate, name="eval")
register(evaluate)

Data = Annotated[
    Path | None,
    typer.Option("--data", envvar="ANAPHORA_EVAL_DATA", help="Folder or file of the data set; see evals/DATA.md."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")]
Plots = Annotated[Path | None, typer.Option("--plots", help="Write plots and Markdown into this folder.")]
Printer = Callable[[Mapping[str, Any], Console], None]


def show(name: str, result: Mapping[str, Any], as_json: bool, printer: Printer, home: Path | None = None) -> None:
    """Figures as JSON on standard output, or as tables; kept for `anaphora eval report`."""
    from evals.report import keep

    keep(name, shlex.join(["anaphora", *sys.argv[1:]]), result, folder(home))
    if as_json:
        sys.stdout.write(json.dumps(result, ensure_ascii=False) + "\n")
    else:
        printer(result, out)


def given(data: Path | None) -> Path:
    """The data asked for. Raises `InputError` when none was named or it is not there."""
    if data is None:
        raise InputError(
            "No data was named: give --data DIR or set ANAPHORA_EVAL_DATA (evals/DATA.md says where to get it)."
        )
    if not data.exists():
        raise InputError(f"There is no data at {data}: evals/DATA.md says where each set can be had.")
    return data


def folder(home: Path | None) -> Path:
    """The home folder, for what measurements keep."""
    from graph.settings import load_settings

    return load_settings(home=home).home


def helper(home: Path | None, deadline: float, replies: Path | None, rules: bool) -> "Helper | None":
    """The configured model to measure with, if there is one and it is not left out."""
    from evals.model import helper_of
    from graph.settings import load_settings

    return None if rules else helper_of(load_settings(home=home), deadline_s=deadline, replies=replies)


def beside(printer: Printer) -> Printer:
    """The printer, followed by what a model changed against the rules."""
    from evals.model import print_beside

    def both(result: Mapping[str, Any], console: Console) -> None:
        printer(result, console)
        print_beside(result, console)

    return both


@evaluate.command()
@told
def retrieval(
    data: Data = None,
    split: Annotated[str, typer.Option("--split", help="conversations.NAME.jsonl and its companions.")] = "dev",
    home: Home = None,
    rules: Rules = False,
    deadline: Deadline = 0.0,
    replies: Replies = None,
    as_json: AsJson = False,
) -> None:
    """Multi-turn retrieval on MTRAG: bare, resolved, fused and reranked; with a configured model beside the rules."""
    from evals.retrieval import print_retrieval
    from evals.retrieval import retrieval as measure

    if model := helper(home, deadline, replies, rules):
        from evals.model import retrieval_beside

        found = retrieval_beside(given(data), split, folder(home), model)
        return show("retrieval-model", found, as_json, beside(print_retrieval), home)
    return show("retrieval", measure(given(data), split, folder(home)), as_json, print_retrieval, home)


@evaluate.command()
@told
def rewriting(
    data: Data = None,
    rules: Rules = False,
    deadline: Deadline = 0.0,
    replies: Replies = None,
    as_json: AsJson = False,
) -> None:
    """Added terms against human rewrites on CAsT 2019, beside archived rewriters and, if configured, with a model."""
    from evals.rewriting import print_rewriting
    from evals.rewriting import rewriting as measure

    if model := helper(None, deadline, replies, rules):
        from evals.model import rewriting_beside

        return show("rewriting-model", rewriting_beside(given(data), model), as_json, beside(print_rewriting))
    return show("rewriting", measure(given(data)), as_json, print_rewriting)


@evaluate.command()
@told
def topics(data: Data = None, home: Home = None, as_json: AsJson = False) -> None:
    """Topic switches and returns on stitched dialogues (.jsonl) or TIAGE (.json)."""
    from evals.topics import print_topics
    from evals.topics import topics as measure

    show("topics", measure(given(data), folder(home)), as_json, print_topics, home)


@evaluate.command()
@told
def cases(
    file: Path, rules: Rules = False, deadline: Deadline = 0.0, replies: Replies = None, as_json: AsJson = False
) -> None:
    """Behaviour cases: what is decided and found on each turn; with a configured model beside the rules."""
    from evals.cases import cases as measure
    from evals.cases import print_cases

    if model := helper(None, deadline, replies, rules):
        from evals.model import cases_beside

        return show("cases-model", cases_beside(given(file), model), as_json, beside(print_cases))
    return show("cases", measure(given(file)), as_json, print_cases)


@evaluate.command()
@told
def memory(
    data: Data = None,
    strategies: Annotated[bool, typer.Option("--strategies", help="Compare the five ways of seeing history.")] = False,
    plots: Plots = None,
    as_json: AsJson = False,
) -> None:
    """What a thread still knows after 50, 100 and 200 turns; with --data, iKAT 2023's personal facts too."""
    from evals import memory_report as report
    from evals.memory import memory as measure
    from evals.memory import print_memory

    result = measure(given(data) if data else None)
    if strategies:
        result["strategies"] = report.strategies()
    if plots:
        report.plot_memory(result, plots)
        (plots / "memory.md").write_text(report.markdown(result), encoding="utf-8")
    show("memory", result, as_json, print_memory)


@evaluate.command()
@told
def abstention(
    data: Data = None,
    split: Annotated[str, typer.Option("--split", help="conversations.NAME.jsonl and its companions.")] = "dev",
    home: Home = None,
    embeddings: Annotated[str, typer.Option("--embeddings", help="In place of the bundled embedder.")] = "",
    as_json: AsJson = False,
) -> None:
    """What an answer without a model abstains on, and what that costs, on labelled conversations."""
    from evals.abstention import abstention as measure
    from evals.abstention import print_abstention

    result = measure(given(data), split, folder(home), embeddings=embeddings)
    show("abstention", result, as_json, print_abstention, home)


@evaluate.command()
@told
def scenario(
    script: Annotated[Path | None, typer.Argument(help="Another conversation; see evals/corpora/README.md.")] = None,
    plots: Plots = None,
    as_json: AsJson = False,
) -> None:
    """The fifteen-turn compliance conversation over the example regulation, or one of your own."""
    from evals import memory_report as report
    from evals.scenario import print_scenario
    from evals.scenario import scenario as measure

    result = measure(script=given(script)) if script else measure()
    if plots:
        report.plot_scenario(result, plots)
        (plots / "scenario.md").write_text(report.scenario_markdown(result), encoding="utf-8")
    show("scenario", result, as_json, print_scenario)


@evaluate.command()
@told
def report(
    to: Annotated[Path, typer.Option("--to", help="Folder that the report goes into.")] = Path("reports"),
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """The newest figures of every measurement, with plots, as Markdown and as one HTML page."""
    from evals.report import report as gather

    result = gather(folder(home), to)
    told_ = f"{len(result['results'])} results: {to / 'report.md'}, {to / 'report.html'}"
    sys.stdout.write(json.dumps(result) + "\n" if as_json else told_ + "\n")


def main() -> None:
    """The command's entry point."""
    app()


if __name__ == "__main__":
    main()
