"""The commands that need recorded threads or a model: `anaphora eval model`, `eval answers` and `eval sample`."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from graph.cli import Home, User, out, told

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Deadline = Annotated[float, typer.Option("--deadline", help="Seconds for a model's rewrite; 0: as configured.")]
Replies = Annotated[
    Path | None,
    typer.Option("--replies", help="Keep the model's replies in this file and take them from there: to go on later."),
]
Rules = Annotated[bool, typer.Option("--rules", help="By rules alone, whatever model is configured.")]
Judge = Annotated[bool, typer.Option("--judge", help="Let the configured model judge too.")]


def register(evaluate: typer.Typer) -> None:
    """Add the commands to `anaphora eval`."""
    evaluate.command("model")(told(model))
    evaluate.command("answers")(told(answers))
    evaluate.command("sample")(told(sample))


def model(
    data: Annotated[Path | None, typer.Option("--data", help="Folder of a retrieval benchmark.")] = None,
    split: Annotated[str, typer.Option("--split")] = "dev",
    cases: Annotated[Path | None, typer.Option("--cases", help="File of conversation cases.")] = None,
    rewrites: Annotated[Path | None, typer.Option("--rewrites", help="Folder of human rewrites.")] = None,
    nonsense: Annotated[
        bool, typer.Option("--nonsense", help="Models that talk nonsense of every kind, on the cases.")
    ] = False,
    kind: Annotated[list[str] | None, typer.Option("--kind", help="With --nonsense: only these kinds.")] = None,
    replay: Annotated[bool, typer.Option("--replay", help="Reference rewrites in the model's place.")] = False,
    deadline: Deadline = 0.0,
    replies: Replies = None,
    domain: Annotated[list[str] | None, typer.Option("--domain", help="Only these domains.")] = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """What the configured model adds to the rules: behaviour cases, rewriting and retrieval, side by side."""
    from evals import model as beside
    from evals.cases import print_cases
    from evals.retrieval import print_retrieval
    from evals.rewriting import print_rewriting
    from graph.settings import load_settings
    from stores.errors import InputError, SettingsError

    if data is None and cases is None and rewrites is None:
        raise InputError("There is nothing to measure on: give --data DIR, --cases FILE or --rewrites DIR.")
    if replay and data is None:
        raise InputError("Reference rewrites come with a retrieval benchmark: give --data DIR.")
    if nonsense:
        if cases is None:
            raise InputError("Nonsense is tried on conversation cases: give --cases FILE.")
        from evals.nonsense import nonsense as measure
        from evals.nonsense import print_nonsense

        tried = measure(cases, tuple(kind or ()))
        sys.stdout.write(json.dumps(tried, ensure_ascii=False) + "\n") if as_json else print_nonsense(tried, out)
        return
    settings = load_settings(home=home)
    helper = beside.helper_of(settings, deadline_s=deadline, replies=replies)
    if replay and data is not None:
        helper, cases, rewrites = beside.replayed(data, split, settings), None, None
    if helper is None:
        raise SettingsError("No model is configured: set ANAPHORA_MODEL or ANAPHORA_SMALL_MODEL, or use --replay.")
    result: dict[str, Any] = {"model": helper.name}
    parts: list[tuple[str, Callable[..., None]]] = []
    if cases is not None:
        result["cases"] = beside.cases_beside(cases, helper)
        parts.append(("cases", print_cases))
    if rewrites is not None:
        result["rewriting"] = beside.rewriting_beside(rewrites, helper)
        parts.append(("rewriting", print_rewriting))
    if data is not None:
        only = tuple(domain or ())
        result["retrieval"] = beside.retrieval_beside(data, split, settings.home, helper, only=only)
        parts.append(("retrieval", print_retrieval))
    if as_json:
        sys.stdout.write(json.dumps(result, ensure_ascii=False) + "\n")
        return
    for name, printer in parts:
        printer(result[name], out)
        beside.print_beside(result[name], out)


def answers(
    thread: Annotated[list[str] | None, typer.Option("--thread", help="Only these threads.")] = None,
    judge: Judge = False,
    user: User = "local",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Whether recorded answers rest on what they cite, and answer what was asked."""
    from rich.console import Console

    from evals.answers import evaluate, print_answers
    from graph.session import Session
    from graph.settings import load_settings

    with Session(load_settings(home=home)) as session:
        result = evaluate(session, user=user, threads=tuple(thread or ()), judge=judge)
    sys.stdout.write(json.dumps(result, ensure_ascii=False) + "\n") if as_json else print_answers(result, Console())


def sample(
    count: Annotated[int, typer.Argument(min=1, help="How many resolutions.")],
    thread: Annotated[list[str] | None, typer.Option("--thread", help="Only these threads.")] = None,
    judge: Judge = False,
    seed: Annotated[int, typer.Option("--seed", help="The same seed draws the same ones.")] = 7,
    user: User = "local",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Sampled resolutions, to be marked right or wrong; the marks are kept as resolution accuracy."""
    from evals.sample import Marks, draw, mark_by_hand, mark_by_model, samples_of
    from graph.session import Session
    from graph.settings import load_settings
    from stores.errors import SettingsError

    def say(text: str) -> None:
        sys.stderr.write(text + "\n")

    def ask(text: str) -> str:
        sys.stderr.write(text)
        sys.stderr.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line

    settings = load_settings(home=home)
    marks = Marks(settings.home / "evals" / "marks.jsonl")
    with Session(settings) as session:
        talk = session.conversations
        names = thread or [str(entry["thread"]) for entry in session.run(talk.registry.all(user))]
        found = samples_of({name: session.run(talk.transcript(thread=name, user=user)) for name in names})
        model = talk.deps.models.summary or talk.deps.models.answer
        who = f"model {settings.summary_model or settings.small_model or settings.model}" if judge else "person"
        drawn = draw(found, count, marks.all(who), seed)
        if judge and model is None:
            raise SettingsError("No model is configured to judge with: set ANAPHORA_MODEL or leave --judge out.")
        if judge and model is not None:
            session.run(mark_by_model(drawn, marks, model, who))
        else:
            mark_by_hand(drawn, marks, ask, say)
    result = {"resolutions": len(found), "shown": len(drawn), **marks.accuracy(who)}
    if as_json:
        sys.stdout.write(json.dumps(result, ensure_ascii=False) + "\n")
        return
    accuracy = "none marked yet" if result["accuracy"] is None else f"{result['accuracy']:.1%} of {result['marked']}"
    sys.stdout.write(f"{result['shown']} of {result['resolutions']} resolutions shown; right: {accuracy} ({who})\n")
