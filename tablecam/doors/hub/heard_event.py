"""The round of a hall's event as its organiser has told it, and by which clock."""

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class HeardEvent:
    """text: JSON, empty where nothing was told. ahead_s: how far this machine's clock is ahead of the organiser's.

    What the broker has retained says nothing of the clocks: until the organiser speaks, both count as right.
    """

    text: str = ""
    ahead_s: float = 0.0

    def then(self, text: str, now: float | None) -> "HeardEvent":
        """What is known once a text has come. now: this machine's time when it came, None for a retained one."""
        told = read_event(text) or {}
        at = told.get("at")
        if now is None or not isinstance(at, int | float):
            return HeardEvent(text, self.ahead_s)
        return HeardEvent(text, now - at)


def read_event(text: str) -> dict[str, Any] | None:
    """What the organiser has told, None for nothing or what cannot be read."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) and isinstance(said.get("pairings"), list) else None
