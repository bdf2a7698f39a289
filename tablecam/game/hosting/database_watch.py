"""Watch the database while games are played: rolling backups, and a new file if the old one is lost.

custody = Custody((host, registry), tell)
with custody.watching(): ...
custody.fault          # None, or why nothing can be saved now: pages show it
custody.rescue()       # on the owner's word: everything in memory goes into a new file, and goes on there
"""

import logging
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from sqlalchemy import Engine

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message
from tablecam.game.hosting.game_host import GameHost
from tablecam.storage.backup import CopiedLog, back_up, salvage, write_logs
from tablecam.storage.database import open_database
from tablecam.storage.database_fault import (
    DamagedDatabase,
    DatabaseFault,
    LostDatabase,
    UnwritableDatabase,
    database_faults,
)
from tablecam.storage.database_file import check, find_database_file
from tablecam.storage.line_store import LineStore

# the interval between two checks of the database
LOOK_S = 1.0
# faults that waiting does not cure
FINAL = (LostDatabase, UnwritableDatabase, DamagedDatabase)
Tell = Callable[[str], None]


class NothingToRescue(TablecamError):
    """The database is where it should be."""


class Holder(Protocol):
    """Games or events of one database, as far as they are in memory."""

    @property
    def store(self) -> LineStore:
        """The store that keeps them."""
        ...

    def hold_writing(self) -> AbstractContextManager[None]:
        """Prevent all writing inside the block."""
        ...

    def list_open_logs(self) -> Sequence[CopiedLog]:
        """The open logs, with every line that was acknowledged."""
        ...

    def switch_database(self, engine: Engine) -> None:
        """Go on in another database, which has the same logs."""
        ...


class Custody:
    """The database of some holders. tell: prints a sentence at the terminal. fault: why nothing can be saved now."""

    def __init__(self, holders: Sequence[Holder], tell: Tell = lambda _text: None) -> None:
        self.holders = tuple(holders)
        self.fault: DatabaseFault | None = None
        self._tell = tell
        self._stopped = threading.Event()

    @property
    def can_rescue(self) -> bool:
        """Whether the owner has to decide."""
        return isinstance(self.fault, FINAL)

    @contextmanager
    def watching(self) -> Iterator["Custody"]:
        """Check the database once a second inside the block."""
        thread = threading.Thread(target=self._watch_database, name="custody", daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._stopped.set()
            thread.join()

    def look(self) -> None:
        """Check the database now, and report a change."""
        fault = next(filter(None, map(_find_fault, self.holders)), None)
        if type(fault) is not type(self.fault):
            self._tell(_terminal_text(fault))
        self.fault = fault

    def rescue(self) -> Path:
        """Write everything to a new file, and go on there: open logs in full, the rest as far as it can be read.

        NothingToRescue if the database is there; DatabaseFault if no folder takes the file.
        """
        self.look()
        if not self.can_rescue:
            raise NothingToRescue(Message("the database is available: nothing needs to be written to a new file"))
        with ExitStack() as stack:
            for holder in self.holders:
                stack.enter_context(holder.hold_writing())
            old_engines = [holder.store.engine for holder in self.holders]
            logs, missing = self._collect_logs()
            path, engine = _write_database(find_database_file(old_engines[0]) or Path("games.db"), logs)
            for holder in self.holders:
                holder.store.fault = None
                holder.switch_database(engine)
        # no text: for the terminal
        self._tell("\n".join([f"everything goes on in {path}; --db {path} opens it the next time", *missing]))
        self.fault = None
        return path

    def _watch_database(self) -> None:
        while not self._stopped.wait(LOOK_S):
            self.look()

    def _collect_logs(self) -> tuple[list[CopiedLog], tuple[str, ...]]:
        timestamp = datetime.now(UTC).isoformat(timespec="milliseconds")
        readable = salvage(self.holders[0].store.engine)
        logs = {(log.kind, log.id): log for log in readable.logs}
        memory = {(log.kind, log.id): log for holder in self.holders for log in holder.list_open_logs()}
        for key, log in memory.items():
            dated = logs.get(key) or CopiedLog(log.kind, log.id, timestamp, ())
            full_log = dated.with_texts([text for _at, text in log.lines], timestamp)
            logs[key] = replace(full_log, settings=log.settings or dated.settings)
        prefixes = {f"{log.name}:" for log in memory.values()}
        missing = tuple(text for text in readable.missing if not any(text.startswith(name) for name in prefixes))
        return list(logs.values()), missing


def _find_fault(holder: Holder) -> DatabaseFault | None:
    """The reason why a holder cannot save anything now; None if it can."""
    store = holder.store
    try:
        with database_faults(store.engine, "reached"), store.engine.connect() as connection:
            check(connection)
    except DatabaseFault as fault:
        return fault
    if not isinstance(store.fault, (UnwritableDatabase, DamagedDatabase)):
        # the database is there again
        store.fault = None
    return store.fault


def _terminal_text(fault: DatabaseFault | None) -> str:
    if fault is None:
        return "the database is there again: games and events are kept"  # no text: for the terminal
    if isinstance(fault, FINAL):
        # no text: for the terminal
        return f"{fault}; or press “Write everything to a new file” on the table's page. Nothing new counts until then"
    # no text: for the terminal
    return f"{fault}; nothing new counts until it is there again, and pages send what they have again by themselves"


def _remove_new_file(path: Path) -> None:
    """Removes what is left of a database that could not be written: it would look like a rescued one."""
    for more in ("", "-wal", "-shm"):
        with suppress(OSError):
            path.with_name(path.name + more).unlink(missing_ok=True)


def _write_database(old: Path, logs: Sequence[CopiedLog]) -> tuple[Path, Engine]:
    """A new database with these logs, in the first folder that takes it; DatabaseFault if none does."""
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    folders = (old.parent, Path.cwd(), Path.home(), Path(tempfile.gettempdir()))
    paths = [old, *(folder / f"{old.stem}-rescued-{stamp}.db" for folder in folders)]
    fault: DatabaseFault | None = None
    for path in paths:
        # no file of another database may exist there
        if any(path.with_name(path.name + more).exists() for more in ("", "-wal", "-shm")):
            continue
        try:
            engine = open_database(str(path))
            write_logs(engine, logs)
        except DatabaseFault as failure:
            fault = failure
            _remove_new_file(path)
        else:
            return path, engine
    raise fault or DatabaseFault(
        f"no folder takes a new file in place of {old}: give the program one that it may write to"
    )


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
