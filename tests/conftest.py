"""What every test can ask for, and which tests this machine can run."""

import shutil

import pytest
from hypothesis import settings

settings.register_profile("shared machine", deadline=None)  # how long an example takes says nothing on a busy one
settings.load_profile("shared machine")

pytest_plugins = ["tests.servers", "tests.handbook", "tests.serving"]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests marked `system("PROGRAM")` where that program is not on the path; they count as deselected."""
    missing = [item for item in items if not all(map(shutil.which, _programs(item)))]
    if missing:
        config.hook.pytest_deselected(items=missing)
        items[:] = [item for item in items if item not in missing]


def _programs(item: pytest.Item) -> list[str]:
    return [name for mark in item.iter_markers("system") for name in mark.args]
