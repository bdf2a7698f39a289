"""The games of a table on their way to its hub."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tablecam.hub.courier import Courier
from tablecam.hub.outbox import GameOutbox, Say
from tablecam.hub.settings import HubLink
from tablecam.rules.system import System
from tablecam.storage.game_store import GameStore


@contextmanager
def to_hub(
    link: HubLink | None, store: GameStore, rules: Callable[[str], System[Any]], say: Say
) -> Iterator[Courier | None]:
    """Sends the games of a store inside the block; nothing where there is no hub. rules: by a rulebook's name."""
    if link is None:
        yield None
        return
    with Courier(link.place, link.broker, GameOutbox(store, rules, say)).running() as courier:
        yield courier
