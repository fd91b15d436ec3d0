"""Opens the configured models by name through LangChain, with clients that belong to the running event loop.

A name is `provider:model`, as `init_chat_model` takes it; without a provider it is OpenAI's. Keys and base URLs come
from the provider's usual variables (`OPENAI_API_KEY`, `OPENAI_BASE_URL`). An endpoint of one's own needs no key.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from nodes.models import Models
from stores.errors import SettingsError

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

CLIENT_TIMEOUT_S = 120.0
"""Above any step's deadline, which is what ends a call."""
CONNECT_TIMEOUT_S = 5.0
_URL_VARIABLES = ("OPENAI_BASE_URL", "OPENAI_API_BASE")


@asynccontextmanager
async def open_models(
    answer: str = "",
    small: str = "",
    summary: str = "",
    fallback: str = "",
    *,
    headers: Mapping[str, str] | None = None,
    base_url: str | None = None,
    api_key: str | None = None,
) -> AsyncIterator[Models]:
    """The models of a run. Helpers without a model of their own use the answer model, summaries that of the helpers.

    The first four are names as `provider:model`; `headers` go with every request to an OpenAI-compatible endpoint;
    `base_url` and `api_key` stand in place of the provider's variables.

    Raises:
        SettingsError: an unknown provider, a package that is not installed, or a missing key; names what to set.
    """
    async with AsyncExitStack() as stack:
        opened: dict[str, BaseChatModel] = {}
        places = {"ANAPHORA_MODEL": answer, "ANAPHORA_SMALL_MODEL": small, "ANAPHORA_SUMMARY_MODEL": summary}
        for variable, name in {**places, "ANAPHORA_FALLBACK_MODEL": fallback}.items():
            if name and name not in opened:
                opened[name] = await _open(name, variable, headers, base_url, api_key, stack)
        helper = small or answer
        yield Models(
            answer=opened.get(answer),
            small=opened.get(helper),
            summary=opened.get(summary or helper),
            fallback=opened.get(fallback),
        )


async def _open(
    name: str,
    variable: str,
    headers: Mapping[str, str] | None,
    base_url: str | None,
    api_key: str | None,
    stack: AsyncExitStack,
) -> "BaseChatModel":
    provider, _, model = name.partition(":") if ":" in name else ("openai", "", name)
    options: dict[str, Any] = {"max_retries": 0}
    if provider == "openai":
        import anyio
        import httpx

        await anyio.lowlevel.checkpoint()  # loads what the first request would otherwise wait for
        url = base_url or next((os.environ[v] for v in _URL_VARIABLES if os.environ.get(v)), None)
        key = api_key or os.environ.get("OPENAI_API_KEY") or ("none" if url else None)
        if key is None:
            raise SettingsError(f"{variable} is {name!r}, which needs a key: set OPENAI_API_KEY, or OPENAI_BASE_URL.")
        timeout = httpx.Timeout(CLIENT_TIMEOUT_S, connect=CONNECT_TIMEOUT_S)
        client = await stack.enter_async_context(httpx.AsyncClient(timeout=timeout))
        options |= {"http_async_client": client, "timeout": timeout, "stream_usage": True, "api_key": key}
        options |= {"base_url": url, "default_headers": dict(headers or {}), "use_responses_api": False}
    try:
        return await asyncio.to_thread(_made, model, provider, options)
    except ImportError:
        package = f"langchain-{provider.replace('_', '-')}"
        raise SettingsError(f"{variable} is {name!r}: install the provider's package ({package}).") from None
    except ValueError:
        raise SettingsError(
            f"{variable} is {name!r}: no such provider, or its key is missing; use provider:model."
        ) from None


def _made(model: str, provider: str, options: Mapping[str, Any]) -> "BaseChatModel":
    """The client; its package takes a second to import."""
    from langchain.chat_models import init_chat_model

    made: BaseChatModel = init_chat_model(model, model_provider=provider, **options)
    return made
