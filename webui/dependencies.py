"""What the pages are put together from: the parts that the composition root hands to `create_app`."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tablecam.camera.synthetic.stage import Stage
from tablecam.club.registry import EventRegistry
from tablecam.hosting.game_host import GameHost
from tablecam.languages import INSTALLED, Languages
from tablecam.observing.live_loop import LiveLoop
from tablecam.replay.archive import Archive
from tablecam.setup.table_setup import TableSetup
from tablecam.table.roster import Roster
from webui import page
from webui.access import Access


@dataclass(frozen=True)
class Dependencies:
    """A part that is None is not offered, and its pages are not there.

    live: the table as it is seen; None where there is no camera, and then there is no page of a table either.
    roster: who may stand on the table now, in the order in which the page lists them; it changes when the set-up does.
    stage: the synthetic table, where there is one to direct.
    access: how browsers get their roles; None where only this machine's own reach the server: all are the table.
    stand_on: has a model at rest stand on a surface until it moves (None: as it is read); ValueError if it cannot.
    host: the game in progress.
    archive: the games that are kept, to be read back.
    setup: the steps of setting the table up, where its folder can be written.
    club: the club events of the database.
    languages: in which the page can be read.
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
