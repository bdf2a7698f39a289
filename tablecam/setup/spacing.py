"""How far beyond the table's corners the tags lie, found by their own size, so that no ruler is needed.

Where only the size of the playing area is known, tags that are assumed too far out look too large: all lengths are
stretched alike then, and the tags' edges with them.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tablecam.base.errors import BadPicture
from tablecam.base.i18n import Message
from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.full_search import fit_detection
from tablecam.setup.layout import Laid, at_corners, camera_over
from tablecam.table.geometry.projection import Intrinsics

LEAST_FITS = 3
# the first guess stretches a table that is not square to one side
ROUNDS = 3
# Tags this close to touching the corner were laid to touch it, and that is more exact than any measurement.
TOUCHING_IN = 0.08


def spaced(grey: np.ndarray, lens: Intrinsics, seen: Sequence[Detection], laid: Laid) -> Laid:
    """The same table with `apart_in` found by the tags' size. Raises BadPicture where they cannot be read well."""
    apart = laid.touching_in
    for _round in range(ROUNDS):
        stretched = _stretch(grey, lens, seen, replace(laid, apart_in=apart))
        spans = [(length + 2 * apart) / stretched - length for length in laid.size_in]
        apart = sum(spans) / len(spans) / 2
    touching = abs(apart - laid.touching_in) < TOUCHING_IN
    return replace(laid, apart_in=laid.touching_in if touching else round(apart, 2))


def _stretch(grey: np.ndarray, lens: Intrinsics, seen: Sequence[Detection], laid: Laid) -> float:
    """How much too large the tags look on a table with this layout: the median over whole bitmaps."""
    tags = at_corners(lens, seen, laid)
    camera = camera_over(lens, seen, tags)
    edge_in = next(iter(tags.values())).size_in
    fits = [fit_detection(grey, camera, detection, edge_in) for detection in seen]
    scales = [fit.pose.scale for fit in fits if fit is not None]
    if len(scales) < LEAST_FITS:
        raise BadPicture(
            Message("too few of the reference tags can be read well: clear and light them, then try again")
        )
    return float(np.median(scales))
