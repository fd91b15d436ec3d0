"""A process of its own over an index: `python -m tests.stores.index_worker FOLDER COMMAND [PATH] [URL]`."""

import sys
from pathlib import Path

from stores.chroma_index import ChromaIndex
from stores.errors import StoreUnavailable
from stores.ingest import ingest
from stores.passages import Passage
from tests.contracts.passage_index import EMBEDDER


def say(what: object) -> None:
    """One line to the process that started this one."""
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


def main(folder: str, command: str, path: str = "", url: str = "") -> None:
    """Say `ready` and hold the index open until standard input ends, or ingest until killed."""
    index = ChromaIndex(Path(folder), EMBEDDER, url=url)
    if command == "hold":
        index.add([Passage("theirs", "Kept by the other process.")])
        say("ready")
        sys.stdin.read()
    elif command == "ingest":
        say("ready")
        ingest(
            [Path(path)],
            index,
            count=lambda texts: [len(text) // 4 for text in texts],
            progress=lambda done, total, name: say(f"{done}/{total} {name}"),
        )
    elif command == "write":
        try:
            index.add([Passage("mine", "Written by a second process.")])
        except StoreUnavailable as error:
            say(error)
        say([hit.id for hit in index.search("kept", 5)])
    index.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
