"""The round of a hall's event as its organiser has published it, and the difference of the clocks."""

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class HeardEvent:
    """The organiser's message. text: JSON, empty if there is none. ahead_s: this machine's clock minus the organiser's.

    A retained message does not show the clocks: until the organiser sends a new one, both count as right.
    """

    text: str = ""
    ahead_s: float = 0.0

    def then(self, text: str, now: float | None) -> "HeardEvent":
        """The event after a new text. now: this machine's time when it came, None for a retained one."""
        event = read_event(text) or {}
        sent_at = event.get("at")
        if now is None or not isinstance(sent_at, int | float):
            return HeardEvent(text, self.ahead_s)
        return HeardEvent(text, now - sent_at)


def read_event(text: str) -> dict[str, Any] | None:
    """The organiser's message; None if there is none or it cannot be read."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) and isinstance(message.get("pairings"), list) else None
