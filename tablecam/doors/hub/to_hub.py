"""Send the games of a table to its hub."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tablecam.doors.hub.broadcast import TableShow
from tablecam.doors.hub.courier import Courier, ShowPlan
from tablecam.doors.hub.outbox import GameOutbox, Say
from tablecam.doors.hub.settings import HubLink
from tablecam.rules.system import System
from tablecam.storage.game_store import GameStore


@contextmanager
def to_hub(
    link: HubLink | None,
    store: GameStore,
    rules: Callable[[str], System[Any]],
    say: Say,
    show: TableShow | None = None,
) -> Iterator[Courier | None]:
    """Send the games of a store inside the block; does nothing without a hub. rules: by a rulebook's name.

    show: the table's public view; None: only whether it is there.
    """
    if link is None:
        yield None
        return
    plan = ShowPlan(show, link.delayed, link.featured) if show else None
    with Courier(link.place, link.broker, GameOutbox(store, rules, say), plan).running() as courier:
        yield courier
