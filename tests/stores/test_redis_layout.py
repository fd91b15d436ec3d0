"""The bytes of entries: order, separation and round trips, for any ids."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from stores.redis_blocks import LEAF_BYTES, Box, Inbox, Outbox, array_header, compact, expanded
from stores.redis_index import Memory
from stores.redis_layout import Head, Keys, Segment, above, read_head, read_segments, split_id, terminated

ids = st.text(max_size=12)
hints = st.lists(st.binary(min_size=4, max_size=4), max_size=4).map(tuple)


@given(ids, ids)
def test_members_sort_as_their_ids_do(a: str, b: str) -> None:
    """By UTF-8 bytes, with zero bytes and prefixes of each other included."""
    assert (a.encode() < b.encode()) == (terminated(a) < terminated(b))


@given(ids, ids, st.binary(max_size=6))
def test_no_id_is_inside_anothers_range(a: str, b: str, rest: bytes) -> None:
    member = terminated(b) + rest
    assert (terminated(a) <= member < above(terminated(a))) == (a == b)
    assert split_id(member)[0] == b


@given(ids, ids, ids, hints, hints, st.lists(st.binary(min_size=16, max_size=16), max_size=4).map(tuple))
def test_a_head_comes_back(
    ns: str, checkpoint: str, run: str, filled: tuple[bytes, ...], owed: tuple[bytes, ...], names: tuple[bytes, ...]
) -> None:
    head = Head(terminated(checkpoint), run.encode(), names, filled, owed)
    member = terminated(ns) + head.pack() + b"payload"
    found, at = read_head(member, len(terminated(ns)))
    assert found == head
    assert member[at:] == b"payload"


@given(st.lists(st.tuples(st.integers(-5, 2**31 - 1), st.binary(min_size=4, max_size=4)), max_size=4), st.binary())
def test_segments_come_back(marks: list[tuple[int, bytes]], payload: bytes) -> None:
    segment = Segment(tuple(marks), payload)
    stored = segment.head() + payload
    assert read_segments(b"x" + stored + stored, 1) == [segment, segment]


@given(st.text(max_size=8), st.text(max_size=8))
def test_keys_of_two_threads_never_meet(a: str, b: str) -> None:
    """And no id adds a brace, which would move a key to another slot."""
    keys = Keys("p")
    assert (set(keys.thread(a)) & set(keys.thread(b)) != set()) == (a == b)
    assert all(key.count("{") == key.count("}") == 1 for key in keys.thread(a))


@settings(max_examples=40)
@given(st.integers(0, 40 * LEAF_BYTES), st.integers(0, 3000))
def test_a_value_comes_back_from_its_tree_and_shares_blocks_with_a_longer_one(size: int, more: int) -> None:
    """An append of less than a leaf brings two leaves at most, their nodes and a root."""
    box = Box("t")
    raw = Random(size).randbytes(size + more)
    first = Outbox(box, frozenset())
    root = first.tree("c", raw[:size], [])
    second = Outbox(box, set(first.new))
    names: list[bytes] = []
    longer = second.tree("c", raw, names)
    inbox = Inbox(box, {**first.new, **second.new}, Memory(10))
    assert inbox.value(root, "c") == raw[:size]
    assert inbox.value(longer, "c") == raw
    assert set(names) == set(inbox.names(longer))
    assert len(second.new) <= 5
    assert set(second.relied([longer])) <= set(first.new)


@given(st.binary(max_size=400))
def test_content_is_deflated_only_where_it_helps(content: bytes) -> None:
    assert expanded(compact(content)) == content
    assert len(compact(content)) <= len(content) + 1


def test_array_headers_are_known_by_their_first_byte() -> None:
    assert [array_header(bytes([b])) for b in (0x90, 0x9F, 0xDC, 0xDD, 0x80, 0xA1)] == [1, 1, 3, 5, 0, 0]
    assert array_header(b"") == 0
