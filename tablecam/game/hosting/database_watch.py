"""Watch the database while games and events are played: rolling backups, and a new file if the old one is lost.

custody = Custody((host, registry), tell)
with custody.watching(): ...
custody.fault          # None, or why nothing can be saved now: pages show it
custody.rescue()       # on the owner's word: everything in memory goes into a new file, and goes on there
"""

import logging
import tempfile
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
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
from tablecam.storage.database import open_database, writing
from tablecam.storage.database_fault import (
    DamagedDatabase,
    DatabaseFault,
    LostDatabase,
    UnwritableDatabase,
    database_faults,
)
from tablecam.storage.database_file import check, find_database_file
from tablecam.storage.game_store import GameStore
from tablecam.storage.line_store import LeagueStore, LineStore, TournamentStore

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
        # what was in memory when the database was lost, for a program that ends before its owner decides
        self._copy: Path | None = None

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
        is_news, self.fault = type(fault) is not type(self.fault), fault
        saved = self._save_memory() if self.can_rescue else self._drop_copy()
        if is_news:
            self._tell(f"{_terminal_text(fault)}{saved}")

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
        self._drop_copy()
        return path

    def _save_memory(self) -> str:
        """Write what is in memory to a file of its own, once, so that even a program killed now loses nothing."""
        if self._copy is None:
            timestamp = datetime.now(UTC).isoformat(timespec="milliseconds")
            logs = [_date_log(log, timestamp) for holder in self.holders for log in holder.list_open_logs()]
            old = find_database_file(self.holders[0].store.engine) or Path("games.db")
            try:
                self._copy, engine = _write_database(old.with_name(f"{old.stem}-memory.db"), logs)
                engine.dispose()
            except DatabaseFault as fault:
                return f"; what is open could not be saved: {fault}"  # no text: for the terminal
        # no text: for the terminal
        return f". Until then, what is open is saved in {self._copy}, which tablecam restore reads"

    def _drop_copy(self) -> str:
        copy, self._copy = self._copy, None
        if copy is not None:
            for more in ("", "-wal", "-shm"):
                copy.with_name(copy.name + more).unlink(missing_ok=True)
        return ""

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


def _date_log(log: CopiedLog, timestamp: str) -> CopiedLog:
    dated = replace(log, begun=log.begun or timestamp)
    return dated.with_texts([text for _at, text in log.lines], timestamp)


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
EACH_S = 600.0
# how often the thread checks for an occasion, and whether to stop
PATIENCE_S = 1.0
KINDS = (GameStore, TournamentStore, LeagueStore)

# something that changes when a backup is due
Occasion = Callable[[], Hashable]


def backups_beside(file: Path) -> Path:
    """The folder of a database's rolling backups."""
    return file.with_name(f"{file.name}.backups")


class RollingBackups:
    """The backups of the database of a store. occasions: of a backup at once; clock: seconds, never set back."""

    def __init__(
        self, store: LineStore, occasions: Sequence[Occasion], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store, self._occasions, self._clock = store, occasions, clock
        self._seen = self._look_around()
        self._saved_lines, self._saved_at = self._count_lines(), clock()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Back up in the background inside the block, and once more after it."""
        stopped = threading.Event()
        thread = threading.Thread(target=self._run_loop, args=(stopped,), name="backups", daemon=True)
        thread.start()
        try:
            yield
        finally:
            stopped.set()
            thread.join()
            self._back_up_changes()

    def check(self) -> None:
        """Back up if there is an occasion, or the last backup is ten minutes old."""
        current = self._look_around()
        if current != self._seen:
            self._seen = current
            self._back_up()
        elif self._clock() - self._saved_at >= EACH_S:
            self._back_up_changes()

    def _run_loop(self, stopped: threading.Event) -> None:
        while not stopped.wait(PATIENCE_S):
            self.check()

    def _look_around(self) -> tuple[Hashable, ...]:
        return tuple(occasion() for occasion in self._occasions)

    def _count_lines(self) -> Hashable:
        """The number of lines of each log; None while the database cannot be read."""
        try:
            return tuple(tuple(kind(self._store.engine).lengths().items()) for kind in KINDS)
        except TablecamError:
            return None

    def _back_up_changes(self) -> None:
        self._saved_at = self._clock()
        if self._count_lines() != self._saved_lines:
            self._back_up()

    def _back_up(self) -> None:
        lines = self._count_lines()
        try:
            back_up_now(self._store)
            self._saved_lines, self._saved_at = lines, self._clock()
        except (TablecamError, OSError) as fault:
            log.warning("no backup was written: %s", fault)


def back_up_now(store: LineStore, most: int = MOST) -> Path | None:
    """Write one more backup and delete the oldest; None if the database is on a server. TablecamError, OSError."""
    file = find_database_file(store.engine)
    if file is None:
        return None
    folder = backups_beside(file)
    stamp = store.now().astimezone().strftime("%Y%m%d-%H%M%S")
    path = folder / f"{file.stem}-{stamp}.db"
    with writing(store.engine):
        # checks that the file is the one that was opened: no backup of another pushes out a good one
        pass
    back_up(store.engine, path)
    for old_backup in sorted(folder.glob(f"{file.stem}-*.db"))[:-most]:
        old_backup.unlink(missing_ok=True)
    return path


def game_status(host: GameHost) -> tuple[int, bool] | None:
    """The game in progress, and whether it is over."""
    with host.reading() as open_game:
        return (open_game.id, open_game.game.over) if open_game else None
