"""All pairs of a position at once, as objects, dicts, a numpy array or a pandas frame."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, ClassVar, TypeVar

import numpy as np

from tablecam.base.errors import TablecamError
from tablecam.table.geojson import make_collection
from tablecam.table.measure.ranges import Range
from tablecam.table.measure.sighting import Sighting

Row = TypeVar("Row")
# a column's value in a row: text, or a number
Column = Callable[[Any], str | float]


class MeasuredRows(tuple[Row, ...]):
    """Measurements in a fixed order, a tuple of them. columns: the value of each column in a row, by its name."""

    __slots__ = ()
    columns: ClassVar[Mapping[str, Column]] = {}
    texts: ClassVar[frozenset[str]] = frozenset()

    def to_dicts(self) -> list[dict[str, str | float]]:
        """A dict for each row, by column; its values are texts and numbers, as JSON has them."""
        return [{name: get_value(row) for name, get_value in self.columns.items()} for row in self]

    def to_array(self) -> np.ndarray:
        """(n,): a numpy structured array with the columns as its fields: texts as U, numbers as f8."""
        values = [tuple(get_value(row) for get_value in self.columns.values()) for row in self]
        longest = {
            name: max((len(str(row[index])) for row in values), default=1) for index, name in enumerate(self.columns)
        }
        kinds = [(name, f"U{longest[name]}" if name in self.texts else "f8") for name in self.columns]
        return np.array(values, dtype=kinds)

    def to_dataframe(self) -> Any:
        """A pandas DataFrame with a row for each measurement. Raises TablecamError where pandas is not installed."""
        try:
            pandas = import_module("pandas")
        except ImportError as missing:
            raise TablecamError(
                "to_dataframe needs pandas, which tablecam does not install: run `pip install pandas`, or use to_dicts"
            ) from missing
        return pandas.DataFrame(self.to_dicts(), columns=list(self.columns))

    @property
    def __geo_interface__(self) -> dict[str, object]:
        """The lines of all rows as a GeoJSON FeatureCollection in table inches."""
        return make_collection(getattr(row, "__geo_interface__") for row in self)  # noqa: B009


class RangeRows(MeasuredRows[Range]):
    """The ranges of a position.

    Columns: a, b, range_in, horizontal_in, rise_in, sigma_in, contact (`yes`, `no` or `too close`), and the nearest
    points of both edges: a_x_in, a_y_in, b_x_in, b_y_in.
    """

    __slots__ = ()
    texts = frozenset({"a", "b", "contact"})
    columns: ClassVar[Mapping[str, Column]] = {
        "a": lambda row: row.a,
        "b": lambda row: row.b,
        "range_in": lambda row: row.range_in,
        "horizontal_in": lambda row: row.horizontal_in,
        "rise_in": lambda row: row.rise_in,
        "sigma_in": lambda row: row.sigma_in,
        "contact": lambda row: row.contact.value,
        "a_x_in": lambda row: row.nearest[0][0],
        "a_y_in": lambda row: row.nearest[0][1],
        "b_x_in": lambda row: row.nearest[1][0],
        "b_y_in": lambda row: row.nearest[1][1],
    }


class SightRows(MeasuredRows[Sighting]):
    """The sights of a position.

    Columns: viewer, target, share, share_past_terrain, sigma, least and most (the share within the error of both
    places), hidden_by (the names of the obstructions with commas, the largest first), and the line of sight from the
    eye to the middle of the target: eye_x_in to eye_z_in, aim_x_in to aim_z_in.
    """

    __slots__ = ()
    texts = frozenset({"viewer", "target", "hidden_by"})
    columns: ClassVar[Mapping[str, Column]] = {
        "viewer": lambda row: row.viewer,
        "target": lambda row: row.target,
        "share": lambda row: row.share,
        "share_past_terrain": lambda row: row.visible_past_terrain,
        "sigma": lambda row: row.sigma,
        "least": lambda row: row.spread[0],
        "most": lambda row: row.spread[1],
        "hidden_by": lambda row: ", ".join(obstruction.name for obstruction in row.obstructions),
        "eye_x_in": lambda row: row.eye[0],
        "eye_y_in": lambda row: row.eye[1],
        "eye_z_in": lambda row: row.eye[2],
        "aim_x_in": lambda row: row.aim[0],
        "aim_y_in": lambda row: row.aim[1],
        "aim_z_in": lambda row: row.aim[2],
    }
