"""The database of games and tournaments: SQLAlchemy Core on a URL, for each a table of them and one of their lines.

SQLite keeps itself in one file, in WAL mode and with a full sync at every commit: when `append` returns, the line is
on disk. Any other URL that SQLAlchemy knows serves as well; a club with one machine for all tables takes PostgreSQL.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import (
    DDL,
    CheckConstraint,
    Column,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    Table,
    Text,
    create_engine,
    event,
    make_url,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from tablecam.errors import TablecamError

TABLES = MetaData()


def _logs(kind: str, kinds: str, lines: str) -> tuple[Table, Table]:
    """The table of all games, or all tournaments, and that of their lines."""
    owners = Table(
        kinds,
        TABLES,
        Column("id", Integer, primary_key=True, autoincrement=True),
        Column("begun", Text, nullable=False),
        # a number is never given twice, even after a game was deleted by hand
        sqlite_autoincrement=True,
    )
    # text: a line of the log as it was written; sum: over it and all lines before it (`line_sum.py`)
    return owners, Table(
        lines,
        TABLES,
        Column(kind, Integer, ForeignKey(owners.c.id), primary_key=True, autoincrement=False),
        Column("line", Integer, CheckConstraint("line > 0"), primary_key=True, autoincrement=False),
        Column("at", Text, nullable=False),
        Column("text", Text, nullable=False),
        Column("sum", Text, nullable=False),
    )


GAMES, EVENTS = _logs("game", "games", "events")
TOURNAMENTS, TOURNAMENT_LINES = _logs("tournament", "tournaments", "tournament_lines")

APPEND_ONLY = "a log is only ever appended to"

# how a game is played at this table, which is no part of what happened: not in its log, and it may change
GAME_SETTINGS = Table(
    "game_settings",
    TABLES,
    Column("game", Integer, ForeignKey(GAMES.c.id), primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

# how a game stood after so many lines, as a program told it: the list of games need not read every log. Nothing is lost
# with a row of it, and a database from before has none
GAME_SUMMARIES = Table(
    "game_summaries",
    TABLES,
    Column("game", Integer, ForeignKey(GAMES.c.id), primary_key=True, autoincrement=False),
    Column("lines", Integer, nullable=False),
    Column("program", Text, nullable=False),
    Column("text", Text, nullable=False),
)

# how long a commit waits for another program's commit; no game writes for longer than this
BUSY_S = 10


def _no_changes(table: str) -> dict[str, list[str]]:
    """The statements that make a table append-only, by the kind of database."""
    return {
        "sqlite": [
            f"CREATE TRIGGER {table}_no_{word} BEFORE {word} ON {table} BEGIN SELECT RAISE(ABORT, '{APPEND_ONLY}'); END"
            for word in ("update", "delete")
        ],
        "postgresql": [
            (
                "CREATE OR REPLACE FUNCTION tablecam_append_only() RETURNS trigger LANGUAGE plpgsql AS "
                f"$$ BEGIN RAISE EXCEPTION '{APPEND_ONLY}'; END $$"
            ),
            (
                f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION tablecam_append_only()"
            ),
        ],
    }


for _table in (EVENTS, TOURNAMENT_LINES):
    for _dialect, _commands in _no_changes(_table.name).items():
        for _command in _commands:
            _ddl = DDL(_command).execute_if(dialect=_dialect)  # type: ignore[no-untyped-call]
            event.listen(_table, "after_create", _ddl)


class DatabaseFault(TablecamError):
    """The database cannot be opened, read or written; the message has its reason, but never a password."""


def open_database(where: str) -> Engine:
    """The database at a URL, or of SQLite in a file; its tables are made if they are not there yet.

    DatabaseFault where that cannot be done.
    """
    try:
        url = make_url(where if "://" in where else f"sqlite:///{where}")
        engine = create_engine(url, **({"connect_args": {"timeout": BUSY_S}} if _is_sqlite(url.drivername) else {}))
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as fault:
        raise DatabaseFault(
            f"{_shown(where)} is no database that can be opened here ({_first_line(fault)}); give a file or "
            "a URL such as sqlite:///games.db or postgresql+psycopg://user@host/name"
        ) from fault
    _keep_for_good(engine)
    with database_faults(engine, "opened"):
        TABLES.create_all(engine)
    return engine


@contextmanager
def database_faults(engine: Engine, what: str) -> Iterator[None]:
    """Faults of the database as a sentence. what: what could not be done, for instance "read"."""
    try:
        yield
    except (SQLAlchemyError, OSError) as fault:
        raise DatabaseFault(f"the database {name(engine)} cannot be {what}: {_first_line(fault)}") from fault


def name(engine: Engine) -> str:
    """The URL without the password."""
    return engine.url.render_as_string(hide_password=True)


def _keep_for_good(engine: Engine) -> None:
    """What is committed is on disk, whatever the server is set to."""
    commands = {
        "sqlite": ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA foreign_keys=ON"),
        "postgresql": ("SET synchronous_commit TO on",),
    }.get(engine.dialect.name, ())

    def connected(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        for command in commands:
            cursor.execute(command)
        cursor.close()
        connection.commit()

    event.listen(engine, "connect", connected)


def _is_sqlite(driver: str) -> bool:
    return driver.partition("+")[0] == "sqlite"


def _shown(where: str) -> str:
    """Hides a possible password in an unreadable URL."""
    head, at, tail = where.rpartition("@")
    return f"{head.partition('://')[0]}://...@{tail}" if at else where


def _first_line(fault: Exception) -> str:
    cause = fault.orig if isinstance(fault, DBAPIError) and fault.orig else fault
    return str(cause).strip().partition("\n")[0] or type(cause).__name__
