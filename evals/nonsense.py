"""Helper models that keep to the asked form and are wrong: what a weak, confused or hostile model may say.

    anaphora eval model --cases FILE --nonsense                  # every kind beside the rules alone
    anaphora eval model --cases FILE --nonsense --kind stuffed   # one of them

None of them may cost more than chance would of what the rules hold.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from evals.nonsense_kinds import KINDS, asked_in

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from rich.console import Console

    from stores.embedder import Embedder


def model_of(kind: str) -> "BaseChatModel":
    """A model that talks nonsense of one kind."""
    from graph.testing import ScriptedModel

    reply = KINDS[kind]
    return ScriptedModel(replies=lambda messages: reply(asked_in(messages)))


def nonsense(
    file: Path,
    kinds: Sequence[str] = (),
    *,
    embedder: "Embedder | None" = None,
    console: "Console | None" = None,
) -> dict[str, Any]:
    """The cases by rules and with a model of each kind (all without `kinds`): what each changed, and how races went.

    A text is embedded once for all of them. Raises `InputError` for a kind that is none.
    """
    from stores.embedder import open_embedder
    from stores.errors import InputError
    from stores.vector_cache import CachedEmbedder, VectorCache

    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise InputError(f"{unknown[0]!r} is no kind of nonsense (known: {'; '.join(KINDS)}).")
    with TemporaryDirectory(prefix="anaphora-") as folder, closing(VectorCache(Path(folder) / "vectors")) as cache:
        return _tried(file, kinds or tuple(KINDS), embedder or CachedEmbedder(open_embedder(""), cache), console)


def _tried(file: Path, kinds: Sequence[str], embedder: "Embedder", console: "Console | None") -> dict[str, Any]:
    from evals.cases import checks_of, played, report
    from evals.model import changed, difference, races_of
    from graph.settings import Settings
    from nodes.models import Models

    rules = played(file, embedder, console=console)
    found: dict[str, Any] = {}
    for kind in kinds:

        @asynccontextmanager
        async def opened(kind: str = kind) -> AsyncIterator[Models]:
            model = model_of(kind)
            yield Models(small=model, summary=model)

        model = played(file, embedder, models=opened, settings=Settings(_env_file=None), console=console)
        found[kind] = {
            "difference": difference(checks_of(model), checks_of(rules)),
            "changed": changed(checks_of(model), checks_of(rules)),
            "races": races_of(model),
        }
    return {"rules": report(rules)["expectations"], "kinds": found}


def print_nonsense(result: Mapping[str, Any], console: "Console") -> None:
    """A line a kind, and what each lost."""
    from rich.table import Table

    table = Table("a model that says", "expectations", "± se", "better", "worse", "asked", "used")
    for kind, found in result["kinds"].items():
        gained, races = found["difference"], found["races"]
        figures = (f"{gained['expectations']:+d}", f"{gained['se']:.1f}", gained["better"], gained["worse"])
        table.add_row(kind, *map(str, (*figures, races["asked"], races["used"])))
    console.print(table)
    for kind, found in result["kinds"].items():
        for one in found["changed"]:
            if not one["better"]:
                wanted = f"{one['key']} wants {one['expected']!r}, found {one['found']!r}"
                console.print(f"{kind}: {one['id']} turn {one['turn']} {one['user'][:60]!r}: {wanted}", markup=False)
    console.print(f"by rules: {result['rules']['passed']} of {result['rules']['total']}")
