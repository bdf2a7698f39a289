"""A tape measure between models and places of the table."""

from dataclasses import replace

from tablecam.table.base import Circle
from tablecam.table.measure.ranges import Range, range_between
from tablecam.table.miniature import Miniature, Placed
from tablecam.table.snapshot import Snapshot

# A model's id, or a place (x, y) in inches.
End = str | tuple[float, float]

# A place has no base; a tiny disc, a hundred thousandth of an inch wide, stands for it.
POINT = Circle(5e-4)


def taped(snapshot: Snapshot, start: End, end: End) -> Range:
    """The range between two ends: from a model's base edge, or from a place itself.

    A place is as high as the other end, so that the tape lies level; its error does not include that of pointing.
    KeyError for an id that is not on the table, ValueError for one id twice.
    """
    # no text: names that only the range below knows
    names = [at if isinstance(at, str) else f"place {number}" for number, at in enumerate((start, end))]
    heights = [snapshot.model(at).z_in for at in (start, end) if isinstance(at, str)]
    places = [
        _placed(name, at, heights[0] if heights else 0.0)
        for name, at in zip(names, (start, end), strict=True)
        if not isinstance(at, str)
    ]
    return range_between(replace(snapshot, models=(*snapshot.models, *places)), names[0], names[1])


def _placed(name: str, place: tuple[float, float], z_in: float) -> Placed:
    nobody = Miniature(name, name, "", 0, 1.0, (0.0, 0.0), 0.0, POINT, 0.0)
    return Placed(nobody, *place, z_in, 0.0)
