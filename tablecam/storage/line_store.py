"""Logs kept in a database, whatever they tell of: read, listed and grown line by line; what is written stays.

`game_store.py`, `tournament_store.py` and `league_store.py` are this with the tables of their kind.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, Select, Table, func, insert, select
from sqlalchemy.exc import IntegrityError

from tablecam.base.errors import BadFile, TablecamError
from tablecam.base.i18n import Message
from tablecam.storage.database import writing
from tablecam.storage.database_fault import DatabaseFault, database_faults, name
from tablecam.storage.line_sum import line_sum

Now = Callable[[], datetime]
Beside = Callable[[Connection, int], None]


class Taken(TablecamError):
    """Another program goes on with this log."""

    on_page = Message("another program goes on with this: look there, or end that program and try again")


class NoLog(BadFile):
    """There is no log of that number."""

    on_page = Message("there is nothing of that number here: look at the list again")


class BrokenLog(BadFile):
    """A log was edited or cut short; the message names the line, and `whole` has the lines before it.

    Pages do not name the line: how long a log is tells of what was done in secret.
    """

    on_page = Message("this log was changed or cut short outside the program: the terminal of the program says where")

    def __init__(self, message: str, whole: tuple[str, ...]) -> None:
        super().__init__(message)
        self.whole = whole


@dataclass(frozen=True)
class Listed:
    """A log in the list. begun, last: ISO times in UTC; header, last_line: its first line and its last."""

    id: int
    begun: str
    last: str
    lines: int
    header: str
    last_line: str = ""


def utc_now() -> datetime:
    """The clock."""
    return datetime.now(UTC)


def nothing_beside(_connection: Connection, _id: int) -> None:
    """Nothing stands beside the log."""


class LineStore:
    """The logs of one kind in one database. now: the clock, for the times that the database notes beside the lines."""

    # what a log is of, which is the name of its column as well; the tables of the owners and of their lines
    kind: str
    owners: Table
    lines: Table

    def __init__(self, engine: Engine, now: Now = utc_now) -> None:
        self.engine = engine
        self.now = now
        # why the last line could not be written; None once one was
        self.fault: DatabaseFault | None = None

    @property
    def name(self) -> str:
        """The database, for a person."""
        return name(self.engine)

    def read(self, id: int) -> tuple[str, ...]:
        """The lines of a log, to look at. NoLog where there is none of that number; BrokenLog."""
        texts, _ = self.since(id, 0, "")
        if not texts:
            raise NoLog(f"{self.name} has no {self.kind} {id}; it has {self._numbers()}")
        return texts

    def since(self, id: int, after: int, before: str) -> tuple[tuple[str, ...], str]:
        """The lines after so many with that last sum, and the new last sum; BrokenLog where one is not as written."""
        columns, owner = self.lines.c, self.lines.c[self.kind]
        wanted = select(columns.line, columns.text, columns.sum).where(owner == id, columns.line > after)
        with database_faults(self.engine, "read"), self.engine.connect() as connection:
            rows = connection.execute(wanted.order_by(columns.line)).all()
        return self._checked(id, [(number, text, sum_) for number, text, sum_ in rows], after, before)

    def listed(self) -> tuple[Listed, ...]:
        """Every log, in the order in which they were begun."""
        with database_faults(self.engine, "read"), self.engine.connect() as connection:
            return tuple(Listed(*row) for row in connection.execute(self._listing()[0]))

    def lengths(self) -> dict[int, int]:
        """How many lines each log has, by its number: what can be asked for again and again."""
        owner, lines = self.owners.c.id, self.lines.c
        reached = select(func.max(lines.line)).where(lines[self.kind] == owner).scalar_subquery()
        with database_faults(self.engine, "read"), self.engine.connect() as connection:
            return {id: last for id, last in connection.execute(select(owner, reached)) if last is not None}

    def append(
        self, id: int | None, after: int, before: str, texts: Sequence[str], beside: Beside = nothing_beside
    ) -> tuple[int, str]:
        """Lines kept as one, after so many with that last sum; the log's number and the new last sum.

        beside: writes what stands beside the log of that number, kept together with the lines or not at all.

        Taken where the log has grown since; DatabaseFault where it could not be written: then nothing was.
        """
        try:
            with writing(self.engine) as connection:
                id = id or self._begin(connection)
                before = self._insert(connection, id, after, before, texts)
                beside(connection, id)
        except DatabaseFault as fault:
            if isinstance(fault.__cause__, IntegrityError):
                raise self.taken_fault(id) from fault
            self.fault = fault
            raise
        self.fault = None
        return id, before

    def taken_fault(self, id: int | None) -> Taken:
        """What to say where another program has written meanwhile."""
        return Taken(f"{self.kind} {id} of {self.name} was written to by another program just now; look again")

    def _listing(self) -> tuple[Select[Any], ColumnElement[int]]:
        """What asks for the fields of `Listed`, and how many lines each log has; only the first and last are read."""
        owner = self.owners.c.id
        first, last, every = (self.lines.alias() for _ in range(3))
        reached = select(func.max(every.c.line)).where(every.c[self.kind] == owner).scalar_subquery()
        wanted = (
            select(owner, self.owners.c.begun, last.c.at, last.c.line, first.c.text, last.c.text)
            .select_from(self.owners)
            .join(last, (last.c[self.kind] == owner) & (last.c.line == reached))
            .join(first, (first.c[self.kind] == owner) & (first.c.line == 1))
            .order_by(owner)
        )
        return wanted, last.c.line

    def _insert(self, connection: Connection, id: int, after: int, before: str, texts: Sequence[str]) -> str:
        rows, at = [], self.now().isoformat(timespec="milliseconds")
        for line, text in enumerate(texts, after + 1):
            before = line_sum(before, text)
            rows.append({self.kind: id, "line": line, "at": at, "text": text, "sum": before})
        connection.execute(insert(self.lines), rows)
        return before

    def _begin(self, connection: Connection) -> int:
        row = {"begun": self.now().isoformat(timespec="seconds")}
        return int(connection.execute(insert(self.owners).returning(self.owners.c.id), row).scalar_one())

    def _checked(
        self, id: int, rows: Sequence[tuple[int, str, str]], after: int, before: str
    ) -> tuple[tuple[str, ...], str]:
        texts: list[str] = []
        for line, (number, text, sum_) in enumerate(rows, after + 1):
            following = line_sum(before, text)
            if number != line or sum_ != following:
                fault = "is missing" if number != line else "is not what was written"
                where = f"{self.name}, {self.kind} {id}: line {line} of the log"
                raise BrokenLog(f"{where} {fault}; the {line - 1} before it are whole", tuple(texts))
            before = following
            texts.append(text)
        return tuple(texts), before

    def _numbers(self) -> str:
        listed = [str(entry.id) for entry in self.listed()]
        return f"{', '.join(listed[-10:])}" if listed else "none yet"
