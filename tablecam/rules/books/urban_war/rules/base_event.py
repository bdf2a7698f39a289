"""The base class of Urban War's events: one short line for a person."""

from typing import Any

from tablecam.rules.event import Event
from tablecam.rules.plain import field_names, usual


class UrbanWarEvent(Event):
    """An event whose line leaves out default values: `Moved model=ann length_in=3.5 kind=move`."""

    def __str__(self) -> str:
        """The event's name and its unusual values."""
        kind: Any = type(self)
        values = {name: getattr(self, name) for name in field_names(kind)}
        unusual_values = {
            name: value for name, value in values.items() if value != usual(kind)[name] and value not in ("", (), {})
        }
        return " ".join([kind.__name__, *(f"{name}={_to_short_text(value)}" for name, value in unusual_values.items())])


def _to_short_text(value: object) -> str:
    """Write lists with commas, mappings as they are typed."""
    if isinstance(value, tuple):
        return ",".join(f"{item:g}" if isinstance(item, float) else str(item) for item in value)
    if isinstance(value, dict):
        return ",".join(f"{key}:{item}" for key, item in value.items())
    return f"{value:g}" if isinstance(value, float) else str(value)
