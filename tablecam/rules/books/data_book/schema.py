"""The JSON schema of a data book, made from its form; editors check `book.toml` with it while you write."""

import typing
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from inspect import getdoc
from typing import Any, Literal

from tablecam.rules.books.data_book.reader_toml import strip_annotation
from tablecam.rules.books.data_book.rules.amounts_toml import PATTERN, Amount
from tablecam.rules.books.data_book.rules.book_form_toml import BookForm
from tablecam.rules.books.data_book.rules.check_forms_toml import CHECK_FORMS
from tablecam.rules.books.data_book.rules.form_toml import Bounds, CheckForm, OneOrMore, Ref, Words
from tablecam.rules.plain import Json

DIALECT = "https://json-schema.org/draft/2020-12/schema"
ATOMS: Mapping[Any, Json] = {
    str: {"type": "string", "minLength": 1},
    Words: {"type": "string", "minLength": 1},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    Amount: {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": PATTERN}]},
}


def build_schema() -> dict[str, Json]:
    """The schema of `book.toml`."""
    definitions: dict[str, Json] = {}
    root = _describe_table(BookForm, definitions)
    return {"$schema": DIALECT, "title": BookForm.__name__, **root, "$defs": definitions}


def _describe_table(form: Any, definitions: dict[str, Json]) -> dict[str, Json]:
    hints = typing.get_type_hints(form, include_extras=True)
    properties = {entry.name: _describe_field(hints[entry.name], definitions) for entry in fields(form)}
    required = [entry.name for entry in fields(form) if is_required(entry)]
    table = {"type": "object", "description": getdoc(form), "properties": properties, "additionalProperties": False}
    return table | ({"required": required} if required else {})


def is_required(entry: "Field[Any]") -> bool:
    """Whether a key of the form has no default."""
    return entry.default is MISSING and entry.default_factory is MISSING


def _describe_field(hint: Any, definitions: dict[str, Json]) -> dict[str, Json]:
    said = find_meaning(hint)
    return _describe_value(hint, definitions) | ({"description": said} if said else {})


def find_meaning(hint: Any) -> str:
    """The meaning of a key, from its annotation."""
    return next((extra for extra in strip_annotation(hint)[1] if isinstance(extra, str)), "")


def _describe_value(hint: Any, definitions: dict[str, Json]) -> dict[str, Json]:
    form, extras = strip_annotation(hint)
    origin, inner = typing.get_origin(form), typing.get_args(form)
    if origin is Literal:
        return {"enum": list(inner)}
    if origin is tuple:
        entry = _describe_value(inner[0], definitions)
        several: dict[str, Json] = {"type": "array", "items": entry}
        return {"anyOf": [entry, several]} if any(isinstance(extra, OneOrMore) for extra in extras) else several
    if origin is not None and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _describe_value(inner[1], definitions)}
    if form is CheckForm:
        return {"anyOf": [_refer_to(kind, definitions) for kind in CHECK_FORMS.values()]}
    if is_dataclass(form) and form is not Amount:
        return _refer_to(form, definitions)
    return {**ATOMS[form], **_describe_bounds(extras)}


def _describe_bounds(extras: tuple[Any, ...]) -> dict[str, Json]:
    bounds = next((extra for extra in extras if isinstance(extra, Bounds)), None)
    refers = next((extra for extra in extras if isinstance(extra, Ref)), None)
    limits = {"minimum": bounds.least, "maximum": bounds.most} if bounds else {}
    return limits | ({"$comment": f"a name from [{refers.table}]"} if refers else {})  # no text: of a schema


def _refer_to(form: Any, definitions: dict[str, Json]) -> dict[str, Json]:
    name = form.__name__
    if name not in definitions:
        # first, because a table may refer to itself
        definitions[name] = {}
        definitions[name] = _describe_table(form, definitions)
    return {"$ref": f"#/$defs/{name}"}
