"""Forms for an umpire who says what happened: for each kind of event its fields, and what each is filled in with.

A form is made of the event itself: its docstring says what it means, and what a field means after `name: `; its
annotations what a field takes. What only a rulebook knows (that `first` is a side, that a band is one of five) comes
from its bridge, by the names of fields.
"""

import dataclasses
import inspect
import re
import typing
from collections.abc import Iterable, Mapping
from typing import Any

from tablecam.rules.event import Event
from tablecam.rules.plain import Json, to_plain

# what a field takes: "model", "models", "loser" (a model or none), "seat", "winner" (a seat or none), "flag", "whole",
# "number", "numbers", "text", "whole of each seat", "whole of some models" or the choices that there are; "json", the
# last resort
Takes = str | tuple[str, ...]
PLAIN: Mapping[Any, str] = {str: "text", bool: "flag", int: "whole", float: "number"}
BETWEEN_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])")
INCHES = "_in"


def forms(kinds: Iterable[type[Event]], takes: Mapping[str, Takes], often: Iterable[str]) -> list[dict[str, Json]]:
    """A form for every kind. takes: by a field's name, or `Event.field`; often: the kinds that come first, by name."""
    first = list(often)
    made = [form(kind, takes) | {"often": kind.__name__ in first} for kind in kinds]
    return sorted(made, key=lambda each: first.index(each["name"]) if each["often"] else len(first))


def form(kind: type[Event], takes: Mapping[str, Takes]) -> dict[str, Json]:
    """`{"name", "title", "says", "fields": [{"name", "title", "takes", "needed", "usual"?, "options"?, "says"?}]}`."""
    hints = typing.get_type_hints(kind)
    title = BETWEEN_WORDS.sub(" ", kind.__name__).lower()
    doc = (inspect.getdoc(kind) or "").partition("\n")[0]
    known = {each: takes.get(f"{kind.__name__}.{each}", takes.get(each)) for each in hints}
    return {
        "name": kind.__name__,
        "title": title[:1].upper() + title[1:],
        "says": _before_fields(doc, hints),
        "fields": [
            _field(each, hints[each.name], known[each.name]) | _meant(each.name, doc)
            for each in dataclasses.fields(kind)
        ],
    }


def _before_fields(doc: str, names: Iterable[str]) -> str:
    """What a docstring says before it goes on with what the fields mean."""
    before = re.split(rf"\b(?:{'|'.join(names)}): ", doc)[0].rstrip(" .;")
    return f"{before}." if before else ""


def _meant(name: str, doc: str) -> dict[str, Json]:
    found = re.search(rf"\b{name}: ([^.;]+)", doc)
    return {"says": found[1]} if found else {}


def _field(field: "dataclasses.Field[Any]", hint: Any, known: Takes | None) -> dict[str, Json]:
    usual, takes = _usual(field), known or _takes(hint)
    inches = field.name.endswith(INCHES)
    title = field.name.removesuffix(INCHES).replace("_", " ")
    said: dict[str, Json] = {"name": field.name, "title": f"{title} in inches" if inches else title}
    said |= {"takes": "choice", "options": list(takes)} if isinstance(takes, tuple) else {"takes": takes}
    needed = usual is dataclasses.MISSING
    return said | {"needed": needed} | ({} if needed else {"usual": to_plain(usual)})


def _usual(field: "dataclasses.Field[Any]") -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def _takes(hint: Any) -> Takes:
    inner = typing.get_args(hint)
    match typing.get_origin(hint):
        case typing.Literal:
            return inner
        case kind if kind is tuple and inner == (str, ...):
            return "models"
        case kind if kind is tuple and inner == (int, ...):
            return "numbers"
    return PLAIN.get(hint, "json")
