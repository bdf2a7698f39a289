"""The file of a SQLite database, watched while it is open: a file that was deleted or replaced is noticed.

A program may go on writing to a file that has no name any more, and SQLite reports each commit to it as done. So the
path is compared with the open file before and after each commit, and before a new connection would make an empty file
in the place of the old one.
"""

from pathlib import Path

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from tablecam.storage.database_fault import LostDatabase

# device and inode, which belong to one file for as long as it is open
Identity = tuple[int, int]
# under which a connection notes the files that it has open
FILES = "tablecam files"


def watch(engine: Engine) -> None:
    """Lets the engine's connections notice when the file of the database is not there any more."""
    path = file_of(engine)
    if path is None:
        return
    first: dict[Path, Identity] = {}

    def before(*_parameters: object) -> None:
        _compare(first)

    def connected(_connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
        # the database itself first; its log goes with the last connection, and comes again with the next
        record.info[FILES] = _present(path)
        first.update(first or {path: _identity(path)})

    event.listen(engine, "do_connect", before)
    event.listen(engine, "connect", connected)


def check(connection: Connection) -> None:
    """LostDatabase where the files of a connection are not those at their paths."""
    files = connection.info.get(FILES, {})
    _compare(files)
    # the log of a new database is there from the first commit on
    connection.info[FILES] = _present(next(iter(files))) | files if files else {}


def file_of(engine: Engine) -> Path | None:
    """The file of a SQLite database; None for one in memory, or on a server."""
    path = engine.url.database
    return Path(path) if engine.dialect.name == "sqlite" and path and path != ":memory:" else None


def _log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _present(path: Path) -> dict[Path, Identity]:
    """The files of a database that are there."""
    return {each: _identity(each) for each in (path, _log_of(path)) if each.exists()}


def _identity(path: Path) -> Identity:
    found = path.stat()
    return found.st_dev, found.st_ino


def _compare(files: dict[Path, Identity]) -> None:
    for path, opened in files.items():
        try:
            now = _identity(path)
        except FileNotFoundError as fault:
            raise _lost(path, "was deleted or moved") from fault
        except OSError as fault:
            raise _lost(path, f"cannot be reached ({(fault.strerror or str(fault)).lower()})") from fault
        if now != opened:
            raise _lost(path, "was replaced by another")


def _lost(path: Path, how: str) -> LostDatabase:
    return LostDatabase(f"the file {path} {how} while it was in use; nothing more is kept in it: put it back")
