"""Finds the distance of the tags beyond the table's corners by the tags' own size, so that no ruler is needed.

With only the playing area's size known, tags that are assumed too far out look too large: all lengths are stretched
alike, and the tags' edges with them.
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
# the first guess distorts a table that is not square
ROUNDS = 3
# Tags this close to touching the corner were laid to touch it, and that is more exact than any measurement.
TOUCHING_IN = 0.08


def spaced(grey: np.ndarray, lens: Intrinsics, seen: Sequence[Detection], laid: Laid) -> Laid:
    """Finds `apart_in` of the table by the tags' size. Raises BadPicture if the tags cannot be read well."""
    apart_in = laid.touching_in
    for _round in range(ROUNDS):
        stretched = _compute_stretch(grey, lens, seen, replace(laid, apart_in=apart_in))
        spans = [(length + 2 * apart_in) / stretched - length for length in laid.size_in]
        apart_in = sum(spans) / len(spans) / 2
    touching = abs(apart_in - laid.touching_in) < TOUCHING_IN
    return replace(laid, apart_in=laid.touching_in if touching else round(apart_in, 2))


def _compute_stretch(grey: np.ndarray, lens: Intrinsics, seen: Sequence[Detection], laid: Laid) -> float:
    """Computes the factor by which the tags look too large on a table with this layout: the median over
    whole bitmaps.
    """
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
