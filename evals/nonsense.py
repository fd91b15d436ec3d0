"""Helper models that keep to the asked form and are wrong: what a weak, confused or hostile model may say.

    anaphora eval model --cases FILE --nonsense     # every kind beside the rules alone

None of them may cost more than chance would of what the rules hold.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
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
    """The cases by rules and with a model of each kind (all without `kinds`): what each changed, and how races went."""
    from evals.cases import checks_of, played, report
    from evals.model import changed, difference, races_of
    from graph.settings import Settings
    from nodes.models import Models
    from stores.embedder import open_embedder

    chosen = embedder or open_embedder("")
    rules = played(file, chosen, console=console)
    found: dict[str, Any] = {}
    for kind in kinds or KINDS:

        @asynccontextmanager
        async def opened(kind: str = kind) -> AsyncIterator[Models]:
            model = model_of(kind)
            yield Models(small=model, summary=model)

        model = played(file, chosen, models=opened, settings=Settings(_env_file=None), console=console)
        found[kind] = {
            "difference": difference(checks_of(model), checks_of(rules)),
            "changed": changed(checks_of(model), checks_of(rules)),
            "races": races_of(model),
        }
    return {"rules": report(rules)["expectations"], "kinds": found}


def print_nonsense(result: Mapping[str, Any], console: "Console") -> None:
    """A line a kind."""
    from rich.table import Table

    table = Table("a model that says", "expectations", "± se", "better", "worse", "asked", "used")
    for kind, found in result["kinds"].items():
        gained, races = found["difference"], found["races"]
        figures = (f"{gained['expectations']:+d}", f"{gained['se']:.1f}", gained["better"], gained["worse"])
        table.add_row(kind, *map(str, (*figures, races["asked"], races["used"])))
    console.print(table)
    console.print(f"by rules: {result['rules']['passed']} of {result['rules']['total']}")
