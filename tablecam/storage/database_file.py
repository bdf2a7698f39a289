"""The file of a SQLite database, watched while it is open: the program notices its deletion or replacement.

A program may go on writing to a file that has lost its name, and SQLite reports each commit to it as done. So the
path is compared with the open file before and after each commit, and before a new connection would make an empty file
in the place of the old one.
"""

from pathlib import Path

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from tablecam.storage.database_fault import LostDatabase

# device and inode, which identify a file while it is open
Identity = tuple[int, int]
# the key under which a connection notes its open files
FILES = "tablecam files"


def watch(engine: Engine) -> None:
    """Makes the engine's connections notice that the file of the database has gone."""
    path = find_database_file(engine)
    if path is None:
        return
    identities: dict[Path, Identity] = {}

    def compare_files(*_parameters: object) -> None:
        _compare_files(identities)

    def note_files(_connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
        # the database itself first; its log goes with the last connection, and comes again with the next
        record.info[FILES] = _identify_files(path)
        identities.update(identities or {path: _identify_file(path)})

    event.listen(engine, "do_connect", compare_files)
    event.listen(engine, "connect", note_files)


def check(connection: Connection) -> None:
    """Raises LostDatabase if the files of a connection are not those at their paths."""
    files = connection.info.get(FILES, {})
    _compare_files(files)
    # the log of a new database is there from the first commit on
    connection.info[FILES] = _identify_files(next(iter(files))) | files if files else {}


def find_database_file(engine: Engine) -> Path | None:
    """The file of a SQLite database; None for one in memory, or on a server."""
    path = engine.url.database
    return Path(path) if engine.dialect.name == "sqlite" and path and path != ":memory:" else None


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
            raise _make_fault(path, "was deleted or moved") from fault
        except OSError as fault:
            raise _make_fault(path, f"cannot be reached ({(fault.strerror or str(fault)).lower()})") from fault
        if current != opened:
            raise _make_fault(path, "was replaced by another")


def _make_fault(path: Path, how: str) -> LostDatabase:
    return LostDatabase(f"the file {path} {how} while it was in use; nothing more is kept in it: put it back")
