"""What has happened: frozen records named in the past tense, the only thing that changes a state.

    @dataclass(frozen=True, kw_only=True)
    class ShotHit(Event):
        shooter: str
        target: str

    EVENTS = by_name(ShotHit, Removed)
    decode(EVENTS, {"name": "ShotHit", "shooter": "ann", "target": "bob"})

An event checks itself when made: a list where its field says tuple is refused on the spot, not when the log is read
back a week later. Once games with it are kept, an event only ever grows fields that have a default.
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
                back = read(value)
            except BadRecord as error:
                raise ValueError(f"{kind.__name__}.{name}: {error}") from error
            if back != value:
                raise ValueError(f"{kind.__name__}.{name} is {value!r}, which would be read back as {back!r}")
            # 3 for a length becomes 3.0 now rather than when the log is read; a dict is no longer the caller's
            object.__setattr__(self, name, back)

    def record(self) -> dict[str, Json]:
        """As JSON has it, under its name."""
        kind: Any = type(self)
        return {"name": kind.__name__, **{name: to_plain(getattr(self, name)) for name in field_names(kind)}}

    def __str__(self) -> str:
        """One line for a person: `ShotHit shooter=ann target=bob`; a rulebook may say it better."""
        kind: Any = type(self)
        return " ".join([kind.__name__, *(f"{name}={getattr(self, name)}" for name in field_names(kind))])


@dataclass(frozen=True, kw_only=True)
class PositionsAccepted(Event):
    """The sides agree that models count as standing where they were found, although it was not their turn to move.

    at: the centres of their bases (x, y, z); moved_in: how far that is from where the game had them. Both in inches.
    Every rulebook reads it back. One that remembers where models stand takes it in `evolve`.
    """

    at: Mapping[str, tuple[float, float, float]]
    moved_in: Mapping[str, float]


def by_name(*kinds: type[Event]) -> Mapping[str, type[Event]]:
    """The events of a rulebook under their names; ValueError where two share one."""
    named = {kind.__name__: kind for kind in kinds}
    if len(named) != len(kinds):
        raise ValueError("two events share a name")
    return named


# what people tell in the midst of a procedure of any rulebook: it counts from there on, and changes no answer
INTERJECTIONS = by_name(PositionsAccepted)


def decode(kinds: Mapping[str, type[Event]], record: Json) -> Event:
    """The event that `record` writes; BadRecord where it is none of these."""
    known = {**INTERJECTIONS, **kinds}
    if not isinstance(record, dict) or record.get("name") not in known:
        raise BadRecord(f"{record!r} is no event of this rulebook")
    fields = {key: value for key, value in record.items() if key != "name"}
    try:
        event: Event = from_plain(known[record["name"]], fields, record["name"])
    except ValueError as error:
        raise BadRecord(str(error)) from error
    return event
