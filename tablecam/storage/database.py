"""The database of games, tournaments and leagues: SQLAlchemy Core on a URL, for each kind a table of logs and of lines.

SQLite keeps itself in one file, in WAL mode and with a full sync at every commit: when `append` returns, the line is
on disk. Any other URL that SQLAlchemy knows serves as well; a club with one machine for all tables takes PostgreSQL.
The tables are made and brought up to date by `schema.py`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    Column,
    Connection,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    make_url,
)
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from tablecam.storage import database_file, schema
from tablecam.storage.database_fault import DatabaseFault, database_faults, first_line

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
LEAGUES, LEAGUE_LINES = _logs("league", "leagues", "league_lines")

# how a game is played at this table, which is no part of what happened: not in its log, and it may change
GAME_SETTINGS = Table(
    "game_settings",
    TABLES,
    Column("game", Integer, ForeignKey(GAMES.c.id), primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

# what the people of a league are called: here and not in its log, which only ever grows, so that a name can be deleted
# for good while the results stay
LEAGUE_NAMES = Table(
    "league_names",
    TABLES,
    Column("league", Integer, ForeignKey(LEAGUES.c.id), primary_key=True, autoincrement=False),
    Column("person", Text, primary_key=True),
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

# the version of the tables: see `schema.py`
Table(schema.VERSION_TABLE, TABLES, Column("version_num", String(32), primary_key=True))

# how long a server that does not answer is waited for
CONNECT_S = 5
POSTGRESQL = (
    "PostgreSQL is reached through a driver that is not installed here: pip install 'tablecam[postgresql]' brings it"
)


def open_database(where: str) -> Engine:
    """The database at a URL, or of SQLite in a file; its tables are made, or brought up to date, where need be.

    DatabaseFault where that cannot be done.
    """
    engine = connected_engine(where)
    with database_faults(engine, "opened"):
        schema.upgrade(engine)
    return engine


def connected_engine(where: str) -> Engine:
    """The database at a URL, or of SQLite in a file, as it is; DatabaseFault where there can be none."""
    try:
        url = make_url(where if "://" in where else f"sqlite:///{where}")
        engine = create_engine(url, **_options(url.drivername.partition("+")[0]))
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as fault:
        if getattr(fault, "name", None) in {"psycopg", "psycopg2"}:
            raise DatabaseFault(f"{_shown(where)} cannot be opened: {POSTGRESQL}") from fault
        raise DatabaseFault(
            f"{_shown(where)} is no database that can be opened here ({first_line(fault)}); give a file or "
            "a URL such as sqlite:///games.db or postgresql+psycopg://user@host/name"
        ) from fault
    _keep_for_good(engine)
    database_file.watch(engine)
    return engine


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A connection whose changes are kept together when the block ends, and nowhere but where the database is.

    DatabaseFault where they could not be kept: then nothing was, or the file that took them is gone (LostDatabase).
    """
    with database_faults(engine, "written"), engine.connect() as connection:
        with connection.begin():
            database_file.check(connection)
            yield connection
        database_file.check(connection)


def _options(dialect: str) -> dict[str, Any]:
    if dialect == "sqlite":
        return {"connect_args": {"timeout": BUSY_S}}
    if dialect == "postgresql":
        # a server that was started again is asked before a connection from before it is used
        return {"connect_args": {"connect_timeout": CONNECT_S}, "pool_pre_ping": True}
    return {}


def _keep_for_good(engine: Engine) -> None:
    """What is committed is on disk, whatever the server is set to."""
    commands = {
        "sqlite": (
            "PRAGMA journal_mode=WAL",
            "PRAGMA synchronous=FULL",
            "PRAGMA foreign_keys=ON",
            # a name that is deleted is overwritten
            "PRAGMA secure_delete=ON",
        ),
        "postgresql": ("SET synchronous_commit TO on",),
    }.get(engine.dialect.name, ())

    def connected(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        for command in commands:
            cursor.execute(command)
        cursor.close()
        connection.commit()

    event.listen(engine, "connect", connected)


def _shown(where: str) -> str:
    """Hides a possible password in an unreadable URL."""
    head, at, tail = where.rpartition("@")
    return f"{head.partition('://')[0]}://...@{tail}" if at else where
