"""The events of a database as an organiser's connection to a hub needs them."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from tablecam.base.errors import BadFile
from tablecam.club.event.hall_event import event_told, take_result
from tablecam.club.event.registry import EventRegistry
from tablecam.doors.hub.message import COMPACT
from tablecam.doors.hub.organiser import organised
from tablecam.doors.hub.settings import DeskLink
from tablecam.rules.plain import Json

# how often the time is told while nothing else changes
AGAIN_S = 60.0


def organises(
    link: DeskLink | None, registry: EventRegistry, say: Callable[[str], None]
) -> AbstractContextManager[None]:
    """Inside the block the tables of the link's hall know the events of a database, and their results come.

    Nothing where there is no link. say: is told why a result is not taken.
    """
    return organised(link, OrganisedEvents(registry, link.hall if link else ""), say)


class OrganisedEvents:
    """Of one hall. now: the time in seconds since 1970, by which the clock of a round is told."""

    def __init__(self, registry: EventRegistry, hall: str, now: Callable[[], float] = time.time) -> None:
        self._registry, self._hall, self._now = registry, hall, now
        self._told: dict[str, Json] | None = None
        self._at = 0.0

    def told(self) -> str:
        """What the tables of the hall are told, empty where nothing is played. DatabaseFault.

        With the time, `at`, once a minute: the clocks of tables may be wrong.
        """
        told = event_told(self._registry, self._hall)
        if told != self._told or self._now() - self._at >= AGAIN_S:
            self._told, self._at = told, self._now()
        return COMPACT.encode({**told, "at": round(self._at, 1)}) if told else ""

    def take(self, table: str, result: Any) -> None:
        """Fills a score card in. TablecamError says why it is not."""
        if not isinstance(result, dict):
            raise BadFile("the result of a table has not the form of one")
        take_result(self._registry, self._hall, table, result)
