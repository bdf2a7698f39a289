"""The page's types of a rulebook's views: every dataclass is written, as JSON has it."""

import dataclasses
import re
from collections.abc import Mapping
from typing import Any, Literal

import pytest

from tablecam.base.i18n import Message
from tablecam.rules.books import views
from tablecam.rules.books.views import Counter, Text, dump_view
from webui.frontend.view_types import list_views, type_text, write_interfaces


def test_every_view_is_an_interface_with_the_fields_that_are_sent() -> None:
    written = dict(re.findall(r"^export interface (\w+) \{\n(.*?)^\}$", write_interfaces(), re.MULTILINE | re.DOTALL))
    declared = {view.__name__: [field.name for field in dataclasses.fields(view)] for view in list_views()}
    assert {name: re.findall(r"^  (\w+):", fields, re.MULTILINE) for name, fields in written.items()} == declared
    assert list(dump_view(Counter("Hits"))) == declared["Counter"]


@pytest.mark.parametrize(
    ("hint", "text"),
    [
        (Text, "string"),
        (Message | int | None, "string | number | null"),
        (int | float, "number"),
        (Literal["a", "b"], '"a" | "b"'),
        (tuple[Literal["a", "b"], ...], '("a" | "b")[]'),
        (tuple[float, bool], "[number, boolean]"),
        (list[tuple[Counter, ...]], "Counter[][]"),
        (Mapping[str, views.ModelView | None], "Record<string, ModelView | null>"),
    ],
)
def test_a_type_is_written_as_json_has_it(hint: Any, text: str) -> None:
    assert type_text(hint) == text


def test_a_type_that_says_nothing_is_refused() -> None:
    with pytest.raises(TypeError, match="has no type on the page"):
        type_text(Any)


def test_no_line_of_a_comment_is_too_long() -> None:
    assert max(map(len, write_interfaces().splitlines())) <= 120
