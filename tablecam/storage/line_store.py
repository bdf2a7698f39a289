"""Logs of any kind kept in a database: read, listed and grown line by line; written lines stay.

Stores of games (`game_store.py`), tournaments and leagues add the tables of their kind.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, Select, Table, bindparam, delete, func, insert, select
from sqlalchemy import text as sql
from sqlalchemy.exc import IntegrityError

from tablecam.base.errors import BadFile, TablecamError
from tablecam.base.i18n import Message
from tablecam.base.system import read_boot_id, read_steady_clock
from tablecam.storage.database import LEAGUE_LINES, LEAGUE_NAMES, LEAGUES, TOURNAMENT_LINES, TOURNAMENTS, writing
from tablecam.storage.database_fault import DatabaseFault, database_faults, name
from tablecam.storage.database_file import WATCHES, LogHead, line_sum

Now = Callable[[], datetime]
Beside = Callable[[Connection, int], None]


class LogTaken(TablecamError):
    """Another program goes on with this log."""

    on_page = Message("another program is using this: continue there, or close that program and try again")


class NoLog(BadFile):
    """There is no log with that number."""

    on_page = Message("nothing here has that number: check the list again")


class BrokenLog(BadFile):
    """A log was edited or cut short; the message names the line, and `whole` has the lines before it.

    Pages do not name the line: the length of a log would reveal secret actions.
    """

    on_page = Message("this log was changed or cut short outside the program: the program's terminal shows where")

    def __init__(self, message: str, whole: tuple[str, ...]) -> None:
        super().__init__(message)
        self.whole = whole


@dataclass(frozen=True)
class LogSummary:
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
    """Writes nothing beside the log."""


@contextmanager
def _deletable(connection: Connection, lines: Table) -> Iterator[None]:
    """The lines of a kind take deletions inside the block, in this transaction alone: they are only appended to."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        trigger = f"{lines.name}_no_delete"
        query = sql("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = :name")
        made_by = connection.execute(query, {"name": trigger}).scalar_one()
        connection.exec_driver_sql(f"DROP TRIGGER {trigger}")
        yield
        connection.exec_driver_sql(made_by)
    else:
        connection.exec_driver_sql(f"ALTER TABLE {lines.name} DISABLE TRIGGER {lines.name}_append_only")
        yield
        connection.exec_driver_sql(f"ALTER TABLE {lines.name} ENABLE TRIGGER {lines.name}_append_only")


# Queries are built once for each kind of log: building one takes longer than SQLite needs to answer it.


@cache
def select_lines_after(lines: Table, kind: str) -> Select[Any]:
    """The query for the lines of the log `log` after line `after`: number, text and sum of each."""
    columns = lines.c
    where = columns[kind] == bindparam("log"), columns.line > bindparam("after")
    return select(columns.line, columns.text, columns.sum).where(*where).order_by(columns.line)


@cache
def select_lengths(owners: Table, lines: Table, kind: str) -> Select[Any]:
    """The query for the number of each log and its last line, None for a log without lines."""
    reached = select(func.max(lines.c.line)).where(lines.c[kind] == owners.c.id).scalar_subquery()
    return select(owners.c.id, reached)


@cache
def select_summaries(owners: Table, lines: Table, kind: str) -> tuple[Select[Any], ColumnElement[int]]:
    """The query for a `LogSummary` and the length of each log; only the first and last lines are read."""
    owner = owners.c.id
    first_line, last_line, any_line = (lines.alias() for _ in range(3))
    reached = select(func.max(any_line.c.line)).where(any_line.c[kind] == owner).scalar_subquery()
    query = (
        select(owner, owners.c.begun, last_line.c.at, last_line.c.line, first_line.c.text, last_line.c.text)
        .select_from(owners)
        .join(last_line, (last_line.c[kind] == owner) & (last_line.c.line == reached))
        .join(first_line, (first_line.c[kind] == owner) & (first_line.c.line == 1))
        .order_by(owner)
    )
    return query, last_line.c.line


class LineStore:
    """The logs of one kind in one database. now: the clock, for the times that the database notes beside the lines.

    steady: seconds that nobody sets; None where nobody sets `now` either, the clock of a test. boot: names the start of
    the machine since which they count; empty where there is none.
    """

    # the kind of a log, which is also the name of its column; the tables of the owners and of their lines
    kind: str
    owners: Table
    lines: Table

    def __init__(
        self, engine: Engine, now: Now = utc_now, steady: Callable[[], float] | None = None, boot: str = ""
    ) -> None:
        self.engine = engine
        self.now = now
        self.steady = steady or (read_steady_clock if now is utc_now else None)
        self.boot = boot or (read_boot_id() if now is utc_now else "")
        # the fault of the last write; None after a successful one
        self.fault: DatabaseFault | None = None

    @property
    def name(self) -> str:
        """The name of the database, for a person."""
        return name(self.engine)

    def read(self, id: int) -> tuple[str, ...]:
        """The lines of a log, to look at. NoLog if there is none with that number; BrokenLog."""
        texts, _ = self.since(id, 0, "")
        if not texts:
            raise NoLog(f"{self.name} has no {self.kind} {id}; it has {self._list_numbers()}")
        return texts

    def since(self, id: int, after: int, before: str) -> tuple[tuple[str, ...], str]:
        """The lines after line `after`, whose sum is `before`, and the new last sum; BrokenLog if one was changed."""
        with database_faults(self.engine, "read"), self.engine.connect() as connection:
            rows = connection.execute(select_lines_after(self.lines, self.kind), {"log": id, "after": after}).all()
        texts, last_sum = self._check_lines(id, [(number, text, sum_) for number, text, sum_ in rows], after, before)
        if texts and (file_watch := WATCHES.get(self.engine)):
            file_watch.note_head(LogHead(self.lines, self.kind, id, after + len(texts), last_sum))
        return texts, last_sum

    def list_logs(self) -> tuple[LogSummary, ...]:
        """Every log, in the order of their beginnings."""
        query, _lines = select_summaries(self.owners, self.lines, self.kind)
        with database_faults(self.engine, "read"), self.engine.connect() as connection:
            return tuple(LogSummary(*row) for row in connection.execute(query))

    def lengths(self) -> dict[int, int]:
        """The number of lines of each log, by its number: cheap enough for frequent calls."""
        with database_faults(self.engine, "read"), self.engine.connect() as connection:
            rows = connection.execute(select_lengths(self.owners, self.lines, self.kind))
            return {id: length for id, length in rows if length is not None}

    def append(
        self, id: int | None, after: int, before: str, texts: Sequence[str], beside: Beside = nothing_beside
    ) -> tuple[int, str]:
        """Keeps lines as one, after line `after`, whose sum is `before`; returns the log's number and the new last sum.

        beside: writes the values beside the log of that number, kept together with the lines or not at all.

        LogTaken if the log has grown since; DatabaseFault if it could not be written: then nothing was.
        """
        try:
            with writing(self.engine) as connection:
                id = id or self._begin_log(connection)
                before = self._insert_lines(connection, id, after, before, texts)
                beside(connection, id)
            self._confirm_lines(LogHead(self.lines, self.kind, id, after + len(texts), before))
        except DatabaseFault as fault:
            if isinstance(fault.__cause__, IntegrityError):
                raise self.make_taken_fault(id) from fault
            self.fault = fault
            raise
        self.fault = None
        return id, before

    def delete(self, id: int) -> None:
        """Deletes a log for good, whether it can be read or not; no other log gets its number. NoLog, DatabaseFault."""
        with writing(self.engine) as connection, _deletable(connection, self.lines):
            connection.execute(delete(self.lines).where(self.lines.c[self.kind] == id))
            if not connection.execute(delete(self.owners).where(self.owners.c.id == id)).rowcount:
                raise NoLog(f"{self.name} has no {self.kind} {id}")

    def make_taken_fault(self, id: int | None) -> LogTaken:
        """The error for a log to which another program has written meanwhile."""
        return LogTaken(f"{self.kind} {id} of {self.name} was written to by another program just now; look again")

    def _confirm_lines(self, head: LogHead) -> None:
        """Raises a DatabaseFault unless the lines are in the file, whatever the database has reported."""
        if file_watch := WATCHES.get(self.engine):
            file_watch.confirm_head(head)

    def _insert_lines(self, connection: Connection, id: int, after: int, before: str, texts: Sequence[str]) -> str:
        rows, date = [], self.now().isoformat(timespec="milliseconds")
        for line, text in enumerate(texts, after + 1):
            before = line_sum(before, text)
            rows.append({self.kind: id, "line": line, "at": date, "text": text, "sum": before})
        connection.execute(insert(self.lines), rows)
        return before

    def _begin_log(self, connection: Connection) -> int:
        row = {"begun": self.now().isoformat(timespec="seconds")}
        return int(connection.execute(insert(self.owners).returning(self.owners.c.id), row).scalar_one())

    def _check_lines(
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

    def _list_numbers(self) -> str:
        listed = [str(entry.id) for entry in self.list_logs()]
        return f"{', '.join(listed[-10:])}" if listed else "none yet"


# Tournaments kept in the same database as the games: begun, extended, listed and read.
#
# Nobody holds a tournament: web page and terminal may write at once. Each gives the number of lines that its own
# follow; the later of the two gets LogTaken with nothing written, reads the new lines and decides again.


class TournamentStore(LineStore):
    """The tournaments of one database."""

    kind, owners, lines = "tournament", TOURNAMENTS, TOURNAMENT_LINES


# Leagues kept in the same database as games and tournaments, and the names of their people beside the log.
#
# Nobody holds a league, just as nobody holds a tournament. A log only ever grows, so it has no names: they are in a
# table of their own, from which one can be deleted for good.


class LeagueStore(LineStore):
    """The leagues of one database."""

    kind, owners, lines = "league", LEAGUES, LEAGUE_LINES

    def names(self, id: int) -> dict[str, str]:
        """The kept name of each person, by the person. DatabaseFault."""
        columns = LEAGUE_NAMES.c
        query = select(columns.person, columns.value).where(columns.league == id).order_by(columns.person)
        with database_faults(self.engine, "read"), self.engine.connect() as connection:
            return {row.person: row.value for row in connection.execute(query)}

    def append_named(
        self, id: int | None, after: int, before: str, texts: Sequence[str], names: Mapping[str, str | None]
    ) -> tuple[int, str]:
        """Appends lines as `append` does, together with changes of names: a person's new value, or None to delete."""

        def beside(connection: Connection, id: int) -> None:
            table = LEAGUE_NAMES.c
            for person, value in names.items():
                connection.execute(delete(LEAGUE_NAMES).where(table.league == id, table.person == person))
                if value is not None:
                    connection.execute(insert(LEAGUE_NAMES).values(league=id, person=person, value=value))

        return self.append(id, after, before, texts, beside)
