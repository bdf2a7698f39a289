"""The last ten backups beside the database, one at the beginning and one at the end of each game, in the background."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from tablecam.base.errors import TablecamError
from tablecam.game.hosting.game_host import GameHost
from tablecam.storage.backup import back_up
from tablecam.storage.database_file import find_database_file

log = logging.getLogger(__name__)

MOST = 10
# how often the thread checks whether to stop
PATIENCE_S = 1.0


def backups_beside(file: Path) -> Path:
    """The folder of a database's rolling backups."""
    return file.with_name(f"{file.name}.backups")


@contextmanager
def rolling_backups(host: GameHost, most: int = MOST) -> Iterator[None]:
    """Back up the host's database inside the block, whenever a game begins or ends.

    A database on a server has backups of its own, and none here.
    """
    stopped = threading.Event()
    thread = threading.Thread(target=_follow_game, args=(host, most, stopped), name="backups", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        # wakes the thread, so that the program ends at once
        host.show()
        thread.join()


def back_up_now(host: GameHost, most: int = MOST) -> Path | None:
    """Write one more backup and delete the oldest; None if the database is on a server. TablecamError, OSError."""
    file = find_database_file(host.store.engine)
    if file is None:
        return None
    folder = backups_beside(file)
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    path = folder / f"{file.stem}-{stamp}.db"
    back_up(host.store.engine, path)
    for old_backup in sorted(folder.glob(f"{file.stem}-*.db"))[:-most]:
        old_backup.unlink(missing_ok=True)
    return path


def _follow_game(host: GameHost, most: int, over: threading.Event) -> None:
    last_status, number = _game_status(host), -1
    while not over.is_set():
        number = host.wait(number, PATIENCE_S)
        status = _game_status(host)
        if status == last_status:
            continue
        last_status = status
        if status is not None:
            try:
                back_up_now(host, most)
            except (TablecamError, OSError) as fault:
                log.warning("no backup was written: %s", fault)


def _game_status(host: GameHost) -> tuple[int, bool] | None:
    """The game in progress, and whether it is over."""
    with host.reading() as open_game:
        return (open_game.id, open_game.game.over) if open_game else None
