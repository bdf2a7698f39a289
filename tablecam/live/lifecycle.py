"""Assemble a host of games: its database, the forces, and the camera's observer."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tablecam.game.hosting.game_host import GameHost
from tablecam.live.advice_worker import AdviceWorker
from tablecam.live.game_observer import GameObserver, Keep
from tablecam.live.live_loop import LiveLoop
from tablecam.rules.books.book import Book
from tablecam.rules.books.catalogue import Catalogue
from tablecam.rules.books.game_setups import GameSetups, usual_forces, usual_scenarios
from tablecam.rules.books.setup_views import Scenario
from tablecam.storage.database import open_database
from tablecam.storage.folder_lock import FolderLock
from tablecam.storage.game_store import GameStore
from tablecam.table.roster import Roster

log = logging.getLogger(__name__)


@contextmanager
def hosting(
    db: str,
    live: LiveLoop,
    roster: Callable[[], Roster],
    books: Catalogue,
    folder: Path | None = None,
    keeping: Keep | None = None,
) -> Iterator[GameHost]:
    """A host that follows the live view inside the block; an unfinished game is open again.

    db: a file or a URL. folder: the table folder, whose own forces may be played too; while another server holds it,
    this one begins no game. keeping: see `GameObserver`. DatabaseFault if the database cannot be opened.
    """

    def table_in() -> tuple[float, float] | None:
        snapshot = live.view.snapshot
        return (snapshot.width_in, snapshot.depth_in) if snapshot else None

    def called() -> dict[str, str]:
        return {model.id: model.name for model in roster().models}

    def forces(book: Book) -> dict[str, Path]:
        return usual_forces(book, folder)

    def scenarios(book: Book) -> tuple[Scenario, ...]:
        return usual_scenarios(book, folder)

    follower, adviser = GameObserver(live, keeping), AdviceWorker(live)
    setups = GameSetups(books, forces, table_in, scenarios, lambda: roster().models)
    host = GameHost(GameStore(open_database(db)), setups, called, follower)
    table = FolderLock(folder) if folder else None
    if table:
        host.played_elsewhere = table.take
        if other_server := table.take():
            log.warning("%s", other_server)
    host.go_on()
    follower.follow(host)
    adviser.follow(host)
    try:
        yield host
    finally:
        adviser.stop()
        follower.stop()
        host.close()
        if table:
            table.release()
