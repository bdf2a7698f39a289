"""The events of a database as an organiser's connection to a hub needs them."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from tablecam.club.hall_event import event_told, take_result
from tablecam.club.registry import EventRegistry
from tablecam.errors import BadFile
from tablecam.hub.message import COMPACT
from tablecam.hub.organiser import organised
from tablecam.hub.settings import DeskLink


def organises(
    link: DeskLink | None, registry: EventRegistry, say: Callable[[str], None]
) -> AbstractContextManager[None]:
    """Inside the block the tables of the link's hall know the events of a database, and their results come.

    Nothing where there is no link. say: is told why a result is not taken.
    """
    return organised(link, OrganisedEvents(registry, link.hall if link else ""), say)


class OrganisedEvents:
    """Of one hall."""

    def __init__(self, registry: EventRegistry, hall: str) -> None:
        self._registry, self._hall = registry, hall

    def told(self) -> str:
        """What the tables of the hall are told, empty where nothing is played. DatabaseFault."""
        told = event_told(self._registry, self._hall)
        return COMPACT.encode(told) if told else ""

    def take(self, table: str, result: Any) -> None:
        """Fills a score card in. TablecamError says why it is not."""
        if not isinstance(result, dict):
            raise BadFile("the result of a table has not the form of one")
        take_result(self._registry, self._hall, table, result)
