"""Positions as a table (CSV, RFC 4180): one row for each model, for a spreadsheet or a notebook."""

import csv
import io
from collections.abc import Iterable

from tablecam.doors.publishing.live_message import Json

# no text: the names of columns are keys of the live message
COLUMNS = ("time_s", "id", "name", "side", "x_in", "y_in", "z_in", "heading_rad", "sigma_in", "stands_on", "state")


def head() -> str:
    """The names of the columns."""
    return _to_csv([COLUMNS])


def rows(position: Json) -> str:
    """The rows of one position; empty without models."""
    records = (model | {"time_s": position["time_s"]} for model in position["models"])
    return _to_csv([model[column] for column in COLUMNS] for model in records)


def _to_csv(records: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(records)
    return text.getvalue()
