"""`python -m evals.benchmark NAME [--json]`: one benchmark, a file each.

A benchmark module has `measure(options) -> dict` (or a coroutine), and may have `add_options(parser)` and
`table(results) -> str`. Exit codes: 0 measured, 1 failed, 2 wrong usage.
"""

import argparse
import asyncio
import importlib
import inspect
import json
import pkgutil
import shlex
import sys
from typing import Any

from evals import benchmark
from evals.report import keep
from graph.settings import load_settings
from stores.errors import AnaphoraError, UsageError


def main(arguments: list[str]) -> int:
    """Run the benchmark that the arguments name and print what it measured."""
    names = sorted(m.name for m in pkgutil.iter_modules(benchmark.__path__) if not m.name.startswith("_"))
    parser = argparse.ArgumentParser(prog="python -m evals.benchmark", description="Measure one thing and print it.")
    parser.add_argument("name", choices=names, metavar="NAME", help=", ".join(names))
    known = [a for a in arguments if not a.startswith("-")][:1]
    if known and known[0] in names:
        parser = argparse.ArgumentParser(prog=f"python -m evals.benchmark {known[0]}")
        parser.add_argument("name")
        module = importlib.import_module(f"evals.benchmark.{known[0]}")
        getattr(module, "add_options", lambda _: None)(parser)
        parser.description = inspect.getdoc(module)
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    options = parser.parse_args(arguments)
    try:
        results: Any = module.measure(options)
        if inspect.iscoroutine(results):
            results = asyncio.run(results)
    except AnaphoraError as error:
        print(error, file=sys.stderr)
        return 2 if isinstance(error, UsageError) else 1
    keep(
        f"benchmark-{options.name}",
        f"python -m evals.benchmark {shlex.join(arguments)}",
        results,
        load_settings().home,
    )
    show = getattr(module, "table", lambda found: json.dumps(found, indent=2, ensure_ascii=False))
    print(json.dumps(results, ensure_ascii=False) if options.json else show(results))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
