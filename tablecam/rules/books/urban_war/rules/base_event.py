"""The base of what can happen in Urban War: one short line for a person."""

from typing import Any

from tablecam.rules.event import Event
from tablecam.rules.plain import field_names, usual


class UrbanWarEvent(Event):
    """An event whose line leaves out what is as usual: `Moved model=ann length_in=3.5 kind=move`."""

    def __str__(self) -> str:
        """Its name and what is particular about it."""
        kind: Any = type(self)
        values = {name: getattr(self, name) for name in field_names(kind)}
        own = {
            name: value for name, value in values.items() if value != usual(kind)[name] and value not in ("", (), {})
        }
        return " ".join([kind.__name__, *(f"{name}={_short(value)}" for name, value in own.items())])


def _short(value: object) -> str:
    """Lists with commas, mappings as they are typed."""
    if isinstance(value, tuple):
        return ",".join(f"{part:g}" if isinstance(part, float) else str(part) for part in value)
    if isinstance(value, dict):
        return ",".join(f"{key}:{part}" for key, part in value.items())
    return f"{value:g}" if isinstance(value, float) else str(value)
