"""The months of the archive: each is a table of PostgreSQL, made when a game of it is packed, dropped when empty."""

from collections.abc import Iterable
from datetime import date, timedelta

from sqlalchemy import Connection, text

# one archiver at a time changes the archive: two would make the same month
LOCK = text("SELECT pg_advisory_xact_lock(hashtext('tablecam hub archive'))")
MONTHS = text(
    "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = CAST('archive' AS regclass) ORDER BY 1"
)
NAME = "archive_{:%Y_%m}"


def changing(connection: Connection) -> None:
    """Keeps other archivers from the archive until the transaction ends."""
    connection.execute(LOCK)


def months(connection: Connection) -> list[str]:
    """The names of the tables that there are, the oldest first."""
    return list(connection.execute(MONTHS).scalars())


def make_months(connection: Connection, wanted: Iterable[date]) -> None:
    """Makes the tables that are not there yet. wanted: first days of months."""
    there = months(connection)
    for first in sorted(wanted):
        if (name := NAME.format(first)) not in there:
            after = (first + timedelta(days=31)).replace(day=1)
            made = f"CREATE TABLE {name} PARTITION OF archive FOR VALUES FROM ('{first}') TO ('{after}')"
            connection.execute(text(made))


def drop_empty_months(connection: Connection) -> None:
    """Gives back the room of months of which nothing is left."""
    for name in months(connection):
        # the names are those of the database itself
        if connection.execute(text(f"SELECT NOT EXISTS (SELECT FROM {name})")).scalar():  # noqa: S608
            connection.execute(text(f"DROP TABLE {name}"))
