"""The `anaphora` script: the command line of the graph, with `eval` added."""

import typer

from graph.cli import app

evaluate = typer.Typer(no_args_is_help=True, help="Measure the graph.")
app.add_typer(evaluate, name="eval")


def main() -> None:
    """The command's entry point."""
    app()
