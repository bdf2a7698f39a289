"""Events: frozen records named in the past tense, the only thing that changes a state.

    @dataclass(frozen=True, kw_only=True)
    class ShotHit(Event):
        shooter: str
        target: str

    EVENTS = by_name(ShotHit, Removed)
    decode(EVENTS, {"name": "ShotHit", "shooter": "ann", "target": "bob"})

An event checks itself when created: a list in a field declared as a tuple is refused at once, not when the log is read
back a week later. Once games with an event are stored, it may only gain fields that have a default.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablecam.rules.plain import BadRecord, Json, field_names, from_plain, readers, to_plain


@dataclass(frozen=True, kw_only=True)
class Event:
    """The base of every event; fields are str, int, float, bool, None, tuples, mappings, enums and frozen records."""

    def __post_init__(self) -> None:
        kind: Any = type(self)
        for name, read in readers(kind).items():
            value = getattr(self, name)
            try:
                read_value = read(value)
            except BadRecord as error:
                raise ValueError(f"{kind.__name__}.{name}: {error}") from error
            if read_value != value:
                raise ValueError(f"{kind.__name__}.{name} is {value!r}, which would be read back as {read_value!r}")
            # 3 for a length becomes 3.0 now, not when the log is read; a dict is copied
            object.__setattr__(self, name, read_value)

    def record(self) -> dict[str, Json]:
        """The event as JSON, with its name."""
        kind: Any = type(self)
        return {"name": kind.__name__, **{name: to_plain(getattr(self, name)) for name in field_names(kind)}}

    def __str__(self) -> str:
        """The event on one line: `ShotHit shooter=ann target=bob`; a rulebook may word it better."""
        kind: Any = type(self)
        return " ".join([kind.__name__, *(f"{name}={getattr(self, name)}" for name in field_names(kind))])


@dataclass(frozen=True, kw_only=True)
class PositionsAccepted(Event):
    """The sides agree on positions of models that moved out of turn.

    at: the centres of their bases (x, y, z); moved_in: the distance to the positions that the game had. Both in inches.
    Every rulebook reads it back. One that remembers where models stand applies it in `evolve`.
    """

    at: Mapping[str, tuple[float, float, float]]
    moved_in: Mapping[str, float]


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
