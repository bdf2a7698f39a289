"""The database of games, tournaments and leagues: SQLAlchemy Core on a URL, with tables of logs and lines per kind.

SQLite keeps its data in one file, in WAL mode and with a full sync at every commit: when `append` returns, the line is
on disk. Any other URL that SQLAlchemy knows serves as well; a club with one machine for all tables takes PostgreSQL.
Alembic makes the tables and brings them up to date. The file of SQLite is watched while it is open.
"""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
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
    inspect,
    make_url,
    text,
)
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from tablecam.storage.database_fault import (
    DatabaseFault,
    database_faults,
    first_line,
    name,
)
from tablecam.storage.database_file import BUSY_S, check, watch
from tablecam.storage.locks import SPACE

# the newest version: a database that has it needs no Alembic, which takes a while to load
VERSION = "0002"
VERSION_TABLE = "tablecam_version"
SCRIPTS = Path(__file__).parent / "migrations"

TABLES = MetaData()


def _make_tables(kind: str, kinds: str, lines: str) -> tuple[Table, Table]:
    """The table of all games, or all tournaments, and that of their lines."""
    owners = Table(
        kinds,
        TABLES,
        Column("id", Integer, primary_key=True, autoincrement=True),
        Column("begun", Text, nullable=False),
        # a number is never reused, even after a game was deleted by hand
        sqlite_autoincrement=True,
    )
    # text: a line of the log as it was written; sum: over it and all lines before it (`line_sum`)
    return owners, Table(
        lines,
        TABLES,
        Column(kind, Integer, ForeignKey(owners.c.id), primary_key=True, autoincrement=False),
        Column("line", Integer, CheckConstraint("line > 0"), primary_key=True, autoincrement=False),
        Column("at", Text, nullable=False),
        Column("text", Text, nullable=False),
        Column("sum", Text, nullable=False),
    )


GAMES, EVENTS = _make_tables("game", "games", "events")
TOURNAMENTS, TOURNAMENT_LINES = _make_tables("tournament", "tournaments", "tournament_lines")
LEAGUES, LEAGUE_LINES = _make_tables("league", "leagues", "league_lines")

# the settings of a game at this table: no part of its log, because they may change
GAME_SETTINGS = Table(
    "game_settings",
    TABLES,
    Column("game", Integer, ForeignKey(GAMES.c.id), primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

# the names of a league's people: not in its log, which only ever grows, so that a name can be deleted for good while
# the results stay
LEAGUE_NAMES = Table(
    "league_names",
    TABLES,
    Column("league", Integer, ForeignKey(LEAGUES.c.id), primary_key=True, autoincrement=False),
    Column("person", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

# summaries of games after a number of lines, by a program, so that the list of games need not read every log. The loss
# of a row costs nothing, and an older database has none
GAME_SUMMARIES = Table(
    "game_summaries",
    TABLES,
    Column("game", Integer, ForeignKey(GAMES.c.id), primary_key=True, autoincrement=False),
    Column("lines", Integer, nullable=False),
    Column("program", Text, nullable=False),
    Column("text", Text, nullable=False),
)

Table(VERSION_TABLE, TABLES, Column("version_num", String(32), primary_key=True))

# the longest wait for a server that does not answer
CONNECT_S = 5
POSTGRESQL = (
    "PostgreSQL is reached through a driver that is not installed here: pip install 'tablecam[postgresql]' brings it"
)


def open_database(where: str) -> Engine:
    """The database at a URL, or of SQLite in a file; its tables are made, or brought up to date, if necessary.

    DatabaseFault if that fails.
    """
    engine = connect_engine(where)
    with database_faults(engine, "opened"):
        upgrade(engine)
    return engine


def connect_engine(where: str) -> Engine:
    """The database at a URL, or of SQLite in a file, as it is; DatabaseFault if it is impossible."""
    try:
        url = make_url(where if "://" in where else f"sqlite:///{where}")
        engine = create_engine(url, **_engine_options(url.drivername.partition("+")[0]))
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as fault:
        if getattr(fault, "name", None) in {"psycopg", "psycopg2"}:
            raise DatabaseFault(f"{_hide_password(where)} cannot be opened: {POSTGRESQL}") from fault
        raise DatabaseFault(
            f"{_hide_password(where)} is no database that can be opened here ({first_line(fault)}); give a file or "
            "a URL such as sqlite:///games.db or postgresql+psycopg://user@host/name"
        ) from fault
    _commit_durably(engine)
    watch(engine)
    return engine


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A connection whose changes are committed together when the block ends, if the database is still at its place.

    DatabaseFault if they could not be committed: then nothing was, or the file that took them is gone (LostDatabase).
    """
    with database_faults(engine, "written"), engine.connect() as connection:
        with connection.begin():
            check(connection)
            yield connection
        check(connection, is_committed=True)


def _engine_options(dialect: str) -> dict[str, Any]:
    if dialect == "sqlite":
        return {"connect_args": {"timeout": BUSY_S}}
    if dialect == "postgresql":
        # tests a connection before use, because the server may have restarted meanwhile
        return {"connect_args": {"connect_timeout": CONNECT_S}, "pool_pre_ping": True}
    return {}


def _commit_durably(engine: Engine) -> None:
    """Makes each commit durable on disk, whatever the server's settings."""
    commands = {
        "sqlite": (
            "PRAGMA journal_mode=WAL",
            "PRAGMA synchronous=FULL",
            "PRAGMA foreign_keys=ON",
            # overwrites deleted names
            "PRAGMA secure_delete=ON",
        ),
        "postgresql": ("SET synchronous_commit TO on",),
    }.get(engine.dialect.name, ())

    def configure(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        for command in commands:
            cursor.execute(command)
        cursor.close()
        connection.commit()

    event.listen(engine, "connect", configure)


def _hide_password(where: str) -> str:
    """Hides a possible password in an unreadable URL."""
    head, separator, tail = where.rpartition("@")
    return f"{head.partition('://')[0]}://...@{tail}" if separator else where


# The version of a database's tables, and the upgrade from every earlier one: Alembic, at opening, under a lock.
#
# A version is a file in `migrations/versions`. A database from before the versions has no version table; the first
# version makes whatever is missing, so it fits an empty database and one of those.

# no game has this number, so that the lock is no game's
EVERY_GAME = 0
# Alembic's operations are those of one migration at a time
ALONE = threading.Lock()


class NewerDatabase(DatabaseFault):
    """A later program has written the database."""


def upgrade(engine: Engine, scripts: Path = SCRIPTS, version: str = VERSION, table: str = VERSION_TABLE) -> None:
    """Brings the tables up to date. Several programs may call it at once: one upgrades, and the others wait.

    NewerDatabase if a later program has upgraded the database.
    """
    with engine.connect() as connection:
        if read_version(connection, table) == version:
            return
    with ALONE, engine.connect() as connection, connection.begin():
        _lock_tables(connection)
        _migrate_tables(connection, scripts, name(engine), table)


def read_version(connection: Connection, table: str = VERSION_TABLE) -> str | None:
    """The version of the tables; None if there are none, or they are from before the versions."""
    if not inspect(connection).has_table(table):
        return None
    return connection.execute(text(f"SELECT version_num FROM {table}")).scalar()  # noqa: S608 - our own word


def _lock_tables(connection: Connection) -> None:
    """Keeps other programs out until the transaction ends; with any other database, only the database itself does."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif connection.dialect.name == "postgresql":
        key = {"space": SPACE, "key": EVERY_GAME}
        connection.execute(text("SELECT pg_advisory_xact_lock(:space, :key)"), key)


def _migrate_tables(connection: Connection, scripts: Path, where: str, table: str) -> None:
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    script = ScriptDirectory(scripts)

    def steps(current: Any, _context: MigrationContext) -> Iterable[Any]:
        return script._upgrade_revs("head", current)

    db_version = read_version(connection, table)
    if db_version and db_version not in {revision.revision for revision in script.walk_revisions()}:
        raise NewerDatabase(
            f"the database {where} was written by a later tablecam (its version is {db_version}, this one knows up to "
            f"{script.get_current_head()}): update tablecam"
        )
    options = {"version_table": table, "fn": steps, "script": script, "transactional_ddl": True}
    context = MigrationContext.configure(connection, opts=options)
    with Operations.context(context):
        context.run_migrations()
