"""The graph's own state values through the serializer and through Redis."""

import dataclasses
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from uuid import uuid4

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from nodes.state import STATE_TYPES
from stores.redis_saver import RedisSaver
from stores.serde import make_serde
from tests.stores.redis_threads import config, put, values

PLAIN: dict[Any, Any] = {str: "ü", int: 7, float: 0.5, bytes: b"\x00\xff", bool: True, type(None): None, Any: "any"}


def sample(kind: Any) -> Any:
    """A value of a type as a state field declares it, every part of it filled."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return parts[-1]
    if origin in {Union, UnionType}:
        return sample(parts[0])
    if origin is tuple:
        return tuple(sample(part) for part in (parts[:1] * 2 if parts[1:] == (...,) else parts))
    if origin in {list, dict}:
        return [sample(parts[0])] if origin is list else {sample(parts[0]): sample(parts[1])}
    if dataclasses.is_dataclass(kind):
        hints = get_type_hints(kind)
        return kind(**{field.name: sample(hints[field.name]) for field in dataclasses.fields(kind)})  # type: ignore[operator]  # a dataclass is callable
    return PLAIN[kind]


@pytest.mark.parametrize("kind", STATE_TYPES, ids=lambda kind: kind.__name__)
def test_a_state_value_comes_back_equal_and_hashable(kind: type) -> None:
    """Tuples inside it as tuples: msgpack knows only lists, and a frozen value with a list in it has no hash."""
    serde = make_serde(STATE_TYPES)
    value = sample(kind)
    found = serde.loads_typed(serde.dumps_typed([value]))
    assert found == [value]
    assert hash(found[0]) == hash(value)


@pytest.mark.parametrize("key", [None, bytes(32)], ids=["plain", "sealed"])
def test_a_whole_state_comes_back_from_redis(valkey_url: str, key: bytes | None) -> None:
    state = {kind.__name__.lower(): [sample(kind)] * 30 for kind in STATE_TYPES}
    serde = make_serde(STATE_TYPES, key=key)
    with RedisSaver.from_url(valkey_url, prefix=uuid4().hex, serde=serde) as saver:
        assert values(saver, put(saver, config("t"), state)) == state
    memory = InMemorySaver(serde=serde)
    assert values(memory, put(memory, config("t"), state)) == state
