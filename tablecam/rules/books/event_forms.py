"""Forms for an umpire who says what happened: for each kind of event its fields, and what each is filled in with.

What a field takes comes from the annotations of the event. Its words, and what only a rulebook knows (that `first` is
a side, that a band is one of five), come from the rulebook, by the names of events and fields.
"""

import dataclasses
import re
import typing
from collections.abc import Iterable, Mapping
from typing import Any

from tablecam.base.i18n import Message
from tablecam.rules.event import Event
from tablecam.rules.plain import Json, to_plain

# what a field takes: "model", "models", "loser" (a model or none), "seat", "winner" (a seat or none), "flag", "whole",
# "number", "numbers", "text", "whole of each seat", "whole of some models" or the choices that there are; "json", the
# last resort
Takes = str | tuple[str, ...]
# the title of a form, and what the event means
EventText = tuple[Message, Message | None]
PLAIN: Mapping[Any, str] = {str: "text", bool: "flag", int: "whole", float: "number"}
BETWEEN_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclasses.dataclass(frozen=True)
class FormTexts:
    """The words of a rulebook's forms. A name that has none is shown as it is written in the code, word by word.

    events: by name; titles: of fields, by name; meanings: of fields, by `Event.field`; choices: by the code that a
    field takes.
    """

    events: Mapping[str, EventText] = dataclasses.field(default_factory=dict)
    titles: Mapping[str, Message] = dataclasses.field(default_factory=dict)
    meanings: Mapping[str, Message] = dataclasses.field(default_factory=dict)
    choices: Mapping[str, Message] = dataclasses.field(default_factory=dict)

    def of_event(self, name: str) -> dict[str, Json]:
        """The title of a form and what its event means."""
        written = BETWEEN_WORDS.sub(" ", name).lower()
        title, says = self.events.get(name, (written[:1].upper() + written[1:], ""))
        return {"title": str(title), "says": str(says or "")}

    def of_field(self, event: str, name: str) -> dict[str, Json]:
        """The title of a field, and what it means where that is not plain."""
        title = str(self.titles.get(name, name.replace("_", " ")))
        meaning = self.meanings.get(f"{event}.{name}")
        return {"title": title, "says": str(meaning)} if meaning else {"title": title}

    def of_choices(self, codes: Iterable[Any]) -> dict[str, Json]:
        """What the codes of a field are called."""
        return {code: str(self.choices[code]) for code in codes if code in self.choices}


NO_TEXTS = FormTexts()


def forms(
    kinds: Iterable[type[Event]], takes: Mapping[str, Takes], often: Iterable[str], texts: FormTexts = NO_TEXTS
) -> list[dict[str, Json]]:
    """A form for every kind, in the language of the reader.

    takes: by a field's name, or `Event.field`; often: the kinds that come first, by name.
    """
    first = list(often)
    made = [form(kind, takes, texts) | {"often": kind.__name__ in first} for kind in kinds]
    return sorted(made, key=lambda made_form: first.index(made_form["name"]) if made_form["often"] else len(first))


def form(kind: type[Event], takes: Mapping[str, Takes], texts: FormTexts = NO_TEXTS) -> dict[str, Json]:
    """`{"name", "title", "says", "fields": [{"name", "title", "takes", "needed", "usual"?, "options"?, "says"?}]}`.

    A field with options has "words" too: what those codes are called.
    """
    hints, event = typing.get_type_hints(kind), kind.__name__
    fields: list[Json] = []
    for field in dataclasses.fields(kind):
        known = takes.get(f"{event}.{field.name}", takes.get(field.name))
        made = _field(field, known or _takes(hints[field.name])) | texts.of_field(event, field.name)
        words = texts.of_choices(made.get("options", ()))
        fields.append(made | ({"words": words} if words else {}))
    return {"name": event, **texts.of_event(event), "fields": fields}


def _field(field: "dataclasses.Field[Any]", takes: Takes) -> dict[str, Json]:
    usual = _usual(field)
    choices = isinstance(takes, tuple)
    made: dict[str, Json] = {"name": field.name}
    made |= {"takes": "choice", "options": list(takes)} if choices else {"takes": takes}
    needed = usual is dataclasses.MISSING
    return made | {"needed": needed} | ({} if needed else {"usual": to_plain(usual)})


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
