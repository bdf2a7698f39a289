"""The base of events in Urban Operations: one short line for a reader."""

from typing import Any

from tablecam.rules.event import Event
from tablecam.rules.plain import field_names, usual


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
