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
    from tablecam.setup.dice_tray import TrayCamera
    from tablecam.storage.crops import Crops

log = logging.getLogger(__name__)

# the drawn tray of the demo
DRAWN = "drawn"

HELP = (
    "A camera over a dice tray, as for a table; its sheet comes from `tablecam print dice-tray`. "
    f"`{DRAWN}` draws a tray, whose dice are thrown on the page.  [default: the tray that the table was last played "
    "with]"
)
dice_option = click.option("--dice", metavar="SOURCE", help=HELP)


def open_tray(folder: Path, chosen: str | None, is_demo: bool) -> TrayCamera:
    """The camera over the dice tray: the chosen one, which the folder keeps if it is live, or the kept one.

    is_demo: whether the page offers a drawn tray. Raises BadFile.
    """
    from tablecam.base.i18n import Message
    from tablecam.sensing.camera.camera_list import Offer
    from tablecam.sensing.camera.synthetic.drawn_tray import DrawnTray
    from tablecam.setup.dice_tray import TrayCamera
    from tablecam.storage.table_toml import keep_tray_source, read_tray_source

    named = chosen or read_tray_source(folder)
    source = _open_source(named) if named else None
    if chosen and source is not None and source.live and folder.is_dir():
        keep_tray_source(folder, chosen)
    drawn = ((Offer(DRAWN, Message("drawn dice tray")), DrawnTray),) if is_demo else ()
    return TrayCamera(folder, source, named, drawn)


def _open_source(named: str) -> Source:
    from tablecam.commands.live_cameras import open_or_await
    from tablecam.sensing.camera.synthetic.drawn_tray import DrawnTray

    return DrawnTray() if named == DRAWN else open_or_await(named, None)


@contextmanager
def running_tray(camera: TrayCamera, host: GameHost, folder: Path, crops: Crops) -> Iterator[TrayKeeper]:
    """The dice tray, watched inside the block. Closes the camera."""
    from tablecam.live.tray_keeper import TrayKeeper
    from tablecam.sensing.dice.reading import read_dice

    def count(rolled: Sequence[tuple[str, str, int]]) -> None:
        from tablecam.storage.dice_counts import add_rolled_faces

        try:
            add_rolled_faces(folder, rolled)
        except BadFile as fault:
            # statistics are no part of the game
            log.warning("%s", fault)

    with camera, TrayKeeper(camera.frames, host, read_dice, crops.keep_roll, count).follow() as tray:
        yield tray


def load_dice_counts(folder: Path) -> Mapping[tuple[str, str], Sequence[int]]:
    """How often each face of the table's dice came up in the tray; none where the file cannot be read."""
    from tablecam.storage.dice_counts import read_dice_counts

    try:
        return read_dice_counts(folder)
    except BadFile as fault:
        log.warning("%s", fault)
        return {}
