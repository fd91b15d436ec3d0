"""What the serializer lets in and out."""

import dataclasses
import datetime as dt
import enum
import os.path
from typing import Any, NamedTuple

import ormsgpack
import pytest
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.serde.types import _DeltaSnapshot
from langgraph.types import Command, Interrupt, Send
from pydantic import BaseModel

from stores.errors import RefusedData, SettingsError
from stores.sealing import Sealer, encryption_key
from stores.serde import SealedSerializer, make_serde

KEY = bytes(range(32))


@dataclasses.dataclass(frozen=True)
class Fact:
    """A state value as this project declares them."""

    subject: str
    turns: tuple[int, ...] = ()
    spans: tuple[tuple[str, float], ...] = ()
    until: dt.date | None = None
    pair: tuple[int, str] | None = None


class Colour(enum.Enum):
    RED = "red"


class Point(NamedTuple):
    x: int
    y: int


class Page(BaseModel):
    number: int


ALLOWED = (Fact, Colour, Page)


def extension(code: int, *content: Any) -> tuple[str, bytes]:
    """Stored data as an attacker could write it."""
    return "msgpack", ormsgpack.packb([ormsgpack.Ext(code, ormsgpack.packb(content))])


@pytest.mark.parametrize("key", [None, KEY], ids=["plain", "sealed"])
def test_allowed_values_come_back_equal(key: bytes | None) -> None:
    """Frozen dataclasses with their tuples, models, enums, messages, LangGraph's control values, deltas."""
    serde = make_serde(ALLOWED, key=key)
    for value in (
        Fact("a", (1, 2), (("x", 0.5),), dt.date(2026, 1, 1), (1, "b")),
        [Fact("a"), {"deep": {"er": Fact("b")}}],
        {"c": Colour.RED, "p": Page(number=3)},
        [
            HumanMessage("q", id="1"),
            AIMessage("a", tool_calls=[{"name": "f", "args": {}, "id": "x"}]),
            Document("text"),
        ],
        ToolMessage("x", tool_call_id="1"),
        [Send("node", {"x": Fact("s")}), Interrupt("why", id="i"), Command(goto="there", update={"x": 1})],
        _DeltaSnapshot([1, Fact("c")]),
        None,
        b"raw",
        [float("inf"), 1, True, "😀", ""],
    ):
        assert serde.loads_typed(serde.dumps_typed(value)) == value


def test_the_bytes_are_those_of_langgraphs_serializer() -> None:
    """Plain data is readable both ways, so that a saver's older checkpoints stay readable."""
    serde, reference = make_serde(ALLOWED), JsonPlusSerializer()
    for value in ([HumanMessage("q", id="1")], {"d": dt.timedelta(1), 1: {2, 3}}, "text", 1.5, None, b"x"):
        assert serde.dumps_typed(value) == reference.dumps_typed(value)
        assert serde.loads_typed(reference.dumps_typed(value)) == value


@pytest.mark.parametrize("value", [Point(1, 2), object(), os.path, lambda: 1, {"deep": [Point(1, 2)]}])
def test_a_type_that_is_not_listed_is_refused_when_it_is_written(value: Any) -> None:
    """Before it is stored, while the thread can still be read."""
    with pytest.raises(RefusedData, match="is not an allowed type"):
        make_serde(ALLOWED).dumps_typed([value])


@pytest.mark.parametrize(
    "stored",
    [
        extension(0, "os.path", "abspath", "x"),
        extension(1, "os", "system", ["true"]),
        extension(2, "subprocess", "Popen", {"args": ["true"]}),
        extension(3, "datetime", "datetime", "2026", "strptime"),
        extension(3, "pathlib", "PosixPath", "/tmp", "unlink"),
        extension(5, "tests.stores.test_serde", "Elsewhere", {"x": 1}, "model_validate_json"),
        extension(0, "tests.stores.test_serde", "Colour", "blue"),
        extension(2, "tests.stores.test_serde", "Fact", {}),
        extension(0, "uuid", "UUID", "no uuid"),
        extension(9, "x"),
        ("msgpack", b"\xc1"),
        ("msgpack", b""),
        ("json", b'{"lc": 2, "type": "constructor", "id": ["os", "getcwd"]}'),
        ("pickle", b"cos\ngetcwd\n(tR."),
    ],
)
def test_what_may_not_be_loaded_is_refused_and_never_called(stored: tuple[str, bytes]) -> None:
    """Callables, methods, unknown and malformed data: an error, neither a call nor a dict in the value's place."""
    with pytest.raises(RefusedData):
        make_serde(ALLOWED).loads_typed(stored)


def test_a_renamed_class_loads_by_its_alias_and_not_without_one() -> None:
    """Fields that the class has lost are left out; those it gained have their defaults."""
    old = extension(2, "nodes.old_state", "Settled", {"subject": "a", "turns": [3], "dropped": 1})
    serde = make_serde(ALLOWED, {("nodes.old_state", "Settled"): Fact})
    assert serde.loads_typed(old) == [Fact("a", (3,))]
    with pytest.raises(RefusedData, match=r"nodes\.old_state\.Settled"):
        make_serde(ALLOWED).loads_typed(old)


def test_sealed_data_opens_with_its_key_alone() -> None:
    """Plain text, another key's and altered data are refused."""
    sealed = SealedSerializer(ALLOWED, None, KEY)
    kind, raw = sealed.dumps_typed({"secret": "word"})
    assert b"word" not in raw
    assert sealed.loads_typed((kind, raw)) == {"secret": "word"}
    for serde, stored in (
        (sealed, make_serde(ALLOWED).dumps_typed("plain")),
        (sealed, (kind, raw[:-1] + bytes([raw[-1] ^ 1]))),
        (sealed, ("bytes+aesgcm", raw)),
        (SealedSerializer(ALLOWED, None, bytes(32)), (kind, raw)),
        (make_serde(ALLOWED), (kind, raw)),
    ):
        with pytest.raises(RefusedData):
            serde.loads_typed(stored)


def test_a_graphs_compilation_adds_nothing_to_the_list() -> None:
    serde = make_serde(ALLOWED)
    assert serde.with_msgpack_allowlist([Point]) is serde


def test_the_key_is_read_as_base64_or_hexadecimal() -> None:
    key = bytes(range(200, 232))
    assert encryption_key(key.hex()) == key
    assert encryption_key(" yMnKy8zNzs/Q0dLT1NXW19jZ2tvc3d7f4OHi4+Tl5uc=\n") == key
    assert encryption_key("yMnKy8zNzs_Q0dLT1NXW19jZ2tvc3d7f4OHi4-Tl5uc=") == key
    for wrong in ("", "password", "zz" * 32, "AAAA"):
        with pytest.raises(SettingsError, match="ANAPHORA_ENCRYPTION_KEY"):
            encryption_key(wrong)
    with pytest.raises(SettingsError, match="32 bytes"):
        Sealer(b"short")
