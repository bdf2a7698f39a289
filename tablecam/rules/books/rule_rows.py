"""The rules of a rulebook that are played: `rows.toml` in the folder of the book, and its unknown values.

    [rows]
    UR-01 = { state = "done" }
    UR-24 = { state = "part", says = "the modifier of a damaged engine is asked for" }
    UR-38 = { state = "table", says = "raids have rules of their own, which we do not have" }

`done`: played as written. `part`: the row says which part is not. `table`: the players decide, and the row says why.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from tablecam.base.errors import BadFile
from tablecam.storage.record import Faults
from tablecam.storage.toml_file import LinedRecord, read_lined

RowState = Literal["done", "part", "table"]
STATES: tuple[RowState, ...] = ("done", "part", "table")  # no text


@dataclass(frozen=True)
class RuleRow:
    """A row of a rulebook. says: the program's behaviour; for a row that is not done, the reason."""

    id: str
    state: RowState
    says: str = ""


@dataclass(frozen=True)
class Unknown:
    """A number or a name that the book's sources do not give, so that the players supply it. row: the rule's.

    key: its place in the file of data, `critical.R2.weapon`. asks: the question.
    """

    key: str
    row: str
    asks: str = ""


def read_rows(path: Path) -> tuple[RuleRow, ...]:
    """The rows of a file, in its order; Faulty with every fault and its line."""
    file, faults = read_lined(path, "the rows of a rulebook"), Faults()  # no text: a fault of a file
    faults.add(file.unknown("rows"))
    rows = faults.try_read(file.record, "rows")
    read = [faults.try_read(_read_row, rows, id) for id in rows.values] if rows else []
    faults.refuse(str(path))
    return tuple(row for row in read if row)


def _read_row(rows: LinedRecord, id: str) -> RuleRow:
    row = rows.record(id)
    for fault in row.unknown("state", "says"):
        raise fault
    state = cast("RowState", row.choice("state", STATES))
    if state != "done" and "says" not in row.values:
        raise BadFile(f"{rows.locate_key(id)}: {id} is not done; add the reason as says")
    return RuleRow(id, state, row.text("says") if "says" in row.values else "")


def count_rows(rows: Sequence[RuleRow]) -> Mapping[RowState, int]:
    """The number of rows in each state."""
    return {state: sum(row.state == state for row in rows) for state in STATES}
