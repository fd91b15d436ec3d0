"""The compliance conversation: fifteen turns over the example regulation, judged without a model.

Each turn's resolved query must hold its key terms and none of the forbidden ones (stems, at the start of a word). After
turn 15 the rest of the window is folded, and the summary must hold every key fact's exact value. Beside these: which
passages came up anew and which again, turn 15's prompt by section, how much the answers owe to the turns before
(*carryover*: the same turns with every other one before them left out), and whether an attribute that is asked for
again and again over twenty turns keeps its value (*coherence*).
"""

import asyncio
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evals.driving import CORPORA, Driven, State, driving
from evals.memory import holds
from evals.metrics import mean
from evals.planted import FILLER
from nodes.folding import fold_by_rules

if TYPE_CHECKING:
    from stores.embedder import Embedder

COMPLIANCE = "regulation"
SAMPLED_TURNS, EVERY = 20, 4
ATTRIBUTES = (
    ("How long must a firm keep its records of client money?", "5 years"),
    ("Within how many business days must a branch file the quarterly safeguarding return?", "25 business days"),
    (
        "How soon must a firm that grows above the threshold of the small firm exemption notify the Authority?",
        "14 days",
    ),
    ("What late filing penalty does a branch pay for each business day of delay?", "EUR 350"),
)


@dataclass(frozen=True)
class Judged:
    """One turn: what its query lacked, what it held against the rules, and whether an expected section was cited."""

    turn: int
    user: str
    query: str
    missing: tuple[str, ...]
    forbidden: tuple[str, ...]
    cited: bool

    @property
    def passed(self) -> bool:
        """Whether the query was resolved as it should be."""
        return not self.missing and not self.forbidden


def scenario(embedder: "Embedder | None" = None, script: Path = CORPORA / "scenario.json") -> dict[str, Any]:
    """Play and judge. Gives resolutions and facts as passed and total, tokens by section, passages, and details.

    `script` is a file as `evals/corpora/README.md` describes it; its corpus stands beside it, or among the examples.
    """
    from stores.embedder import open_embedder

    told = json.loads(script.read_text(encoding="utf-8"))
    beside = script.parent / told["corpus"]
    corpus = beside if beside.is_dir() else CORPORA / told["corpus"]
    return asyncio.run(_scenario(told, corpus, embedder or open_embedder()))


async def _scenario(script: Mapping[str, Any], corpus: Path, embedder: "Embedder") -> dict[str, Any]:
    async with driving(corpus, embedder) as make:
        thread = make("scenario")
        judged, shown = [], []
        for number, turn in enumerate(script["turns"], 1):
            state = await thread.ask(turn["user"])
            judged.append(judge(number, turn, state, thread.headings(state)))
            shown += [one.id for one in state["evidence"]]
        summary = fold_by_rules(state["summary"], state["notes"], state["facts"], state["frames"]).text
        facts = [{"value": one["value"], "held": holds(summary, one["value"])} for one in script["key_facts"]]
        return {
            "resolutions": {"passed": sum(one.passed for one in judged), "total": len(judged)},
            "facts": {"passed": sum(one["held"] for one in facts), "total": len(facts)},
            "tokens": dict(state["tokens"]),
            "passages": {"unique": len(set(shown)), "repeated": len(shown) - len(set(shown))},
            "carryover": {
                "full": mean([one.cited for one in judged[1:]]),
                "stripped": await _stripped(script, make),
            },
            "coherence": await _coherence(make("coherence")) if corpus.name == COMPLIANCE else None,
            "turns": [{**asdict(one), "passed": one.passed} for one in judged],
            "key_facts": facts,
            "summary": summary,
        }


def judge(number: int, turn: Mapping[str, Any], state: State, headings: Sequence[str]) -> Judged:
    """One played turn against what the script expects of it; `headings` are those of the passages it cites."""
    resolution = state.get("resolution")
    query = resolution.query if resolution else state["route"].question
    sections = turn["sections"]
    return Judged(
        number,
        turn["user"],
        query,
        tuple(stem for stem in turn["key_terms"] if not _begins_a_word(stem, query)),
        tuple(stem for stem in turn["forbidden"] if _begins_a_word(stem, query)),
        not sections or any(heading.endswith(section) for section in sections for heading in headings),
    )


def _begins_a_word(stem: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(stem)}", text.lower()) is not None


async def _stripped(script: Mapping[str, Any], make: Callable[[str], Driven]) -> float:
    """Share of turns that cite an expected section when every other turn before them was never said."""
    cited = []
    turns = script["turns"]
    for number in range(2, len(turns) + 1):
        thread = make(f"stripped-{number}")
        for earlier in turns[number % 2 : number - 2 : 2]:
            await thread.ask(earlier["user"])
        state = await thread.ask(turns[number - 1]["user"])
        cited.append(judge(number, turns[number - 1], state, thread.headings(state)).cited)
    return mean(cited)


async def _coherence(thread: Driven) -> float:
    """Share of samples whose answer holds the attribute's value, on branches along a conversation of other things."""
    held = []
    for turn in range(1, SAMPLED_TURNS + 1):
        await thread.ask(FILLER[turn])
        if turn % EVERY == 0:
            held += [holds((await thread.probe(asked))["answer"], value) for asked, value in ATTRIBUTES]
    return mean(held)


def print_scenario(result: Mapping[str, Any], console: Any) -> None:
    """Every turn's query against its key terms, then the summary against the key facts, and the costs."""
    for one in result["turns"]:
        mark = "ok " if one["passed"] else "NOT"
        console.print(f"{mark} {one['turn']:>2} {one['user']}", markup=False)
        console.print(f"       {one['query']}", markup=False)
        for name in ("missing", "forbidden"):
            if one[name]:
                console.print(f"       {name}: {', '.join(one[name])}", markup=False)
    console.print(f"\nSummary after turn {len(result['turns'])}:\n{result['summary']}\n", markup=False)
    for fact in result["key_facts"]:
        console.print(f"{'ok ' if fact['held'] else 'NOT'} {fact['value']}", markup=False)
    passed = {name: f"{result[name]['passed']} of {result[name]['total']}" for name in ("resolutions", "facts")}
    console.print(f"resolutions {passed['resolutions']}, key facts {passed['facts']}, passages {result['passages']}")
    console.print(f"tokens of the last turn: {result['tokens']}, together {sum(result['tokens'].values())}")
    carried = result["carryover"]
    console.print(
        f"answers that cite the right section: {carried['full']:.0%}; with every other turn left out "
        f"{carried['stripped']:.0%}"
    )
    if result["coherence"] is not None:
        console.print(f"attributes that keep their value: {result['coherence']:.0%}")
