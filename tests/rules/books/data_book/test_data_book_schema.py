"""The published schema: what the documentation has, and what it says of files."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from small_book import SMALL

from tablecam.rules.books.data_book.load_toml import EXAMPLES
from tablecam.rules.books.data_book.schema import build_schema

ROOT = Path(__file__).resolve().parents[4]
PUBLISHED = ROOT / "docs" / "data_book.schema.json"


def test_the_published_schema_is_the_form_of_today() -> None:
    assert json.loads(PUBLISHED.read_text(encoding="utf-8")) == build_schema(), "tablecam rulebooks schema > it"


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(build_schema())


@pytest.mark.parametrize("text", [SMALL, *(path.read_text(encoding="utf-8") for path in EXAMPLES.glob("*/book.toml"))])
def test_books_that_can_be_played_fit_the_schema(text: str) -> None:
    Draft202012Validator(build_schema()).validate(tomllib.loads(text))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('title = "Small"', 'titel = "Small"'),
        ("needs = 6", ""),
        ('needs = "4 + bite"', 'needs = "4 * bite"'),
        ("wounds = 3", "wounds = 0"),
        ('kind = "ladder"', 'kind = "staircase"'),
        ('roller = "target"', 'roller = "foe"'),
    ],
)
def test_mistakes_of_form_do_not_fit_it(old: str, new: str) -> None:
    wrong: dict[str, Any] = tomllib.loads(SMALL.replace(old, new, 1))
    assert not Draft202012Validator(build_schema()).is_valid(wrong)


def test_every_key_says_what_it_means() -> None:
    schema = build_schema()
    tables = [schema, *schema["$defs"].values()]
    assert [key for table in tables for key, said in table["properties"].items() if not said.get("description")] == []
