"""The base of events in Urban Operations: one short line for a reader, and the names that sentences need."""

from typing import Any, Protocol

from tablecam.rules.event import Event
from tablecam.rules.plain import field_names, usual
from tablecam.rules.roll_sum import RollSum
from tablecam.rules.sentence import ModelNames


class OperationsNames(ModelNames, Protocol):
    """The names of blocks, tokens and sides, of 3D actions, and of the aid's parameters."""

    def action(self, kind: str) -> str:
        """The name of a 3D action."""
        ...

    def setting(self, key: str, value: str) -> str:
        """A parameter of the aid with its value, as question and answer."""
        ...

    def die_and_firepower(self, sum: RollSum, total: int) -> str:
        """The gain of a fight's die with all modifiers: `1 (die 7) + light weapons 3 = 4`."""
        ...


class UrbanOperationsEvent(Event):
    """An event whose line leaves out the usual values."""

    def __str__(self) -> str:
        """The event's name and its unusual values."""
        kind: Any = type(self)
        values = {name: getattr(self, name) for name in field_names(kind)}
        unusual = {
            name: value for name, value in values.items() if value != usual(kind)[name] and value not in ("", (), {})
        }
        return " ".join([kind.__name__, *(f"{name}={_short_text(value)}" for name, value in unusual.items())])


def _short_text(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    if isinstance(value, dict):
        return ",".join(f"{key}:{item}" for key, item in value.items())
    return str(value)
