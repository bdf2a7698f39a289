"""The events of a database for an organiser's connection to a hub."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from tablecam.base.errors import BadFile
from tablecam.club.event.hall_event import event_told, take_result
from tablecam.club.event.registry import EventRegistry
from tablecam.doors.hub.message import COMPACT
from tablecam.doors.hub.organiser import connect_organiser
from tablecam.doors.hub.settings import DeskLink
from tablecam.rules.plain import Json

# the interval at which the time is sent while nothing else changes
AGAIN_S = 60.0


def organises(
    link: DeskLink | None, registry: EventRegistry, say: Callable[[str], None]
) -> AbstractContextManager[None]:
    """Connect the tables of the link's hall to the events of a database inside the block, and take in their results.

    Does nothing without a link. say: receives the reason for a refused result.
    """
    return connect_organiser(link, OrganisedEvents(registry, link.hall if link else ""), say)


class OrganisedEvents:
    """The events of one hall. now: the time in seconds since 1970, which sets the clock of a round."""

    def __init__(self, registry: EventRegistry, hall: str, now: Callable[[], float] = time.time) -> None:
        self._registry, self._hall, self._now = registry, hall, now
        self._last_event: dict[str, Json] | None = None
        self._last_sent_s = 0.0

    def compose_message(self) -> str:
        """The message to the tables of the hall, empty where nothing is played. DatabaseFault.

        Contains the time, `at`, once a minute, since the clocks of tables may be wrong.
        """
        event = event_told(self._registry, self._hall)
        if event != self._last_event or self._now() - self._last_sent_s >= AGAIN_S:
            self._last_event, self._last_sent_s = event, self._now()
        return COMPACT.encode({**event, "at": round(self._last_sent_s, 1)}) if event else ""

    def take(self, table: str, result: Any) -> None:
        """Fill in a score card. TablecamError gives the reason of a refusal."""
        if not isinstance(result, dict):
            raise BadFile("the result of a table has not the form of one")
        take_result(self._registry, self._hall, table, result)
