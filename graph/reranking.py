"""Finds the compressor or cross-encoder that `ANAPHORA_RERANKER` names."""

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from langchain_core.cross_encoders import BaseCrossEncoder
from langchain_core.documents.compressor import BaseDocumentCompressor

from nodes.rerankers import Ranker
from stores.errors import SettingsError

FORM = "write it as module:attribute or path/to/file.py:attribute"


def open_reranker(name: str) -> Ranker:
    """What a name stands for: a compressor, a cross-encoder, or something that makes one when called without arguments.

    Raises:
        SettingsError: there is no such module or attribute, it fails, or it is neither.
    """
    where, colon, attribute = name.rpartition(":")
    if not colon or not where or not attribute:
        raise SettingsError(f"ANAPHORA_RERANKER={name} names no attribute: {FORM}.")
    try:
        found: Any = getattr(_module(where), attribute)
        made: Any = found if isinstance(found, BaseDocumentCompressor | BaseCrossEncoder) else found()
    except Exception as error:  # a module of one's own raises what it likes
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise SettingsError(f"ANAPHORA_RERANKER={name} cannot be opened: {reason}. Check it, and {FORM}.") from error
    if not isinstance(made, BaseDocumentCompressor | BaseCrossEncoder):
        raise SettingsError(
            f"ANAPHORA_RERANKER={name} is a {type(made).__name__}: a LangChain BaseDocumentCompressor or "
            "BaseCrossEncoder is needed, or a function that makes one."
        )
    return made


def _module(where: str) -> ModuleType:
    if not where.endswith(".py"):
        return importlib.import_module(where)
    path = Path(where).expanduser().absolute()
    name = f"anaphora_reranker_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # pydantic looks a class's module up by name
    spec.loader.exec_module(module)
    return module
