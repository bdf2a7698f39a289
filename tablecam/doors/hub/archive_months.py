"""The months of the archive: each is a table of PostgreSQL, made when a game is packed into it, dropped when empty."""

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
    """Keep other archivers from the archive until the transaction ends."""
    connection.execute(LOCK)


def months(connection: Connection) -> list[str]:
    """The names of the existing tables, the oldest first."""
    return list(connection.execute(MONTHS).scalars())


def make_months(connection: Connection, wanted: Iterable[date]) -> None:
    """Make the missing tables. wanted: first days of months."""
    existing = months(connection)
    for month in sorted(wanted):
        if (name := NAME.format(month)) not in existing:
            next_month = (month + timedelta(days=31)).replace(day=1)
            statement = f"CREATE TABLE {name} PARTITION OF archive FOR VALUES FROM ('{month}') TO ('{next_month}')"
            connection.execute(text(statement))


def drop_empty_months(connection: Connection) -> None:
    """Drop the tables of empty months, to free their space."""
    for name in months(connection):
        # the names are those of the database itself
        if connection.execute(text(f"SELECT NOT EXISTS (SELECT FROM {name})")).scalar():  # noqa: S608
            connection.execute(text(f"DROP TABLE {name}"))
