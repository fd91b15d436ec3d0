"""The example handbook taken in once a session, and copies of that home for tests that write."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

import evals

HANDBOOK = Path(evals.__file__).parent / "corpora" / "handbook"
ANAPHORA = [sys.executable, "-c", "from evals.cli import main; main()"]


def environment(home: Path, **more: str) -> dict[str, str]:
    """The environment of a child process: this home, and no setting from outside."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ANAPHORA_", "OPENAI_"))}
    return {**kept, "ANAPHORA_HOME": str(home), "PYTHONWARNINGS": "default", **more}


def anaphora(home: Path, *arguments: str, say: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in a folder of its own."""
    return subprocess.run(
        [*ANAPHORA, *arguments],
        input=say,
        capture_output=True,
        text=True,
        env=environment(home, **more),
        cwd=home,
        timeout=110,
        check=False,
    )


def talk(home: Path, messages: Sequence[str], thread: str = "default", **more: str) -> list[dict[str, Any]]:
    """The records of turns run through the scriptable face of the command line, with further settings."""
    done = anaphora(home, "chat", "--jsonl", "--thread", thread, say="\n".join(messages) + "\n", **more)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="session")
def ingested_handbook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home that holds the handbook; never written to."""
    shared = tmp_path_factory.getbasetemp().parent / "handbook-home"
    with FileLock(f"{shared}.lock"):
        if not shared.exists():
            making = tmp_path_factory.mktemp("handbook")
            done = anaphora(making, "ingest", str(HANDBOOK))
            assert done.returncode == 0, done.stdout + done.stderr
            shutil.move(making, shared)
    return shared


@pytest.fixture
def handbook_home(ingested_handbook: Path, tmp_path: Path) -> Path:
    """A home with the handbook that a test may write to."""
    home = tmp_path / "home"
    shutil.copytree(ingested_handbook, home)
    return home
