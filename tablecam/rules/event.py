"""Events: frozen records named in the past tense, the only thing that changes a state.

    @dataclass(frozen=True, kw_only=True)
    class ShotHit(Event):
        form = Message("Shot hit"), Message("A shot has hit its target.")
        rests_on = Clause("BOOK", "Shooting", "B-1")

        shooter: str
        target: str

        def apply(self, state: State) -> State:
            return state.with_hit(self.target)

        def sentence(self, names: ModelNames) -> Sentence:
            return Sentence(names(self.shooter), _("hits {target}", target=names(self.target)))

    EVENTS = collect_events(shooting_events, moving_events)
    decode(EVENTS, {"name": "ShotHit", "shooter": "ann", "target": "bob"})

One class defines all of an event: its fields, its effect on the state (`apply`), its sentence, the clause that it rests
on, and the form in which an umpire adds it. The rest - codec, forms, clauses - is derived from the classes of a book.

An event checks itself when created: a list in a field declared as a tuple is refused at once, not when the log is read
back a week later. Once games with an event are stored, it may only gain fields that have a default.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar, Protocol, TypeVar, runtime_checkable

from tablecam.base.clause import Clause
from tablecam.base.i18n import Message, join_items
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import describe_length
from tablecam.rules.plain import BadRecord, Json, field_names, from_plain, list_field_readers, to_plain, usual
from tablecam.rules.sentence import ModelNames, Sentence

S = TypeVar("S")
# the values of a field in a form: "model", "models", "loser" (a model or none), "seat", "winner" (a seat or none),
# "flag", "whole", "number", "numbers", "text", "whole of each seat", "whole of some models" or a tuple of choices;
# "json", the last resort
Takes = str | tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Event:
    """The base of every event; fields are str, int, float, bool, None, tuples, mappings, enums and frozen records.

    form: the title of its form, and what the event means. rests_on: the clause behind it. takes, titles, meanings: of
    fields in the form, by name, where the book's vocabulary of fields does not do.
    """

    form: ClassVar[tuple[Message, Message | None] | None] = None
    rests_on: ClassVar[Clause | None] = None
    takes: ClassVar[Mapping[str, Takes]] = {}
    titles: ClassVar[Mapping[str, Message]] = {}
    meanings: ClassVar[Mapping[str, Message]] = {}

    def __post_init__(self) -> None:
        kind: Any = type(self)
        values = self.__dict__
        for name, atom, read in list_field_readers(kind):
            value = values[name]
            if type(value) is atom:
                continue
            try:
                read_value = read(value)
            except BadRecord as error:
                raise ValueError(f"{kind.__name__}.{name}: {error}") from error
            if read_value is value:
                continue
            if read_value != value:
                raise ValueError(f"{kind.__name__}.{name} is {value!r}, which would be read back as {read_value!r}")
            # 3 for a length becomes 3.0 now, not when the log is read; a dict is copied
            object.__setattr__(self, name, read_value)

    def record(self) -> dict[str, Json]:
        """The event as JSON, with its name."""
        kind: Any = type(self)
        return {"name": kind.__name__, **{name: to_plain(getattr(self, name)) for name in field_names(kind)}}

    def apply(self, state: Any) -> Any:
        """The state after the event: pure, and total, because an umpire may add any event at any time."""
        return state

    def sentence(self, names: Any) -> Sentence:
        """The event as a clause, in its plain form unless it has words of its own. names: the book's `ModelNames`."""
        return Sentence("", names.text(str(self)))

    def get_visible_event(self, seat: str) -> "Event | None":
        """The part of the event that a seat may know; None: nothing."""
        return self

    @classmethod
    def find_clause(cls, _record: Mapping[str, Json]) -> Clause | None:
        """The clause behind a record of this event."""
        return cls.rests_on

    def __str__(self) -> str:
        """The event on one line: `ShotHit shooter=ann target=bob`; a rulebook may word it better."""
        kind: Any = type(self)
        return " ".join([kind.__name__, *(f"{name}={getattr(self, name)}" for name in field_names(kind))])


class TerseEvent(Event):
    """An event whose line leaves out usual values: `Moved model=ann length_in=3.5 kind=move`."""

    def __str__(self) -> str:
        """The event's name and its unusual values; lists with commas, mappings as they are typed."""
        kind: Any = type(self)
        values = {name: getattr(self, name) for name, default in usual(kind).items() if getattr(self, name) != default}
        unusual = {name: value for name, value in values.items() if value not in ("", (), {})}
        return " ".join([kind.__name__, *(f"{name}={_shorten(value)}" for name, value in unusual.items())])


def _shorten(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(map(_shorten, value))
    if isinstance(value, dict):
        return ",".join(f"{key}:{item}" for key, item in value.items())
    return f"{value:g}" if isinstance(value, float) else str(value)


@runtime_checkable
class PlaceKeeper(Protocol):
    """The interface of a state that remembers where models stand."""

    def with_places(self, places: Mapping[str, tuple[float, float, float]]) -> "PlaceKeeper":
        """The state with models at these places."""
        ...


@dataclass(frozen=True, kw_only=True)
class PositionsAccepted(Event):
    """The sides agree on positions of models that moved out of turn.

    at: the centres of their bases (x, y, z); moved_in: the distance to the positions that the game had. Both in inches.
    Every rulebook reads it back; only a state that remembers where models stand changes by it.
    """

    at: Mapping[str, tuple[float, float, float]]
    moved_in: Mapping[str, float]

    def apply(self, state: Any) -> Any:
        """The state with the models at their new places, if it is a `PlaceKeeper`."""
        return state.with_places(self.at) if isinstance(state, PlaceKeeper) else state

    def sentence(self, names: ModelNames) -> Sentence:
        """The moves, without a subject."""
        return Sentence("", self.describe_moves(names))

    def describe_moves(self, called: Callable[[str], object]) -> str:
        """Say which models were moved and how far: `Pit moved 13.0 in and Ida moved 0.5 in`, without a full stop."""
        return join_items(
            _("{model} moved {length}", model=called(model), length=describe_length(self.moved_in.get(model, 0.0)))
            for model in self.at
        )


def collect_events(*modules: ModuleType) -> Mapping[str, type[Event]]:
    """The events that these modules define, by name, in the order of their definition."""
    return by_name(*(kind for module in modules for kind in _list_kinds(module)))


def _list_kinds(module: ModuleType) -> Iterable[type[Event]]:
    """The events that a module defines; imported ones belong to another."""
    kinds = (kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == module.__name__)
    return (kind for kind in kinds if issubclass(kind, Event))


def by_name(*kinds: type[Event]) -> Mapping[str, type[Event]]:
    """The events of a rulebook by name; ValueError if two share one."""
    named = {kind.__name__: kind for kind in kinds}
    if len(named) != len(kinds):
        raise ValueError("two events share a name")
    return named


# events that people add during a procedure of any rulebook: they count from then on, and change no answer
INTERJECTIONS = by_name(PositionsAccepted)


def decode(kinds: Mapping[str, type[Event]], record: Json) -> Event:
    """The event that `record` wrote; BadRecord if it is none of these."""
    kinds_by_name = {**INTERJECTIONS, **kinds}
    if not isinstance(record, dict) or record.get("name") not in kinds_by_name:
        raise BadRecord(f"{record!r} is no event of this rulebook")
    fields = {key: value for key, value in record.items() if key != "name"}
    try:
        event: Event = from_plain(kinds_by_name[record["name"]], fields, record["name"])
    except ValueError as error:
        raise BadRecord(str(error)) from error
    return event


def evolve(state: S, event: Event) -> S:
    """The state after an event."""
    after: S = event.apply(state)
    return after


def find_clause(kinds: Mapping[str, type[Event]], record: Mapping[str, Json]) -> str:
    """The clause behind an event of the log, as a player looks it up; empty if it has none of its own."""
    kind = kinds.get(str(record.get("name")))
    return str((kind and kind.find_clause(record)) or "")
