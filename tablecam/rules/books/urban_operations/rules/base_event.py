"""The base of what can happen in Urban Operations: one short line for a person."""

from typing import Any

from tablecam.rules.event import Event
from tablecam.rules.plain import field_names, usual


class UrbanOperationsEvent(Event):
    """An event whose line leaves out what is as usual."""

    def __str__(self) -> str:
        """Its name and what is particular about it."""
        kind: Any = type(self)
        said = {name: getattr(self, name) for name in field_names(kind)}
        own = {name: value for name, value in said.items() if value != usual(kind)[name] and value not in ("", (), {})}
        return " ".join([kind.__name__, *(f"{name}={_short(value)}" for name, value in own.items())])


def _short(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    if isinstance(value, dict):
        return ",".join(f"{key}:{each}" for key, each in value.items())
    return str(value)
