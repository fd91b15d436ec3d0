"""A model's replies kept in a file by its name and the prompt, so that a measurement with a slow one can go on."""

import hashlib
import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from langchain_core.caches import BaseCache
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, Generation

from nodes.models import Models
from stores.errors import InputError


class KeptReplies(BaseCache):
    """LangChain's cache of one model over an SQLite file that several measurements may share."""

    def __init__(self, path: Path, model: str) -> None:
        """Open or make the file. Raises `InputError` for a file that holds something else."""
        self._model = model
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = sqlite3.connect(path, timeout=30, check_same_thread=False, isolation_level=None)
        try:
            self._file.execute("CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, message TEXT NOT NULL)")
        except sqlite3.DatabaseError:
            raise InputError(f"{path} is no file of replies: name another one, or one that is not there yet.") from None

    def lookup(self, prompt: str, llm_string: str) -> Sequence[Generation] | None:  # noqa: ARG002  -- the interface's
        """The reply to a prompt, if it is kept."""
        row = self._file.execute("SELECT message FROM replies WHERE key = ?", (self._key(prompt),)).fetchone()
        return None if row is None else [ChatGeneration(message=AIMessage(**json.loads(row[0])))]

    def update(self, prompt: str, llm_string: str, return_val: Sequence[Generation]) -> None:  # noqa: ARG002  -- the interface's
        """Keep a reply."""
        message = getattr(return_val[0], "message", None)
        if isinstance(message, AIMessage):
            kept = {
                "content": message.text,
                "usage_metadata": message.usage_metadata,
                "response_metadata": {"finish_reason": message.response_metadata.get("finish_reason") or "stop"},
            }
            row = (self._key(prompt), json.dumps(kept, ensure_ascii=False))
            self._file.execute("INSERT OR REPLACE INTO replies VALUES (?, ?)", row)

    def clear(self, **kwargs: Any) -> None:  # noqa: ARG002  -- the interface's
        """Forget every model's replies."""
        self._file.execute("DELETE FROM replies")

    def _key(self, prompt: str) -> str:
        return hashlib.sha256(f"{self._model}\x00{prompt}".encode()).hexdigest()


def keep_replies(models: Models, path: Path) -> None:
    """Let every model of a run answer from the file what it holds, and keep there what it says."""
    for model in (models.answer, models.small, models.summary, models.fallback):
        if isinstance(model, BaseChatModel):
            model.cache = KeptReplies(path, str(getattr(model, "model_name", "") or model._llm_type))
