"""Backups: all games and events of a database in one SQLite file, which any command opens; and the way back.

A backup can be made while games are played; it holds the database as of one moment. It is written to a temporary file
first, so that a file under the backup's name is always whole.
"""

import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    LargeBinary,
    MetaData,
    Table,
    Text,
    func,
    insert,
    inspect,
    select,
    text,
)
from sqlalchemy import text as sql
from sqlalchemy.exc import SQLAlchemyError

from tablecam.base.errors import BadFile
from tablecam.storage.database import (
    EVENTS,
    GAME_SETTINGS,
    GAMES,
    LEAGUE_LINES,
    LEAGUE_NAMES,
    LEAGUES,
    TOURNAMENT_LINES,
    TOURNAMENTS,
    connect_engine,
    open_database,
    writing,
)
from tablecam.storage.database_fault import DamagedDatabase, database_faults, first_line
from tablecam.storage.database_file import find_database_file, line_sum
from tablecam.storage.text_file import put_in_place, write_bytes

GAME, TOURNAMENT, LEAGUE = "game", "tournament", "league"
# the tables of the owners and of their lines, by the kind of a log
KINDS: dict[str, tuple[Table, Table]] = {
    GAME: (GAMES, EVENTS),
    TOURNAMENT: (TOURNAMENTS, TOURNAMENT_LINES),
    LEAGUE: (LEAGUES, LEAGUE_LINES),
}
# the table beside the logs of a kind: owner, key and value
BESIDE: dict[str, Table] = {GAME: GAME_SETTINGS, LEAGUE: LEAGUE_NAMES}
# lines that go into one statement
MANY = 500


@dataclass(frozen=True)
class CopiedLog:
    """A log with its number. begun: an ISO time. lines: the time and the text of each.

    settings: the values beside it, the settings of a game or the names of a league.
    """

    kind: str
    id: int
    begun: str
    lines: Sequence[tuple[str, str]]
    settings: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Its name: `game 7`."""
        return f"{self.kind} {self.id}"

    def with_texts(self, texts: Sequence[str], now: str) -> "CopiedLog":
        """The same log with exactly these lines; lines missing from this copy get the date `now`."""
        old_dates = [date for (date, old), new in zip(self.lines, texts, strict=False) if old == new]
        dates = [*old_dates, *[now] * (len(texts) - len(old_dates))]
        return replace(self, lines=tuple(zip(dates, texts, strict=True)))


def read_logs(engine: Engine) -> list[CopiedLog]:
    """Every log of a database as of one moment, while others write to it. DatabaseFault."""
    with database_faults(engine, "read"), engine.connect() as connection:
        _freeze_reads(connection)
        return [log for kind in KINDS for log in _read_kind(connection, kind)]


def write_logs(engine: Engine, logs: Iterable[CopiedLog]) -> None:
    """Writes logs under their numbers, all or none; those numbers must be free. DatabaseFault."""
    with writing(engine) as connection:
        for log in logs:
            owners, lines = KINDS[log.kind]
            connection.execute(insert(owners).values(id=log.id, begun=log.begun))
            rows = _list_rows(log)
            for start in range(0, len(rows), MANY):
                connection.execute(insert(lines), rows[start : start + MANY])
            for name, value in log.settings.items():
                connection.execute(insert(BESIDE[log.kind]).values([(log.id, name, value)]))
        for owners, _lines in KINDS.values():
            _advance_numbers(connection, owners)


def is_empty(engine: Engine) -> bool:
    """Whether a database has no log yet."""
    with database_faults(engine, "read"), engine.connect() as connection:
        return all(connection.execute(select(owners.c.id).limit(1)).first() is None for owners, _ in KINDS.values())


def _freeze_reads(connection: Connection) -> None:
    """Makes all further reads see the database as of one moment."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN")
    else:
        connection.execution_options(isolation_level="REPEATABLE READ")


def _read_kind(connection: Connection, kind: str) -> list[CopiedLog]:
    owners, lines = KINDS[kind]
    columns = lines.c
    lines_by_owner: dict[int, list[tuple[str, str]]] = {}
    for id, date, line in connection.execute(
        select(columns[kind], columns.at, columns.text).order_by(columns[kind], columns.line)
    ):
        lines_by_owner.setdefault(id, []).append((date, line))
    begun = connection.execute(select(owners.c.id, owners.c.begun).order_by(owners.c.id)).all()
    settings = _read_settings(connection, kind)
    return [CopiedLog(kind, id, date, tuple(lines_by_owner.get(id, ())), settings.get(id, {})) for id, date in begun]


def _read_settings(connection: Connection, kind: str) -> dict[int, dict[str, str]]:
    settings: dict[int, dict[str, str]] = {}
    for owner, name, value in connection.execute(select(BESIDE[kind])) if kind in BESIDE else ():
        settings.setdefault(owner, {})[name] = value
    return settings


def _list_rows(log: CopiedLog) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    log_sum = ""
    for number, (date, line) in enumerate(log.lines, 1):
        log_sum = line_sum(log_sum, line)
        rows.append({log.kind: log.id, "line": number, "at": date, "text": line, "sum": log_sum})
    return rows


def _advance_numbers(connection: Connection, owners: Table) -> None:
    """Sets the next number above all existing ones; SQLite does that itself."""
    highest = connection.execute(select(func.max(owners.c.id))).scalar()
    if highest and connection.dialect.name == "postgresql":
        connection.execute(
            text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)"), {"name": owners.name, "last": highest}
        )


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


# this many missing rows in succession end the search
PATIENCE = 5000
# number of the line, when it was written, its text, its sum
Row = tuple[int, str, str, str]


@dataclass(frozen=True)
class Salvage:
    """The result of a salvage. logs: the whole logs and beginnings of logs. missing: a sentence for each loss."""

    logs: tuple[CopiedLog, ...]
    missing: tuple[str, ...]


def salvage(engine: Engine) -> Salvage:
    """Reads as much as can be read; raises nothing for the rest."""
    logs: list[CopiedLog] = []
    missing: list[str] = []
    try:
        with engine.connect() as connection:
            for kind in KINDS:
                for log, fault in _salvage_kind(connection, kind, _salvage_settings(connection, kind)):
                    logs += [log] if log.lines else []
                    missing += [fault] if fault else []
    except (SQLAlchemyError, OSError) as fault:
        missing.append(f"nothing more can be read: {first_line(fault)}")
    return Salvage(tuple(logs), tuple(missing))


def _salvage_kind(
    connection: Connection, kind: str, settings: dict[int, dict[str, str]]
) -> Iterator[tuple[CopiedLog, str]]:
    owners, lines = KINDS[kind]
    begun = {row[0]: row[1] for row in _read_rows(connection, owners, "id", "begun")}
    rows_by_owner: dict[int, list[Row]] = {id: [] for id in begun if isinstance(id, int)}
    for id, *row in _read_rows(connection, lines, kind, "line", "at", "text", "sum"):
        if _is_row(id, row):
            rows_by_owner.setdefault(id, []).append(tuple(row))
    for id, rows in sorted(rows_by_owner.items()):
        intact = _keep_intact(sorted(rows))
        begun_at = begun.get(id) or (intact[0][0] if intact else "")
        log = CopiedLog(kind, id, str(begun_at), intact, settings.get(id, {}))
        yield log, _describe_loss(log, rows)


def _is_row(id: object, row: Sequence[object]) -> bool:
    return isinstance(id, int) and isinstance(row[0], int) and all(isinstance(value, str) for value in row[1:])


def _keep_intact(rows: Sequence[Row]) -> tuple[tuple[str, str], ...]:
    """The lines before the first one that is missing or was changed."""
    intact: list[tuple[str, str]] = []
    log_sum = ""
    for expected, (number, date, line, sum_) in enumerate(rows, 1):
        log_sum = line_sum(log_sum, line)
        if (number, sum_) != (expected, log_sum):
            break
        intact.append((date, line))
    return tuple(intact)


def _describe_loss(log: CopiedLog, rows: Sequence[Row]) -> str:
    """The loss of a log, as a sentence; empty if none is known."""
    if not rows:
        return f"{log.name}: no line can be read"
    highest = max(row[0] for row in rows)
    if len(log.lines) == highest:
        return ""
    intact_count = len(log.lines)
    return (
        f"{log.name}: line {intact_count + 1} of {highest} is missing or damaged; the {intact_count} before it are kept"
    )


def _salvage_settings(connection: Connection, kind: str) -> dict[int, dict[str, str]]:
    settings: dict[int, dict[str, str]] = {}
    if kind not in BESIDE:
        return settings
    for owner, name, value in _read_rows(connection, BESIDE[kind], *BESIDE[kind].columns.keys()):
        settings.setdefault(owner, {})[name] = value
    return settings


def _read_rows(connection: Connection, table: Table, *columns: str) -> list[Any]:
    """All rows of a table; if they cannot be read at once, those that can be read singly."""
    try:
        return [tuple(row) for row in connection.execute(select(*(table.c[name] for name in columns)))]
    except SQLAlchemyError:
        connection.rollback()
        return list(_read_singly(connection, table, columns)) if connection.dialect.name == "sqlite" else []


def _read_singly(connection: Connection, table: Table, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    names = ", ".join(f'"{name}"' for name in columns)
    query = sql(f"SELECT {names} FROM {table.name} NOT INDEXED WHERE rowid = :row")  # noqa: S608 - names of ours
    absent = 0
    for number in count(1):
        try:
            row = connection.execute(query, {"row": number}).first()
        except SQLAlchemyError:
            row = None
        absent = 0 if row else absent + 1
        if row:
            yield tuple(row)
        if absent > PATIENCE:
            return
