"""What may be written into a store and read back: msgpack with an explicit allow-list, sealed where a key is set.

The bytes are those of LangGraph's `JsonPlusSerializer` (msgpack with its extension codes 0 to 7), so that either
reads the other's plain data. What differs is trust: a type that is not listed is refused, on writing as on
reading, and never imported, never called and never turned into a dict without a word.
"""

import dataclasses
import importlib
import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum
from ipaddress import IPv4Address, IPv4Interface, IPv4Network, IPv6Address, IPv6Interface, IPv6Network
from pathlib import PosixPath, PurePath, WindowsPath
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints
from uuid import UUID
from zoneinfo import ZoneInfo

import ormsgpack
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.serde.types import _DeltaSnapshot  # the value has no public name yet (beta)

from stores.errors import RefusedData
from stores.sealing import Sealer

ONE_ARGUMENT, ARGUMENTS, KEYWORDS, METHOD, PYDANTIC_1, PYDANTIC_2, ARRAY, SNAPSHOT = range(8)
OPTIONS = (
    ormsgpack.OPT_NON_STR_KEYS
    | ormsgpack.OPT_PASSTHROUGH_DATACLASS
    | ormsgpack.OPT_PASSTHROUGH_DATETIME
    | ormsgpack.OPT_PASSTHROUGH_ENUM
    | ormsgpack.OPT_PASSTHROUGH_UUID
    | ormsgpack.OPT_REPLACE_SURROGATES
)
SEALED = "+aesgcm"

Name = tuple[str, str]

_TEXTUAL = (IPv4Address, IPv4Interface, IPv4Network, IPv6Address, IPv6Interface, IPv6Network, Decimal)
# How each plain Python value is taken apart: the extension code and what follows module and name.
_PLAIN: dict[type, Callable[[Any], tuple[int, tuple[Any, ...]]]] = {
    UUID: lambda v: (ONE_ARGUMENT, (v.hex,)),
    ZoneInfo: lambda v: (ONE_ARGUMENT, (v.key,)),
    datetime: lambda v: (METHOD, (v.isoformat(), "fromisoformat")),
    timedelta: lambda v: (ARGUMENTS, ((v.days, v.seconds, v.microseconds),)),
    date: lambda v: (ARGUMENTS, ((v.year, v.month, v.day),)),
    timezone: lambda v: (ARGUMENTS, (v.__getinitargs__(),)),
    time: lambda v: (
        KEYWORDS,
        ({k: getattr(v, k) for k in ("hour", "minute", "second", "microsecond", "tzinfo", "fold")},),
    ),
    **{t: lambda v: (ONE_ARGUMENT, (str(v),)) for t in _TEXTUAL},
    **{t: lambda v: (ONE_ARGUMENT, (tuple(v),)) for t in (set, frozenset, deque)},
    **{t: lambda v: (ARGUMENTS, (v.parts,)) for t in (PosixPath, WindowsPath)},
}
_LIBRARY = {
    "langchain_core.messages.human": "HumanMessage HumanMessageChunk",
    "langchain_core.messages.ai": "AIMessage AIMessageChunk",
    "langchain_core.messages.system": "SystemMessage SystemMessageChunk",
    "langchain_core.messages.chat": "ChatMessage ChatMessageChunk",
    "langchain_core.messages.tool": "ToolMessage ToolMessageChunk",
    "langchain_core.messages.function": "FunctionMessage FunctionMessageChunk",
    "langchain_core.messages.modifier": "RemoveMessage",
    "langchain_core.documents.base": "Document",
    "langgraph.types": "Send TimeoutPolicy Interrupt Command Overwrite",
}


def library_types() -> list[type]:
    """The value types of LangChain and LangGraph that a graph's state and writes are made of."""
    return [getattr(importlib.import_module(m), name) for m, names in _LIBRARY.items() for name in names.split()]


class StrictSerializer(JsonPlusSerializer):
    """Msgpack that holds plain Python values and exactly the types it was given."""

    def __init__(self, allowed: Iterable[type], aliases: Mapping[Name, type] | None = None) -> None:
        super().__init__(allowed_msgpack_modules=None)
        types = {*_PLAIN, *library_types(), *allowed}
        self._types: dict[Name, type] = {(t.__module__, t.__name__): t for t in types}
        self._types.update({("pathlib", "Path"): PurePath, ("pathlib", "PurePath"): PurePath})
        self._known = frozenset(types)
        self._names = {**self._types, **(aliases or {})}
        self._shapes: dict[type, dict[str, Any]] = {}

    def with_msgpack_allowlist(self, extra_allowlist: Iterable[tuple[str, ...] | type]) -> "StrictSerializer":  # noqa: ARG002  -- LangGraph's name for it
        """This serializer: its list was explicit from the start, and a graph's compilation adds nothing to it."""
        return self

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        """`(kind, bytes)`; RefusedData when `obj` holds a value of a type that is not allowed."""
        if obj is None:
            return "null", b""
        if isinstance(obj, bytes | bytearray):
            return type(obj).__name__, bytes(obj)
        if type(obj) in {str, float, bool}:  # most values are: no need to set up what remembers a failure
            return "msgpack", ormsgpack.packb(obj, option=OPTIONS)
        return "msgpack", _Packing(self._take_apart).pack(obj)

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """The value; RefusedData when the bytes are malformed or name a type that is not allowed."""
        kind, raw = data
        if kind == "null":
            return None
        if kind == "bytes":
            return raw
        if kind == "bytearray":
            return bytearray(raw)
        if kind.endswith(SEALED):
            raise RefusedData("stored data is encrypted: set the ANAPHORA_ENCRYPTION_KEY it was stored with")
        if kind != "msgpack":
            raise RefusedData(f"stored data of the kind {kind!r} is not loaded: only msgpack is")
        return _Unpacking(self._rebuild).unpack(raw)

    def _take_apart(self, value: Any) -> tuple[int, Any] | str:
        """What stands for a value that msgpack has no form for: an extension code with its content, or a text."""
        kind = type(value)
        if kind is _DeltaSnapshot:
            return SNAPSHOT, value.value
        if isinstance(value, BaseException):
            return repr(value)
        if isinstance(value, re.Pattern):
            return ARGUMENTS, ("re", "compile", (value.pattern, value.flags))
        if kind.__module__ == "numpy" and kind.__name__ == "ndarray" and not value.dtype.hasobject:
            order = "F" if value.flags.f_contiguous and not value.flags.c_contiguous else "C"
            return ARRAY, (value.dtype.str, value.shape, order, value.tobytes(order="A"))
        if kind not in self._known:
            raise RefusedData(f"{kind.__module__}.{kind.__name__} is not an allowed type: name it in the allow-list")
        code, rest = _PLAIN[kind](value) if kind in _PLAIN else _parts(value)
        return code, (kind.__module__, kind.__name__, *rest)

    def _rebuild(self, code: int, content: Any) -> Any:
        if code == SNAPSHOT:
            return _DeltaSnapshot(content)
        if code == ARRAY:
            import numpy as np

            kind, shape, order, data = content
            return np.frombuffer(data, dtype=np.dtype(kind)).reshape(shape, order=order)
        module, name, value = content[:3]
        if (module, name) == ("re", "compile"):
            return re.compile(*value)
        known = self._names.get((module, name))
        if known is None or (code == METHOD and (known, content[3]) != (datetime, "fromisoformat")):
            raise RefusedData(f"{module}.{name} is not an allowed type: add it to the allow-list, or an alias for it")
        if code == METHOD:
            return datetime.fromisoformat(value)
        if code == ONE_ARGUMENT:
            return known(value)
        if code == ARGUMENTS:
            return _send(value) if name == "Send" else known(*value)
        if code == KEYWORDS:
            return known(**self._fitted(known, value))
        return _model(known, value)

    def _fitted(self, known: type, fields: dict[str, Any]) -> dict[str, Any]:
        """A dataclass's stored fields as its class declares them now: tuples as tuples, dropped fields left out."""
        if not dataclasses.is_dataclass(known):
            return fields
        shape = self._shapes.get(known)
        if shape is None:
            hints = get_type_hints(known)
            shape = self._shapes[known] = {f.name: hints[f.name] for f in dataclasses.fields(known) if f.init}
        return {name: _tupled(value, shape[name]) for name, value in fields.items() if name in shape}


class _Packing:
    """One value's way into msgpack. The library hides why a hook failed; this remembers it."""

    def __init__(self, take_apart: Callable[[Any], tuple[int, Any] | str]) -> None:
        self.take_apart = take_apart
        self.reason: Exception | None = None

    def pack(self, value: Any) -> bytes:
        try:
            return ormsgpack.packb(value, default=self._hook, option=OPTIONS)
        except ormsgpack.MsgpackEncodeError as error:
            raise RefusedData(f"a value cannot be stored: {self.reason or error}") from (self.reason or error)

    def _hook(self, value: Any) -> Any:
        try:
            apart = self.take_apart(value)
            return apart if isinstance(apart, str) else ormsgpack.Ext(apart[0], self.pack(apart[1]))
        except Exception as error:
            self.reason = self.reason or error
            raise


class _Unpacking:
    """One value's way out of msgpack, remembering why a hook failed."""

    def __init__(self, rebuild: Callable[[int, Any], Any]) -> None:
        self.rebuild = rebuild
        self.reason: Exception | None = None

    def unpack(self, raw: bytes) -> Any:
        try:
            return ormsgpack.unpackb(raw, ext_hook=self._hook, option=ormsgpack.OPT_NON_STR_KEYS)
        except ormsgpack.MsgpackDecodeError as error:
            raise RefusedData(f"stored data cannot be read: {self.reason or error}") from (self.reason or error)

    def _hook(self, code: int, raw: bytes) -> Any:
        try:
            return self.rebuild(code, self.unpack(raw))
        except Exception as error:
            self.reason = self.reason or error
            raise


def _tupled(value: Any, declared: Any) -> Any:
    """`value` with its lists made tuples where `declared` says tuple: msgpack has but one kind of sequence."""
    if not isinstance(value, list):
        return value
    if get_origin(declared) in {Union, UnionType}:
        declared = next((kind for kind in get_args(declared) if get_origin(kind) is tuple), declared)
    if get_origin(declared) is not tuple:
        return value
    kinds = get_args(declared)
    inner = [kinds[0]] * len(value) if kinds[1:] == (...,) else [*kinds, *[None] * (len(value) - len(kinds))]
    return tuple(_tupled(v, k) for v, k in zip(value, inner, strict=False))


def _parts(value: Any) -> tuple[int, tuple[Any, ...]]:
    if hasattr(value, "model_dump"):
        return PYDANTIC_2, (value.model_dump(), "model_validate_json")
    if hasattr(value, "_asdict"):
        return KEYWORDS, (value._asdict(),)
    if isinstance(value, Enum):
        return ONE_ARGUMENT, (value.value,)
    if type(value).__name__ == "Send":
        timeout = getattr(value, "timeout", None)
        return ARGUMENTS, ((value.node, value.arg) if timeout is None else (value.node, value.arg, timeout),)
    if dataclasses.is_dataclass(value):
        return KEYWORDS, ({f.name: getattr(value, f.name) for f in dataclasses.fields(value)},)
    raise RefusedData(f"{type(value).__name__} is allowed, but is no dataclass, model, enum or named tuple")


def _send(arguments: list[Any]) -> Any:
    from langgraph.types import Send

    return Send(*arguments[:2]) if len(arguments) == 2 else Send(*arguments[:2], timeout=arguments[2])


def _model(known: Any, fields: dict[str, Any]) -> Any:
    try:
        return known(**fields)
    except ValueError:
        return known.model_construct(**fields)


class SealedSerializer(StrictSerializer):
    """A `StrictSerializer` whose bytes are sealed with AES-GCM; what is not sealed with its key is refused.

    For savers that know no more of a value than LangGraph's serializer interface tells (SQLite, Postgres). The
    seal is bound to the key alone: a thread's ciphertext moved to another thread by someone who can write to the
    database would be accepted. `RedisSaver`, which does its own sealing, binds thread and channel too. Those
    savers also keep metadata and ids in the clear.
    """

    def __init__(self, allowed: Iterable[type], aliases: Mapping[Name, type] | None, key: bytes) -> None:
        super().__init__(allowed, aliases)
        self.key = key
        self.plain = StrictSerializer(allowed, aliases)
        self._sealer = Sealer(key)

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        """`(kind + "+aesgcm", sealed bytes)`."""
        kind, raw = self.plain.dumps_typed(obj)
        return kind + SEALED, self._sealer.seal(raw, kind.encode())

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """The value; RefusedData for plain text and for what another key sealed."""
        kind, raw = data
        if not kind.endswith(SEALED):
            raise RefusedData(f"stored data of the kind {kind!r} is not encrypted, though a key is set")
        kind = kind.removesuffix(SEALED)
        return self.plain.loads_typed((kind, self._sealer.open(raw, kind.encode())))


def make_serde(
    allowed: Iterable[type], aliases: Mapping[Name, type] | None = None, key: bytes | None = None
) -> StrictSerializer:
    """The serializer for checkpoints.

    Args:
        allowed: the state's own value types (dataclasses, models, enums, named tuples); LangChain's messages,
            LangGraph's control values and Python's plain values are allowed besides.
        aliases: `(module, name)` under which older data knows a type that has moved or been renamed.
        key: 32 bytes to seal with; `RedisSaver` takes it from here and seals closer to the data.
    """
    allowed = tuple(allowed)
    return StrictSerializer(allowed, aliases) if key is None else SealedSerializer(allowed, aliases, key)
