"""The page's types of what rulebooks show, from the dataclasses that declare it. Standard library only."""

import dataclasses
import textwrap
import types
import typing
from collections.abc import Iterable, Mapping
from typing import Any

from tablecam.base.i18n import Message
from tablecam.rules.books import views

WIDTH = 120
HEAD = "// Written by webui/frontend/build.py from tablecam/rules/books/views.py; do not edit.\n"
NAMES = {str: "string", Message: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def write_interfaces() -> str:
    """Every dataclass of the views as an interface, with its docstring, in the order of the file."""
    return "\n".join([HEAD, *map(_interface_text, list_views())])


def list_views() -> list[type]:
    """The dataclasses that `views` declares."""
    declared = (value for value in vars(views).values() if isinstance(value, type))
    return [kind for kind in declared if dataclasses.is_dataclass(kind) and kind.__module__ == views.__name__]


def _interface_text(view: type) -> str:
    hints = typing.get_type_hints(view)
    fields = [f"  {field.name}: {type_text(hints[field.name])};" for field in dataclasses.fields(view)]
    return "\n".join([*_comment_lines(view.__doc__ or ""), f"export interface {view.__name__} {{", *fields, "}", ""])


def _comment_lines(docstring: str) -> Iterable[str]:
    paragraphs = " ".join(docstring.replace("None", "null").split())
    first, *following = textwrap.wrap(f"/** {paragraphs} */", WIDTH, subsequent_indent=" * ", break_on_hyphens=False)
    return [first, *following]


def type_text(hint: Any) -> str:
    """A type of Python as one of TypeScript; TypeError for one that JSON does not have, or that says nothing."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint in NAMES:
        return NAMES[hint]
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return hint.__name__
    if origin is typing.Literal:
        return " | ".join(f'"{value}"' for value in arguments)
    if origin in (typing.Union, types.UnionType):
        return " | ".join(dict.fromkeys(map(type_text, arguments)))
    if origin is Mapping:
        return f"Record<string, {type_text(arguments[1])}>"
    if origin is list or (origin is tuple and arguments[1:] == (...,)):
        item = type_text(arguments[0])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if origin is tuple:
        return f"[{', '.join(map(type_text, arguments))}]"
    raise TypeError(f"{hint} has no type on the page")
