"""The readable remains of a damaged or lost database: of every log the lines that are whole."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from sqlalchemy import Connection, Engine, Table, select
from sqlalchemy import text as sql
from sqlalchemy.exc import SQLAlchemyError

from tablecam.storage.copied_logs import BESIDE, KINDS, CopiedLog
from tablecam.storage.database_fault import first_line
from tablecam.storage.line_sum import line_sum

# this many missing rows in succession end the search
PATIENCE = 5000
# number of the line, when it was written, its text, its sum
Row = tuple[int, str, str, str]


@dataclass(frozen=True)
class Salvage:
    """The result of a salvage. logs: the whole logs and beginnings of logs. missing: a sentence for each loss."""

    logs: tuple[CopiedLog, ...]
    missing: tuple[str, ...]


def salvage(engine: Engine) -> Salvage:
    """Reads as much as can be read; raises nothing for the rest."""
    logs: list[CopiedLog] = []
    missing: list[str] = []
    try:
        with engine.connect() as connection:
            for kind in KINDS:
                for log, fault in _salvage_kind(connection, kind, _read_settings(connection, kind)):
                    logs += [log] if log.lines else []
                    missing += [fault] if fault else []
    except (SQLAlchemyError, OSError) as fault:
        missing.append(f"nothing more can be read: {first_line(fault)}")
    return Salvage(tuple(logs), tuple(missing))


def _salvage_kind(
    connection: Connection, kind: str, settings: dict[int, dict[str, str]]
) -> Iterator[tuple[CopiedLog, str]]:
    owners, lines = KINDS[kind]
    begun = {row[0]: row[1] for row in _read_rows(connection, owners, "id", "begun")}
    rows_by_owner: dict[int, list[Row]] = {id: [] for id in begun if isinstance(id, int)}
    for id, *row in _read_rows(connection, lines, kind, "line", "at", "text", "sum"):
        if _is_row(id, row):
            rows_by_owner.setdefault(id, []).append(tuple(row))
    for id, rows in sorted(rows_by_owner.items()):
        intact = _keep_intact(sorted(rows))
        begun_at = begun.get(id) or (intact[0][0] if intact else "")
        log = CopiedLog(kind, id, str(begun_at), intact, settings.get(id, {}))
        yield log, _describe_loss(log, rows)


def _is_row(id: object, row: Sequence[object]) -> bool:
    return isinstance(id, int) and isinstance(row[0], int) and all(isinstance(value, str) for value in row[1:])


def _keep_intact(rows: Sequence[Row]) -> tuple[tuple[str, str], ...]:
    """The lines before the first one that is missing or was changed."""
    intact: list[tuple[str, str]] = []
    log_sum = ""
    for expected, (number, date, text, sum_) in enumerate(rows, 1):
        log_sum = line_sum(log_sum, text)
        if (number, sum_) != (expected, log_sum):
            break
        intact.append((date, text))
    return tuple(intact)


def _describe_loss(log: CopiedLog, rows: Sequence[Row]) -> str:
    """The loss of a log, as a sentence; empty if none is known."""
    if not rows:
        return f"{log.name}: no line can be read"
    highest = max(row[0] for row in rows)
    if len(log.lines) == highest:
        return ""
    intact_count = len(log.lines)
    return (
        f"{log.name}: line {intact_count + 1} of {highest} is missing or damaged; the {intact_count} before it are kept"
    )


def _read_settings(connection: Connection, kind: str) -> dict[int, dict[str, str]]:
    settings: dict[int, dict[str, str]] = {}
    if kind not in BESIDE:
        return settings
    for owner, name, value in _read_rows(connection, BESIDE[kind], *BESIDE[kind].columns.keys()):
        settings.setdefault(owner, {})[name] = value
    return settings


def _read_rows(connection: Connection, table: Table, *columns: str) -> list[Any]:
    """All rows of a table; if they cannot be read at once, those that can be read singly."""
    try:
        return [tuple(row) for row in connection.execute(select(*(table.c[name] for name in columns)))]
    except SQLAlchemyError:
        connection.rollback()
        return list(_read_singly(connection, table, columns)) if connection.dialect.name == "sqlite" else []


def _read_singly(connection: Connection, table: Table, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    names = ", ".join(f'"{name}"' for name in columns)
    query = sql(f"SELECT {names} FROM {table.name} NOT INDEXED WHERE rowid = :row")  # noqa: S608 - names of ours
    absent = 0
    for number in count(1):
        try:
            row = connection.execute(query, {"row": number}).first()
        except SQLAlchemyError:
            row = None
        absent = 0 if row else absent + 1
        if row:
            yield tuple(row)
        if absent > PATIENCE:
            return
