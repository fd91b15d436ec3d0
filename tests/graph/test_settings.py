"""The settings and the file that lists them stay in step."""

import re
from pathlib import Path

from graph.settings import Settings

EXAMPLE = Path(__file__).parents[2] / ".env.example"


def test_every_setting_has_one_line_in_the_example_file() -> None:
    """In the order of the class, with the description it has there, and commented out."""
    listed = re.findall(r"^# ANAPHORA_([A-Z_0-9]+)=[^#\n]*# (.+)$", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE)
    assert listed == [(name.upper(), str(field.description)) for name, field in Settings.model_fields.items()]


def test_the_example_file_sets_nothing() -> None:
    """Copied as it is, it changes no default and gives no key."""
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    assert not [line for line in lines if line.strip() and not line.startswith("#")]


def test_the_examples_defaults_are_the_settings_own() -> None:
    """Where a line shows a number or a choice, it is the default."""
    shown = dict(re.findall(r"^# ANAPHORA_([A-Z_0-9]+)=(\S+)", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE))
    for name, field in Settings.model_fields.items():
        if field.default and isinstance(field.default, int | float | str):
            assert shown[name.upper()] == str(field.default), name


def test_every_line_can_be_uncommented_as_it_stands(tmp_path: Path) -> None:
    """Descriptions do not become values."""
    text = re.sub(r"^# (ANAPHORA_)", r"\1", EXAMPLE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    (tmp_path / ".env").write_text(text, encoding="utf-8")
    read = Settings(_env_file=tmp_path / ".env")
    assert not read.encryption_key.get_secret_value()
    assert not read.auth_keys.get_secret_value()
    assert read.curators == ""
    assert read.window == 6
    assert read.redis_url == "redis://localhost:6379/0"


def test_the_pages_name_no_setting_that_is_not_there() -> None:
    """A setting that is renamed is renamed in the documents."""
    root = EXAMPLE.parent
    pages = [root / "README.md", root / "compose.yaml", *(root / "docs").glob("*.md")]
    named = {
        name for page in pages for name in re.findall(r"ANAPHORA_([A-Z_]*[A-Z])", page.read_text(encoding="utf-8"))
    }
    assert named
    known = {name.upper() for name in Settings.model_fields}
    assert not {name for name in named if not any(one == name or one.startswith(f"{name}_") for one in known)}
