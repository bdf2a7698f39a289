"""docs/data_book.md: its book can be played, and its reference is the form of today."""

import random
import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal

from tablecam.game.game import Game
from tablecam.game.log import InMemory
from tablecam.game.playthrough import autoplay
from tablecam.rules.books.data_book.load_toml import load_book
from tablecam.rules.books.data_book.reader_toml import HOOKS, strip_annotation
from tablecam.rules.books.data_book.rules.amounts_toml import Amount
from tablecam.rules.books.data_book.rules.book_form_toml import BookForm
from tablecam.rules.books.data_book.rules.check_forms_toml import CHECK_FORMS
from tablecam.rules.books.data_book.rules.form_toml import CheckForm, OneOrMore, Ref, Words
from tablecam.rules.books.data_book.schema import build_schema, find_meaning, is_required
from tests.docs.conftest import ROOT, blocks

DOC = (ROOT / "docs" / "data_book.md").read_text(encoding="utf-8")
VALUES = {
    str: "text", Words: "text", int: "a whole number", float: "a number", bool: "`true`, `false`",
    Amount: "a number or a sum",
}  # fmt: skip
BEGIN = "<!-- reference: written from the form -->\n"


def reference() -> str:
    """The tables of the form with their keys, as the page has them."""
    parts = []
    for name, form in list_forms().items():
        said = build_schema()["$defs"].get(form.__name__, {}).get("description", "The file itself.")
        hints = typing.get_type_hints(form, include_extras=True)
        shared = {key.name for key in fields(CheckForm)} if form in CHECK_FORMS.values() else set()
        rows = [
            f"| `{key.name}`{' (needed)' if is_required(key) else ''} | {describe_value(hints[key.name])} |"
            f" {find_meaning(hints[key.name])} |"
            for key in fields(form)
            if key.name not in shared
        ]
        parts.append(
            "\n".join(
                [f"### {name}", "", " ".join(said.split()), "", "| key | value | meaning |", "|---|---|---|", *rows]
            )
        )
    return "\n\n".join(parts) + "\n"


def describe_value(hint: Any) -> str:
    """The kind of value that a key takes, as an author writes it."""
    kind, extras = strip_annotation(hint)
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    refers = next((extra.table for extra in extras if isinstance(extra, Ref)), "")
    if refers:
        return f"a name from `{refers}`"
    if origin is Literal:
        return ", ".join(f'`"{choice}"`' for choice in inner)
    if origin is types.UnionType:
        return describe_value(inner[0])
    if origin is tuple:
        alone = "one, or " if any(isinstance(extra, OneOrMore) for extra in extras) else ""
        return f"{alone}a list: {describe_value(inner[0])}"
    if origin is not None and issubclass(origin, Mapping):
        return f"a table by {describe_key(inner[0])}: {describe_value(inner[1])}"
    return VALUES.get(kind, "a table")


def describe_key(hint: Any) -> str:
    """The keys of a table."""
    refers = [extra.table for extra in strip_annotation(hint)[1] if isinstance(extra, Ref)]
    return f"names from `{refers[0]}`" if refers else "name"


def list_forms() -> dict[str, Any]:
    """The forms by the place of their tables in the file, in the order of the file."""
    listed: dict[str, Any] = {"The file": BookForm}
    listed |= dict(walk(BookForm, ""))
    return listed


def walk(form: Any, place: str) -> Iterator[tuple[str, Any]]:
    for key, hint in typing.get_type_hints(form, include_extras=True).items():
        kind, _extras = strip_annotation(hint)
        inner = typing.get_args(kind)
        named = bool(inner) and typing.get_origin(kind) is not tuple
        entry = strip_annotation(inner[1 if named else 0])[0] if inner else kind
        if not getattr(entry, "__name__", "").endswith("Form") or key == "failure":
            continue
        where = f"{place}{key}" + (".NAME" if named else "")
        yield f"`[{where}]`", entry
        if entry is CheckForm:
            yield from ((f'`[{where}]` with `kind = "{kind}"`', check) for kind, check in CHECK_FORMS.items())
        yield from walk(entry, f"{where}.")


def test_the_reference_is_the_form_of_today() -> None:
    assert DOC.partition(BEGIN)[2] == reference()


def test_the_book_of_the_page_is_played_in_both_languages(tmp_path: Path) -> None:
    (tmp_path / "book.toml").write_text("\n".join(blocks(DOC, "toml")), encoding="utf-8")
    (tmp_path / "de.po").write_text(blocks(DOC, "po")[0], encoding="utf-8")
    book = load_book(tmp_path)
    game = Game.begin(book.system, book.build_setup({}, book.scenarios[0]), InMemory())
    for _given in autoplay(game, random.Random(1).randrange):
        pass
    assert game.over


def test_each_thing_beyond_the_form_is_on_the_page_with_its_hook() -> None:
    for words, hook in HOOKS.items():
        assert words[0].replace("_", " ") in DOC
        assert hook in " ".join(DOC.split())
