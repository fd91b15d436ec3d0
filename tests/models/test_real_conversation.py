"""A conversation held with a real, weak model: whatever it writes, each turn is whole and its record sound."""

import pytest

from graph.memory_deps import open_memory_deps
from graph.models import open_models
from graph.settings import Settings
from graph.testing import HashingEmbedder
from graph.turns import Conversations
from nodes.models import Models
from stores.passages import Passage

pytestmark = [pytest.mark.model, pytest.mark.timeout(300)]
PASSAGES = [
    Passage("heron", "The Heron probe was launched in 2019 to study the icy moon Ysolde.", source="heron.md"),
    Passage("bees", "Bees dance to tell others where flowers are.", source="bees.md"),
]


async def test_each_turn_is_answered_streamed_and_counted(model_url: str) -> None:
    """The tokens make up the answer, numbers stand for sources, calls have the server's token counts.

    The same model rewrites the follow-up; whatever it makes of it, the question stays about the probe.
    """
    settings = Settings(
        _env_file=None, answer_tokens=24, answer_deadline_s=80, prompt_tokens=900, rewrite_deadline_s=20,
        memory_deadline_s=1,
    )  # fmt: skip
    async with (
        open_models("openai:smollm2", base_url=model_url) as opened,
        open_memory_deps(
            PASSAGES,
            embedder=HashingEmbedder(),
            settings=settings,
            models=Models(answer=opened.answer, small=opened.small),
        ) as deps,
    ):
        talk = Conversations(deps)
        queries = []
        for message in ("When was the Heron probe launched?", "thanks!", "And what does it study?"):
            shown, record = "", None
            async for event in talk.events(message, thread="t"):
                shown += event.data["text"] if event.name == "token" else ""
                record = event.data if event.name == "done" else record
            assert record is not None
            assert shown == record["answer"]
            assert record["answer"].strip()
            answered = [call for call in record["calls"] if call["step"] == "answer"]
            assert len(answered) == 1
            failed = [one for one in record["notices"] if one["detail"].startswith("answer:")]
            queries.append(record["query"])
            assert failed or answered[0]["tokens"][0] > 50
            numbers = {source["n"] for source in record["sources"]}
            assert all(f"[{n}]" not in record["answer"] for n in set(range(1, 50)) - numbers)
        assert "Heron" in queries[-1]
        await talk.aclose()
