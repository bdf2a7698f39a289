"""Backups: all games and events of a database in one SQLite file, which any command opens; and the way back.

A backup can be made while games are played; it holds the database as of one moment. It is written to a temporary file
first, so that a file under the backup's name is always whole.
"""

import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from types import MappingProxyType

from sqlalchemy import Column, Engine, LargeBinary, MetaData, Table, Text, insert, inspect, select

from tablecam.base.errors import BadFile
from tablecam.storage.copied_logs import is_empty, read_logs, write_logs
from tablecam.storage.database import connect_engine, open_database, writing
from tablecam.storage.database_fault import DamagedDatabase, database_faults
from tablecam.storage.database_file import find_database_file
from tablecam.storage.text_file import put_in_place, write_bytes

# files that belong to the games and are not in the database, such as the keys of the table
FILES = Table("kept_files", MetaData(), Column("name", Text, primary_key=True), Column("content", LargeBinary))
NOTHING: Mapping[str, Path] = MappingProxyType({})
# the number of pages to copy before others may write again
PAGES = 256


def back_up(engine: Engine, path: Path, kept: Mapping[str, Path] = NOTHING) -> None:
    """Writes a backup, in place of an older one.

    kept: files that go with it, by their names there, such as the table's keys; then only its owner may read it.

    DatabaseFault if the database cannot be read, BadFile if the file cannot be written.
    """
    with _temporary_path(path) as temporary:
        if find_database_file(engine):
            _copy_database(engine, temporary)
        else:
            with _use_database(temporary) as target:
                write_logs(target, read_logs(engine))
        if kept:
            _add_files(temporary, kept)
        put_in_place(temporary, path, private=bool(kept))


def restore(path: Path, engine: Engine) -> list[str]:
    """Writes the games and events of a backup into a database that has none; returns the name of each.

    BadFile if the database has some, or the file is no backup.
    """
    if not is_empty(engine):
        raise BadFile("there are games or events in that database already: name a new one, or give --force")
    with _open_backup(path) as source:
        logs = read_logs(source)
    write_logs(engine, logs)
    return [log.name for log in logs]


def read_kept_files(path: Path) -> dict[str, bytes]:
    """The files that went with a backup, by their names there."""
    with _open_backup(path) as source:
        if not inspect(source).has_table(FILES.name):
            return {}
        with database_faults(source, "read"), source.connect() as connection:
            return {file.name: file.content for file in connection.execute(select(FILES.c.name, FILES.c.content))}


def write_kept(path: Path, content: bytes) -> None:
    """Writes a file that went with a backup, for its owner only."""
    write_bytes(path, content, private=True)


def _copy_database(engine: Engine, path: Path) -> None:
    """Copies by SQLite's own backup, which allows others to write meanwhile."""
    with database_faults(engine, "backed up"), engine.connect() as connection, closing(sqlite3.connect(path)) as target:
        source = connection.connection.dbapi_connection
        assert isinstance(source, sqlite3.Connection)
        try:
            source.backup(target, pages=PAGES)
            # one file, without a log beside it
            target.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.Error as fault:
            raise OSError(str(fault)) from fault


def _add_files(path: Path, kept: Mapping[str, Path]) -> None:
    rows = [{"name": name, "content": _read_content(name, file)} for name, file in kept.items()]
    with _use_database(path) as engine:
        FILES.metadata.create_all(engine)
        with writing(engine) as connection:
            connection.execute(insert(FILES), rows)


def _read_content(name: str, file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as fault:
        raise BadFile(f"the {name} {file} cannot be read: {(fault.strerror or str(fault)).lower()}") from fault


@contextmanager
def _open_backup(path: Path) -> Iterator[Engine]:
    """A copy of a backup, opened: an older backup is upgraded in the copy and stays unchanged itself."""
    if not path.is_file():
        raise BadFile(f"{path} is missing: name the file of a backup")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        write_bytes(copy, path.read_bytes(), flush=False, private=True)
        try:
            engine = open_database(str(copy))
        except DamagedDatabase as fault:
            raise BadFile(
                f"{path} is damaged, or no backup: tablecam salvage {path} NEW saves what is whole"
            ) from fault
        try:
            yield engine
        finally:
            engine.dispose()


@contextmanager
def _use_database(path: Path) -> Iterator[Engine]:
    engine = open_database(str(path))
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def _temporary_path(path: Path) -> Iterator[Path]:
    """A path in a temporary folder beside another path; the folder is removed after the block. BadFile."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as folder:
            yield Path(folder) / path.name
    except OSError as fault:
        raise BadFile(f"{path} cannot be written: {(fault.strerror or str(fault)).lower()}") from fault


@contextmanager
def open_copy(where: str) -> Iterator[Engine]:
    """A damaged database to read: a copy of its files, so that reading changes nothing in it. BadFile."""
    if "://" in where:
        yield connect_engine(where)
        return
    path = Path(where)
    if not path.is_file():
        raise BadFile(f"{path} is missing: name the file of a damaged database")
    with tempfile.TemporaryDirectory() as folder:
        for more in ("", "-wal"):
            if (file := path.with_name(path.name + more)).is_file():
                write_bytes(Path(folder) / file.name, file.read_bytes(), flush=False, private=True)
        engine = connect_engine(str(Path(folder) / path.name))
        try:
            yield engine
        finally:
            engine.dispose()
