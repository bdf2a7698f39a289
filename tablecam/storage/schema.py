"""The version of a database's tables, and the upgrade from every earlier one: Alembic, at opening, under a lock.

A version is a file in `migrations/versions`. A database from before the versions has no version table; the first
version makes whatever is missing, so it fits an empty database and one of those.
"""

import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, inspect, text

from tablecam.storage.database_fault import DatabaseFault, name
from tablecam.storage.game_lock import SPACE

# the newest version: a database that has it needs no Alembic, which takes a while to load
VERSION = "0002"
VERSION_TABLE = "tablecam_version"
SCRIPTS = Path(__file__).parent / "migrations"
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
