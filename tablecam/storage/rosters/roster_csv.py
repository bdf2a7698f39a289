"""Rosters as tables: CSV with commas, semicolons or tabs, with or without a heading."""

import csv
import io

from tablecam.base.i18n import Message
from tablecam.storage.rosters.roster_list import RosterBuilder, RosterEntry, RosterList, clean_name, read_count, show

# the words that head a column, by what the column holds
HEADINGS = {
    "name": ("name", "model", "models", "unit", "card", "entry", "figure", "miniature", "profile", "modell", "einheit"),
    "count": ("count", "number", "no", "no.", "#", "qty", "quantity", "amount", "x", "anzahl"),
    "points": ("points", "pts", "pt", "cost", "punkte", "each"),
    "options": ("options", "option", "wargear", "weapons", "weapon", "equipment", "gear", "upgrades", "ausrüstung"),
}
DELIMITERS = ",;\t"
PARTS = "/|,;+"


def find_delimiter(text: str) -> str | None:
    """The character between the cells, if each of the first lines has it equally often; None for other text."""
    lines = [line for line in text.splitlines() if line.strip()][:20]
    for delimiter in DELIMITERS:
        counts = {len(row) for row in csv.reader(lines, delimiter=delimiter)} if lines else set()
        if len(counts) == 1 and counts.pop() > 1:
            return delimiter
    return None


def read_csv(name: str, text: str) -> RosterList:
    """The roster in a table."""
    builder = RosterBuilder()
    delimiter = find_delimiter(text) or max(DELIMITERS, key=text.count)
    rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if any(map(str.strip, row))]
    columns = _find_columns(rows[0]) if rows else {}
    named = set(columns.values())
    if "name" in columns:
        for number, heading in enumerate(rows.pop(0)):
            if number not in named and heading.strip():
                builder.lose(Message("the column {column} was left out", column=show(heading)))
                named.add(number)
    else:
        columns = _guess_columns(rows)
        named = set(columns.values())
    for number, row in enumerate(rows, 1):
        _add_row(builder, number, row, columns)
        if extra := [cell for index, cell in enumerate(row) if index not in named and cell.strip()]:
            builder.lose(Message("row {row}: {cells} was left out", row=number, cells=show(" ".join(extra))))
    return builder.build(name)


def _find_columns(row: list[str]) -> dict[str, int]:
    headings = [clean_name(cell).lower() for cell in row]
    columns: dict[str, int] = {}
    for key, words in HEADINGS.items():
        columns |= next(({key: headings.index(word)} for word in words if word in headings), {})
    return columns


def _guess_columns(rows: list[list[str]]) -> dict[str, int]:
    """The columns of a table without a heading: the first text is the name, the first number the count."""
    cells = rows[0] if rows else []
    numbers = [index for index, cell in enumerate(cells) if read_count(cell) is not None]
    texts = [index for index, cell in enumerate(cells) if index not in numbers and cell.strip()]
    return dict(zip(("name", "options"), texts, strict=False)) | dict(zip(("count", "points"), numbers, strict=False))


def _add_row(builder: RosterBuilder, number: int, row: list[str], columns: dict[str, int]) -> None:
    cells = {key: row[index].strip() for key, index in columns.items() if index < len(row)}
    numbers = {key: read_count(cells[key]) for key in ("count", "points") if cells.get(key)}
    for key, value in numbers.items():
        if value is None:
            builder.lose(Message("row {row}: {cell} is no number", row=number, cell=show(cells[key])))
    if not cells.get("name"):
        builder.lose(Message("row {row} has no name: {cells}", row=number, cells=show(" ".join(row))))
        return
    options = cells.get("options", "")
    for mark in PARTS:
        options = options.replace(mark, "\n")
    count = numbers.get("count")
    builder.add(
        RosterEntry(cells["name"], 1 if count is None else count, numbers.get("points"), tuple(options.splitlines()))
    )
