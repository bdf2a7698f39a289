import json
from contextlib import suppress

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.exceptions import BadRequest

from webui.entrance.strict_json import DEEPEST, LARGEST, MOST_PARTS, StrictJSON

READER = StrictJSON(Flask("json"))
PLAIN = st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | st.floats(allow_nan=False, allow_infinity=False)
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
DATA = st.recursive(
    PLAIN | TEXT, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4), max_leaves=20
)


@pytest.mark.slow
@given(DATA)
def test_what_a_page_sends_arrives_as_it_was(data: object) -> None:
    assert READER.loads(json.dumps(data)) == data


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "nonsense", b"\xff\xfe\x00", "NaN", "[Infinity]", "[-Infinity]", "1e999", '{"a": -1e999}',
        "9" * 5000, str(LARGEST * 2), f"[-{LARGEST * 2}]", r'"\ud800"', r'{"\udc00": 1}', r'"a\u0000b"', "[" * 100_000,
        "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), json.dumps([0] * (MOST_PARTS + 1)),
    ],
)  # fmt: skip
def test_what_no_page_sends_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadRequest) as refused:
        READER.loads(text)
    assert (refused.value.description or "").endswith(".")


@pytest.mark.slow
@given(st.binary(max_size=200) | st.text(max_size=200))
def test_nothing_else_can_happen(text: bytes | str) -> None:
    with suppress(BadRequest):
        READER.loads(text)
