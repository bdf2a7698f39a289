"""The dice tray of a table: its camera, opened and watched while the page is served."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablecam.base.errors import BadFile

if TYPE_CHECKING:
    from tablecam.game.hosting.game_host import GameHost
    from tablecam.live.tray_keeper import TrayKeeper
    from tablecam.sensing.camera.source import Source
    from tablecam.storage.crops import Crops

log = logging.getLogger(__name__)

# the drawn tray of the demo
DRAWN = "drawn"

HELP = (
    "A camera over a dice tray, as for a table; its sheet comes from `tablecam print dice-tray`. "
    f"`{DRAWN}` draws a tray, whose dice are thrown on the page."
)
dice_option = click.option("--dice", metavar="SOURCE", help=HELP)


def open_tray(source: str | None) -> Source | None:
    """The camera over the dice tray, None without one. Raises BadFile."""
    from tablecam.commands.live_cameras import open_or_await

    if source == DRAWN:
        from tablecam.sensing.camera.synthetic.drawn_tray import DrawnTray

        return DrawnTray()
    return open_or_await(source, None) if source else None


@contextmanager
def running_tray(source: Source | None, host: GameHost, folder: Path, crops: Crops) -> Iterator[TrayKeeper | None]:
    """The dice tray, watched inside the block; None without a camera over one. Closes the camera."""
    from tablecam.live.tray_keeper import TrayKeeper
    from tablecam.sensing.camera.hot_swap import HotSwap
    from tablecam.sensing.dice.reading import read_dice

    if source is None:
        yield None
        return

    def count(rolled: Sequence[tuple[str, str, int]]) -> None:
        from tablecam.storage.dice_counts import add_rolled_faces

        try:
            add_rolled_faces(folder, rolled)
        except BadFile as fault:
            # statistics are no part of the game
            log.warning("%s", fault)

    with HotSwap(source) as frames, TrayKeeper(frames, host, read_dice, crops.keep_roll, count).follow() as tray:
        yield tray


def load_dice_counts(folder: Path) -> Mapping[tuple[str, str], Sequence[int]]:
    """How often each face of the table's dice came up in the tray; none where the file cannot be read."""
    from tablecam.storage.dice_counts import read_dice_counts

    try:
        return read_dice_counts(folder)
    except BadFile as fault:
        log.warning("%s", fault)
        return {}
