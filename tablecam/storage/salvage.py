"""What can still be read of a damaged database, or of one that is lost: of every log the lines that are whole."""

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

# so many rows in a row that are not there end the search for more
PATIENCE = 5000
# number of the line, when it was written, its text, its sum
Row = tuple[int, str, str, str]


@dataclass(frozen=True)
class Salvage:
    """logs: what is whole. missing: what is not, a sentence each."""

    logs: tuple[CopiedLog, ...]
    missing: tuple[str, ...]


def salvage(engine: Engine) -> Salvage:
    """Reads as much as can be read; raises nothing for what cannot."""
    logs: list[CopiedLog] = []
    missing: list[str] = []
    try:
        with engine.connect() as connection:
            for kind in KINDS:
                for log, fault in _salvaged(connection, kind, _settings(connection, kind)):
                    logs += [log] if log.lines else []
                    missing += [fault] if fault else []
    except (SQLAlchemyError, OSError) as fault:
        missing.append(f"nothing more can be read: {first_line(fault)}")
    return Salvage(tuple(logs), tuple(missing))


def _salvaged(
    connection: Connection, kind: str, settings: dict[int, dict[str, str]]
) -> Iterator[tuple[CopiedLog, str]]:
    owners, lines = KINDS[kind]
    begun = {row[0]: row[1] for row in _rows(connection, owners, "id", "begun")}
    found: dict[int, list[Row]] = {id: [] for id in begun if isinstance(id, int)}
    for id, *row in _rows(connection, lines, kind, "line", "at", "text", "sum"):
        if _is_row(id, row):
            found.setdefault(id, []).append(tuple(row))
    for id, rows in sorted(found.items()):
        whole = _whole(sorted(rows))
        first = begun.get(id) or (whole[0][0] if whole else "")
        log = CopiedLog(kind, id, str(first), whole, settings.get(id, {}))
        yield log, _fault(log, rows)


def _is_row(id: object, row: Sequence[object]) -> bool:
    return isinstance(id, int) and isinstance(row[0], int) and all(isinstance(each, str) for each in row[1:])


def _whole(rows: Sequence[Row]) -> tuple[tuple[str, str], ...]:
    """The lines from the first to the last before the first that is missing or is not as it was written."""
    whole: list[tuple[str, str]] = []
    before = ""
    for wanted, (number, at, text, sum_) in enumerate(rows, 1):
        before = line_sum(before, text)
        if (number, sum_) != (wanted, before):
            break
        whole.append((at, text))
    return tuple(whole)


def _fault(log: CopiedLog, rows: Sequence[Row]) -> str:
    """What is missing of a log; empty where nothing is known to be."""
    if not rows:
        return f"{log.name}: no line can be read"
    last = max(row[0] for row in rows)
    if len(log.lines) == last:
        return ""
    kept = len(log.lines)
    return f"{log.name}: line {kept + 1} of {last} is missing or damaged; the {kept} before it are kept"


def _settings(connection: Connection, kind: str) -> dict[int, dict[str, str]]:
    found: dict[int, dict[str, str]] = {}
    if kind not in BESIDE:
        return found
    for owner, name, value in _rows(connection, BESIDE[kind], *BESIDE[kind].columns.keys()):
        found.setdefault(owner, {})[name] = value
    return found


def _rows(connection: Connection, table: Table, *columns: str) -> list[Any]:
    """All rows of a table; where they cannot be read at once, those that can be read one by one."""
    try:
        return [tuple(row) for row in connection.execute(select(*(table.c[name] for name in columns)))]
    except SQLAlchemyError:
        connection.rollback()
        return list(_one_by_one(connection, table, columns)) if connection.dialect.name == "sqlite" else []


def _one_by_one(connection: Connection, table: Table, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    names = ", ".join(f'"{name}"' for name in columns)
    wanted = sql(f"SELECT {names} FROM {table.name} NOT INDEXED WHERE rowid = :row")  # noqa: S608 - names of ours
    absent = 0
    for number in count(1):
        try:
            row = connection.execute(wanted, {"row": number}).first()
        except SQLAlchemyError:
            row = None
        absent = 0 if row else absent + 1
        if row:
            yield tuple(row)
        if absent > PATIENCE:
            return
