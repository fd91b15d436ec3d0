"""The conversation on a terminal, and its scriptable face."""

import json
import sys
from collections.abc import Mapping
from typing import Any, TextIO

from rich.console import Console

from graph.render import explanation, receipt_line, source_lines, threads_table
from graph.session import Session
from stores.errors import AnaphoraError, NotFound

COMMANDS = "/explain shows why the last answer was found; /threads, /export, /reset, /help and /quit do as they say."


class Chat:
    """Reads questions, streams answers. The prompt is there before the libraries are."""

    def __init__(self, session: Session, console: Console, *, thread: str, user: str) -> None:
        self._session, self._console = session, console
        self._thread, self._user = thread, user
        self._last: Mapping[str, Any] | None = None
        self._typed = sys.stdin.isatty()

    def run(self) -> None:
        """Talk until the input ends."""
        if self._typed:
            import readline  # noqa: F401  -- gives input() editing and history

            self._console.print(f"Ask about your documents. {COMMANDS}", style="dim")
        while (line := self._read()) is not None:
            message = line.strip()
            if not message:
                continue
            if message.startswith("/"):
                if not self._command(message):
                    break
                continue
            try:
                self._turn(message)
            except AnaphoraError as error:
                self._console.print(str(error), style="red", markup=False)

    def _read(self) -> str | None:
        try:
            line = input("\n> " if self._typed else "")
        except (EOFError, KeyboardInterrupt):
            return None
        if not self._typed and line.strip():
            self._console.print(f"\n> {line}", markup=False, highlight=False)
        return line

    def _turn(self, message: str) -> None:
        streamed = False
        for event in self._session.events(message, thread=self._thread, user=self._user):
            if event.name == "token":
                self._console.print(event.data["text"], end="", markup=False, highlight=False)
                streamed = True
            elif event.name == "done":
                if not streamed:
                    self._console.print(event.data["answer"], end="", markup=False, highlight=False)
                self._last = event.data
        self._console.print()
        if self._last:
            for line in source_lines(self._last):
                self._console.print(line, style="dim", markup=False, highlight=False)
            for notice in self._last["notices"]:
                self._console.print(f"  ({notice['detail']})", style="yellow", markup=False)

    def _command(self, message: str) -> bool:
        name = message.split(maxsplit=1)[0].lower()
        conversations = self._session.conversations
        if name in ("/quit", "/exit"):
            return False
        try:
            if name == "/explain":
                if self._last is None:
                    self._console.print("Nothing to explain yet: ask something first.")
                else:
                    self._console.print(explanation(self._last))
            elif name == "/reset":
                receipt = self._session.run(conversations.delete(thread=self._thread, user=self._user))
                self._last = None
                self._console.print(f"Erased this thread: {receipt_line(receipt)}.", markup=False)
            elif name == "/threads":
                self._console.print(threads_table(self._session.run(conversations.registry.all(self._user))))
            elif name == "/export":
                records = self._session.run(conversations.transcript(thread=self._thread, user=self._user))
                self._console.print_json(json.dumps(records, ensure_ascii=False))
            else:
                self._console.print(COMMANDS, markup=False)
        except NotFound:
            self._console.print("This thread is empty.")
        return True


def run_jsonl(session: Session, source: TextIO, sink: TextIO, *, thread: str, user: str) -> int:
    """One message a line in, one turn record a line out; 1 if any turn failed.

    A line may be plain text, or a JSON object with `message` and, if wanted, `id` (and `thread`).
    """
    failed = 0
    for line in source:
        if not line.strip():
            continue
        message, options = _message(line)
        options = {"thread": thread, **options}
        try:
            record = session.ask(message, user=user, **options)
            sink.write(json.dumps(record, ensure_ascii=False) + "\n")
            sink.flush()
        except AnaphoraError as error:
            failed = 1
            sys.stderr.write(f"{error}\n")
    return failed


def _message(line: str) -> tuple[str, dict[str, Any]]:
    text = line.rstrip("\r\n")
    if text.lstrip().startswith("{"):
        try:
            given = json.loads(text)
        except json.JSONDecodeError:
            return text, {}
        if isinstance(given, dict) and isinstance(given.get("message"), str):
            names = {"id": "message_id", "thread": "thread"}
            return given["message"], {to: str(given[name]) for name, to in names.items() if name in given}
    return text, {}
