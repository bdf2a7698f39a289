"""Random events for a rulebook: an umpire may add any event at any time, so every state takes every event."""

import random
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from types import UnionType
from typing import Any

from tablecam.rules.books.book import Book
from tablecam.rules.event import Event
from tablecam.rules.plain import Json

EVENTS_OF_A_KIND = 40
STRANGER = "stranger"
PLAIN: Mapping[Any, Callable[[random.Random, Sequence[str]], Any]] = {
    str: lambda chance, ids: chance.choice(ids),
    int: lambda chance, _ids: chance.randint(-2, 12),
    float: lambda chance, _ids: round(chance.uniform(-1.0, 40.0), 2),
    bool: lambda chance, _ids: chance.random() < 0.5,
    type(None): lambda _chance, _ids: None,
}


class NoValue(Exception):
    """A field has a type for which no value can be drawn."""


def check_events(book: Book, states: Sequence[Any]) -> Iterator[str]:
    """The faults of events that are added to a state at random: each is taken, shown, and read back from a log."""
    kinds: Mapping[str, type[Event]] = getattr(book.phrases, "events", {})
    forms = {form["name"]: form["fields"] for form in book.phrases.list_forms()}
    chance = random.Random(7)
    for state in states:
        ids = [*book.phrases.people(state), *book.system.seats(state), STRANGER, ""]
        for kind in kinds.values():
            source = ValueSource(chance, ids, _list_choices(forms.get(kind.__name__, ())))
            trials = (_try_event(book, state, kind, source) for _event in range(EVENTS_OF_A_KIND))
            if fault := next(filter(None, trials), ""):
                yield fault


def _list_choices(form: Sequence[Mapping[str, Json]]) -> dict[str, Sequence[Json]]:
    """The choices of a form, by field."""
    return {entry["name"]: entry["options"] for entry in form if "options" in entry}


@dataclass(frozen=True)
class ValueSource:
    """The source of random values. ids: of models and seats, and of nobody. choices: by field, those of its form."""

    chance: random.Random
    ids: Sequence[str]
    choices: Mapping[str, Sequence[Any]] = field(default_factory=dict)


def _try_event(book: Book, state: Any, kind: type[Event], source: ValueSource) -> str:
    """The fault of one random event; empty if it has none, or if none can be drawn."""
    try:
        event = draw_record(kind, source)
    except (NoValue, ValueError, TypeError):
        return ""
    try:
        after = book.system.evolve(state, event)
        for seat in (*book.system.seats(state), ""):
            book.state_shown(book.system.get_visible_state(after, seat), seat)
            book.system.visible_event(event, seat)
        book.system.next_procedure(after)
        book.phrases.describe_event(event, book.phrases.build_names(after, {}))
        if book.system.event(event.record()) != event:
            return f"{event} comes back from a log as another event"
    except Exception as failure:  # noqa: BLE001 a rulebook may fail with anything
        return f"the umpire adds {event}: {type(failure).__name__}: {failure}"
    return ""


def draw_record(kind: Any, source: ValueSource) -> Any:
    """A frozen record with random values in all of its fields; NoValue for a field that cannot be drawn."""
    hints = typing.get_type_hints(kind)
    names = [record_field.name for record_field in fields(kind)]
    return kind(
        **{
            name: source.chance.choice(source.choices[name])
            if name in source.choices
            else draw_value(hints[name], source)
            for name in names
        }
    )


def draw_value(hint: Any, source: ValueSource) -> Any:
    """A random value of a type."""
    chance = source.chance
    if hint in PLAIN:
        return PLAIN[hint](chance, source.ids)
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return chance.choice(inner)
    if origin in (typing.Union, UnionType):
        return draw_value(chance.choice(inner), source)
    if origin is tuple:
        wanted = [inner[0]] * chance.randint(0, 3) if inner[-1] is Ellipsis else inner
        return tuple(draw_value(item, source) for item in wanted)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {draw_value(inner[0], source): draw_value(inner[1], source) for _pair in range(2)}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return chance.choice(list(hint))
    if isinstance(hint, type) and is_dataclass(hint):
        return draw_record(hint, ValueSource(chance, source.ids))
    raise NoValue(str(hint))
