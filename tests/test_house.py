"""The house itself: arrows point down, files are short, nothing leaks in from where it was made."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LAYERS = ("stores", "nodes", "graph", "evals")
SOURCES = sorted(path for layer in LAYERS for path in (ROOT / layer).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The top-level packages that a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_an_import_only_points_down(path: Path) -> None:
    """stores know nothing of nodes, nodes nothing of graph, graph nothing of evals; nobody imports the tests."""
    layer = LAYERS.index(path.relative_to(ROOT).parts[0])
    above = {*LAYERS[layer + 1 :], "tests"}
    assert not imported(path) & above


def test_packages_import_nothing_by_themselves() -> None:
    """An `__init__` without statements keeps start-up cheap and circles impossible."""
    for path in SOURCES:
        if path.name == "__init__.py" and path.parent.name in LAYERS:
            body = ast.parse(path.read_text(encoding="utf-8")).body
            assert all(isinstance(node, ast.Expr) for node in body), path


def test_files_stay_short() -> None:
    """A file that wants more than 300 lines (400 for tests) wants to be two rooms."""
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in (*SOURCES, *TESTS)}
    long = {str(path): n for path, n in lengths.items() if n > (400 if path in TESTS else 300)}
    assert not long


def test_every_test_folder_is_a_package() -> None:
    """Without `__init__.py`, `tests/graph` would shadow the package `graph`."""
    assert all((path.parent / "__init__.py").exists() for path in TESTS)


def test_no_machine_path_and_no_registry_host_is_written_down() -> None:
    """The project runs anywhere: no path of one machine, no address of a package registry."""
    hosts = ("pypi" + ".org", "python" + "hosted.org", "registry." + "npmjs", "deb." + "debian")
    pattern = re.compile("|".join([*map(re.escape, hosts), r"(?<![\w.])/(?:work|root|home)/"]))
    listed = (*SOURCES, *TESTS, *ROOT.glob("*.*"), ROOT / "Makefile", ROOT / ".ci" / "run")
    kinds = {".py", ".toml", ".md", ".txt", ".json", ""}
    texts = [path for path in listed if path.is_file() and path.name != ".git" and path.suffix in kinds]
    assert not [str(path) for path in texts if pattern.search(path.read_text(encoding="utf-8", errors="replace"))]
