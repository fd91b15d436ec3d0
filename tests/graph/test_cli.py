"""The command line as a person or a script meets it."""

import json
import os
import signal
import subprocess
from importlib.metadata import version
from pathlib import Path

from tests.handbook import ANAPHORA, HANDBOOK, anaphora, environment, talk


def test_a_killed_conversation_goes_on(handbook_home: Path) -> None:
    """After kill -9 the same thread continues where it was."""
    process = subprocess.Popen(
        [*ANAPHORA, "chat", "--jsonl", "--thread", "t"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(handbook_home),
        cwd=handbook_home,
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write("What is our parental leave policy?\n")
    process.stdin.flush()
    first = json.loads(process.stdout.readline())
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdin.close()
    process.stdout.close()
    second = talk(handbook_home, ["How does it differ for part-time employees?"], thread="t")
    assert first["turn"] == 1
    assert second[0]["turn"] == 2
    assert "parental" in second[0]["query"].lower()


def test_the_version_is_told(tmp_path: Path) -> None:
    """And nothing else is done."""
    told = anaphora(tmp_path, "--version")
    assert (told.returncode, told.stdout) == (0, f"anaphora {version('anaphora')}\n")


def test_ingesting_twice_adds_nothing(handbook_home: Path) -> None:
    """The second time, every file is unchanged."""
    done = anaphora(handbook_home, "ingest", str(HANDBOOK))
    assert done.returncode == 0
    assert "0 passages added, 23 files unchanged, 0 failed" in done.stdout


def test_a_file_that_cannot_be_read_is_named_and_the_others_go_in(handbook_home: Path, tmp_path: Path) -> None:
    """The exit code says that something was left out."""
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "good.md").write_text("# Canteen\n\nThe canteen opens at eleven.\n", encoding="utf-8")
    (folder / "empty.md").write_text("")
    (folder / "binary.md").write_bytes(bytes(range(256)) * 40)
    (folder / "latin.txt").write_bytes("Das Café öffnet um zehn Uhr.\n".encode("latin-1"))
    done = anaphora(handbook_home, "ingest", str(folder))
    assert done.returncode == 1
    assert "2 passages added" in done.stdout
    assert "empty.md" in done.stdout
    assert "binary.md" in done.stdout
    record = talk(handbook_home, ["When does the canteen open?"])[0]
    assert "eleven" in record["answer"]


def test_explain_reset_and_export_do_as_they_say(handbook_home: Path) -> None:
    """The commands of a conversation."""
    lines = ["What is our parental leave policy?", "And for contractors?", "/explain", "/export", "/reset", "/threads"]
    done = anaphora(handbook_home, "chat", say="\n".join(lines) + "\n")
    assert done.returncode == 0, done.stderr
    assert "searched for" in done.stdout
    assert "turn 1" in done.stdout
    assert '"message": "And for contractors?"' in done.stdout
    assert "Erased this thread" in done.stdout
    listed = anaphora(handbook_home, "threads", "list")
    assert "default" not in listed.stdout


def test_a_thread_can_be_listed_shown_exported_and_deleted(handbook_home: Path) -> None:
    """`anaphora threads` sees what chat wrote, and after a delete nothing is left."""
    talk(handbook_home, ["How many days of annual leave do full-time employees get?"], thread="mine")
    assert "mine" in anaphora(handbook_home, "threads", "list").stdout
    assert "annual leave" in anaphora(handbook_home, "threads", "show", "mine").stdout
    exported = json.loads(anaphora(handbook_home, "threads", "export", "mine").stdout)
    assert exported["turns"][0]["message"].startswith("How many days")
    assert anaphora(handbook_home, "threads", "delete", "mine").returncode == 0
    gone = anaphora(handbook_home, "threads", "show", "mine")
    assert gone.returncode == 2
    assert "There is no thread 'mine'" in gone.stderr


def test_doctor_says_what_is_configured(handbook_home: Path) -> None:
    """With nothing configured everything that is needed answers."""
    done = anaphora(handbook_home, "doctor", "--json")
    assert done.returncode == 0, done.stdout
    checks = json.loads(done.stdout)
    assert "116 passages" in checks["index"]["says"]


def test_wrong_usage_is_told_apart_from_a_failed_run(tmp_path: Path) -> None:
    """Exit code 2 for the caller's mistake, with one sentence."""
    assert anaphora(tmp_path, "chat", "--no-such-option").returncode == 2
    wrong = anaphora(tmp_path, "doctor", ANAPHORA_WINDOW="none")
    assert wrong.returncode == 2
    assert "ANAPHORA_WINDOW" in wrong.stderr
    assert "Traceback" not in wrong.stderr
