"""Forms for an umpire who adds an event: for each kind of event its fields, and the values that each takes.

The values come from the annotations of the event. Words, and facts that only a rulebook knows (that `first` is a side,
that a band is one of five), come from the event, or from the rulebook's vocabulary by the names of fields.
"""

import dataclasses
import re
import typing
from collections.abc import Iterable, Mapping
from typing import Any

from tablecam.base.i18n import Message
from tablecam.rules.event import Event, Takes
from tablecam.rules.plain import Json, to_plain

PLAIN: Mapping[Any, str] = {str: "text", bool: "flag", int: "whole", float: "number"}
BETWEEN_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclasses.dataclass(frozen=True)
class FieldWords:
    """A rulebook's vocabulary of fields, by their names; a name without a title is shown as in the code, word by word.

    takes: the values of a field; choices: the words of the codes that fields take. often: the events that are corrected
    often, by name, which come first.
    """

    takes: Mapping[str, Takes] = dataclasses.field(default_factory=dict)
    titles: Mapping[str, Message] = dataclasses.field(default_factory=dict)
    choices: Mapping[str, Message] = dataclasses.field(default_factory=dict)
    often: tuple[str, ...] = ()

    def describe_field(self, kind: type[Event], name: str) -> dict[str, Json]:
        """The title of a field, and its meaning if that is not plain."""
        title = str({**self.titles, **kind.titles}.get(name, name.replace("_", " ")))
        meaning = kind.meanings.get(name)
        return {"title": title, "says": str(meaning)} if meaning else {"title": title}

    def describe_choices(self, codes: Iterable[Any]) -> dict[str, Json]:
        """The names of the codes of a field."""
        return {code: str(self.choices[code]) for code in codes if code in self.choices}


def build_forms(kinds: Iterable[type[Event]], words: FieldWords) -> list[dict[str, Json]]:
    """A form for every kind, in the language of the reader; those that are corrected often come first."""
    often = words.often
    forms = [build_form(kind, words) | {"often": kind.__name__ in often} for kind in kinds]
    return sorted(forms, key=lambda form: often.index(form["name"]) if form["often"] else len(often))


def build_form(kind: type[Event], words: FieldWords) -> dict[str, Json]:
    """A form: `{"name", "title", "says", "fields": [{"name", "title", "takes", "needed", "usual"?, "options"?, ..}]}`.

    A field with options also has "words", the names of those codes; any field may have "says".
    """
    hints, takes = typing.get_type_hints(kind), {**words.takes, **kind.takes}
    fields: list[Json] = []
    for field in dataclasses.fields(kind):
        entry = _build_field(field, takes.get(field.name) or _infer_values(hints[field.name]))
        entry |= words.describe_field(kind, field.name)
        choices = words.describe_choices(entry.get("options", ()))
        fields.append(entry | ({"words": choices} if choices else {}))
    return {"name": kind.__name__, **_describe_event(kind), "fields": fields}


def _describe_event(kind: type[Event]) -> dict[str, Json]:
    """The title of a form and the meaning of its event."""
    written = BETWEEN_WORDS.sub(" ", kind.__name__).lower()
    title, says = kind.form or (written[:1].upper() + written[1:], "")
    return {"title": str(title), "says": str(says or "")}


def _build_field(field: "dataclasses.Field[Any]", takes: Takes) -> dict[str, Json]:
    usual = _get_default(field)
    choices = isinstance(takes, tuple)
    entry: dict[str, Json] = {"name": field.name}
    entry |= {"takes": "choice", "options": list(takes)} if choices else {"takes": takes}
    needed = usual is dataclasses.MISSING
    return entry | {"needed": needed} | ({} if needed else {"usual": to_plain(usual)})


def _get_default(field: "dataclasses.Field[Any]") -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def _infer_values(hint: Any) -> Takes:
    inner = typing.get_args(hint)
    match typing.get_origin(hint):
        case typing.Literal:
            return inner
        case kind if kind is tuple and inner == (str, ...):
            return "models"
        case kind if kind is tuple and set(inner) - {...} == {int}:
            return "numbers"
    return PLAIN.get(hint, "json")
