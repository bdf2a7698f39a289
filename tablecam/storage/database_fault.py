"""The faults of the database, as sentences: for the terminal with its name, for pages without it."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message


class DatabaseFault(TablecamError):
    """The database cannot be opened, read or written; the message has its reason, but never a password.

    on_page: the same for pages, which learn neither the place nor the owner of the database. kind: its name there.
    """

    kind = "away"

    on_page = Message(
        "The table’s computer cannot reach its database just now. Nothing is lost: what you have sent stays on this "
        "page, and the page sends it again by itself."
    )


class LostDatabase(DatabaseFault):
    """The file of the database is no longer at its place: further writes would be lost."""

    kind = "lost"
    on_page = Message(
        "The database file was deleted, moved or replaced while it was in use. Everything up to now is in "
        "memory, but nothing new counts until it can be saved. Put the file back, or let the table’s own "
        "screen write everything to a new file."
    )


class UnwritableDatabase(DatabaseFault):
    """The disk takes no more: it is full, failing or read-only."""

    kind = "unwritable"
    on_page = Message(
        "The disk of the database is full, failing or read-only. Everything up to now is in memory, but "
        "nothing new counts until it can be saved. Make room on the disk, or let the table’s own screen write "
        "everything to a new file."
    )


class DamagedDatabase(DatabaseFault):
    """The file is not a database any more, or never was one."""

    kind = "damaged"
    on_page = Message(
        "The database file is damaged. Everything up to now is in memory, but nothing new counts until it can "
        "be saved: let the table’s own screen write everything to a new file."
    )


# by the beginning of SQLite's own name for the fault
SQLITE_FAULTS: dict[str, type[DatabaseFault]] = {
    "SQLITE_FULL": UnwritableDatabase,
    "SQLITE_IOERR": UnwritableDatabase,
    "SQLITE_READONLY": UnwritableDatabase,
    "SQLITE_CORRUPT": DamagedDatabase,
    "SQLITE_NOTADB": DamagedDatabase,
}


@contextmanager
def database_faults(engine: Engine, what: str) -> Iterator[None]:
    """Turns faults of the database into a sentence. what: the action that failed, for instance "read"."""
    try:
        yield
    except (SQLAlchemyError, OSError) as fault:
        kind = _classify_fault(fault)
        advice = f"; tablecam salvage {engine.url.database} NEW saves what is whole" if kind is DamagedDatabase else ""
        raise kind(f"the database {name(engine)} cannot be {what}: {first_line(fault)}{advice}") from fault


def name(engine: Engine) -> str:
    """The URL without the password."""
    return engine.url.render_as_string(hide_password=True)


def first_line(fault: BaseException) -> str:
    """The driver's own words, or the first line of them."""
    cause = fault.orig if isinstance(fault, DBAPIError) and fault.orig else fault
    return str(cause).strip().partition("\n")[0] or type(cause).__name__


def _classify_fault(fault: BaseException) -> type[DatabaseFault]:
    return classify_sqlite(getattr(fault, "orig", None))


def classify_sqlite(fault: BaseException | None) -> type[DatabaseFault]:
    """The kind of a fault of SQLite's own, by its name for it."""
    named = str(getattr(fault, "sqlite_errorname", ""))
    return next((kind for start, kind in SQLITE_FAULTS.items() if named.startswith(start)), DatabaseFault)
