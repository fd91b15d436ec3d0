"""The bundled model is the one its card describes, and any other is opened by name."""

import hashlib
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from langchain_core.embeddings import Embeddings

from graph.testing import FaultServer, HashingEmbedder
from stores.embedder import BUNDLED, MiniLM, NamedEmbedder, RecentVectors, legibility, open_embedder
from stores.errors import InputError, SettingsError, StoreUnavailable
from stores.minilm.build import build, draw
from stores.vector_cache import CachedEmbedder, VectorCache, text_key

MODEL = MiniLM()


def test_the_committed_files_are_those_of_the_card() -> None:
    """Model and tokenizer have the hashes that MODEL_CARD.md gives."""
    card = (BUNDLED / "MODEL_CARD.md").read_text(encoding="utf-8")
    for name in ("model.onnx", "tokenizer.json"):
        digest = hashlib.sha256((BUNDLED / name).read_bytes()).hexdigest()
        assert re.search(rf"`{name}` \| SHA-256 `{digest}`", card)


def test_vectors_have_length_one_and_meaning_is_close() -> None:
    """Float32 [n, 384]; a paraphrase is nearer than another subject."""
    leave, paraphrase, other = MODEL.embed(["parental leave", "time off after a birth", "the train to Kassel"])
    assert MODEL.embed(["x"]).dtype == np.float32
    assert MODEL.embed(["a", "b", "c"]).shape == (3, MODEL.dim)
    assert np.isclose(np.linalg.norm(leave), 1.0, atol=1e-5)
    assert leave @ paraphrase > leave @ other + 0.2


def test_order_is_that_of_the_texts() -> None:
    """Batches are sorted by length inside; the same text has nearly the same vector alone and among others."""
    texts = [f"{'word ' * (i % 7)}number {i}" for i in range(40)]
    together = MODEL.embed(texts)
    alone = np.vstack([MODEL.embed([text]) for text in texts])
    assert ((together * alone).sum(axis=1) > 0.93).all()
    assert (together @ alone.T).argmax(axis=1).tolist() == list(range(40))


def test_a_text_is_embedded_once() -> None:
    """The second time its vector is remembered, to the bit, in whatever company."""
    first = MODEL.embed(["what about the UK office?"])[0]
    assert np.array_equal(MODEL.embed(["another", "what about the UK office?"])[1], first)


def test_only_the_first_256_tokens_count() -> None:
    words = "leave " * 254  # and the two special tokens
    assert np.array_equal(MODEL.embed([words]), MODEL.embed([words + "trains " * 50]))
    assert MODEL.token_counts([words, words + "trains", ""]) == [254, 255, 0]


@pytest.mark.parametrize("text", ["", " ", "\ud800", "\x00", "😀", "产假"], ids=repr)
def test_every_text_has_a_vector(text: str) -> None:
    assert np.isfinite(MODEL.embed([text])).all()
    assert len(MODEL.embed([text] * 20)) == 20
    assert MODEL.embed([]).shape == (0, 384)


def test_a_model_tells_how_far_it_can_read_a_text() -> None:
    """Thai is not in the bundled model's vocabulary, English is; a model that does not tell is trusted."""
    assert legibility(MODEL, "How long is parental leave?") == 1.0
    assert legibility(MODEL, "การแสดงนกมีกี่โมงบ้าง") == 0.0
    assert 0.0 < legibility(MODEL, "leave การแสดงนกมีกี่โมงบ้าง") < 1.0
    assert legibility(MODEL, "") == 1.0
    assert legibility(HashingEmbedder(), "การแสดงนกมีกี่โมงบ้าง") == 1.0


def test_langchain_sees_embeddings() -> None:
    """Lists of floats, the same for a query and for a document."""
    assert isinstance(MODEL, Embeddings)
    assert MODEL.embed_documents(["leave"])[0] == MODEL.embed_query("leave")


def test_threads_share_one_model() -> None:
    model = MiniLM()
    texts = [f"question {i}" for i in range(24)]
    with ThreadPoolExecutor(8) as threads:
        vectors = list(threads.map(lambda text: model.embed([text])[0], texts))
    assert np.allclose(vectors, [model.embed([text])[0] for text in texts])


def test_the_oldest_vectors_are_forgotten() -> None:
    recent = RecentVectors(2)
    for text in ("a", "b"):
        recent.put(text, np.zeros(1, np.float32))
    assert recent.get("a") is not None
    recent.put("c", np.zeros(1, np.float32))
    assert recent.get("b") is None
    assert recent.get("a") is not None


def test_foreign_weights_are_refused(tmp_path: Path) -> None:
    """The build takes the released weights only, from wherever they come."""
    with pytest.raises(InputError, match="does not exist"):
        build(tmp_path, tmp_path / "out")
    (tmp_path / "model.safetensors").write_bytes(b"other weights")
    with pytest.raises(InputError, match="not the released 53aa5117"):
        build(tmp_path, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_drawn_graph_is_a_valid_model() -> None:
    """Any weights of the right shapes make a graph that onnx accepts; padding does not change a text's states."""
    import onnxruntime

    random = np.random.default_rng(7)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (50, 384),
        "embeddings.position_embeddings.weight": (512, 384),
    }
    shapes["embeddings.token_type_embeddings.weight"] = (2, 384)
    norms = ["embeddings.LayerNorm"]
    for layer in (f"encoder.layer.{number}" for number in range(6)):
        norms += [f"{layer}.attention.output.LayerNorm", f"{layer}.output.LayerNorm"]
        for name in ("self.query", "self.key", "self.value", "output.dense"):
            shapes |= {f"{layer}.attention.{name}.weight": (384, 384), f"{layer}.attention.{name}.bias": (384,)}
        shapes |= {f"{layer}.intermediate.dense.weight": (1536, 384), f"{layer}.intermediate.dense.bias": (1536,)}
        shapes |= {f"{layer}.output.dense.weight": (384, 1536), f"{layer}.output.dense.bias": (384,)}
    shapes |= {f"{norm}.{part}": (384,) for norm in norms for part in ("weight", "bias")}
    weights = {name: random.normal(0, 0.05, shape).astype(np.float32) for name, shape in shapes.items()}
    session = onnxruntime.InferenceSession(draw(weights).SerializeToString(), providers=["CPUExecutionProvider"])
    ids, mask = np.array([[3, 9, 4, 0, 0]]), np.array([[1, 1, 1, 0, 0]])
    padded = session.run(None, {"input_ids": ids, "attention_mask": mask})[0]
    plain = session.run(None, {"input_ids": ids[:, :3], "attention_mask": mask[:, :3]})[0]
    assert padded.shape == (1, 5, 384)
    assert np.allclose(padded[:, :3], plain, atol=1e-4)


def test_the_empty_name_is_the_bundled_model() -> None:
    assert open_embedder("").id == open_embedder("minilm-l6-v2-int8").id == "minilm-l6-v2-int8"


def test_any_openai_compatible_endpoint_embeds_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is the id, vectors come back with length one, in order, and nothing is downloaded to count tokens."""
    with FaultServer() as server:
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        embedder = open_embedder("openai:text-embedding-3-small")
        assert embedder.id == "openai:text-embedding-3-small"
        vectors = embedder.embed(["leave", "", "trips", "leave"])
        assert vectors.shape == (4, embedder.dim)
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
        assert np.array_equal(vectors[0], vectors[3])
        assert embedder.embed([]).shape == (0, embedder.dim)


def test_an_endpoint_that_is_away_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with FaultServer() as server:
        url = server.base_url
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setenv("OPENAI_BASE_URL", url)
    with pytest.raises(StoreUnavailable, match=r"openai:small failed: APIConnectionError.*key and URL"):
        open_embedder("openai:small").embed(["leave"])


@pytest.mark.parametrize("name", ["small", "nobody:small", "mistralai:embed", ":", "openai:"])
def test_a_name_that_opens_nothing_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The setting, its value and what to do instead."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(SettingsError, match=f"ANAPHORA_EMBEDDINGS={re.escape(name)} .*provider:model"):
        open_embedder(name)


class CountingEmbedder(HashingEmbedder):
    """Counts the texts it is asked for."""

    asked = 0

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.asked += len(texts)
        return super().embed_documents(texts)


def test_a_cached_vector_is_not_computed_again(tmp_path: Path) -> None:
    """Each text once, also for another process later; vectors are those of the model to float16."""
    counting = CountingEmbedder()
    texts = [f"text {i % 30}" for i in range(60)]
    cache = VectorCache(tmp_path / "folder" / "vectors.db")
    first = CachedEmbedder(NamedEmbedder("counting", counting), cache, save_every=7).embed(texts)
    cache.close()
    assert counting.asked == 30
    again = VectorCache(tmp_path / "folder" / "vectors.db")
    embedder = CachedEmbedder(NamedEmbedder("counting", counting), again)
    assert np.array_equal(embedder.embed(texts[:40]), embedder.embed(texts)[:40])
    assert counting.asked == 30
    assert np.allclose(first, counting.embed_documents(texts), atol=1e-3)
    assert again.count("counting") == 30
    assert again.count("other") == 0
    assert set(again.get_many("counting", [text_key("text 1"), "unknown"])) == {text_key("text 1")}
    assert len(embedder.embed([])) == 0
    again.close()


def test_a_missing_model_file_is_an_error_of_its_own(tmp_path: Path) -> None:
    """An incomplete installation says so."""
    shutil.copy(BUNDLED / "tokenizer.json", tmp_path)
    with pytest.raises(StoreUnavailable, match=r"model\.onnx.*Install"):
        MiniLM(tmp_path).embed(["x"])
