"""The version of a database's tables, and the way from every earlier one to today's: Alembic, at opening, under a lock.

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
    """Brings the tables up to date. Several programs may do so at once: one does it, and the others wait.

    NewerDatabase where a later program was here before.
    """
    with engine.connect() as connection:
        if version_of(connection, table) == version:
            return
    with ALONE, engine.connect() as connection, connection.begin():
        _lock(connection)
        _migrate(connection, scripts, name(engine), table)


def version_of(connection: Connection, table: str = VERSION_TABLE) -> str | None:
    """The version of the tables; None where there are none, or they are from before the versions."""
    if not inspect(connection).has_table(table):
        return None
    return connection.execute(text(f"SELECT version_num FROM {table}")).scalar()  # noqa: S608 - our own word


def _lock(connection: Connection) -> None:
    """Keeps other programs out until the transaction ends; elsewhere than here only the database itself does."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif connection.dialect.name == "postgresql":
        key = {"space": SPACE, "key": EVERY_GAME}
        connection.execute(text("SELECT pg_advisory_xact_lock(:space, :key)"), key)


def _migrate(connection: Connection, scripts: Path, where: str, table: str) -> None:
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    script = ScriptDirectory(scripts)

    def steps(current: Any, _context: MigrationContext) -> Iterable[Any]:
        return script._upgrade_revs("head", current)

    found = version_of(connection, table)
    if found and found not in {revision.revision for revision in script.walk_revisions()}:
        raise NewerDatabase(
            f"the database {where} was written by a later tablecam (its version is {found}, this one knows up to "
            f"{script.get_current_head()}): update tablecam"
        )
    options = {"version_table": table, "fn": steps, "script": script, "transactional_ddl": True}
    context = MigrationContext.configure(connection, opts=options)
    with Operations.context(context):
        context.run_migrations()
