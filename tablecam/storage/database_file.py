"""The file of a SQLite database, watched while it is open: its deletion, replacement or overwriting is noticed.

A program may go on writing to a file that has lost its name, and SQLite reports each commit to it as done. So the
path is compared with the open file before and after each commit, and before a new connection would make an empty file
in the place of the old one. A connection also answers from its own memory after the file's content was overwritten:
whenever something but its own commit has changed the file, and after each line of a log, a fresh handle reads what is
really there.
"""

import hashlib
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, Table, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from tablecam.storage.database_fault import DamagedDatabase, LostDatabase, classify_sqlite

# A sum carried along the lines of a log, so that an edited, lost or swapped line is found at its place.
#
# It guards against slips and half-written files, not against somebody who computes the sums again.

# 48 bits: no slip comes out right by chance, and a person can still compare two of them
DIGITS = 12


def line_sum(before: str, text: str) -> str:
    """The sum of a line. before: that of the line before, empty for the first."""
    return hashlib.sha256(f"{before}\n{text}".encode()).hexdigest()[:DIGITS]


# the longest wait of a commit for another program's commit; no game writes for longer than this
BUSY_S = 10
# device and inode, which identify a file while it is open
Identity = tuple[int, int]
# what a log of SQLite begins with, in either order of its bytes
LOG_MAGIC = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
# the key under which a connection notes its open files
FILES = "tablecam files"


@dataclass(frozen=True)
class LogHead:
    """The last known line of a log. lines: the table of its lines; owner: the name of the column of its number."""

    lines: Table
    owner: str
    id: int
    line: int
    sum: str


@dataclass(frozen=True)
class ListedFile:
    """A file as the system lists it; all 0 without one. inode: another file has another. changed: in nanoseconds."""

    inode: int = 0
    size: int = 0
    changed: int = 0


class FileWatch:
    """The watch over the file of one engine. Any thread may ask."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._identities: dict[Path, Identity] = {}
        # the database and its log when they were last known to be whole
        self._known: tuple[ListedFile, ListedFile] | None = None
        # the logs that this program has read or written, as far as it knows them
        self._heads: dict[tuple[str, int], LogHead] = {}

    def compare_files(self, *_parameters: object) -> None:
        """Raises LostDatabase before a connection would be made to another file."""
        _compare_files(self._identities)

    def note_files(self, _connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
        """Notes the files of a new connection."""
        # the database itself first; its log goes with the last connection, and comes again with the next
        record.info[FILES] = _identify_files(self.path)
        self._identities.update(self._identities or {self.path: _identify_file(self.path)})
        self._known = self._known or self._read_states()

    def check(self, connection: Connection, *, is_committed: bool = False) -> None:
        """Raises a DatabaseFault if the files of a connection are not those at their paths, or their content is not.

        is_committed: this connection has just written to the log.
        """
        files = connection.info.get(FILES, {})
        _compare_files(files)
        # the log of a new database is there from the first commit on
        connection.info[FILES] = _identify_files(self.path) | files
        with self._lock:
            states = self._read_states()
            self._refuse_shorter(states)
            if self._known is None or states[0] != self._known[0] or (states[1] != self._known[1] and not is_committed):
                self._verify_content()
            self._known = states

    def note_head(self, head: LogHead) -> None:
        """Notes how far a log is known."""
        with self._lock:
            self._heads[head.owner, head.id] = head

    def confirm_head(self, head: LogHead) -> None:
        """Notes a line that was written, once a fresh handle has found it. LostDatabase."""
        with _read_afresh(self.path) as reader:
            row = reader.execute(_select_head(head), (head.id, head.line)).fetchone()
        if row is None or row[0] != head.sum:
            raise make_lost_fault(self.path, "was overwritten")
        self.note_head(head)

    def _read_states(self) -> tuple[ListedFile, ListedFile]:
        try:
            return _read_state(self.path), _read_state(_log_path(self.path))
        except OSError as fault:
            raise make_lost_fault(self.path, f"cannot be reached ({(fault.strerror or str(fault)).lower()})") from fault

    def _refuse_shorter(self, states: tuple[ListedFile, ListedFile]) -> None:
        """Neither file becomes shorter, except a log that SQLite itself empties.

        SQLite would take an empty database for a new one, and delete the log beside it.
        """
        for former, state in zip(self._known or (), states, strict=False):
            is_emptied_log = state is states[1] and not state.size
            if state.inode == former.inode and state.size < former.size and not is_emptied_log:
                raise make_lost_fault(self.path, "was emptied or cut short")

    def _verify_content(self) -> None:
        """Raises a DatabaseFault unless a fresh handle finds the database whole, with every line that is known.

        A log that was deleted on purpose, by this program or by another, is known no longer.
        """
        _check_log(_log_path(self.path))
        with _read_afresh(self.path) as reader:
            if reader.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise DamagedDatabase(f"the file {self.path} was damaged while it was in use")
            self._heads = {key: head for key, head in self._heads.items() if not _is_deleted(reader, head)}
            for head in self._heads.values():
                texts = reader.execute(_select_texts(head), (head.id, head.line)).fetchall()
                if len(texts) != head.line or reduce(line_sum, (text for (text,) in texts), "") != head.sum:
                    raise make_lost_fault(self.path, "was overwritten")


# the watch of each engine on a file
WATCHES: "WeakKeyDictionary[Engine, FileWatch]" = WeakKeyDictionary()


def watch(engine: Engine) -> None:
    """Makes the engine's connections notice that the file of the database has gone."""
    path = find_database_file(engine)
    if path is None:
        return
    WATCHES[engine] = file_watch = FileWatch(path)
    event.listen(engine, "do_connect", file_watch.compare_files)
    event.listen(engine, "connect", file_watch.note_files)


def check(connection: Connection, *, is_committed: bool = False) -> None:
    """Raises a DatabaseFault if the database of a connection is not at its place, or has other content."""
    if file_watch := WATCHES.get(connection.engine):
        file_watch.check(connection, is_committed=is_committed)


def find_database_file(engine: Engine) -> Path | None:
    """The file of a SQLite database; None for one in memory, or on a server."""
    path = engine.url.database
    return Path(path) if engine.dialect.name == "sqlite" and path and path != ":memory:" else None


def make_lost_fault(path: Path, how: str) -> LostDatabase:
    """The fault of a file that is no longer what it was."""
    return LostDatabase(f"the file {path} {how} while it was in use; nothing more is kept in it: put it back")


@contextmanager
def _read_afresh(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that has read nothing before, and writes nothing."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", timeout=BUSY_S, uri=True)) as reader:
            yield reader
    except sqlite3.Error as fault:
        if getattr(fault, "sqlite_errorname", "") == "SQLITE_IOERR_SHORT_READ":
            raise make_lost_fault(path, "or its log was cut short") from fault
        raise classify_sqlite(fault)(f"the file {path} cannot be read while it is in use: {fault}") from fault


def _select_head(head: LogHead) -> str:
    return f"SELECT sum FROM {head.lines.name} WHERE {head.owner} = ? AND line = ?"  # noqa: S608 - names of ours


def _select_texts(head: LogHead) -> str:
    names = f"{head.lines.name} WHERE {head.owner} = ? AND line <= ?"
    return f"SELECT text FROM {names} ORDER BY line"  # noqa: S608 - names of ours


def _is_deleted(reader: sqlite3.Connection, head: LogHead) -> bool:
    """Whether the database has given a log its number, and has nothing of it any more.

    An older copy, or another database, has never given that number, or has another log under it.
    """
    (given,) = head.lines.c[head.owner].foreign_keys
    owners = given.column.table.name
    rows = f"EXISTS (SELECT 1 FROM {owners} WHERE id = :id)"  # noqa: S608 - names of ours
    last_number = f"(SELECT seq FROM sqlite_sequence WHERE name = '{owners}')"  # noqa: S608 - names of ours
    (deleted,) = reader.execute(f"SELECT {last_number} >= :id AND NOT {rows}", {"id": head.id}).fetchone()
    return bool(deleted)


def _check_log(log: Path) -> None:
    """Raises LostDatabase unless a log begins as one. Its file has no locks that reading would release."""
    try:
        with log.open("rb") as content:
            beginning = content.read(4)
    except FileNotFoundError:
        return
    if beginning and beginning not in LOG_MAGIC:
        raise make_lost_fault(log, "was overwritten")


def _read_state(path: Path) -> ListedFile:
    try:
        status = path.stat()
    except FileNotFoundError:
        return ListedFile()
    return ListedFile(status.st_ino, status.st_size, status.st_mtime_ns)


def _log_path(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _identify_files(path: Path) -> dict[Path, Identity]:
    """The existing files of a database, with their identities."""
    return {file: _identify_file(file) for file in (path, _log_path(path)) if file.exists()}


def _identify_file(path: Path) -> Identity:
    status = path.stat()
    return status.st_dev, status.st_ino


def _compare_files(files: dict[Path, Identity]) -> None:
    for path, opened in files.items():
        try:
            current = _identify_file(path)
        except FileNotFoundError as fault:
            raise make_lost_fault(path, "was deleted or moved") from fault
        except OSError as fault:
            raise make_lost_fault(path, f"cannot be reached ({(fault.strerror or str(fault)).lower()})") from fault
        if current != opened:
            raise make_lost_fault(path, "was replaced by another")
