"""Forms for an umpire who adds an event: for each kind of event its fields, and the values that each takes.

The values come from the annotations of the event. Words, and facts that only a rulebook knows (that `first` is a side,
that a band is one of five), come from the rulebook, by the names of events and fields.
"""

import dataclasses
import re
import typing
from collections.abc import Iterable, Mapping
from typing import Any

from tablecam.base.i18n import Message
from tablecam.rules.event import Event
from tablecam.rules.plain import Json, to_plain

# the values of a field: "model", "models", "loser" (a model or none), "seat", "winner" (a seat or none), "flag",
# "whole", "number", "numbers", "text", "whole of each seat", "whole of some models" or a tuple of choices; "json", the
# last resort
Takes = str | tuple[str, ...]
# the title of a form, and what the event means
EventText = tuple[Message, Message | None]
PLAIN: Mapping[Any, str] = {str: "text", bool: "flag", int: "whole", float: "number"}
BETWEEN_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclasses.dataclass(frozen=True)
class FormTexts:
    """The words of a rulebook's forms. A name without any is shown as in the code, word by word.

    events: by name; titles: of fields, by name; meanings: of fields, by `Event.field`; choices: by the code that a
    field takes.
    """

    events: Mapping[str, EventText] = dataclasses.field(default_factory=dict)
    titles: Mapping[str, Message] = dataclasses.field(default_factory=dict)
    meanings: Mapping[str, Message] = dataclasses.field(default_factory=dict)
    choices: Mapping[str, Message] = dataclasses.field(default_factory=dict)

    def of_event(self, name: str) -> dict[str, Json]:
        """The title of a form and the meaning of its event."""
        written = BETWEEN_WORDS.sub(" ", name).lower()
        title, says = self.events.get(name, (written[:1].upper() + written[1:], ""))
        return {"title": str(title), "says": str(says or "")}

    def of_field(self, event: str, name: str) -> dict[str, Json]:
        """The title of a field, and its meaning if that is not plain."""
        title = str(self.titles.get(name, name.replace("_", " ")))
        meaning = self.meanings.get(f"{event}.{name}")
        return {"title": title, "says": str(meaning)} if meaning else {"title": title}

    def of_choices(self, codes: Iterable[Any]) -> dict[str, Json]:
        """The names of the codes of a field."""
        return {code: str(self.choices[code]) for code in codes if code in self.choices}


NO_TEXTS = FormTexts()


def forms(
    kinds: Iterable[type[Event]], takes: Mapping[str, Takes], often: Iterable[str], texts: FormTexts = NO_TEXTS
) -> list[dict[str, Json]]:
    """A form for every kind, in the language of the reader.

    takes: by a field's name, or `Event.field`; often: the kinds that come first, by name.
    """
    frequent = list(often)
    built_forms = [form(kind, takes, texts) | {"often": kind.__name__ in frequent} for kind in kinds]
    return sorted(
        built_forms, key=lambda made_form: frequent.index(made_form["name"]) if made_form["often"] else len(frequent)
    )


def form(kind: type[Event], takes: Mapping[str, Takes], texts: FormTexts = NO_TEXTS) -> dict[str, Json]:
    """A form: `{"name", "title", "says", "fields": [{"name", "title", "takes", "needed", "usual"?, "options"?, ..}]}`.

    A field with options also has "words", the names of those codes; any field may have "says".
    """
    hints, event = typing.get_type_hints(kind), kind.__name__
    fields: list[Json] = []
    for field in dataclasses.fields(kind):
        declared = takes.get(f"{event}.{field.name}", takes.get(field.name))
        entry = _build_field(field, declared or _infer_values(hints[field.name])) | texts.of_field(event, field.name)
        words = texts.of_choices(entry.get("options", ()))
        fields.append(entry | ({"words": words} if words else {}))
    return {"name": event, **texts.of_event(event), "fields": fields}


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
        case kind if kind is tuple and inner == (int, ...):
            return "numbers"
    return PLAIN.get(hint, "json")
