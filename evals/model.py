"""`anaphora eval model`: what a rewriting model adds to the rules, on the behaviour cases and on retrieval.

The same measurements run twice, with the rules alone and with the configured small model raced against them. `replay`
puts the data's reference rewrites in the model's place: what an excellent model would gain.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evals.conversing import Resolve
from evals.mtrag import domains, load
from nodes.model_rewrite import Known, ModelRewriter
from nodes.resolver import resolve
from nodes.rewrite import is_settled
from nodes.state import Resolution, Route, TurnNote
from stores.errors import SettingsError

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage
    from rich.console import Console

    from graph.settings import Settings
    from nodes.models import Models

SHOWN = ("raw", "fused", "fused+rerank", "reference", "reference+rerank", "reference+fused", "reference+fused+rerank")


@dataclass
class Tally:
    """How the races went: messages seen, the model asked, who won, and why not the model."""

    messages: int = 0
    asked: int = 0
    won: int = 0
    lost: Counter[str] = field(default_factory=Counter)

    def report(self) -> dict[str, Any]:
        """As plain values."""
        lost = dict(self.lost.most_common())
        return {"messages": self.messages, "asked": self.asked, "model_won": self.won, "model_lost": lost}


def raced(rewriter: ModelRewriter, run: asyncio.Runner, tally: Tally, name: str) -> Resolve:
    """The rules with a model raced against them, as a blocking resolver; `name` tells cached measurements apart."""

    def resolver(question: str, *, notes: tuple[TurnNote, ...], language: str = "en", **given: Any) -> Resolution:
        route: Route = given.get("route") or Route("retrieve", question)
        rules = resolve(question, route=route, notes=notes, frames=(), facts=(), language=language)
        tally.messages += 1
        if is_settled(rules, route, notes):
            return rules
        tally.asked += 1
        found, notices, _ = run.run(rewriter.race(rules, question, Known(notes), language=language, turn=len(notes)))
        tally.won += found.by == "model"
        tally.lost.update(notice.detail.split(": ")[1].rstrip(".") if notice.code == "rewrite_refused" else notice.code
                          for notice in notices)  # fmt: skip
        return found

    resolver.__qualname__ = f"raced.{name}"
    return resolver


def replaying(data: Path, split: str) -> "BaseChatModel":
    """A model that knows the reference rewrite of every message of the data, and repeats other messages."""
    import json

    from graph.testing import ScriptedModel

    queries = [query for name in domains(data, split) for query in load(data, split, name).queries]
    known = {query.text.strip(): query.rewrite for query in queries}

    def reply(messages: "list[BaseMessage]") -> str:
        message = messages[-1].text.rpartition("<message>\n")[2].removesuffix("\n</message>").strip()
        return json.dumps({"resolution": known.get(message, message), "alternatives": [], "topic": "same"})

    return ScriptedModel(replies=reply)


@asynccontextmanager
async def configured(settings: "Settings") -> "AsyncIterator[Models]":
    """The configured models. Raises `SettingsError` where none is."""
    from graph.models import open_models

    if not settings.model and not settings.small_model:
        raise SettingsError("No model is configured: set ANAPHORA_MODEL or ANAPHORA_SMALL_MODEL, or use --replay.")
    names = (settings.model, settings.small_model, settings.summary_model, settings.fallback_model)
    async with open_models(*names) as models:
        yield models


def evaluate(
    settings: "Settings",
    *,
    data: Path | None = None,
    split: str = "dev",
    cases: Path | None = None,
    replay: bool = False,
    deadline_s: float = 0.0,
    only: tuple[str, ...] = (),
    console: "Console | None" = None,
) -> dict[str, Any]:
    """Rules and model side by side on what was given: `data` (retrieval) and `cases`.

    Raises:
        SettingsError: no model is configured and nothing is replayed.
    """
    wait = deadline_s or settings.rewrite_deadline_s
    result: dict[str, Any] = {"model": "reference rewrites" if replay else settings.small_model or settings.model}
    with asyncio.Runner() as run:
        opened = configured(settings)
        models: Models | None = None if replay else run.run(opened.__aenter__())
        try:
            if data is not None:
                small = replaying(data, split) if replay else models.small if models else None
                assert small is not None
                result["retrieval"] = _retrieval(settings, data, split, ModelRewriter(small, wait), run, only, console)
        finally:
            if models is not None:
                run.run(opened.__aexit__(None, None, None))
    if cases is not None and not replay:
        result["cases"] = _cases(cases, settings, wait)
    return result


def _cases(file: Path, settings: "Settings", wait: float) -> dict[str, Any]:
    from evals.cases import cases

    found = {"rules": cases(file), "model": cases(file, models=lambda: configured(settings), deadline_s=wait)}
    return {who: {name: one[name] for name in ("expectations", "kinds", "failures")} for who, one in found.items()}


def _retrieval(
    settings: "Settings",
    data: Path,
    split: str,
    rewriter: ModelRewriter,
    run: asyncio.Runner,
    only: tuple[str, ...],
    console: "Console | None",
) -> dict[str, Any]:
    from evals.retrieval import retrieval

    def measured(resolver: Resolve | None) -> Mapping[str, Any]:
        return retrieval(
            data, split, settings.home, embeddings=settings.embeddings, only=only, resolve=resolver, console=console
        )

    tally = Tally()
    name = getattr(rewriter.model, "model_name", "") or rewriter.model._llm_type
    with_model, with_rules = measured(raced(rewriter, run, tally, name)), measured(None)
    return {
        "queries": with_rules["queries"],
        "rules": _few(with_rules),
        "model": _few(with_model),
        "races": tally.report(),
    }


def _few(measured: Mapping[str, Any]) -> dict[str, Any]:
    runs = {run: measured["runs"][run] for run in SHOWN if run in measured["runs"]}
    return {"runs": runs, "worse_than_raw": measured["worse_than_raw"]}


def print_model(result: Mapping[str, Any], console: "Console") -> None:
    """Rules and model side by side."""
    from rich.table import Table

    console.print(f"model: {result['model']}", markup=False)
    if found := result.get("retrieval"):
        table = Table("run", "rules", "model", title=f"nDCG@5 (R@5), {found['queries']} queries")
        for run, rules in found["rules"]["runs"].items():
            cells = [f"{one['all']['ndcg@5']:.3f} ({one['all']['recall@5']:.3f})"
                     for one in (rules, found["model"]["runs"][run])]  # fmt: skip
            table.add_row(run, *cells)
        table.add_row("worse than raw", *(f"{found[who]['worse_than_raw']:.1%}" for who in ("rules", "model")))
        console.print(table)
        console.print(f"races: {found['races']}", markup=False)
    if found := result.get("cases"):
        table = Table("kind", "rules", "model", title="expectations held")
        total = {"all": {who: found[who]["expectations"] for who in found}}
        kinds = {kind: {who: found[who]["kinds"][kind] for who in found} for kind in found["rules"]["kinds"]}
        for kind, one in {**total, **kinds}.items():
            table.add_row(kind, *(f"{one[who]['passed']} of {one[who]['total']}" for who in ("rules", "model")))
        console.print(table)
