"""What may differ from run to run, and how nodes read it."""

from dataclasses import dataclass, fields
from typing import ClassVar, Literal

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime
from pydantic import ConfigDict

History = Literal["ours", "full", "window", "summary", "entities"]


@dataclass(frozen=True)
class Context:
    """Per-run knobs. Each has a default, so that a run without any works."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(use_attribute_docstrings=True)  # shown in Studio

    user: str = "local"
    """Who is asking; set by the server, never by the client."""
    history: History = "ours"
    """What of the conversation the prompt holds; all but `ours` are there to be compared with it."""
    prompt_tokens: int = 6000
    """Hard cap for the whole prompt, in tokens."""
    window: int = 6
    """How many of the last turns stay verbatim."""
    passages: int = 5
    """How many passages an answer may rest on."""
    now: str = ""
    """ISO time that counts as now; empty means the clock."""


def context_of(runtime: Runtime[Context] | None, config: RunnableConfig | None = None) -> Context:
    """The run's context, however it was handed in: as context, under `configurable` (LangServe), or not at all."""
    given = getattr(runtime, "context", None)
    if isinstance(given, Context):
        return given
    names = {f.name for f in fields(Context)}
    configurable = dict((config or {}).get("configurable") or {})
    source = {**configurable, **(given or {})} if isinstance(given, dict) or given is None else configurable
    return Context(**{name: value for name, value in source.items() if name in names and value is not None})
