"""A batch is read as it was sent, and what has not the form is refused in words."""

import json
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablecam.doors.hub.message import MOST_INFLATED, BadMessage, Batch, read_batch, read_have

GOOD = {"v": 1, "from": 1, "lines": ["a"], "sums": ["0123456789ab"]}
PARENT = "6a2f41a3-c54c-4b3d-9d6e-0f5a4d1c2b3a"


def deflated(said: object) -> bytes:
    return zlib.compress(json.dumps(said).encode())


@pytest.mark.slow
@given(
    st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])), max_size=200),
    st.integers(1, 10**6),
    st.booleans(),
)
def test_a_batch_is_read_as_it_was_sent(lines: list[str], first: int, last: bool) -> None:
    batch = Batch(first, tuple(lines), ("0123456789ab",) * len(lines), first + 200 if last else None, PARENT)
    assert read_batch(batch.encode()) == batch


@pytest.mark.slow
@given(st.binary(max_size=200) | st.binary(max_size=200).map(zlib.compress))
def test_any_bytes_are_read_or_refused(payload: bytes) -> None:
    for read in (read_batch, read_have):
        with pytest.raises(BadMessage):
            read(payload)


@pytest.mark.parametrize(
    "change",
    [
        {"v": 2}, {"from": 0}, {"from": True}, {"from": "1"}, {"from": 2**31}, {"lines": "a"}, {"lines": []},
        {"lines": [1]}, {"lines": ["\0"]}, {"lines": ["\ud800"]}, {"sums": ["0123456789AB"]}, {"sums": ["01"]},
        {"lines": ["a"] * 201, "sums": ["0123456789ab"] * 201}, {"end": 0}, {"end": None}, {"parent": "me"},
        {"parent": 7},
    ],
)  # fmt: skip
def test_what_has_not_the_form_is_refused(change: dict) -> None:
    with pytest.raises(BadMessage):
        read_batch(deflated(GOOD | change))


def test_what_would_fill_the_memory_is_not_inflated() -> None:
    with pytest.raises(BadMessage, match="too large"):
        read_batch(zlib.compress(b" " * (MOST_INFLATED + 1)))


@pytest.mark.parametrize(
    "said", [{}, {"upto": 1}, {"upto": -1, "sum": "", "state": "open"}, {"upto": 1, "sum": "", "state": "shut"}]
)
def test_a_word_that_says_too_little_is_refused(said: dict) -> None:
    with pytest.raises(BadMessage):
        read_have(json.dumps(said).encode())
