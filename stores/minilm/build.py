"""Draw all-MiniLM-L6-v2 as an ONNX graph, quantise it to int8, and write it beside this file. No PyTorch is needed.

    python -m stores.minilm.build WEIGHTS_DIR [OUT_DIR]

WEIGHTS_DIR holds the released `model.safetensors` and `tokenizer.json`. The weights are refused unless their SHA-256 is
the released one, so that it does not matter which mirror they came from. `MODEL_CARD.md` says where to get them, and
what the result measures.

The graph: int64 `input_ids` and `attention_mask` of shape [batch, tokens] in, float32 `last_hidden_state` of shape
[batch, tokens, 384] out. Mean-pooling over the mask and normalising are the caller's (`stores/embedder.py`).
The architecture is BERT (Devlin et al. 2019, arXiv:1810.04805) with six layers, post-norm, GELU by the error function.
"""

import argparse
import hashlib
import math
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from stores.embedder import BUNDLED, MiniLM
from stores.errors import InputError

RELEASED_WEIGHTS = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
WIDTH, HEADS, LAYERS = 384, 12, 6
OPSET, IR = 17, 9  # opset 17 has no ONNX operator whose onnxruntime kernel we would have to trust for LayerNorm
MASKED = -1e4  # added to the scores of padding; e^-10000 is zero in float32

Array = NDArray[np.float32]


class Drawing:
    """An ONNX graph being drawn: each method adds to it and returns the name of the tensor it made."""

    def __init__(self, weights: Mapping[str, Array]) -> None:
        self.weights = weights
        self.nodes: list[onnx.NodeProto] = []
        self.stored: dict[str, onnx.TensorProto] = {}

    def const(self, value: object, dtype: type = np.float32) -> str:
        """A small constant, stored once however often it is used."""
        array: NDArray[np.generic] = np.asarray(value, dtype)
        name = f"const_{array.dtype}_{array.ravel().tolist()}_{array.ndim}"
        return self.keep(name, array)

    def weight(self, name: str, *, transposed: bool = False) -> str:
        """A tensor of the released weights under its own name."""
        array = self.weights[name]
        return self.keep(name, array.T if transposed else array)

    def apply(self, operator: str, *inputs: str, **attributes: Any) -> str:
        """One node with one output."""
        made = f"{operator.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, [made], name=made, **attributes))
        return made

    def dense(self, x: str, layer: str) -> str:
        """The product x W + b of the linear layer called `layer`."""
        product = self.apply("MatMul", x, self.weight(f"{layer}.weight", transposed=True))
        return self.apply("Add", product, self.weight(f"{layer}.bias"))

    def norm(self, x: str, layer: str) -> str:
        """Layer normalisation over the last axis, epsilon 1e-12 as in the released configuration."""
        away = self.apply("Sub", x, self.apply("ReduceMean", x, axes=[-1]))
        spread = self.apply("ReduceMean", self.apply("Mul", away, away), axes=[-1])
        deviation = self.apply("Sqrt", self.apply("Add", spread, self.const(1e-12)))
        scaled = self.apply("Mul", self.apply("Div", away, deviation), self.weight(f"{layer}.weight"))
        return self.apply("Add", scaled, self.weight(f"{layer}.bias"))

    def gelu(self, x: str) -> str:
        """The activation x (1 + erf(x / sqrt 2)) / 2."""
        gate = self.apply("Erf", self.apply("Div", x, self.const(math.sqrt(2))))
        opened = self.apply("Mul", x, self.apply("Add", gate, self.const(1)))
        return self.apply("Mul", opened, self.const(0.5))

    def heads(self, x: str, layer: str, order: tuple[int, ...]) -> str:
        """A projection of x, cut into heads and brought into the axis order that its product needs."""
        cut = self.apply("Reshape", self.dense(x, layer), self.const([0, 0, HEADS, WIDTH // HEADS], np.int64))
        return self.apply("Transpose", cut, perm=order)

    def attention(self, x: str, padding: str, layer: str) -> str:
        """Multi-head self-attention with its output projection."""
        query = self.heads(x, f"{layer}.self.query", (0, 2, 1, 3))
        key = self.heads(x, f"{layer}.self.key", (0, 2, 3, 1))
        value = self.heads(x, f"{layer}.self.value", (0, 2, 1, 3))
        scores = self.apply("Mul", self.apply("MatMul", query, key), self.const(1 / math.sqrt(WIDTH // HEADS)))
        weighed = self.apply("Softmax", self.apply("Add", scores, padding), axis=-1)
        mixed = self.apply("Transpose", self.apply("MatMul", weighed, value), perm=(0, 2, 1, 3))
        joined = self.apply("Reshape", mixed, self.const([0, 0, WIDTH], np.int64))
        return self.dense(joined, f"{layer}.output.dense")

    def keep(self, name: str, array: NDArray[np.generic]) -> str:
        """An initialiser of the graph, stored once however often it is asked for."""
        if name not in self.stored:
            self.stored[name] = numpy_helper.from_array(np.ascontiguousarray(array), name)
        return name


def draw(weights: Mapping[str, Array]) -> onnx.ModelProto:
    """The whole encoder in float32."""
    paper = Drawing(weights)
    x = _embeddings(paper)
    padding = _padding(paper)
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}"
        attended = paper.attention(x, padding, f"{layer}.attention")
        x = paper.norm(paper.apply("Add", attended, x), f"{layer}.attention.output.LayerNorm")
        inner = paper.gelu(paper.dense(x, f"{layer}.intermediate.dense"))
        outer = paper.dense(inner, f"{layer}.output.dense")
        x = paper.norm(paper.apply("Add", outer, x), f"{layer}.output.LayerNorm")
    paper.nodes.append(helper.make_node("Identity", [x], ["last_hidden_state"], name="result"))
    shape = ["batch", "tokens"]
    graph = helper.make_graph(
        paper.nodes,
        "all-MiniLM-L6-v2",
        [helper.make_tensor_value_info(name, TensorProto.INT64, shape) for name in ("input_ids", "attention_mask")],
        [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [*shape, WIDTH])],
        list(paper.stored.values()),
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR)
    onnx.checker.check_model(model)
    return model


def _embeddings(paper: Drawing) -> str:
    words = paper.apply("Gather", paper.weight("embeddings.word_embeddings.weight"), "input_ids")
    tokens = paper.apply("Gather", paper.apply("Shape", "input_ids"), paper.const([1], np.int64))
    every = paper.weight("embeddings.position_embeddings.weight")
    start = paper.const([0], np.int64)
    positions = paper.apply("Slice", every, start, tokens, start)
    # every text is one segment, so the segment table's first row is a constant of the graph
    segment = paper.keep("segment", paper.weights["embeddings.token_type_embeddings.weight"][0])
    summed = paper.apply("Add", paper.apply("Add", words, positions), segment)
    return paper.norm(summed, "embeddings.LayerNorm")


def _padding(paper: Drawing) -> str:
    mask = paper.apply("Cast", "attention_mask", to=TensorProto.FLOAT)
    mask = paper.apply("Unsqueeze", mask, paper.const([1, 2], np.int64))
    return paper.apply("Mul", paper.apply("Sub", paper.const(1), mask), paper.const(MASKED))


def build(source: Path, out: Path) -> tuple[str, Array]:
    """Write `model.onnx` and `tokenizer.json` into `out`.

    Returns the model's SHA-256, and its cosine to the float32 model for each line of MODEL_CARD.md.
    Raises `InputError` when the weights are missing or are not the released ones.
    """
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from safetensors.numpy import load

    file = source / "model.safetensors"
    if not file.is_file():
        raise InputError(f"{file} does not exist: give the folder that holds model.safetensors and tokenizer.json.")
    content = file.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    if digest != RELEASED_WEIGHTS:
        raise InputError(f"{file} has SHA-256 {digest}, not the released {RELEASED_WEIGHTS}: get the weights again.")
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        exact = Path(scratch) / "model.onnx"
        onnx.save(draw(load(content)), exact)
        # per channel keeps the small channels' precision; seven bits (reduce_range) do not overflow without VNNI
        quantize_dynamic(exact, out / "model.onnx", weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
        for folder in (out, Path(scratch)):
            shutil.copyfile(source / "tokenizer.json", folder / "tokenizer.json")
        lines = [line for line in (BUNDLED / "MODEL_CARD.md").read_text(encoding="utf-8").splitlines() if line]
        cosines: Array = (MiniLM(out).embed(lines) * MiniLM(Path(scratch)).embed(lines)).sum(axis=1)
    return hashlib.sha256((out / "model.onnx").read_bytes()).hexdigest(), cosines


def main() -> None:
    """The command line of this file."""
    parser = argparse.ArgumentParser(description="Build the bundled embedder from the released weights.")
    parser.add_argument("source", type=Path, metavar="WEIGHTS_DIR")
    parser.add_argument("out", type=Path, metavar="OUT_DIR", nargs="?", default=Path(__file__).parent)
    arguments = parser.parse_args()
    digest, cosines = build(arguments.source, arguments.out)
    print(f"{arguments.out / 'model.onnx'}\nSHA-256 {digest}")  # noqa: T201  -- a command's output
    print(f"cosine to float32: mean {cosines.mean():.4f}, least {cosines.min():.4f}")  # noqa: T201


if __name__ == "__main__":
    main()
