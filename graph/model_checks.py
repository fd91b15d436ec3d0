"""Whether the configured models answer: each distinct one is asked for one word."""

import asyncio

from graph.settings import Settings
from graph.store_checks import Row

PROBE_S = 4.0
PROBE_TOKENS = 16
ROLES = {"model": "answers", "small_model": "helps", "summary_model": "sums up", "fallback_model": "stands by"}


def load_clients(settings: Settings) -> None:
    """Import what the probes need, which takes seconds that are not the endpoint's."""
    if any(getattr(settings, field) for field in ROLES):
        import langchain_openai  # noqa: F401  -- for its import alone


async def model_rows(settings: Settings) -> list[Row]:
    """One row a configured model, with the time it took or what went wrong. Raises `SettingsError`."""
    from graph.models import open_models

    names = {field: getattr(settings, field) for field in ROLES if getattr(settings, field)}
    if not names:
        says = "none configured: answers quote the documents (set ANAPHORA_MODEL to have them written)"
        return [Row("model", True, says)]
    async with open_models(*(names.get(field, "") for field in ROLES), headers=settings.model_headers) as models:
        opened = dict(zip(ROLES, (models.answer, models.small, models.summary, models.fallback), strict=True))
        probes = (_probe(field, name, opened[field]) for field, name in names.items())
        return list(await asyncio.gather(*probes))


async def _probe(field: str, name: str, model: object) -> Row:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import HumanMessage

    from nodes.model_failures import ModelFailed
    from nodes.models import complete

    assert isinstance(model, BaseChatModel)
    what, row = f"{ROLES[field]}: {name}", field.replace("_", " ")
    try:
        reply = await complete(
            model, [HumanMessage("Say OK.")], step="doctor", deadline_s=PROBE_S, max_tokens=PROBE_TOKENS
        )
    except ModelFailed as failure:
        if failure.code == "empty":  # a reasoning model may spend so few tokens on thinking alone
            return Row(row, True, f"{what}, replied in {failure.ms / 1000:.1f} s")
        return Row(row, False, f"{what}: {failure}")
    return Row(row, True, f"{what}, replied in {reply.ms / 1000:.1f} s")
