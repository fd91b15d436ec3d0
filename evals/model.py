"""What a configured model adds to the rules: the same measurements twice, side by side, with their paired difference.

`anaphora eval cases`, `eval retrieval` and `eval rewriting` do this wherever `ANAPHORA_SMALL_MODEL` or `ANAPHORA_MODEL`
is set; `anaphora eval model` runs all of them. Its `--replay` puts the data's reference rewrites in the model's place:
what an excellent model would gain.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evals.cases import Check, OpenModels, Played
from evals.conversing import Resolve
from evals.metrics import paired
from evals.mtrag import domains, load
from nodes.model_rewrite import Known, ModelRewriter
from nodes.models import Models
from nodes.resolver import resolve
from nodes.rewrite import is_settled
from nodes.state import Resolution, Route, TurnNote
from stores.errors import SettingsError

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage
    from rich.console import Console

    from graph.settings import Settings

UNUSED = ("rewrite_refused", "rewrite_kept")
"""Notices of a reply that came in time and was not used; every other one means that none came."""


@dataclass
class Tally:
    """How the races went: messages seen, the model asked, its replies in time, those used, and why not the others."""

    messages: int = 0
    asked: int = 0
    in_time: int = 0
    used: int = 0
    lost: Counter[str] = field(default_factory=Counter)

    def note(self, by: str, notices: "list[tuple[str, str]]") -> None:
        """Count one race by who won and its notices as (code, detail)."""
        self.asked += 1
        self.used += by == "model"
        self.in_time += by == "model" or any(code in UNUSED for code, _ in notices)
        self.lost.update(_why(code, detail) for code, detail in notices)

    def report(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "messages": self.messages, "asked": self.asked, "in_time": self.in_time, "used": self.used,
            "lost": dict(self.lost.most_common()),
        }  # fmt: skip


def _why(code: str, detail: str) -> str:
    return detail.split(": ")[1].rstrip(".") if code == "rewrite_refused" else code


@dataclass(frozen=True)
class Helper:
    """The model of a measurement: its name, how it is opened, and the settings that say how long it may take."""

    name: str
    open: OpenModels
    settings: "Settings"


def helper_of(settings: "Settings", *, deadline_s: float = 0.0, replies: Path | None = None) -> Helper | None:
    """The configured model, or None. `deadline_s` is for a rewrite, 0 as configured; `replies` a file to keep them."""
    if not settings.model and not settings.small_model:
        return None
    chosen = settings.model_copy(update={"rewrite_deadline_s": deadline_s}) if deadline_s else settings
    return Helper(settings.small_model or settings.model, lambda: configured(chosen, replies), chosen)


@asynccontextmanager
async def configured(settings: "Settings", replies: Path | None = None) -> AsyncIterator[Models]:
    """The configured models, their replies kept in a file where one is named."""
    from graph.models import open_models

    names = (settings.model, settings.small_model, settings.summary_model, settings.fallback_model)
    async with open_models(*names, headers=settings.model_headers) as models:
        if replies:
            from evals.kept_replies import keep_replies

            keep_replies(models, replies)
        yield models


def replayed(data: Path, split: str, settings: "Settings") -> Helper:
    """The reference rewrites of a benchmark as a model's replies."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[Models]:
        yield Models(small=replaying(data, split))

    return Helper("reference rewrites", opened, settings)


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


def raced(rewriter: ModelRewriter, run: asyncio.Runner, tally: Tally) -> Resolve:
    """The rules with a model raced against them, as a blocking resolver."""

    def resolver(
        question: str, *, notes: tuple[TurnNote, ...], frames: Any = (), language: str = "en", **given: Any
    ) -> Resolution:
        route: Route = given.get("route") or Route("retrieve", question)
        rules = resolve(question, route=route, notes=notes, frames=frames, facts=(), language=language)
        tally.messages += 1
        known = Known(notes, frames)
        if is_settled(rules, route, known):
            return rules
        found, notices, _ = run.run(rewriter.race(rules, question, known, language=language, turn=len(notes)))
        tally.note(found.by, [(one.code, one.detail) for one in notices])
        return found

    return resolver


@contextmanager
def racing(helper: Helper, tally: Tally) -> Iterator[Resolve]:
    """The raced resolver of an opened model."""
    with asyncio.Runner() as run:
        opened = helper.open()
        models = run.run(_entered(opened))
        try:
            if models.small is None:
                raise SettingsError("No model for rewriting is configured: set ANAPHORA_SMALL_MODEL.")
            yield raced(ModelRewriter(models.small, helper.settings.rewrite_deadline_s), run, tally)
        finally:
            run.run(_left(opened))


async def _entered(opened: Any) -> Models:
    models: Models = await opened.__aenter__()
    return models


async def _left(opened: Any) -> None:
    await opened.__aexit__(None, None, None)


def cases_beside(file: Path, helper: Helper, console: "Console | None" = None) -> dict[str, Any]:
    """The behaviour cases with the model: its figures as `eval cases` prints them, with the rules' under `rules`."""
    from evals.cases import checks_of, played, report
    from stores.embedder import open_embedder

    embedder = open_embedder("")
    rules = played(file, embedder, console=console)
    model = played(file, embedder, models=helper.open, settings=helper.settings, console=console)
    plain = report(rules)
    return {
        **report(model),
        "model": helper.name,
        "rules": {name: plain[name] for name in ("expectations", "kinds", "failures")},
        "difference": difference(checks_of(model), checks_of(rules)),
        "changed": changed(checks_of(model), checks_of(rules)),
        "races": races_of(model),
        "steps": steps_of(model),
    }


def difference(ours: "list[Check]", theirs: "list[Check]") -> dict[str, Any]:
    """Expectations held by one minus those by the other, with the standard error of that sum over conversations."""
    gains: dict[str, float] = {}
    for one, other in zip(ours, theirs, strict=True):
        gains[one.case] = gains.get(one.case, 0.0) + one.passed - other.passed
    values, pairs = list(gains.values()), list(zip(ours, theirs, strict=True))
    found = paired(values, [0.0] * len(values))
    return {
        "expectations": round(sum(values)),
        "se": round(found.error * len(values), 3),
        "better": sum(one.passed > other.passed for one, other in pairs),
        "worse": sum(one.passed < other.passed for one, other in pairs),
    }


def changed(ours: "list[Check]", theirs: "list[Check]") -> list[dict[str, Any]]:
    """The expectations that one held and the other did not."""
    pairs = zip(ours, theirs, strict=True)
    return [
        {**one.failure(), "rules_found": other.found, "better": one.passed}
        for one, other in pairs
        if one.passed != other.passed
    ]


def races_of(conversations: Played) -> dict[str, Any]:
    """The tally of every rewrite in played conversations."""
    tally = Tally()
    for _, turns in conversations:
        for one in turns:
            tally.messages += 1
            if "rewrite" in one.asked:
                tally.note(one.by, [(code, detail) for code, detail in one.notices if _of_rewrite(code, detail)])
    return tally.report()


def _of_rewrite(code: str, detail: str) -> bool:
    return code.startswith("rewrite") or (code.startswith("model_") and detail.startswith("rewrite:"))


def steps_of(conversations: Played) -> dict[str, Any]:
    """How often each helper was asked, and what became of its calls by code."""
    decided = [one for _, turns in conversations for one in turns]
    asked = Counter(step for one in decided for step in one.asked)
    failed = Counter(
        f"{detail.partition(':')[0]} {code.removeprefix('model_')}"
        for one in decided for code, detail in one.notices if code.startswith("model_")
    )  # fmt: skip
    return {"asked": dict(asked), "failed": dict(failed)}


def retrieval_beside(
    data: Path,
    split: str,
    home: Path,
    helper: Helper,
    *,
    only: tuple[str, ...] = (),
    console: "Console | None" = None,
) -> dict[str, Any]:
    """Retrieval with the model: its figures as `eval retrieval` prints them, with the rules' under `rules`."""
    from evals.retrieval import headlined, measured, paired_runs, report

    tally, embeddings = Tally(), helper.settings.embeddings
    rules = measured(data, split, home, embeddings=embeddings, only=only, console=console)
    with racing(helper, tally) as resolver:
        model = measured(data, split, home, embeddings=embeddings, only=only, resolve=resolver, console=console)
    plain = report(rules, split)
    return {
        **report(model, split),
        "model": helper.name,
        "rules": {name: plain[name] for name in ("runs", "worse_than_raw")},
        "difference": {
            run: paired_runs(headlined(model), run, headlined(rules), run) for run in ("fused", "fused+rerank")
        },
        "races": tally.report(),
    }


def rewriting_beside(data: Path, helper: Helper) -> dict[str, Any]:
    """Added terms with the model: its figures as `eval rewriting` prints them, with the rules' as a system."""
    from evals.rewriting import rewriting

    rules, tally = rewriting(data), Tally()
    with racing(helper, tally) as resolver:
        found = rewriting(data, resolver)
    systems = {"rules": {**rules["ours"], "unchanged": rules["unchanged"]}, **found["systems"]}
    return {**found, "systems": systems, "model": helper.name, "races": tally.report()}


def print_beside(result: Mapping[str, Any], console: "Console") -> None:
    """What the model changed, below the figures themselves."""
    rules, races = result.get("rules", {}), result["races"]
    console.print(f"with the model {result['model']}; the rules alone:", markup=False)
    if held := rules.get("expectations"):
        gained = result["difference"]
        console.print(
            f"{held['passed']} of {held['total']} expectations; with the model {gained['expectations']:+d} "
            f"± {gained['se']:.1f} ({gained['better']} better, {gained['worse']} worse)"
        )
        for one in result["changed"]:
            console.print(
                f"  {'better' if one['better'] else 'worse'}: {one['id']} turn {one['turn']} {one['user'][:60]!r}: "
                f"{one['key']} wants {one['expected']!r}, found {one['found']!r}, rules {one['rules_found']!r}",
                markup=False,
            )
        console.print(f"helper calls: {result['steps']}", markup=False)
    for run, gained in result["difference"].items() if rules.get("runs") else ():
        console.print(
            f"{run}: nDCG@5 {rules['runs'][run]['all']['ndcg@5']:.3f}; with the model {gained['ndcg@5']:+.4f} "
            f"± {gained['se']:.4f} ({gained['better']} up, {gained['worse']} down)"
        )
    if "worse_than_raw" in rules:
        console.print(f"worse than raw: {rules['worse_than_raw']:.1%}")
    console.print(f"races: {races}", markup=False)
