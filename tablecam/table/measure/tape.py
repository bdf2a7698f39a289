"""A tape measure between models and places of the table."""

from dataclasses import replace

from tablecam.table.base import Circle
from tablecam.table.measure.ranges import Range, measure_range
from tablecam.table.miniature import Miniature, Placed
from tablecam.table.snapshot import Snapshot

# A model's id, or a place (x, y) in inches.
End = str | tuple[float, float]

# A place has no base; a tiny disc, a hundred thousandth of an inch wide, stands for it.
POINT = Circle(5e-4)


def measure_tape_range(snapshot: Snapshot, start: End, end: End) -> Range:
    """The range between two ends: from a model's base edge, or from a place itself.

    A place is as high as the other end, so that the tape lies level; its error does not include that of pointing.
    KeyError for an id that is not on the table, ValueError for one id twice.
    """
    names = [
        # no text: names for the range below alone
        tape_end if isinstance(tape_end, str) else f"place {number}"
        for number, tape_end in enumerate((start, end))
    ]
    heights = [snapshot.model(tape_end).z_in for tape_end in (start, end) if isinstance(tape_end, str)]
    places = [
        _place_point(name, tape_end, heights[0] if heights else 0.0)
        for name, tape_end in zip(names, (start, end), strict=True)
        if not isinstance(tape_end, str)
    ]
    return measure_range(replace(snapshot, models=(*snapshot.models, *places)), names[0], names[1])


def _place_point(name: str, place: tuple[float, float], z_in: float) -> Placed:
    nobody = Miniature(name, name, "", 0, 1.0, (0.0, 0.0), 0.0, POINT, 0.0)
    return Placed(nobody, *place, z_in, 0.0)
