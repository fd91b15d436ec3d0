"""The command line. Heavy libraries are imported inside the commands, so that help and prompts appear at once."""

import json
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from stores.errors import AnaphoraError, UsageError

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
threads = typer.Typer(no_args_is_help=True, help="List, show, export and delete threads.")
app.add_typer(threads, name="threads")
people = typer.Typer(no_args_is_help=True, help="Export or erase all that is kept of a user.")
app.add_typer(people, name="user")

out, err = Console(soft_wrap=True), Console(stderr=True, soft_wrap=True)

Home = Annotated[Path | None, typer.Option("--home", help="Folder that holds the index, threads and archive.")]
User = Annotated[str, typer.Option("--user", help="Whose threads.")]


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        sys.stdout.write(f"anaphora {version('anaphora')}\n")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_version, help="Print the version and exit.")
    ] = False,
) -> None:
    """A conversation over your own documents that knows what "it" and "the second one" refer to."""


def told(command: Callable[..., None]) -> Callable[..., None]:
    """Say an error of ours in its one sentence, with exit code 2 for the caller's mistake and 1 for a failed run."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        try:
            command(*args, **kwargs)
        except UsageError as error:
            err.print(str(error), style="red", markup=False)
            raise typer.Exit(2) from None
        except AnaphoraError as error:
            err.print(str(error), style="red", markup=False)
            raise typer.Exit(1) from None
        except KeyboardInterrupt:
            raise typer.Exit(130) from None

    return run


@app.command()
@told
def chat(
    paths: Annotated[list[Path] | None, typer.Argument(help="Documents to take in first.")] = None,
    thread: Annotated[str, typer.Option("--thread", help="The conversation to go on with.")] = "default",
    user: User = "local",
    home: Home = None,
    jsonl: Annotated[bool, typer.Option("--jsonl", help="One message a line in, one turn record a line out.")] = False,
) -> None:
    """Hold a conversation over your documents."""
    from graph.chat import Chat, run_jsonl
    from graph.session import Session
    from graph.settings import load_settings

    with Session(load_settings(home=home)) as session:
        if paths and not _take_in(session, paths, prune=False, quiet=jsonl):
            err.print("Some files were left out; the conversation goes on over the others.", style="yellow")
        if jsonl:
            raise typer.Exit(run_jsonl(session, sys.stdin, sys.stdout, thread=thread, user=user))
        Chat(session, out, thread=thread, user=user).run()


@app.command()
@told
def ingest(
    paths: Annotated[list[Path], typer.Argument(help="Files and folders: Markdown, text, HTML, PDF, Word.")],
    home: Home = None,
    prune: Annotated[bool, typer.Option("--prune", help="Remove passages of files that are gone.")] = False,
) -> None:
    """Take documents into the index."""
    from graph.session import Session
    from graph.settings import load_settings

    with Session(load_settings(home=home)) as session:
        if not _take_in(session, paths, prune=prune, quiet=False):
            raise typer.Exit(1)


def _take_in(session: Any, paths: list[Path], *, prune: bool, quiet: bool) -> bool:
    from graph.intake import take_in

    deps, console = session.conversations.deps, err if quiet else out
    return bool(take_in(deps.index, paths, prune=prune, max_chars=deps.settings.max_document, console=console))


@threads.command("list")
@told
def list_threads(user: User = "local", home: Home = None) -> None:
    """The threads there are, the one used last first."""
    from graph.render import threads_table

    with _session(home) as session:
        out.print(threads_table(session.run(session.conversations.registry.all(user))))


@threads.command("show")
@told
def show_thread(thread: str, user: User = "local", home: Home = None) -> None:
    """A thread's questions and answers."""
    from graph.render import transcript

    with _session(home) as session:
        out.print(transcript(session.run(session.conversations.transcript(thread=thread, user=user))), markup=False)


@threads.command("export")
@told
def export_thread(thread: str, user: User = "local", home: Home = None) -> None:
    """A thread's turn records as JSON."""
    with _session(home) as session:
        records = session.run(session.conversations.transcript(thread=thread, user=user))
    sys.stdout.write(
        json.dumps({"thread": thread, "user": user, "turns": records}, ensure_ascii=False, indent=2) + "\n"
    )


@threads.command("delete")
@told
def delete_thread(thread: str, user: User = "local", home: Home = None) -> None:
    """Erase a thread from every store, with a receipt."""
    from graph.render import receipt_line

    with _session(home) as session:
        receipt = session.run(session.conversations.delete(thread=thread, user=user))
    out.print(f"Erased {thread}: {receipt_line(receipt)}.", markup=False)


@people.command("export")
@told
def export_user(user: User = "local", home: Home = None) -> None:
    """All that is kept of a user, as JSON."""
    with _session(home) as session:
        kept = session.run(session.conversations.export_user(user))
    sys.stdout.write(json.dumps(kept, ensure_ascii=False, indent=2) + "\n")


@people.command("erase")
@told
def erase_user(
    user: User = "local",
    home: Home = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Erase every thread of a user from every store, with a receipt."""
    from graph.render import receipt_line

    if not yes and not (sys.stdin.isatty() and typer.confirm(f"Erase every thread of user {user!r}?")):
        raise UsageError("Nothing was erased: confirm, or give --yes.")
    with _session(home) as session:
        receipt = session.run(session.conversations.erase_user(user))
    out.print(f"Erased user {user}: {receipt_line(receipt)}.", markup=False)


@app.command()
@told
def doctor(
    home: Home = None, as_json: Annotated[bool, typer.Option("--json", help="Print the checks as JSON.")] = False
) -> None:
    """What is configured, what answers, and what would run."""
    from graph.doctor import check, doctor_table
    from graph.settings import load_settings

    rows = check(load_settings(home=home))
    if as_json:
        found = {row.name: {"ok": row.ok, "says": row.says, "note": row.note} for row in rows}
        sys.stdout.write(json.dumps(found) + "\n")
    else:
        out.print(doctor_table(rows))
    if not all(row.ok for row in rows):
        raise typer.Exit(1)


def _session(home: Path | None) -> Any:
    from graph.session import Session
    from graph.settings import load_settings

    return Session(load_settings(home=home))


@app.command()
@told
def serve(
    paths: Annotated[list[Path] | None, typer.Argument(help="Documents to take in first.")] = None,
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535)] = 8000,
    workers: Annotated[int, typer.Option("--workers", min=1, help="Processes; more than one needs shared stores.")] = 1,
    home: Home = None,
) -> None:
    """The server: an API, LangServe routes and a chat page."""
    from graph.server.running import run_server
    from graph.settings import load_settings

    settings = load_settings(home=home)
    if paths:
        with _session(home) as session:
            _take_in(session, paths, prune=False, quiet=False)
    run_server(settings, host=host, port=port, workers=workers)
