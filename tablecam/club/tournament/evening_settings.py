"""The settings of an evening that change in the course of a year: names, whether it takes place, and its extras.

    state.settings.cancelled, state.settings.archived, state.settings.scenarios, state.settings.prizes

`evening_changes.py` decides; here are the log events and what follows from them.

The guide says nothing about any of it, and no draw and no place depends on it.

Clause: House Evening (N9), UW-TG Force Lists (LIST).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType


@dataclass(frozen=True, kw_only=True, slots=True)
class EventRenamed:
    """The event has another name."""

    title: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerRenamed:
    """A player has another name. The ID stays, and with it the score card."""

    player: str
    new_name: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ForceRenamed:
    """A player's force list has another name; nothing else of it changes."""

    player: str
    new_name: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ForceCounted:
    """The number of models of a player who has handed in no list, and the faction (A1)."""

    player: str
    models: int
    faction: str = ""
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class EveningCancelled:
    """The evening does not take place, or takes place after all."""

    cancelled: bool
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class EveningArchived:
    """The event is put away: lists show it last. Nothing of it is lost."""

    archived: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class ScenarioSet:
    """The scenario that everybody plays in a round; empty where it is taken back."""

    number: int
    scenario: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PlacePrizeSet:
    """The prize for a place, money for instance; empty where it is taken back."""

    place: int
    prize: str


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatReserved:
    """A place of the event is kept for somebody, or no longer. guest: the name under which they will enter."""

    guest: str
    reserved: bool


Renaming = EventRenamed | PlayerRenamed | ForceRenamed | ForceCounted
SettingEvent = EveningCancelled | EveningArchived | ScenarioSet | PlacePrizeSet | SeatReserved
EveningEvent = Renaming | SettingEvent


@dataclass(frozen=True, slots=True)
class EveningSettings:
    """cancelled: with its reason, None where it takes place. scenarios: by round; prizes: by place.

    reserved: the names for whom a place is kept.
    """

    cancelled: EveningCancelled | None = None
    archived: bool = False
    scenarios: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    prizes: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    reserved: tuple[str, ...] = ()


def settings_after(settings: EveningSettings, log_event: SettingEvent) -> EveningSettings:
    """The settings after one more log event; nothing is checked."""
    match log_event:
        case EveningCancelled(cancelled=cancelled):
            return replace(settings, cancelled=log_event if cancelled else None)
        case EveningArchived(archived=archived):
            return replace(settings, archived=archived)
        case ScenarioSet(number=number, scenario=scenario):
            return replace(settings, scenarios=_with_text(settings.scenarios, number, scenario))
        case PlacePrizeSet(place=place, prize=prize):
            return replace(settings, prizes=_with_text(settings.prizes, place, prize))
        case SeatReserved(guest=name, reserved=reserved):
            others = tuple(guest for guest in settings.reserved if not is_same_name(guest, name))
            return replace(settings, reserved=(*others, name) if reserved else others)


def _with_text(texts: Mapping[int, str], number: int, text: str) -> Mapping[int, str]:
    """Sorted by number; without the number where the text is empty."""
    changed = {**texts, number: text}
    return MappingProxyType({key: changed[key] for key in sorted(changed) if changed[key]})


def is_same_name(one: str, other: str) -> bool:
    """Whether two names are the same but for capital letters and spaces."""
    return one.casefold().split() == other.casefold().split()
