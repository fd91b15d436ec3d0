"""Texts to unit vectors: the bundled MiniLM, or any LangChain embeddings by name.

Every `Embedder` has an id that is stored with an index, so that an index is never searched with vectors of another.
"""

import threading
from collections import OrderedDict, deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from langchain_core.embeddings import Embeddings

from stores.errors import SettingsError, StoreUnavailable
from stores.passages import Vector

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

BUNDLED = Path(__file__).parent / "minilm"
MAX_TOKENS = 256
UNKNOWN = "[UNK]"
BATCH = 1  # one text at a time is as fast on a CPU, and a text then has the same vector whatever it comes with
REMEMBERED = 1024  # texts, 1.5 MB of vectors
SMALL_CALL = 16  # calls of at most so many texts go through the memory of recent texts


class Embedder(Protocol):
    """What an index needs of an embedding model. Thread-safe."""

    @property
    def id(self) -> str:
        """The model's name, stored with every index made with it."""

    @property
    def dim(self) -> int:
        """The length of its vectors."""

    def embed(self, texts: Sequence[str]) -> Vector:
        """Unit vectors in the order of the texts: float32, shape [len(texts), dim]."""


@runtime_checkable
class Legible(Protocol):
    """An embedder that tells how far it can read a text."""

    def legibility(self, text: str) -> float:
        """From 0, no character of it, to 1."""


class RecentVectors:
    """The vectors of the texts embedded last, so that a message is embedded once however many steps ask."""

    def __init__(self, capacity: int = REMEMBERED) -> None:
        self._capacity = capacity
        self._vectors: OrderedDict[str, Vector] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, text: str) -> Vector | None:
        """The vector of a text seen lately."""
        with self._lock:
            vector = self._vectors.get(text)
            if vector is not None:
                self._vectors.move_to_end(text)
            return vector

    def put(self, text: str, vector: Vector) -> None:
        """Remember one vector and forget the one used longest ago."""
        with self._lock:
            self._vectors[text] = vector
            self._vectors.move_to_end(text)
            if len(self._vectors) > self._capacity:
                self._vectors.popitem(last=False)


def unit(vectors: Vector) -> Vector:
    """Rows scaled to length one; zero rows stay zero."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-12), np.float32)


@dataclass(frozen=True, slots=True)
class _Loaded:
    session: Any  # onnxruntime ships no types
    tokenizer: "Tokenizer"
    counter: "Tokenizer"


class MiniLM(Embeddings):
    """The bundled all-MiniLM-L6-v2, int8 ONNX, 384 dimensions; texts are cut at 256 tokens.

    The model is loaded at the first use (0.2 s) and shared by all threads. A vector depends a little on the texts it is
    batched with, because int8 activations are scaled per batch: MODEL_CARD.md says how much.
    """

    id = "minilm-l6-v2-int8"
    dim = 384

    def __init__(self, folder: Path = BUNDLED, threads: int = 2) -> None:
        self._folder = folder
        self._threads = threads
        self._loading = threading.Lock()
        self._loaded: _Loaded | None = None
        self._recent = RecentVectors()

    def embed(self, texts: Sequence[str]) -> Vector:
        """Unit vectors in the order of the texts: float32, shape [len(texts), 384]."""
        if len(texts) > SMALL_CALL:
            return self._run(texts)
        vectors = [self._recent.get(text) for text in texts]
        missing = [position for position, vector in enumerate(vectors) if vector is None]
        if missing:
            # one at a time: the same text then always has the same vector, whatever it is asked together with
            for position in missing:
                vector = self._run([texts[position]])[0]
                vectors[position] = vector
                self._recent.put(texts[position], vector)
        return np.array(vectors, np.float32).reshape(len(texts), self.dim)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """LangChain's interface over `embed`."""
        vectors: list[list[float]] = self.embed(texts).tolist()
        return vectors

    def embed_query(self, text: str) -> list[float]:
        """LangChain's interface over `embed`."""
        return self.embed_documents([text])[0]

    def token_counts(self, texts: Sequence[str]) -> list[int]:
        """How many tokens each text has for this model, without the two special ones and without the cut."""
        encodings = self._load().counter.encode_batch_fast([*map(_sendable, texts)], add_special_tokens=False)
        return [len(encoding) for encoding in encodings]

    def legibility(self, text: str) -> float:
        """The share of a text's characters that are in the model's vocabulary; 1 for an empty text.

        A vector of unknown characters says nothing: every text of an unknown script has the same one.
        """
        encoding = self._load().counter.encode(_sendable(text), add_special_tokens=False)
        lengths = [end - start for start, end in encoding.offsets]
        known = sum(length for length, token in zip(lengths, encoding.tokens, strict=True) if token != UNKNOWN)
        return known / sum(lengths) if sum(lengths) else 1.0

    def load(self) -> None:
        """Load the model now, for instance while a prompt is shown."""
        self._load()

    def _run(self, texts: Sequence[str]) -> Vector:
        loaded = self._load()
        encodings = loaded.tokenizer.encode_batch_fast([_sendable(text) for text in texts])
        order = sorted(range(len(texts)), key=lambda position: len(encodings[position]))
        vectors = np.zeros((len(texts), self.dim), np.float32)

        def embed_batch(start: int) -> None:
            positions = order[start : start + BATCH]
            ids, mask = _padded([encodings[position] for position in positions])
            hidden = loaded.session.run(None, {"input_ids": ids, "attention_mask": mask})[0]
            vectors[positions] = (hidden * mask[..., None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)

        if len(order) <= BATCH:
            embed_batch(0)
        else:
            with ThreadPoolExecutor(self._threads) as workers:
                deque(workers.map(embed_batch, range(0, len(order), BATCH)), maxlen=0)
        return unit(vectors)

    def _load(self) -> "_Loaded":
        with self._loading:
            if self._loaded is None:
                import onnxruntime
                from tokenizers import Tokenizer

                for name in ("model.onnx", "tokenizer.json"):
                    if not (self._folder / name).is_file():
                        message = f"The bundled model lacks {self._folder / name}. Install this program again."
                        raise StoreUnavailable(message)
                options = onnxruntime.SessionOptions()
                # whole batches side by side: two threads on one batch spin half of their time
                options.intra_op_num_threads = 1
                session = onnxruntime.InferenceSession(
                    str(self._folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
                )
                file = str(self._folder / "tokenizer.json")
                tokenizer, counter = Tokenizer.from_file(file), Tokenizer.from_file(file)
                tokenizer.enable_truncation(MAX_TOKENS)
                counter.no_truncation()
                for each in (tokenizer, counter):
                    each.no_padding()
                self._loaded = _Loaded(session, tokenizer, counter)
            return self._loaded


class NamedEmbedder:
    """Any LangChain embeddings under the name that configures it, such as `openai:text-embedding-3-small`."""

    def __init__(self, name: str, embeddings: Embeddings) -> None:
        self.id = name
        self._embeddings = embeddings
        self._recent = RecentVectors()
        self._dim = 0

    @property
    def dim(self) -> int:
        """The length of its vectors; asks the model once."""
        if not self._dim:
            self._dim = self.embed(["dimension"]).shape[1]
        return self._dim

    def embed(self, texts: Sequence[str]) -> Vector:
        """Unit vectors in the order of the texts. Raises `StoreUnavailable` when the endpoint fails."""
        if not texts:
            return np.zeros((0, self._dim), np.float32)
        known = {text: self._recent.get(text) for text in texts} if len(texts) <= SMALL_CALL else {}
        missing = [text for text in dict.fromkeys(texts) if known.get(text) is None]
        if missing:
            try:
                # providers refuse an empty text, and JSON has no lone surrogates
                raw = self._embeddings.embed_documents([_sendable(text) or "-" for text in missing])
            except Exception as error:  # every provider raises its own tree
                detail = f"{type(error).__name__}: {error}"
                message = f"The embedding model {self.id} failed: {detail}. Check its key and URL."
                raise StoreUnavailable(message) from error
            vectors = unit(np.array(raw, np.float32))
            self._dim = vectors.shape[1]
            known |= dict(zip(missing, vectors, strict=True))
            if len(texts) <= SMALL_CALL:
                for text in missing:
                    vector = known[text]
                    assert vector is not None
                    self._recent.put(text, vector)
        return np.array([known[text] for text in texts], np.float32).reshape(len(texts), -1)


def legibility(embedder: Embedder, text: str) -> float:
    """How far a model can read a text, from 0 to 1; 1 for a model that does not tell."""
    return embedder.legibility(text) if isinstance(embedder, Legible) else 1.0


def open_embedder(name: str = "") -> Embedder:
    """The bundled model for "", else LangChain's by `provider:model`.

    Raises `SettingsError` when the name has no provider, or its package or key is missing.
    """
    if name in {"", MiniLM.id}:
        return MiniLM()
    from langchain.embeddings import init_embeddings

    # the length check of OpenAI's class downloads a tokenizer at run time
    extra: dict[str, Any] = (
        {"check_embedding_ctx_length": False} if name.startswith(("openai:", "azure_openai:")) else {}
    )
    try:
        made = init_embeddings(name, **extra)
    except Exception as error:
        reason = str(error).partition("\n")[0]
        raise SettingsError(
            f"ANAPHORA_EMBEDDINGS={name} cannot be opened: {reason} Write it as provider:model, install the provider's "
            "LangChain package and set its key, or leave the setting empty for the bundled model."
        ) from error
    if not isinstance(made, Embeddings):
        raise SettingsError(f"ANAPHORA_EMBEDDINGS={name} names no embedding model: write it as provider:model.")
    return NamedEmbedder(name, made)


def _sendable(text: str) -> str:
    """The text with lone surrogates, which no encoding has, as question marks."""
    return text.encode("utf-8", "replace").decode()


def _padded(encodings: Sequence["Encoding"]) -> tuple[np.ndarray, np.ndarray]:
    """Token ids and mask of one batch, int64, shape [batch, longest]."""
    longest = max(len(encoding) for encoding in encodings)
    ids = np.zeros((len(encodings), longest), np.int64)
    mask = np.zeros_like(ids)
    for row, encoding in enumerate(encodings):
        ids[row, : len(encoding)] = encoding.ids
        mask[row, : len(encoding)] = 1
    return ids, mask
