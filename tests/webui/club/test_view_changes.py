"""What has changed between two views: made again from the view before, and small for a small change."""

import json

import pytest
from changed_view import with_changes
from hypothesis import given
from hypothesis import strategies as st

from webui.club.feed import view_changes

LEAVES = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "b"])
VIEWS = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=4),
    max_leaves=25,
)


@pytest.mark.slow
@given(VIEWS, VIEWS)
def test_the_view_before_and_the_changes_make_the_view_after(before: object, after: object) -> None:
    kept = json.dumps(before)
    assert with_changes(before, view_changes(before, after)) == after
    assert json.dumps(before) == kept


@pytest.mark.slow
@given(VIEWS)
def test_equal_views_have_no_changes(view: object) -> None:
    assert view_changes(view, json.loads(json.dumps(view))) == []


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, [["set", ["b"], 3]]),
        ({"a": 1}, {}, [["gone", ["a"]]]),
        # a log whose last line comes first, and whose first line drops out
        ({"log": [3, 2, 1]}, {"log": [4, 3, 2]}, [["cut", ["log"], 2, 1, []], ["cut", ["log"], 0, 0, [4]]]),
        ({"of": [{"n": 1}, {"n": 2}]}, {"of": [{"n": 1}, {"n": 5}]}, [["set", ["of", 1, "n"], 5]]),
    ],
)
def test_a_change_names_only_what_has_changed(before: object, after: object, changes: object) -> None:
    assert view_changes(before, after) == changes
