"""The parts of the program that the composition root hands to `create_app`."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tablecam.base.languages import INSTALLED, Languages
from tablecam.club.event.registry import EventRegistry
from tablecam.doors.hub.courier import Courier
from tablecam.doors.hub.settings import DeskLink
from tablecam.game.hosting.database_watch import Custody
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.replay.archive import Archive
from tablecam.live.frame_recorder import FrameRecorder
from tablecam.live.live_loop import LiveLoop
from tablecam.live.portraits import PortraitKeeper
from tablecam.live.projector import ProjectorKeeper
from tablecam.live.tray_keeper import TrayKeeper
from tablecam.rules.books.catalogue import BOOKS, Catalogue
from tablecam.sensing.camera.synthetic.stage import Stage
from tablecam.setup.dice_tray import Throw, TrayCamera
from tablecam.setup.table_books import TableBooks
from tablecam.setup.table_setup import TableSetup
from tablecam.table.miniature import Roster
from webui.entrance.access import Access
from webui.server import page


@dataclass(frozen=True)
class Dependencies:
    """The pages of a part that is None do not exist.

    live: the live table; None where there is no camera, and then there is no page of a table either.
    roster: the models that may stand on the table now, in the order of the page's list; the set-up changes them.
    stage: the synthetic table of the demo.
    access: gives browsers their roles; None where only this machine reaches the server, as the table.
    stand_on: puts a model at rest on a surface until it moves (None: the camera's reading); ValueError if it cannot.
    host: the game in progress.
    archive: the stored games, for the replay.
    setup: the steps of the set-up, where the table folder can be written.
    club: the club events of the database.
    languages: the languages of the pages.
    custody: watches over the database of host and club.
    courier: takes the games of the host to a hub.
    desk: the organiser's link to a hub, whose walls the desk's menu leads to.
    books: the rulebooks; the usual one is that of a table where no game is played.
    seconds: a clock that is never set, which bounds what an address may send.
    table_books: keeps the data books that players upload; None where they cannot.
    tray: reads the dice tray beside the table; None where nobody plays. tray_camera: the camera over it, which may be
    absent; None for one that is always there. throw: returns what throws dice in a drawn tray, None for a real one.
    dice_counts: how often each face of the table's dice came up in it, by their colour and kind.
    portraits: the models' portraits; None: those of the live table, stored nowhere.
    projector: the projector over the table; None: one whose calibration is stored nowhere.
    recorder: keeps frames of the camera for films of highlights, in games where that is switched on.
    """

    live: LiveLoop | None
    roster: Callable[[], Roster]
    built_page: Path = page.BUILT
    access: Access | None = None
    stand_on: Callable[[str, str | None], None] | None = None
    host: GameHost | None = None
    stage: Stage | None = None
    archive: Archive | None = None
    setup: TableSetup | None = None
    club: EventRegistry | None = None
    languages: Languages = INSTALLED
    custody: Custody | None = None
    courier: Courier | None = None
    desk: DeskLink | None = None
    books: Catalogue = BOOKS
    seconds: Callable[[], float] = time.monotonic
    table_books: TableBooks | None = None
    portraits: PortraitKeeper | None = None
    projector: ProjectorKeeper | None = None
    recorder: FrameRecorder | None = None
    tray: TrayKeeper | None = None
    tray_camera: TrayCamera | None = None
    throw: Callable[[], Throw | None] = lambda: None
    dice_counts: Callable[[], Mapping[tuple[str, str], Sequence[int]]] = dict
